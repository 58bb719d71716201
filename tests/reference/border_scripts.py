"""Programs that once crashed, hung or leaked at the border between Python and the core."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass


@dataclass(frozen=True)
class Ended:
    """How a program ended."""

    code: int
    out: str
    error: str


def run_program(program: str, *, timeout: float = 60) -> Ended:
    """Runs a program of Python in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", program],
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    return Ended(done.returncode, done.stdout, done.stderr)


CALLBACK_USES_ITS_SEARCH = """
import katachi as k
def f(p, m): s.new_game(); return [1.0] * len(m)
s = k.Mcts(k.Hex(5), k.MctsSettings(selection=k.SelectionSettings(bias="simple")), knowledge=f)
try:
    s.run(simulations=500)
except k.InUse as error:
    print(isinstance(error, k.KatachiError), error)
s.new_game()  # nobody uses it now
"""

TWO_THREADS_ONE_SEARCH = """
import katachi as k, threading as t
s = k.Mcts(k.Go(9))
counts = {"done": 0, "refused": 0}
def w(i):
    for _ in range(40):
        try:
            s.new_game() if i else s.run(simulations=2000)
            counts["done"] += 1
        except k.InUse:
            counts["refused"] += 1
x = [t.Thread(target=w, args=(i,)) for i in (0, 1)]; [y.start() for y in x]; [y.join() for y in x]
assert counts["done"] + counts["refused"] == 80 and counts["done"] >= 1, counts
assert counts["refused"] > 0, counts
assert s.run(simulations=10).simulations == 10
"""

DAEMON_THREAD_AT_EXIT = """
import katachi as k, threading as t, time
s = k.Mcts(k.Go(9), k.MctsSettings(threads={threads}){knowledge})
t.Thread(target=lambda: s.run(seconds=50), daemon=True).start(); time.sleep({pause})
"""

DAEMON_THREAD_SEARCHES_AGAIN_AT_EXIT = """
import katachi as k, threading as t, time
def again():
    s = k.Mcts(k.Go(9), k.MctsSettings(selection=k.SelectionSettings(bias="simple")),
               knowledge=lambda p, m: [1.0] * len(m))
    while True:
        s.run(simulations=1)
for _ in range(3):
    t.Thread(target=again, daemon=True).start()
time.sleep(0.3)
"""

DAEMON_THREAD_WITH_A_PYTHON_GAME = """
import threading as t, time
import katachi as k
from reference.search_toys import Lines
s = k.Mcts(Lines())
t.Thread(target=lambda: s.run(seconds=50), daemon=True).start(); time.sleep(0.3)
"""

HANDLER_RAISES = """
import signal, time
import katachi as k
from reference.border_calls import CALLS
class Timeout(Exception): pass
raised = 0.0
def h(*a):
    global raised
    raised = time.monotonic()
    raise exception
signal.signal(signal.SIGALRM, h)
for name, prepare in CALLS.items():
    call = prepare()
    for exception in (Timeout("late"), SystemExit(7), KeyboardInterrupt()):
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        try:
            call()
        except BaseException as caught:
            if caught is not exception: raise
            print(name, round(1000 * (time.monotonic() - raised)))
        else:
            print(name, "swallowed", exception)
"""

CYCLES = """
import gc, weakref
import katachi as k
from reference.search_toys import Lines
class Bot:
    def __init__(self):
        self.game = k.Hex(5)
        self.s = k.Mcts(self.game, knowledge=self.f)
    def f(self, p, m): return [1.0] * len(m)
class Judged:
    def __init__(self):
        playout = k.PlayoutSettings(evaluator_share=1.0)
        self.s = k.Mcts(k.Hex(5), k.MctsSettings(playout=playout), evaluator=self.judge)
        self.s.run(simulations=5)
    def judge(self, p): return 0.5
class Playing:
    def __init__(self):
        playout = k.PlayoutSettings(base="roulette")
        self.s = k.Mcts(Lines(), k.MctsSettings(playout=playout), playout_knowledge=self.f)
        self.s.run(simulations=5)
    def f(self, p, m): return [1.0] * len(m)
class Owned(Lines):
    def __init__(self):
        super().__init__()
        object.__setattr__(self, "s", None)
        object.__setattr__(self, "s", k.Mcts(self))
        self.s.run(simulations=5)
gc.disable()
for kind in (Bot, Judged, Playing, Owned):
    made = [weakref.ref(kind()) for _ in range(60)]
    before = sum(one() is not None for one in made)
    gc.collect()
    print(kind.__name__, before, sum(one() is not None for one in made))
"""

MANY_BOTS = """
import gc, sys
import katachi as k
from random_calls import resident_megabytes
class Bot:
    def __init__(self):
        chosen = k.MctsSettings(selection=k.SelectionSettings(bias="simple"), megabytes=16)
        self.s = k.Mcts(k.Hex(5), chosen, knowledge=self.f)
    def f(self, p, m): return [1.0] * len(m)
def many(count):
    for _ in range(count):
        Bot().s.run(simulations=60)
    gc.collect()
many(200)
before = resident_megabytes()
many(1000)
print(resident_megabytes() - before)
"""

FORKED = """
import os, sys, threading, time
import numpy as np
import katachi as k
from katachi import _core
table = _core.TeamTable([3, 4], [[0, 1]])
for i in range(50):
    table.add([(0, [i % 3, i % 4]), (0, [1, 2])], 0)
fit = _core.BradleyTerry(table.teams(), prior_wins=1.0, prior_losses=1.0, gammas=np.ones(0), threads=3)
fit.run_pass()
idle = k.Mcts(k.Hex(5), k.MctsSettings(threads=2))
idle.run(simulations=100)
busy = k.Mcts(k.Hex(5))
worker = threading.Thread(target=lambda: busy.run(seconds=2))
worker.start()
time.sleep(0.2)
child = os.fork()
if child == 0:
    fit.run_pass()
    assert idle.run(simulations=100).simulations == 100
    try:
        busy.new_game()
    except k.InUse:
        print("in use")
    del fit, idle
    k.Mcts(k.Hex(5), k.MctsSettings(threads=2)).run(simulations=100)
    sys.stdout.flush()
    sys.exit(5)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 5
fit.run_pass()
worker.join()
print("parent")
"""
