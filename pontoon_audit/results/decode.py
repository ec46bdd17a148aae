"""Codes to text, a column at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from pontoon_audit.game import ACTIONS, CARDS, FACES
from pontoon_audit.replay.frames import Replayed, StateFrames

CLASSES = {0: "bust", 1: "points", 2: "five-card-trick", 3: "pontoon"}
OUTCOMES = {1: "win", 0: "push", -1: "lose"}


class Players:
    """Ids of the players of a batch: a code means a person only within a session."""

    def __init__(self, batch: Sequence[Replayed]) -> None:
        ids: list[str] = []
        starts: dict[int, int] = {}
        for replayed in batch:
            starts[replayed.sitting] = len(ids)
            ids.extend(replayed.session.players)
        self._ids = pl.Series("ids", ids, dtype=pl.String)
        self._starts = starts

    def text(self, frame: pl.DataFrame, column: str) -> pl.Series:
        """The ids of a column of codes; null for nobody. `frame` has `sitting`."""
        if frame.is_empty():
            return pl.Series(column, [], dtype=pl.String)
        start = frame["sitting"].replace_strict(self._starts, return_dtype=pl.Int64)
        codes = frame.select(pl.when(pl.col(column) >= 0).then(pl.col(column))).to_series()
        return self._ids.gather(start + codes).alias(column)


def sessions_text(frame: pl.DataFrame, batch: Sequence[Replayed]) -> pl.Series:
    """The session id of each row, by its `sitting`."""
    ids: Mapping[int, str] = {replayed.sitting: replayed.session.session for replayed in batch}
    if frame.is_empty():
        return pl.Series("session", [], dtype=pl.String)
    return frame["sitting"].replace_strict(ids, return_dtype=pl.String).alias("session")


def actions_text(codes: pl.Series) -> pl.Series:
    """Action names; null where the action could not be read."""
    return _gathered([*ACTIONS, None], codes)


def cards_text(codes: pl.Series) -> pl.Series:
    """Cards as `AS`, `??`; null where there is none."""
    return _gathered([*CARDS, None], codes.replace(-1, len(CARDS)))


def faces_text(codes: pl.Series) -> pl.Series:
    """`down`, `up`, or null."""
    return _gathered([None, *FACES[1:]], codes)


def _gathered(words: Sequence[str | None], codes: pl.Series) -> pl.Series:
    return pl.Series(words, dtype=pl.String).gather(codes).alias(codes.name)


def class_of(column: str) -> pl.Expr:
    """The class of a hand by its rank; null where unknown."""
    return pl.col(column).replace_strict(CLASSES, return_dtype=pl.String)


def hand_cards(frames: StateFrames) -> list[str]:
    """The hands of the frame of hands as `8S 5D 7H`, in the order received."""
    shown = [CARDS[card] for card in frames.shown]
    bounds = frames.hands.select("shown_from", "cards_held").iter_rows()
    return [" ".join(shown[first : first + count]) for first, count in bounds]
