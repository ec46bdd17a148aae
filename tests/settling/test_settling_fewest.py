import time
from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pontoon_audit.settling import fewest_payments, in_coins, payments_through
from pontoon_audit.settling.groups import MOST, most_groups

NAMES = [f"p{number:03d}" for number in range(400)]


def named(balances):
    return dict(zip(NAMES, balances, strict=False))


def evened(amounts):
    """The amounts and one more person with whom they sum to nothing."""
    return named([*amounts, -sum(amounts)])


def after(balances, payments):
    left = Counter(balances)
    for one in payments:
        left[one.payer] += one.amount
        left[one.payee] -= one.amount
    return left


def by_trying(balances):
    """The fewest payments, found by trying every way in which one person after the other may be settled by another."""

    def fewest(open_):
        open_ = [balance for balance in open_ if balance]
        if not open_:
            return 0
        first, rest = open_[0], open_[1:]
        opposite = [i for i, balance in enumerate(rest) if balance * first < 0]
        return 1 + min(fewest([*rest[:i], rest[i] + first, *rest[i + 1 :]]) for i in opposite)

    return fewest(list(balances))


balances = st.lists(st.integers(-12, 12), max_size=12).map(evened)
large = st.lists(st.integers(-(10**15), 10**15), max_size=60).map(evened)


@given(balances | large)
@settings(max_examples=300, deadline=None)
def test_payments_settle_every_balance_with_fewer_payments_than_people(found):
    paid = fewest_payments(found)
    assert not any(after(found, paid.payments).values())
    people = sum(balance != 0 for balance in found.values())
    assert len(paid.payments) <= max(people - 1, 0)
    assert paid.at_least <= len(paid.payments)
    for one in paid.payments:
        assert one.amount > 0
        assert found[one.payer] < 0 < found[one.payee]
        assert one.amount == min(one.owed_by, one.owed_to)


@given(st.lists(st.integers(-9, 9), max_size=6).map(evened))
@settings(max_examples=300, deadline=None)
def test_there_is_no_way_with_fewer(found):
    paid = fewest_payments(found)
    assert len(paid.payments) == paid.at_least == by_trying(found.values())


def test_the_example_needs_three():
    paid = fewest_payments({"ann": -800, "ben": -700, "cat": 200, "dev": 600, "eve": 700})
    assert [(one.payer, one.payee, one.amount) for one in paid.payments] == [
        ("ben", "eve", 700), ("ann", "dev", 600), ("ann", "cat", 200),
    ]  # fmt: skip
    assert paid.is_fewest


def test_paying_the_largest_first_would_take_more():
    # 10 to 8, 9 to 6 and so on would break both trios and take five.
    found = named([-10, 4, 6, -9, 8, 1])
    assert len(fewest_payments(found).payments) == 4


@pytest.mark.parametrize("people", [20, MOST])
@pytest.mark.parametrize("kind", ["any", "alike"])
def test_twenty_people_are_settled_for_certain_and_not_by_trying_all(people, kind):
    random = Random(people)
    # Whole pounds from a small table give many groups; twos against threes give the most sets that even out.
    amounts = [random.randint(-3000, 3000) * 100 for _ in range(people - 1)] if kind == "any" else [2] * 12 + [-3] * 7
    found = evened(amounts)
    start = time.process_time()
    paid = fewest_payments(found)
    assert time.process_time() - start < 30, "the search has lost its bounds"
    assert paid.is_fewest
    assert not any(after(found, paid.payments).values())


@given(st.lists(st.integers(2, 4), min_size=1, max_size=MOST // 4), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_groups_that_were_put_in_are_found(sizes, random):
    """Each group is made of its own power of a large number, so that no others sum to nothing."""
    balances = []
    for number, size in enumerate(sizes):
        some = [random.randint(1, 50) * 10_000**number for _ in range(size - 1)]
        balances += [*some, -sum(some)]
    random.shuffle(balances)
    groups = most_groups(balances)
    assert len(groups) >= len(sizes)
    assert sorted(position for group in groups for position in group) == list(range(len(balances)))
    assert all(sum(balances[position] for position in group) == 0 for group in groups)


def test_a_crowd_is_settled_well_and_it_is_said_that_it_may_not_be_the_fewest():
    random = Random(1)
    found = evened([random.randint(-5000, 5000) for _ in range(299)])
    paid = fewest_payments(found)
    assert not any(after(found, paid.payments).values())
    assert paid.at_least < len(paid.payments) < 270
    assert not paid.is_fewest


def test_pairs_do_not_count_among_those_that_are_searched_through():
    pairs = [sign * amount for amount in range(1000, 1100) for sign in (1, -1)]
    paid = fewest_payments(named([*pairs, -8, -7, 2, 6, 7]))
    assert (len(paid.payments), paid.is_fewest) == (103, True)


@pytest.mark.parametrize("wrong", [{"ann": 1}, {"ann": 5, "ben": -4}])
def test_balances_that_do_not_sum_to_nothing_are_refused(wrong):
    for settle in (fewest_payments, lambda found: payments_through(found, "ann"), lambda found: in_coins(found, 1)):
        with pytest.raises(ValueError, match="sum to nothing"):
            settle(wrong)


@given(balances, st.sampled_from([*NAMES[:14], "somebody else"]))
def test_through_one_person_everybody_else_has_one_payment(found, banker):
    payments = payments_through(found, banker)
    assert not any(after(found, payments).values())
    assert Counter(one.payer if one.payee == banker else one.payee for one in payments) == {
        name: 1 for name, balance in found.items() if balance and name != banker
    }
    assert all(banker in (one.payer, one.payee) and one.amount > 0 for one in payments)


@given(large, st.integers(1, 100_000))
def test_whole_coins_sum_to_nothing_and_nobody_is_off_by_a_coin(found, coin):
    rounded = in_coins(found, coin)
    assert sum(rounded.values()) == 0
    for name, balance in found.items():
        assert rounded[name] % coin == 0
        assert abs(rounded[name] - balance) < coin


def test_the_largest_remainder_is_rounded_up():
    assert in_coins({"ann": 170, "ben": 160, "cat": -330}, 100) == {"ann": 200, "ben": 100, "cat": -300}


def test_what_is_in_coins_stays():
    assert in_coins({"ann": 150, "ben": -150}, 50) == {"ann": 150, "ben": -150}


def test_no_coin_is_worth_nothing():
    with pytest.raises(ValueError, match="above 0"):
        in_coins({}, 0)
