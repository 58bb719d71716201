"""Long work towards a file, one process at a time.

Two processes with one output would go on from each other's checkpoints and overwrite what the other
found. OUTPUT.lock names the process that has it; a lock of a process that ended counts for nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from katachi.errors import KatachiError
from katachi.files.owner import is_alive, new_owner
from katachi.files.temporary import remove_leftovers, temporary_beside


@contextmanager
def reserved(output: Path) -> Iterator[None]:
    """Has the output alone while the block runs; raises `KatachiError` if somebody else has it."""
    lock = output.with_name(f"{output.name}.lock")
    # Written first and linked then, so that a lock is never seen without its owner.
    remove_leftovers(lock)
    draft = temporary_beside(lock)
    try:
        draft.write_text(new_owner(), encoding="ascii")
        while True:
            try:
                lock.hardlink_to(draft)
                break
            except FileExistsError:
                _remove_if_dead(lock, output)
    except OSError as error:
        raise KatachiError(f"cannot write '{lock}': {error.strerror}") from None
    finally:
        with suppress(OSError):
            draft.unlink()
    try:
        yield
    finally:
        lock.unlink(missing_ok=True)


def _remove_if_dead(lock: Path, output: Path) -> None:
    try:
        owner = lock.read_text(encoding="ascii", errors="replace")
    except FileNotFoundError:
        return
    if is_alive(owner):
        raise KatachiError(
            f"process {owner.partition(':')[0]} is making '{output}': wait for it, or name "
            "another output"
        )
    lock.unlink(missing_ok=True)
