"""What another file shape has a place for is kept; what it has none for is named, never dropped in silence."""

import json
from pathlib import Path

import pytest

from pontoon_audit import read_log
from pontoon_audit.auditing import audit
from tests.converting.logs import DEAL, DEALS, document, lines, rows
from tests.generator import legal_session

SAMPLES = Path(__file__).resolve().parents[2] / "pontoon_audit" / "sample_logs"


AWKWARD = 'said "no", then\nleft; =1+1 €'

pytestmark = pytest.mark.usefixtures("club")


def test_a_csv_becomes_a_document_and_nothing_is_lost(cli):
    ended = cli("convert", "clean/online-table.csv", "new.json")
    assert ended == (0, "new.json: 1 session, 8 deals, 226 events\n", "")
    made = json.loads(Path("new.json").read_text())
    assert made["rules"] == {"base": "pontoon", "currency": "GBP", "min_stake": "1.00", "max_stake": "10.00"}
    first = made["deals"][0]["events"][0]
    assert first == {"seq": 1, "time": "2026-12-06T18:00:04+00:00", "action": "seat", "player": "ann"}


def test_what_flat_files_have_no_place_for_is_named(cli):
    fields = {"played": "2026-12-08", "currency": "EUR", "players": [{"id": "ann", "name": "Ann"}], "weather": "rain"}
    ended = cli("convert", document(**fields), "new.csv")
    assert ended.status == 0
    assert ended.err.splitlines() == [
        "new.csv: no place for names of players",
        "new.csv: no place for when it was played",
        'new.csv: no place for field "weather", which the log format does not know',
    ]
    assert ended.out == "new.csv: 1 session, 1 deal, 4 events; house rules in new.rules.toml\n"
    (session,) = read_log("new.csv")
    assert session.currency == "EUR"


@pytest.mark.parametrize("ending", ["json", "jsonl", "csv"])
def test_records_set_aside_are_named_with_their_place_and_the_rest_is_converted(cli, ending):
    ended = cli("convert", "faulty/many-faults.json", f"new.{ending}")
    assert ended.status == 2
    bad = audit("faulty/many-faults.json").rejected.row(0, named=True)
    assert f"faulty/many-faults.json:{bad['line']} {bad['pointer']}: left out: {bad['reason']}" in ended.err
    assert "pontoon-audit: 1 left out" in ended.err
    assert audit(f"new.{ending}").sessions["events"].to_list() == [303]


def test_a_flat_files_bad_line_is_named_with_its_line(cli):
    Path("log.csv").write_text("deal,action,player,card,amount\n1,banker,eve,,\n1,stake,ann,,lots\n1,deal,ann,8S,\n")
    ended = cli("convert", "log.csv", "new.jsonl")
    assert ended.status == 2
    assert 'log.csv:3: left out: amount "lots" is not an amount of money; write it like 2.50' in ended.err
    assert [one["action"] for one in lines("new.jsonl")] == ["banker", "deal"]


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"deals": [DEALS, DEALS]}, "two deals have the number 1"),
        ({"deals": [{"events": DEAL}]}, "deal 1 of the list has no number"),
        ({"session": " s"}, 'session " s" begins or ends with a blank'),
        ({"deals": [{"deal": 1, "events": [DEAL[0] | {"player": "ann "}]}]}, 'player "ann " begins or ends'),
    ],
)
def test_what_a_csv_would_read_otherwise_is_refused(cli, fields, says):
    ended = cli("convert", document(**fields), "new.csv")
    assert (ended.status, ended.out) == (2, "")
    assert says in ended.err
    assert not Path("new.csv").exists()


def test_an_event_among_those_of_another_deal_is_refused_by_a_document(cli):
    Path("log.csv").write_text(
        "session,deal,action,player,amount\ns,1,banker,eve,\ns,1,stake,ann,2\ns,2,banker,eve,\ns,1,settle,ann,2\n"
    )
    ended = cli("convert", "log.csv", "new.json")
    assert ended.status == 2
    assert "events of deal 1 stand among those of another deal" in ended.err
    assert cli("convert", "log.csv", "new.jsonl").status == 0


def test_what_stands_between_deals_goes_to_a_deal(cli):
    Path("log.csv").write_text(
        "session,deal,action,player,amount\ns,,seat,ann,\ns,,buy_in,ann,5\ns,1,banker,eve,\ns,1,stake,ann,2\n"
        "s,1,leave,ann,\ns,,seat,bob,\ns,9,seat,cat,\ns,1,seat,dan,\ns,2,banker,eve,\ns,,leave,bob,\ns,2,stake,cat,2\n"
        "s,,cash_out,ann,5\ns,2,leave,dan,\ns,3,leave,cat,\n"
    )
    ended = cli("convert", "log.csv", "new.json")
    assert ended.err == "new.json: no place for deal number of an event between deals that is that of neither\n"
    made = json.loads(Path("new.json").read_text())
    assert made["players"] == [{"id": "ann"}]
    told = [(deal["deal"], deal.get("banker"), [one["action"] for one in deal["events"]]) for deal in made["deals"]]
    assert told == [
        (1, None, ["buy_in", "banker", "stake", "leave"]),
        (2, None, ["seat", "seat", "seat", "banker", "leave", "stake", "cash_out", "leave"]),
        (3, None, ["leave"]),
    ]


@pytest.mark.parametrize("ending", ["csv", "jsonl", "json"])
def test_notes_names_and_numbers_are_kept(cli, ending):
    events = [{"action": "stake", "player": '=cmd|"x", y', "amount": 12345678901234.56, "note": AWKWARD, "seq": -7}]
    text = (
        Path(document(deals=[{"deal": 1, "events": events}]))
        .read_text()
        .replace("12345678901234.56", "12345678901234.5")
    )
    Path("log.json").write_text(text)
    ended = cli("convert", "log.json", f"new.{ending}")
    assert (ended.status, ended.err) == (0, "")
    (session,) = read_log(f"new.{ending}")
    assert session.players == ['=cmd|"x", y']
    assert (session.events.amount, session.events.note, session.events.seq) == ([1234567890123450], [AWKWARD], [-7])


def test_a_note_that_a_cell_cannot_hold_as_it_is(cli):
    notes = [" blanks ", "a\r\nb", "c\rd", "\n" * 95]
    events = [DEAL[1] | {"player": f"p{number}", "note": note} for number, note in enumerate(notes)]
    ended = cli("convert", document(deals=[{"deal": 1, "events": events}]), "new.csv")
    assert ended.status == 0
    assert "blanks around notes, and carriage returns in them (3)" in ended.err
    assert "notes of more than 90 lines" in ended.err
    (session,) = read_log("new.csv")
    assert session.events.note == ["blanks", "a\nb", "c\nd", None]
    assert cli("convert", "log.json", "new.jsonl").err == ""


def test_an_order_that_seq_would_change_is_kept_without_it(cli):
    events = [one | {"seq": 9 - number} for number, one in enumerate(DEAL)]
    ended = cli("convert", document(deals=[{"deal": 1, "events": events}]), "new.jsonl")
    assert "no place for seq" in ended.err
    assert [one["action"] for one in lines("new.jsonl")] == ["deal", "stake"]


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("log.csv", "deal,action,player,amount,table\n1,stake,ann,2,A\n", 'column "table"'),
        ("log.jsonl", '{"deal": 1, "action": "stake", "player": "ann", "amount": 2, "table": "A"}\n', 'field "table"'),
        ("log.csv", "deal,player,cards,weather\n1,ann,8S,rain\n", 'column "weather"'),
    ],
)
def test_fields_that_the_format_does_not_know_are_named(cli, name, content, says):
    Path(name).write_text(content)
    assert f"no place for {says}, which the log format does not know" in cli("convert", name, "new.json").err


def test_a_sheet_becomes_events_and_a_sheet_again(cli):
    ended = cli("convert", "clean/score-sheet.csv", "new.jsonl")
    assert ended.status == 0
    assert "no place for what a hand sheet leaves open, the order of events and shuffles" in ended.err
    assert cli("convert", "new.jsonl", "again.csv", "--to", "sheet").status == 0
    before, after = audit("clean/score-sheet.csv").hands, audit("again.csv").hands
    assert before.rows() == after.rows()


@pytest.mark.parametrize("base", ["pontoon", "shoot-pontoon"])
@pytest.mark.parametrize("seed", range(6))
def test_what_a_sheet_tells_of_hands_is_what_was_played(cli, seed, base):
    Path("log.json").write_text(json.dumps(legal_session(seed, base, misdeals=False)))
    ended = cli("convert", "log.json", "new.csv", "--to", "sheet")
    assert ended.status == (2 if "left out" in ended.err else 0)
    columns = ["deal", "player", "hand", "cards", "stake", "recorded", "class", "total"]
    played = {row[:3]: row for row in audit("log.json").hands.select(columns).iter_rows()}
    told = {row[:3]: row for row in audit("new.csv").hands.select(columns).iter_rows()}
    out = {int(line.split("deal ")[1].split()[0]) for line in ended.err.splitlines() if ": left out: deal" in line}
    assert told == {place: row for place, row in played.items() if place[0] not in out}
    assert len(out) <= 1


def test_a_sheet_leaves_out_what_it_cannot_tell_and_says_so(cli):
    ended = cli("convert", "clean/thursday-club.json", "new.csv", "--to", "sheet")
    assert ended.status == 2
    assert "deal 10 of session thursday-club-2026-12-03: it is void" in ended.err
    for what in (
        "names of players (6)",
        "faces of cards (187)",
        "events: buy_in (6)",
        "order in which things happened",
    ):
        assert f"new.csv: no place for {what}" in ended.err
    assert {row["deal"] for row in rows("new.csv")} == {str(number) for number in (*range(1, 10), 11, 12)}


def test_a_deal_that_would_read_otherwise_is_left_out(cli):
    twice = [{"action": "twist", "player": "ann", "card": "2S"}, {"action": "deal", "player": "ann", "card": "3S"}]
    ended = cli(
        "convert", document(deals=[{"deal": 1, "banker": "eve", "events": [*DEAL, *twice]}]), "new.csv", "--to", "sheet"
    )
    assert ended.status == 2
    assert "deal 1 of session s: from a hand sheet it would read otherwise" in ended.err
