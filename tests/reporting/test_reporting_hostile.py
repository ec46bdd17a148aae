"""Names come from logs and may hold anything; on a page, in a file name, in a spreadsheet they are names, no more."""

from __future__ import annotations

import csv
from collections import Counter
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pontoon_audit import Audit, audit, load
from pontoon_audit.reporting import write_report, write_statements
from pontoon_audit.reporting.pages import in_english
from pontoon_audit.reporting.slugs import Slugs
from tests.reporting.reading_pages import Page, broken_links, deal_of, pages, session_of, written

NAMES = [
    '"><script>alert(1)</script>',
    "<img src=x onerror=alert(1)>",
    "</title></style></svg><b>",
    "' onmouseover='alert(1)",
    "{{ 7 * 7 }}{% raw %}",
    "\u202egnihton\u2066",
    "\x1b[31mred\x07\x7f",
    '=HYPERLINK("http://evil.example")',
    "+1",
    "-cmd|' /C calc'!A0",
    "@SUM(A1)",
    "\tTab",
    "＝1+1",
    "../../etc/passwd",
    "..\\..\\boot.ini",
    "CON",
    "con",
    "nul.html",
    ".",
    "שלום עולם",
    "日本",
    "e\u0301",
    "é",
    "x" * 400,
    "kitty",
    "cash",
    "None",
    "&amp;",
    "javascript:alert(1)",
    "nul\x00byte",
    "line\u2028end",
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "]]><svg/onload=alert(1)>",
    "${7*7}#{7*7}<%= 7*7 %>",
    "'; DROP TABLE sessions; --",
    "zero\u200bwidth\u200djoined",
    "👩‍👩‍👧🃏",
    "C:\\evil:stream",
    "%2e%2e%2f%00",
    "[/nope][bold]",
]


def evening_of(name: str, folder: Path) -> Audit:
    """An audited evening in which everything that can be is called `name`, also what no reader of logs would let in."""
    deal = deal_of(
        1, "ann deal AS", "ben deal 8D", "eve deal KH", "ann stake 2", "ben stake 3", "ann deal KD", "ben deal TD",
        "eve deal 9C", "ann pontoon", "ben stick", "eve stay", "ann settle 2", "ben settle 3",
    )  # fmt: skip
    for event in deal["events"]:
        event["note"] = "ann"
    deal["events"].append({"action": "ann", "player": "ben", "amount": "ann"})
    sold = deal_of(2, "eve sell_bank 3 ann")
    document = session_of(deal, sold, players=("ann", "ben", "eve"), session="ann", currency="ann")
    found = audit(str(written(folder / "ann.json", document)))
    text = pl.col(pl.String).exclude("rules", "rules_sha256", "severity")
    renamed = text.str.replace_all(r"\bann\b", name.replace("$", "$$"))
    for table in ("findings", "rejected"):
        setattr(found, table, getattr(found, table).with_columns(renamed))
    tables = {table: getattr(found.coded, table).with_columns(renamed) for table in ("sessions", "seats", "events")}
    tables["sessions"] = tables["sessions"].with_columns(played=pl.lit(name))
    found.coded = replace(found.coded, **tables)
    found.sources = [replace(source, path=f"{folder}/{name}", sha256=name) for source in found.sources]
    return found


def everything(folder: Path, names: list[str]) -> list[Path]:
    """All pages and files about evenings of these names."""
    for name in names:
        load(evening_of(name, folder), folder / "h.duckdb")
    return write_report(folder / "h.duckdb", folder / "out") + write_statements(folder / "h.duckdb", folder / "out")


@pytest.fixture(scope="module")
def attacked(tmp_path_factory) -> tuple[list[Path], dict[Path, Page]]:
    paths = everything(tmp_path_factory.mktemp("hostile"), NAMES)
    return paths, pages(paths)


@pytest.fixture(scope="module")
def harmless(tmp_path_factory) -> dict[Path, Page]:
    """The same pages with names that are names."""
    return pages(everything(tmp_path_factory.mktemp("harmless"), ["zoe", "amy"]))


def kind(path: Path) -> str:
    """What a page is a page of."""
    if path.parent.name == "out":
        return path.name
    return path.parent.name if path.parent.name in ("sessions", "deals", "sheets", "players") else "statement"


def test_no_name_becomes_an_element_or_an_attribute(attacked, harmless) -> None:
    _, read = attacked
    allowed: dict[str, set] = {}
    for path, page in harmless.items():
        of_kind = allowed.setdefault(kind(path), set())
        of_kind |= {(element.tag, name) for element in page.elements for name in (None, *element.attributes)}
    for path, page in read.items():
        found = {(element.tag, name) for element in page.elements for name in (None, *element.attributes)}
        assert found <= allowed[kind(path)], path


def test_pages_of_a_kind_hold_the_same_elements_whatever_the_names(attacked, harmless) -> None:
    _, read = attacked
    plain, _ = [page for path, page in harmless.items() if kind(path) == "deals" and path.stem.endswith("-1")]
    expected = Counter(element.tag for element in plain.elements)
    for path, page in read.items():
        if kind(path) == "deals" and path.stem.endswith("-1"):
            assert Counter(element.tag for element in page.elements) == expected, path


def test_names_do_not_steer_the_page(attacked) -> None:
    _, read = attacked
    assert len(read) > 6 * len(NAMES)
    for path, page in read.items():
        for character in "\u202e\u2066\u2028\x1b\x07\x7f\x00\t":
            assert character not in page.source, path
        assert "49" not in [word for title in page.all("h1") for word in title.text.split()]


def test_a_name_stands_on_its_page_as_it_is(attacked) -> None:
    _, read = attacked
    shown = {page.all("h1")[0].text for path, page in read.items() if kind(path) == "sessions"}
    plain = {name for name in NAMES if name.isprintable()}
    assert plain <= shown
    assert "\\u202egnihton\\u2066" in shown
    for path, page in read.items():
        if kind(path) == "sessions":
            assert page.all("h1")[0].text in {name.text for name in page.all("bdi")}


def test_files_stay_in_their_folder_and_links_find_them(attacked) -> None:
    paths, read = attacked
    out = next(path for path in paths if path.name == "index.html").parent
    assert broken_links(read) == []
    assert all(path.resolve().is_relative_to(out.resolve()) and path.is_file() for path in paths)
    assert len({str(path).casefold() for path in paths}) == len(paths)
    assert all(len(path.name) < 100 for path in paths)


def test_a_spreadsheet_runs_nothing(attacked) -> None:
    paths, _ = attacked
    players = set()
    for path in paths:
        if path.suffix == ".csv" and path.name != "balances.csv":
            with path.open(newline="", encoding="utf-8") as file:
                for row in csv.DictReader(file):
                    players.add(row["player"])
                    for column in ("session", "player", "other"):
                        assert not row[column].strip(" ").startswith(("=", "+", "-", "@", "\t", "＝")), row[column]
                    assert row["recorded"] in ("", "2.00", "3.00", "-5.00", "-3.00", "0.00"), row
    assert '\'=HYPERLINK("http://evil.example")' in players
    assert "-5.00" not in players


@given(st.lists(st.text(max_size=60), max_size=30, unique=True))
def test_file_names_are_plain_and_never_alike(ids: list[str]) -> None:
    slugs = Slugs(ids)
    names = [slugs[id_] for id_ in ids]
    assert len({name.casefold() for name in names}) == len(ids)
    for name in names:
        assert name.isascii()
        assert set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
        assert 0 < len(name) <= 60
        assert name[0] != "-"


def test_a_file_name_does_not_depend_on_who_else_is_there() -> None:
    assert Slugs(["ann", "ben"])["ann"] == Slugs(["ann"])["ann"] == Slugs(["zoe", "ann"])["ann"]


def test_digests_that_begin_alike_are_told_apart() -> None:
    first: dict[str, str] = {}
    for number in range(20000):
        id_ = f"?{'!' * (number % 7)}{chr(0x4E00 + number)}"
        name = Slugs([id_])[id_]
        if name in first:
            both = Slugs([id_, first[name]])
            assert both[id_] != both[first[name]]
            return
        first[name] = id_
    pytest.fail("no two digests of twenty thousand begin alike")


def test_a_name_from_right_to_left_turns_nothing_but_itself_around() -> None:
    said = in_english("שהרזאד العربي is bust: 1 × 10.00 lost is due; אבג <b> stays")
    isolated = "\u2068שהרזאד العربي\u2069 is bust: 1 × 10.00 lost is due; \u2068אבג\u2069 &lt;b&gt; stays"
    assert said == f'<bdi dir="ltr">{isolated}</bdi>'
