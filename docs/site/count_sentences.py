"""Counts long sentences, passive voice and unexplained terms on a fixed sample of pages.

    python docs/site/count_sentences.py [COMMIT]

Without a commit it reads the working tree. Code, tables, headings and pictures do not count. A list item is
a paragraph; a sentence ends at a full stop, question mark or exclamation mark before a capital. It is long
above 30 words, and passive if a form of be or get stands at most two words before a past participle. A term
of the list below is unexplained if the page of words has no row for it; it counts once a page. Counting is
rough (an adjective such as "is limited" is a participle, too), and the same before and after.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Pages as they are called now, and before the site was made.
SAMPLE = {
    "README.md": "README.md",
    "CONTRIBUTING.md": "CONTRIBUTING.md",
    "docs/README.md": "docs/README.md",
    "docs/tutorials/start.md": "docs/guide/start.md",
    "docs/tutorials/demo.md": "docs/guide/demo.md",
    "docs/how-to/playing.md": "docs/guide/playing.md",
    "docs/how-to/laboratory.md": "docs/guide/laboratory.md",
    "docs/how-to/records.md": "docs/guide/records.md",
    "docs/how-to/knowledge-files.md": "docs/guide/knowledge-files.md",
    "docs/how-to/gtp.md": "docs/guide/gtp.md",
    "docs/methods/search.md": "docs/methods/search.md",
    "docs/methods/bradley-terry.md": "docs/methods/bradley-terry.md",
}
WORDS = {"docs/reference/words.md": "docs/guide/words.md"}
LONGEST = 30
TERMS_TEXT = (
    "UCT RAVE AMAF UCB MCTS MAST NST LGR GRAVE MM L-BFGS FBT MLE M(1) SPRT LLR LOS Elo GTP HTP SGF WTHOR GGF hgf "
    "komi superko SPSA CMA-ES NEAT ONNX perft alpha-beta Ray SQLite Wilson Bradley-Terry playout ply"
)
IRREGULAR = (
    "been begun bound broken brought built chosen come cut done drawn driven found given gone held kept known laid led "
    "left lost made meant met paid put read run said seen sent set shown spent split taken taught thought told understood "
    "won written"
)
PASSIVE = re.compile(
    r"\b(?:am|is|are|was|were|be|been|being|get|gets|got)\b(?:\s+\w+){0,2}?\s+(?:\w+ed|"
    + "|".join(IRREGULAR.split())
    + r")\b",
    re.IGNORECASE,
)


def page(path: str, former: str, commit: str) -> str:
    """The text of a page now, or at a commit."""
    if not commit:
        return (ROOT / path).read_text("utf-8")
    for name in (path, former):
        found = subprocess.run(
            ["git", "show", f"{commit}:{name}"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        if found.returncode == 0:
            return found.stdout
    raise SystemExit(f"{commit} has no {path}")


def sentences(text: str) -> list[str]:
    """Sentences of running text."""
    text = re.sub(r"```.*?```|<[^>]+>", "", text, flags=re.DOTALL)
    text = re.sub(r"^(?: {4,}(?![-*\w]).*|\s*(?:\||#|!\[|>>>).*)$", "", text, flags=re.MULTILINE)
    text = re.sub(r"`[^`]*`", "Code", text)  # it may begin a sentence
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"^\s*([-*]|\d+\.) ", "\n\n", text, flags=re.MULTILINE)
    found = []
    for paragraph in re.split(r"\n\s*\n", text):
        joined = " ".join(paragraph.replace("*", "").split())
        found += [one for one in re.split(r"(?<=[.!?])\s+(?=[A-Z*])", joined) if one.strip()]
    return found


def main() -> None:
    """Prints a row for every page, and the sum."""
    commit = sys.argv[1] if len(sys.argv) > 1 else ""
    ((now, before),) = WORDS.items()
    explained = page(now, before, commit).lower()
    total = [0, 0, 0, 0]
    print(f"{'page':36} sentences  long  passive  unexplained")
    for path, former in SAMPLE.items():
        text = page(path, former, commit)
        found = sentences(text)
        whole = " ".join(found)
        counts = [
            len(found),
            sum(len(re.findall(r"[\w'-]+", one)) > LONGEST for one in found),
            sum(len(PASSIVE.findall(one)) for one in found),
            sum(
                bool(re.search(rf"(?<!\w){re.escape(term)}(?!\w)", whole))
                and not re.search(rf"(?<!\w){re.escape(term.lower())}(?!\w)", explained)
                for term in TERMS_TEXT.split()
            ),
        ]
        total = [a + b for a, b in zip(total, counts, strict=True)]
        print(f"{path:36} {counts[0]:9} {counts[1]:5} {counts[2]:8} {counts[3]:12}")
    print(f"{'all':36} {total[0]:9} {total[1]:5} {total[2]:8} {total[3]:12}")


if __name__ == "__main__":
    main()
