"""A deal is replayed as its table tells it: by keyboard, buttons and slider, to the end and back."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

STATE = """() => [...document.querySelectorAll(".board li")].map((seat) => Object.fromEntries(
    [...seat.querySelectorAll("[data-key]")].map((place) => [place.dataset.key, place.textContent])))"""
ROWS = """() => [...document.querySelectorAll("table.play tbody tr[id]")].map((row) => ({
    id: row.id, seat: row.dataset.seat ?? null, of: row.dataset.of ?? "",
    made: row.dataset.made ?? null, staked: row.dataset.staked ?? "",
    cells: [...row.cells].map((cell) => cell.textContent)}))"""
WALK = f"""() => {{
    const text = (place) => document.querySelector(place).textContent, shown = [];
    for (const row of document.querySelectorAll("table.play tbody tr[id]")) {{
        shown.push({{count: text(".now .count"), said: text(".now .said > p"), state: ({STATE})(),
            row: document.querySelector("tr[aria-current=step]").id,
            acting: [...document.querySelectorAll(".board li.acts")].map((seat) => seat.dataset.seat)}});
        document.querySelector("[data-go=forward]").click();
    }}
    return shown;
}}"""
DEALS = [("friday", 1), ("friday", 5), ("friday", 8), ("shoot", 17), ("shoot", 22), ("score", 1), ("thursday", 5)]


def step_of(page: Page) -> int:
    found = re.fullmatch(r"Step (\d+) of (\d+), event \d+", page.locator(".now .count").inner_text())
    assert found
    assert int(found[2]) == page.locator("table.play tbody tr[id]").count()
    return int(found[1])


@pytest.mark.parametrize(("session", "number"), DEALS)
def test_at_every_step_the_table_shows_what_the_rows_up_to_it_say(visiting, site, session, number) -> None:
    with visiting() as visit:
        page = visit.open(site.deal(session, number))
        rows = page.evaluate(ROWS)
        keys = page.evaluate('() => [...document.querySelectorAll("table.play thead th")].map((h) => h.dataset.key)')
        expected = [dict.fromkeys(seat, "") for seat in page.evaluate(STATE)]
        assert len(expected) > 1
        for step, (row, shown) in enumerate(zip(rows, page.evaluate(WALK), strict=True), 1):
            if row["made"]:  # by a split, of the second card
                second = expected[int(row["seat"])]["held"].split(" ")[1]
                expected[int(row["made"])] |= {"held": second, "stake": row["staked"]}
            for key, cell in zip(keys, row["cells"], strict=True):
                if key and key != "kitty" and cell:
                    settled = f"{row['of']}-{key}" if row["of"] and key in ("paid", "due") else key
                    expected[int(row["seat"])][settled] = cell
            if step < len(rows):  # at the last step comes what nobody was paid
                assert shown["state"] == expected, step
            assert shown["count"] == f"Step {step} of {len(rows)}, event {row['cells'][0]}"
            assert shown["said"] == row["cells"][1]
            assert shown["row"] == row["id"]
            assert shown["acting"] == ([] if row["seat"] is None else [row["seat"]])


def test_a_split_hand_has_its_card_and_its_stake_from_the_first(visiting, site) -> None:
    with visiting() as visit:
        page = visit.open(site.deal("friday", 1))
        rows = page.evaluate(ROWS)
        split = next(step for step, row in enumerate(rows) if " splits, " in row["cells"][1])
        for step in (split, len(rows) - 1):
            page.evaluate("(step) => { location.hash = step; }", rows[step]["id"])
            page.wait_for_function(
                "(id) => document.querySelector('tr[aria-current=step]').id === id", arg=rows[step]["id"]
            )
            made = page.evaluate(STATE)[int(rows[split]["made"])]
            assert made["held"].startswith("7♠"), step
            assert made["stake"] == "0.50", step


def test_at_the_end_lies_what_the_hands_say(visiting, site) -> None:
    with visiting() as visit:
        page = visit.open(site.deal("friday", 5))
        page.locator("[data-go=last]").click()
        state = page.evaluate(STATE)
        names = page.locator(".board .who strong").all_inner_texts()
        hands = {row[0]: row for row in page.locator("table.hands tbody tr").evaluate_all(
            "(rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent))")}  # fmt: skip
        assert len(hands) == 5
        for name, seat in zip(names, state, strict=True):
            if name in hands:
                _, cards, worth, _, stake, recorded, due, _ = hands[name]
                assert [seat[key] for key in ("held", "count", "stake", "due")] == [cards, worth, stake, due]
                assert seat["paid"] == recorded.replace("–", "")
        assert "amiss" in page.locator(".board li", has_text="Ann").locator("[data-key=due]").get_attribute("class")


def test_a_hand_that_was_settled_twice_shows_its_due_and_all_that_was_paid(visiting, site) -> None:
    with visiting() as visit:
        page = visit.open(site.deal("friday", 9))
        page.locator("[data-go=last]").click()
        ann = page.locator(".board li", has_text="Ann")
        assert ann.locator("[data-key=paid]").inner_text() == "−4.00 (settled twice)"
        assert ann.locator("[data-key=due]").inner_text() == "−2.00"


def test_keys_buttons_and_slider_step(visiting, site) -> None:
    with visiting() as visit:
        page = visit.open(site.deal("friday", 5))
        last = page.locator("table.play tbody tr[id]").count()
        page.keyboard.press("ArrowLeft")
        assert step_of(page) == 1
        page.get_by_role("button", name="Forward").click()
        assert step_of(page) == 2
        page.keyboard.press("End")
        assert step_of(page) == last
        assert page.get_by_role("button", name="Forward").get_attribute("aria-disabled") == "true"
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowLeft")
        assert step_of(page) == last - 1
        page.keyboard.press("Home")
        assert step_of(page) == 1
        page.get_by_role("slider").focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        assert step_of(page) == 3
        page.keyboard.press("End")
        assert step_of(page) == last
        page.get_by_role("button", name="First").click()
        assert step_of(page) == 1
        page.get_by_role("group", name="In order of play").focus()
        page.keyboard.press("ArrowRight")
        assert step_of(page) == 1, "arrows scroll a wide table"
        page.keyboard.press("Control+ArrowRight")
        assert step_of(page) == 1


def test_a_finding_stands_at_its_step_and_can_be_gone_to(visiting, site) -> None:
    with visiting() as visit:
        page = visit.open(site.deal("friday", 5))
        seen = []
        for _ in range(page.locator("ul.found li").count()):
            page.get_by_role("button", name="Next finding").click()
            seen.append(page.locator(".now .finding bdi").all_inner_texts())
        assert [message for messages in seen for message in messages] == page.locator("ul.found bdi").all_inner_texts()
        page.get_by_role("link", name="event 166").click()
        page.locator("tr#e166[aria-current=step]").wait_for()  # the page hears of its new address a moment later
        assert page.locator(".now .finding").inner_text().startswith("error dev sticks on 15")
        page.keyboard.press("ArrowLeft")
        assert page.locator(".now .finding").count() == 0


def test_an_address_with_an_event_opens_at_its_step(visiting, site) -> None:
    with visiting() as visit:
        page = visit.open(site.deal("friday", 5), "#e167")
        assert page.locator("tr[aria-current=step]").get_attribute("id") == "e167"
        page.wait_for_function('document.querySelector(".replay").getBoundingClientRect().bottom <= innerHeight + 1')


def test_the_kitty_is_counted_through_a_deal(visiting, site) -> None:
    with visiting() as visit:
        page = visit.open(site.deal("shoot", 17))
        kitty = page.locator(".now .kitty strong")
        shown = []
        while "into the kitty" not in page.locator(".now .said").inner_text():
            shown.append(kitty.inner_text())
            page.keyboard.press("ArrowRight")
        assert set(shown) == {"0.00"}
        assert kitty.inner_text() == "30.00"
        page = visit.open(site.deal("shoot", 22))
        assert kitty.inner_text() == "31.50"
        page.locator("[data-go=last]").click()
        assert kitty.inner_text() == "30.00", "the next banker has put up a kitty"
        for words, held in (("Cat Moreau takes £26.00", "0.00"), ("Eve Lindqvist is paid", "26.00")):
            while words not in page.locator(".now .said").inner_text():
                page.keyboard.press("ArrowLeft")
            assert kitty.inner_text() == held
        page.keyboard.press("Home")
        assert kitty.inner_text() == "31.50"


def test_without_scripts_the_table_tells_it_all(visiting, site) -> None:
    with visiting(java_script_enabled=False) as visit:
        page = visit.open(site.deal("friday", 5))
        assert not page.locator(".replay").is_visible()
        assert page.locator("table.play tbody tr[id]").count() == 29
        assert page.locator("table.play tr.finding").count() == 3


def test_the_line_about_keys_promises_what_they_do(visiting, site) -> None:
    with visiting() as visit:
        page = visit.open(site.deal("friday", 5))
        line = page.locator(".keys").inner_text()
        page.keyboard.press("ArrowRight")
        assert step_of(page) == 2
        page.keyboard.press("End")
        assert step_of(page) == 2, "outside, this goes to the end of the page"
        assert "While the focus is in the replay, Home and End" in line
        page.locator("[data-go=forward]").focus()
        page.keyboard.press("End")
        assert page.locator("[data-go=last]").get_attribute("aria-disabled") == "true"
