"""The clauses as the pages quote them are those of docs/rules-of-the-game.md.

To write them anew: python -m tests.docs.test_docs_clauses
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from pontoon_audit.rules.catalogue import CATALOGUE
from pontoon_audit.rules.clauses import FILE, clauses

DOCS = Path(__file__).resolve().parents[2] / "docs" / "rules-of-the-game.md"


def told() -> dict[str, list[str]]:
    """The paragraphs of each clause, and of each chapter those ahead of its first clause, as plain text."""
    text = re.split(r"^## (?!\d)", DOCS.read_text(encoding="utf-8"), flags=re.MULTILINE)[0]
    parts = re.split(r"^(?:\*\*(?=\d+\.\d+\*\* )|## (?=\d+\. ))", text, flags=re.MULTILINE)[1:]
    found: dict[str, list[str]] = {}
    for part in parts:
        number, words = re.split(r"\*\* |\. ", part, maxsplit=1)
        blocks = re.split(r"\n\s*\n", words.strip())
        found[number] = [plain(piece) for block in blocks for piece in parts_of(block)]
    return found


def parts_of(block: str) -> list[str]:
    """A paragraph; of a list its points; of a table a sentence a row."""
    if block.startswith("|"):
        head, _, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines()]
        against = [f"against {title.removeprefix('bank: ')}" for title in head[1:]]
        return [f"{row[0]}: " + ", ".join(map(" ".join, zip(row[1:], against, strict=True))) for row in rows]
    return re.split(r"\n(?=\d+\. )", block)


def plain(text: str) -> str:
    return re.sub(r"[*`](\S[^*`]*)[*`]", r"\1", " ".join(text.split()))


def test_the_clauses_are_those_of_the_book() -> None:
    assert json.loads(FILE.read_text(encoding="utf-8")) == told()


def test_every_clause_that_a_finding_cites_has_words() -> None:
    for rule in CATALOGUE:
        for number in (rule.clause or "").split():
            assert clauses()[number], rule.name


if __name__ == "__main__":
    FILE.write_text(json.dumps(told(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
