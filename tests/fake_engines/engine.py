"""A small GTP engine for tests that can misbehave in every way; the first argument says how.

Further arguments are commands that it lists and answers besides; those with a minus are options.

It plays Go without knowing much: it puts stones far from all others, then passes. Standard library
only.
"""

from __future__ import annotations

import random
import select
import signal
import subprocess
import sys
import time

COLUMNS = "ABCDEFGHJKLMNOPQRST"
COMMANDS = (
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "undo",
    "showboard",
    "lz-analyze",
    "gogui-play_sequence",
)


MORE_COMMANDS = tuple(word for word in sys.argv[2:] if not word.startswith("-"))


class Refused(Exception):
    """The command fails."""


class Engine:
    def __init__(self, fault: str) -> None:
        self.fault = fault
        self.size = 9
        self.moves: list[tuple[str, str]] = []
        self.generated = 0
        self.random = random.Random(5)

    @property
    def stones(self) -> dict[str, str]:
        """What stands on the board after all moves and captures."""
        board: dict[str, str] = {}
        for color, vertex in self.moves:
            if vertex == "PASS":
                continue
            board[vertex] = color
            for neighbour in self.neighbours(vertex):
                if board.get(neighbour, color) != color:
                    group = self.group(board, neighbour)
                    if not any(n not in board for stone in group for n in self.neighbours(stone)):
                        for stone in group:
                            del board[stone]
        return board

    def neighbours(self, vertex: str) -> list[str]:
        x, y = COLUMNS.index(vertex[0]), int(vertex[1:])
        near = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
        return [
            f"{COLUMNS[column]}{row}"
            for column, row in near
            if 0 <= column < self.size and 1 <= row <= self.size
        ]

    def group(self, board: dict[str, str], vertex: str) -> set[str]:
        found, stack = {vertex}, [vertex]
        while stack:
            for neighbour in self.neighbours(stack.pop()):
                if neighbour not in found and board.get(neighbour) == board[vertex]:
                    found.add(neighbour)
                    stack.append(neighbour)
        return found

    def vertex(self, word: str) -> str:
        upper = word.upper()
        if upper == "PASS":
            return upper
        if (
            upper[:1] in COLUMNS[: self.size]
            and upper[1:].isdigit()
            and 1 <= int(upper[1:]) <= self.size
        ):
            return upper
        raise Refused("illegal move")

    def color(self, word: str) -> str:
        if word.lower() not in {"b", "w", "black", "white"}:
            raise Refused("syntax error")
        return word.lower()[0]

    def do(self, name: str, words: list[str]) -> str:
        handler = getattr(self, f"do_{name.replace('-', '_')}", None)
        if handler is None and name in MORE_COMMANDS:
            return ""
        if handler is None:
            raise Refused("what?" if self.fault == "words" else "unknown command")
        if self.fault == "comments" and name == "protocol_version" and words:
            raise Refused("syntax error")
        text: str = handler(words)
        return text

    def do_protocol_version(self, _: list[str]) -> str:
        return "1" if self.fault == "version" else "2"

    def do_name(self, _: list[str]) -> str:
        return "fake"

    def do_version(self, _: list[str]) -> str:
        return "1"

    def do_quit(self, _: list[str]) -> str:
        return ""

    def do_list_commands(self, _: list[str]) -> str:
        listed = (*COMMANDS, *MORE_COMMANDS)
        return "\n".join(c for c in listed if not (self.fault == "missing" and c == "komi"))

    def do_known_command(self, words: list[str]) -> str:
        return "true" if self.fault == "known" or words[0] in COMMANDS else "false"

    def do_boardsize(self, words: list[str]) -> str:
        if not words or not words[0].isdigit():
            raise Refused("syntax error")
        if self.fault == "leaky":
            self.moves = []
        if not 2 <= int(words[0]) <= 19:
            raise Refused("unacceptable size")
        self.size, self.moves = int(words[0]), []
        return ""

    def do_clear_board(self, _: list[str]) -> str:
        self.moves = []
        return ""

    def do_komi(self, words: list[str]) -> str:
        try:
            float(words[0])
        except (IndexError, ValueError):
            raise Refused("syntax error") from None
        return ""

    def do_undo(self, _: list[str]) -> str:
        if not self.moves:
            raise Refused("cannot undo")
        self.moves.pop()
        return ""

    def do_showboard(self, _: list[str]) -> str:
        board = " ".join(f"{color}{vertex}" for vertex, color in sorted(self.stones.items()))
        return "a\n\nb" if self.fault == "empty-line" else f"board: {board}"

    def do_lz_analyze(self, _: list[str]) -> str:
        """Only the line; `answer` streams it until input comes."""
        if self.fault == "analysis-words":
            return "move A1 visits 1"
        if self.fault == "analysis-keys":
            return "info move A1 visits 1"
        return "info move A1 visits 1 winrate 5000 order 0 pv A1"

    def do_gogui_play_sequence(self, words: list[str]) -> str:
        before = list(self.moves)
        try:
            for number in range(0, len(words), 2):
                self.do_play(words[number : number + 2])
        except Refused:
            if self.fault != "half-sequence":
                self.moves = before
            raise
        return ""

    def do_play(self, words: list[str]) -> str:
        if len(words) != 2:
            raise Refused("syntax error")
        color, vertex = self.color(words[0]), self.vertex(words[1])
        if vertex in self.stones and self.fault != "occupied":
            raise Refused("illegal move")
        self.moves.append((color, vertex))
        return ""

    def do_genmove(self, words: list[str]) -> str:
        if len(words) != 1:
            raise Refused("syntax error")
        color = self.color(words[0])
        self.generated += 1
        self.misbehave()
        if self.fault == "illegal" and self.stones:
            return next(iter(self.stones))
        if self.fault == "nonsense":
            return "Z99"
        if self.fault == "resign" and self.generated == 3:
            return "resign"
        if self.fault == "passes":
            self.moves.append((color, "PASS"))
            return "PASS"
        if self.fault == "refuses":
            raise Refused("I do not want to")
        vertex = self.lonely_point()
        if self.fault != "forgets":
            self.moves.append((color, vertex))
        return vertex

    def do_kgs_genmove_cleanup(self, words: list[str]) -> str:
        """The first empty point: whatever is dead is taken off at last."""
        points = (f"{COLUMNS[n % self.size]}{n // self.size + 1}" for n in range(self.size**2))
        vertex = next(point for point in points if point not in self.stones)
        self.moves.append((self.color(words[0]), vertex))
        return vertex

    def lonely_point(self) -> str:
        """The first point without neighbours: neither suicide nor ko; otherwise a pass."""
        stones = self.stones
        for number in range(self.size**2):
            vertex = f"{COLUMNS[number % self.size]}{number // self.size + 1}"
            if not any(point in stones for point in (vertex, *self.neighbours(vertex))):
                return vertex
        return "PASS"

    def misbehave(self) -> None:
        if self.fault == "hang" or (self.fault == "hang-later" and self.generated == 3):
            time.sleep(3600)
        if self.fault == "crash" and self.generated == 2:
            print("a last word", file=sys.stderr, flush=True)
            sys.exit(3)
        if self.fault == "busy":
            end = time.process_time() + 0.05
            while time.process_time() < end:
                pass
        if self.fault == "slow":
            time.sleep(self.random.choice((0.0, 0.0, 0.02, 0.05)))
        if self.fault == "late":
            time.sleep(0.5)
        if self.fault == "slow-once" and self.generated == 2:
            time.sleep(30)
        if self.fault == "flood":
            while True:
                sys.stdout.write("= endless " * 1000)
        if self.fault == "stderr":
            sys.stderr.write("noise " * 200_000)
            sys.stderr.flush()


def main() -> None:
    fault = sys.argv[1] if len(sys.argv) > 1 else "good"
    if fault == "dies":
        sys.exit(1)
    if fault == "banner":
        print("Welcome to fake", flush=True)
    if fault in {"stubborn", "hang"}:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if fault == "children":
        # A grandchild that outlives its parent unless the whole group is ended.
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)", "katachi-orphan"])
    engine = Engine(fault)
    stream = sys.stdin
    while True:
        line = stream.readline()
        if not line:
            if fault in {"stubborn", "immortal"}:
                time.sleep(3600)
            return
        answer(engine, line)


def answer(engine: Engine, line: str) -> None:
    fault = engine.fault
    if fault != "comments":
        line = line.partition("#")[0]
    clean = "".join(c for c in line if c >= " " or c == "\t") if fault != "control" else line
    words = clean.replace("\t", " ").split()
    if not words:
        if fault == "answers-silence":
            sys.stdout.write("= \n\n")
            sys.stdout.flush()
        return
    number = words.pop(0) if words[0].isdigit() else ""
    name = words.pop(0) if words else ""
    try:
        sign, text = "=", engine.do(name, words)
    except Refused as error:
        sign, text = "?", str(error)
    if fault == "no-id":
        number = ""
    if fault == "wrong-id" and number:
        number = str(int(number) + 1)
    if fault == "framing":
        sign = "ok"
    if name == "lz-analyze" and fault != "analysis-at-once":
        stream_analysis(f"{sign}{number}", text)
        return
    end = "\n" if fault == "one-newline" else "\n\n"
    if fault == "chatty":
        end += "by the way\n\n"
    if name == "quit" and fault == "silent-quit":
        sys.exit(0)
    sys.stdout.write(f"{sign}{number} {text}{end}")
    sys.stdout.flush()
    if name == "quit":
        if fault == "immortal":
            time.sleep(3600)
        sys.exit(0)


def stream_analysis(head: str, line: str) -> None:
    """A line every tenth of a second until there is input."""
    sys.stdout.write(f"{head}\n")
    while True:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
        if select.select([sys.stdin], [], [], 0.1)[0]:
            break
    sys.stdout.write("\n")
    sys.stdout.flush()


main()
