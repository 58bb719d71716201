"""Checks a commit message against what is committed: docs/decisions/0015-last-line-of-a-commit.md.

    python .ci/commit_message.py FILE

git calls it with the file of the message (.pre-commit-config.yaml, stage commit-msg).
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

SIGNATURES = "tests/data/bench.txt"


def refusal(message: str, *, signature_before: str, signature_now: str) -> str:
    """What is wrong with a message, or nothing."""
    lines = [line for line in message.splitlines() if not line.startswith("#") and line.strip()]
    if not lines:
        return "the message is empty"
    told = re.fullmatch(r"Bench: ([0-9a-f]{16})", lines[-1])
    if signature_before != signature_now:
        if told is None or told[1] != signature_now:
            return f"{SIGNATURES} changes: the last line must be 'Bench: {signature_now}'"
        return ""
    if told is not None and told[1] != signature_now:
        return f"the stored signature is {signature_now}, not {told[1]}"
    return ""


def signature(text: str) -> str:
    """That of all playouts in the stored file; nothing if there is none."""
    found = re.search(r"^all ([0-9a-f]{16})$", text, re.MULTILINE)
    return found[1] if found else ""


def stored(revision: str) -> str:
    """The stored file of a commit, or with an empty name of what is about to be committed."""
    shown = subprocess.run(
        ["git", "show", f"{revision}:{SIGNATURES}"], capture_output=True, text=True, check=False
    )
    return shown.stdout


def main() -> None:
    """Ends with a sentence if the message is refused."""
    message = Path(sys.argv[1]).read_text(encoding="utf-8")
    sys.exit(
        refusal(
            message, signature_before=signature(stored("HEAD")), signature_now=signature(stored(""))
        )
        or 0
    )


if __name__ == "__main__":
    main()
