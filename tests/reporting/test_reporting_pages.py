"""Pages stand on their own: every link leads somewhere, nothing is fetched, anybody can read them."""

from __future__ import annotations

import re
import shutil
from base64 import b64encode
from hashlib import sha256
from importlib.resources import files
from itertools import pairwise

import pytest

from pontoon_audit.history import HistoryError
from pontoon_audit.reporting import write_report, write_statements
from tests.reporting.conftest import GENERATED_AT, Written
from tests.reporting.reading_pages import EVENINGS, broken_links, history

HAND = ("ann deal 8S", "eve deal KH", "ann stake 2", "ann deal 9D", "eve deal 9C", "ann stick", "eve stay")


def test_every_link_leads_to_a_page_and_a_place_on_it(samples: Written) -> None:
    assert broken_links(samples.pages) == []


def test_every_page_can_be_reached(samples: Written) -> None:
    for paths in (samples.report, samples.statements):
        reached, waiting = set(), [paths[0]]
        while waiting:
            path = waiting.pop()
            if path in reached:
                continue
            reached.add(path)
            if path.suffix == ".html":
                links = samples.pages[path].all("a")
                waiting += [(path.parent / re.split("[?#]", link.attributes["href"])[0]).resolve() for link in links]
        assert {path.resolve() for path in paths} <= {path.resolve() for path in reached}


def test_nothing_is_fetched_and_only_the_pages_own_scripts_run(samples: Written) -> None:
    for path, page in samples.pages.items():
        (policy,) = [
            meta.attributes["content"]
            for meta in page.all("meta")
            if meta.attributes.get("http-equiv") == "Content-Security-Policy"
        ]
        parts = dict(part.split(" ", 1) for part in policy.split("; "))
        assert parts["default-src"] == parts["base-uri"] == parts["form-action"] == "'none'"
        assert parts["style-src"].split() == [digest(style.text) for style in page.all("style")]
        running = [element for element in page.all("script") if element.attributes.get("type") != "application/json"]
        assert parts.get("script-src", "").split() == [digest(element.text) for element in running]
        assert set(parts) <= {"default-src", "style-src", "script-src", "base-uri", "form-action"}
        assert not {"img", "link", "iframe", "object", "embed", "use", "image", "form"} & {
            element.tag for element in page.elements
        }
        assert not any(name in element.attributes for element in page.elements for name in ("src", "srcset", "style"))
        assert not any(name.startswith("on") for element in page.elements for name in element.attributes)
        assert not re.search(r"https?://|//[a-z]|url\(|@import", page.source), path


def digest(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def test_each_page_tells_a_screen_reader_what_it_holds(samples: Written) -> None:
    for path, page in samples.pages.items():
        assert page.all("html")[0].attributes["lang"] == "en"
        assert page.all("title")[0].text.strip()
        levels = [int(element.tag[1]) for element in page.elements if re.fullmatch("h[1-6]", element.tag)]
        assert levels.count(1) == 1
        assert levels[0] == 1
        assert all(after <= before + 1 for before, after in pairwise(levels)), (path, levels)
        assert len(page.all("caption")) == len(page.all("table"))
        assert all(head.attributes.get("scope") in ("col", "row") for head in page.all("th")), path
        assert len(page.ids) == sum("id" in element.attributes for element in page.elements), path
        for drawing in page.all("svg"):
            assert drawing.attributes["role"] == "img"
            assert drawing.attributes["aria-label"]


def test_rows_of_a_table_have_as_many_cells_as_its_head(samples: Written) -> None:
    def width(cells: list[str]) -> int:
        return sum(int(span) for span in cells)

    for path, page in samples.pages.items():
        for table in re.findall(r"<table.*?</table>", page.source, re.DOTALL):
            rows = [
                [(re.search(r'colspan="(\d+)"', cell) or [0, "1"])[1] for cell in re.findall(r"<t[dh]\b[^>]*>", row)]
                for row in re.findall(r"<tr.*?</tr>", table, re.DOTALL)
            ]
            assert len({width(row) for row in rows}) == 1, (path, [width(row) for row in rows], table[:300])


def test_the_same_history_gives_the_same_bytes(evenings: Written, tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    again = write_report(evenings.database, tmp_path / "report")
    again += write_statements(
        evenings.database, tmp_path / "statements", generated_at=GENERATED_AT, report=tmp_path / "report"
    )
    assert [path.read_bytes() for path in again] == [
        path.read_bytes() for path in evenings.report + evenings.statements
    ]


def test_a_history_loaded_anew_gives_the_same_bytes(evenings: Written, tmp_path) -> None:
    for log in EVENINGS:
        for file in log.parent.glob(f"{log.name.split('.')[0]}.*"):
            shutil.copy(file, tmp_path)
    database = history(tmp_path / "h.duckdb", *(tmp_path / log.name for log in reversed(EVENINGS)))
    again = write_report(database, tmp_path / "report")
    assert {path.name: path.read_bytes() for path in again} == {
        path.name: path.read_bytes() for path in evenings.report
    }


def test_a_file_that_is_no_history_is_refused(tmp_path) -> None:
    with pytest.raises(HistoryError):
        write_report(tmp_path / "none.duckdb", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def _colours() -> list[tuple[str, dict[str, str]]]:
    """The colours of the style sheet by light, dark, print."""
    style = (files("pontoon_audit.reporting") / "templates" / "style.css").read_text(encoding="utf-8")
    sets = [dict(re.findall(r"--([a-z0-9-]+):\s*(#[0-9a-f]{3,6})", block)) for block in style.split(":root")[1:]]
    return list(zip(("light", "dark", "print"), (sets[0], sets[0] | sets[1], sets[0] | sets[2]), strict=True))


def _contrast(one: str, other: str) -> float:
    def light(colour: str) -> float:
        full = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
        parts = [int(full[i : i + 2], 16) / 255 for i in (0, 2, 4)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    brighter, darker = sorted((light(one), light(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize(("where", "colours"), _colours(), ids=lambda value: value if isinstance(value, str) else "")
def test_text_stands_out_from_its_ground(where: str, colours: dict[str, str]) -> None:
    for ground in ("paper", "faint", "wrong-paper", "warn-paper", "info-paper"):
        for ink in ("ink", "soft", "accent", "red", "wrong"):
            assert _contrast(colours[ink], colours[ground]) >= 4.5, (where, ink, ground)
    assert _contrast(colours["warn"], colours["warn-paper"]) >= 4.5
    for line in range(1, 9):
        assert _contrast(colours[f"s{line}"], colours["paper"]) >= 3, (where, line)
