"""The sample logs: clean evenings, an evening full of faults, and a small log for every finding."""

import json
from decimal import Decimal

import polars as pl
import pytest

from pontoon_audit.auditing import audit
from pontoon_audit.output.pages import page
from pontoon_audit.rules.catalogue import CATALOGUE
from pontoon_audit.rules.examples import BREAKS, examples
from pontoon_audit.rules.samples import FOLDER, samples
from tests.rules import evenings

CLEAN = FOLDER.parent / "clean"
FAULTY = FOLDER.parent / "faulty" / "many-faults.json"
FAULTS = sorted(FOLDER.glob("*.json"))
INFO = {rule.name for rule in CATALOGUE if rule.severity == "info"}


def found(path):
    return sorted(audit(path).findings.select("finding", "event").rows(), key=str)


def expected(path):
    return sorted(((one["finding"], one["event"]) for one in json.loads(path.read_text())["expected"]), key=str)


# Clean evenings

EVENINGS = {
    "thursday-club.json": [],
    "shoot-night.json": [],
    "online-table.csv": [],
    "game-server.jsonl": [],
    "score-sheet.csv": ["log/not-checked"],
}


def test_the_clean_evenings_are_all_listed():
    assert {path.name for path in CLEAN.iterdir() if path.suffix != ".toml"} == set(EVENINGS)


@pytest.fixture(params=EVENINGS, scope="module")
def clean(request):
    """A clean evening: its file name and its audit."""
    return request.param, audit(CLEAN / request.param)


def test_a_clean_evening_gives_no_finding(clean):
    name, audited = clean
    assert audited.unreadable == []
    assert audited.findings["finding"].to_list() == EVENINGS[name]


def test_a_clean_evening_is_whole_and_settled_to_the_penny(clean):
    _, audited = clean
    assert audited.rejected.is_empty()
    assert audited.deals.filter(~pl.col("complete") & ~pl.col("void")).is_empty()
    played = audited.hands.join(audited.deals.filter("void").select("deal"), on="deal", how="anti")
    assert played.height > 20
    assert played["due"].null_count() == 0
    assert played["recorded"].to_list() == played["due"].to_list()
    assert (
        played["shoot_recorded"].fill_null(Decimal(0)).to_list() == played["shoot_due"].fill_null(Decimal(0)).to_list()
    )


def test_clean_evenings_show_what_the_game_has():
    together = audit([CLEAN / name for name in EVENINGS])
    assert {"pontoon", "five-card-trick", "points", "bust"} <= set(together.hands["class"])
    assert set(together.events["action"]) >= {
        "buy_in", "cash_out", "sell_bank", "shuffle", "cut", "kitty_in", "kitty_out", "shoot", "pontoon", "split",
        "buy", "twist", "stick", "draw", "stay", "settle", "settle_shoot", "void",
    }  # fmt: skip


@pytest.mark.parametrize("seed", [1, 2])
def test_whoever_makes_them_anew_gets_clean_ones(seed, tmp_path):
    for base in ("pontoon", "shoot-pontoon"):
        log = tmp_path / f"{base}.json"
        log.write_text(
            json.dumps(evenings.evening(seed, base, "2026-12-10T19:30:00+00:00", base, people=5, chips=True))
        )
        assert found(log) == []


# Faulty ones


def test_the_faulty_evening_holds_the_faults_that_it_names():
    assert found(FAULTY) == expected(FAULTY)
    assert len({finding for finding, _ in expected(FAULTY)}) >= 12


def test_the_small_logs_are_those_of_the_pages():
    assert {path.name: path.read_text() for path in FAULTS} == samples(), "run: python -m pontoon_audit.rules.samples"


@pytest.mark.parametrize("rule", CATALOGUE, ids=lambda rule: rule.name)
def test_a_small_log_holds_the_fault_after_which_it_is_named(rule):
    path = FOLDER / f"{rule.name.replace('/', '-')}.json"
    at = [(name, event) for name, event in found(path) if name not in INFO or name == rule.name]
    assert rule.name in {name for name, _ in at}
    assert at == expected(path)


def test_every_sample_is_a_session_of_its_own():
    everything = audit([*FAULTS, FAULTY, *(CLEAN / name for name in EVENINGS)])
    assert everything.sessions["session"].is_unique().all()
    assert len(FAULTS) == len(
        [rule for rule in CATALOGUE if any(e.heading == BREAKS for e in examples(page(rule.name)))]
    )
