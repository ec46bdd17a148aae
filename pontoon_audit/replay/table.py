"""The mutable state of the replay: the table a session is played at, and the deal that is being played.

Everything is a whole number or a list of them, and a hand is a *slot*, a position in the deal's lists, so that the loop
can be compiled as it stands. Only `replay/` touches these.
"""

from __future__ import annotations

from typing import Final

from pontoon_audit.game import NOBODY
from pontoon_audit.house_rules import HouseRules
from pontoon_audit.replay.pack import Pack
from pontoon_audit.replay.state import CHIP_FACTS, DEAL_FACTS, EVENT_FACTS, HAND_FACTS, NEVER, UNKNOWN, Facts
from pontoon_audit.session import Session

ABSENT, SEATED, LEAVING = 0, 1, 2
"""A player's seat: none; taken; given up, but held until the deal, or the moment between deals, is over."""

CAP_PREVIOUS, CAP_THIRD, CAP_TWICE = 0, 1, 2
_CAPS: Final = {"previous": CAP_PREVIOUS, "third": CAP_THIRD, "twice": CAP_TWICE}


def _limit(value: int | None) -> int:
    return UNKNOWN if value is None else value


class Rules:
    """House rules as whole numbers; a limit that was not agreed is `UNKNOWN`."""

    def __init__(self, house: HouseRules) -> None:
        self.shoot = int(house.base == "shoot-pontoon")
        self.min_stake, self.max_stake = _limit(house.min_stake), _limit(house.max_stake)
        kitty_min, kitty_max = house.kitty_limits
        self.kitty_min, self.kitty_max = _limit(kitty_min), _limit(kitty_max)
        self.packs = house.packs
        self.buy_limit = house.buy_limit
        self.buy_cap = _CAPS[house.buy_cap]
        self.soft_draw = int(house.soft_draw)
        self.split_naturals = int(house.split_pontoon == "pontoon")
        self.push = int(house.tie == "push")
        self.multiples = (
            house.pontoon_multiple,
            house.five_card_multiple,
            house.banker_pontoon_multiple,
            house.banker_five_card_multiple,
            self.push,
        )
        self.shuffle_every_deal = int(house.shuffle == "every-deal")
        self.bank_passes = int(house.bank_passes)


class Table:
    """A session's table: seats, pack, bank, kitty, chips, and the facts written so far."""

    def __init__(self, session: Session) -> None:
        events, people = session.events, len(session.players)
        self.events = events
        self.rules = Rules(session.rules)
        self.people = people
        self.orderless = int(session.is_sheet)
        self.seats_known = 0
        self.records_settlements = 0
        self.records_bets = 0
        """Whether the session records any settlement of a stake, of a shoot bet."""

        self.facts = Facts(EVENT_FACTS, len(events))
        self.hands = Facts(HAND_FACTS)
        self.deals = Facts(DEAL_FACTS)
        self.chips = Facts(CHIP_FACTS)
        self.hand_cards: list[list[int]] = []
        """Cards of each row of `hands`, in the order received."""

        self.seat_of = [ABSENT] * people
        self.place_of = [NEVER] * people
        self.ever_sat = [0] * people
        self.has_sound_record = [0] * people
        """Whether the name is that of somebody who was there, as far as the log tells."""
        self.was_here = [0] * people
        """Whether the player sat at the table at any time of the moment between two deals."""
        self.last_to_sit = NOBODY
        self.highest_place = NEVER
        self.seats_changed = 0

        self.pack = Pack(self.rules.packs)

        self.old_banker = NOBODY
        self.holder = NOBODY
        """Who holds the bank; nobody where that is not known."""
        self.successor = NOBODY
        """Whom a pontoon in the deal before gave the bank; nobody where it stayed."""
        self.bad_sale_to = NOBODY
        self.bank_known = 0
        self.seats_doubtful = 0
        """1 once a record about seats was set aside: who sits where is no longer known."""
        self.moment_doubtful = 0
        """1 after a record without an action between two deals: it may have been anything."""
        self.before = Before()

        self.kitty = 0
        self.kitty_known = 1 - self.orderless  # a hand sheet says nothing of it
        self.kitty_due = 0
        """What is in it by the rules; UNKNOWN where nobody can say."""

        self.chips_in = [0] * people
        self.chips_out = [0] * people
        self.result = [0] * people
        self.bought_in = [0] * people
        self.last_cash_out = [NEVER] * people
        self.chips_known = [1] * people


class Before:
    """What the deal before leaves to the next: whether there was one, and how it ended."""

    __slots__ = ("exists", "natural", "people", "sound", "void")

    def __init__(self) -> None:
        self.exists = 0
        self.natural = 0
        """1 there was a pontoon, 0 none, UNKNOWN."""
        self.void = 0
        self.sound = 0
        """Whether it is complete and not void."""
        self.people: list[int] = []


class Deal:
    """The deal being played. Lists by player have one cell a player of the session, lists by hand one a slot."""

    def __init__(self, people: int) -> None:
        self.row = NEVER
        self.banker = NOBODY
        self.banker_event = NEVER
        self.void_event = NEVER
        self.cards_after_void = 0
        self.first_event = NEVER
        self.first_card = NEVER
        self.past_opening = 0
        """Whether the deal has plays or settlements: an opening card not in it by then is missing."""
        self.second_cards_from = NEVER
        self.first_bets_until = NEVER
        """The first second card; where none is in the log, the first play."""
        self.last_stake_before_seconds = NEVER
        self.last_bank_play = NEVER
        self.last_bank_word = NEVER
        """The banker's last play, showing a pontoon counted."""
        self.last_event = NEVER
        self.last_card_or_play = NEVER
        self.first_play = NEVER
        self.hidden_at = NEVER

        self.bank_doubtful = 0
        self.pack_doubtful = 0
        self.any_aside = 0
        self.lost_record = 0
        """1 where a record of the deal itself was set aside: it is not complete."""
        self.upset = 0
        """1 from the first record set aside that may have been a card, a stake or a play: order is not judged then."""
        self.all_unknown = 0
        self.shown = 0
        self.hidden = 0
        self.stayed = 0
        self.seats_changed = 0
        """Whether somebody sat down or left since the deal before began."""
        self.standing_bets = 0
        self.bets_doubtful = 0
        """Whether a hand with bets on it may be bust without anybody knowing."""
        self.bets_moved = 0
        """What bust hands' bets have added to the kitty in this deal."""
        self.bank_slot = NEVER
        self.bank_dealt: list[int] = []
        """The banker's first two cards as they were dealt."""
        self.order: list[int] = []
        """Who was dealt in, from the banker's left, the banker last."""
        self.order_known = 0

        # by player
        self.rank = [NEVER] * people
        """Place in `order`."""
        self.opening = [0] * people
        """Cards dealt to the player before the first split, in the whole deal."""
        self.first_card_of = [NEVER] * people
        self.second_card_of = [NEVER] * people
        self.got = [0] * people
        """Opening cards received so far."""
        self.first_stake = [NEVER] * people
        self.first_bet = [NEVER] * people
        self.first_slot = [NEVER] * people
        self.hand_count = [0] * people
        self.unknown = [0] * people
        self.initial = [UNKNOWN] * people
        self.second_card = [NEVER] * people
        self.missing_at = [NEVER] * people
        self.bets_at_first = [0] * people
        self.named = [0] * people
        """Whether the player was dealt a card, readable or not."""
        self.passed_at_stakes = [0] * people
        self.passed_at_plays = [0] * people
        self.passed_at_bets = [0] * people
        self.passed_by_bank = [0] * people

        # by hand
        self.owner: list[int] = []
        self.number: list[int] = []
        self.next_slot: list[int] = []
        self.exists: list[int] = []
        self.made: list[int] = []
        """Whether anything made the hand so far: a card, a stake, a bet; a play alone does not."""
        self.last_play: list[int] = []
        """The hand's last play in the whole deal, known beforehand: "is played on later" looks here."""
        self.low: list[int] = []
        self.aces: list[int] = []
        self.unseen: list[int] = []
        self.cards: list[list[int]] = []
        self.sightings: list[list[int]] = []
        self.dealt: list[int] = []
        self.split: list[int] = []
        self.waiting: list[int] = []
        self.first_stake_of: list[int] = []
        self.stake: list[int] = []
        self.third_price: list[int] = []
        self.last_price: list[int] = []
        self.twisted: list[int] = []
        self.bought: list[int] = []
        self.stuck: list[int] = []
        self.declared: list[int] = []
        self.false_word: list[int] = []
        """Where a false declaration was the hand's last word."""
        self.undeclared_at: list[int] = []
        self.last_of_hand: list[int] = []
        self.short_at: list[int] = []
        self.loose: list[int] = []
        """Cards that came to a hand when it was settled, or to nobody: they lie on the table."""
        self.padded: list[int] = []
        """Cards that were dealt and that nobody recorded, as a play on fewer than two cards shows."""
        self.gone: list[int] = []
        """1 once its cards went under the pack, bust."""
        self.bust_event: list[int] = []
        self.played: list[int] = []
        self.bet: list[int] = []
        self.bet_in_kitty: list[int] = []
        """What of the bets went to the kitty when the hand went bust."""
        self.bets_at_fourth: list[int] = []
        self.bets_at_split: list[int] = []
        self.settle_event: list[int] = []
        self.settle_shoot_event: list[int] = []
        self.settlement_unknown: list[int] = []
        self.shoot_settlement_unknown: list[int] = []


def add_slot(deal: Deal, player: int, number: int) -> int:
    """A place for a hand that the log names; it does not exist until a card, a stake or a split makes it."""
    slot = len(deal.owner)
    for column, value in (
        (deal.owner, player), (deal.number, number), (deal.next_slot, NEVER), (deal.exists, 0), (deal.made, 0),
        (deal.last_play, NEVER),
        (deal.low, 0), (deal.aces, 0), (deal.unseen, 0), (deal.dealt, 0), (deal.split, 0), (deal.waiting, 0),
        (deal.first_stake_of, UNKNOWN), (deal.stake, 0), (deal.third_price, UNKNOWN), (deal.last_price, UNKNOWN),
        (deal.twisted, 0), (deal.bought, 0), (deal.stuck, 0), (deal.declared, 0), (deal.false_word, NEVER),
        (deal.undeclared_at, NEVER), (deal.last_of_hand, NEVER), (deal.short_at, NEVER), (deal.padded, 0),
        (deal.gone, 0),
        (deal.bust_event, NEVER), (deal.played, 0), (deal.bet, 0), (deal.bet_in_kitty, 0), (deal.bets_at_fourth, 0),
        (deal.bets_at_split, 0),
        (deal.settle_event, NEVER), (deal.settle_shoot_event, NEVER), (deal.settlement_unknown, 0),
        (deal.shoot_settlement_unknown, 0),
    ):  # fmt: skip
        column.append(value)
    deal.cards.append([])
    deal.sightings.append([])
    if deal.first_slot[player] == NEVER:
        deal.first_slot[player] = slot
    else:
        previous = deal.first_slot[player]
        while deal.next_slot[previous] != NEVER:
            previous = deal.next_slot[previous]
        deal.next_slot[previous] = slot
    return slot


def find_slot(deal: Deal, player: int, number: int) -> int:
    """The slot of a player's hand, whether it exists yet or not; NEVER where the log never names it."""
    slot = deal.first_slot[player]
    while slot != NEVER and deal.number[slot] != number:
        slot = deal.next_slot[slot]
    return slot
