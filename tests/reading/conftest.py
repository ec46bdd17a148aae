"""What the tests of reading share: logs from text, and one small evening written in every shape."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Any

import pytest

from pontoon_audit import game
from pontoon_audit.reading import read_log
from pontoon_audit.session import Session

Read = Callable[..., list[Session]]


@pytest.fixture
def read() -> Read:
    """Reads a log from text, bytes or a value that is written as JSON, as standard input would bring it."""

    def read_text(log: Any, shape: str = "document", **options: Any) -> list[Session]:
        text = log if isinstance(log, (str, bytes)) else json.dumps(log)
        stored = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
        return list(read_log("-", input_format=shape, stdin=io.BytesIO(stored), **options))

    return read_text


@pytest.fixture
def told() -> Callable[[Session], list[dict[str, Any]]]:
    """The sound events of a session as a person would write them: words, cards, money; without their places."""

    def tell(session: Session) -> list[dict[str, Any]]:
        events = session.events
        who = [*session.players, None]
        return [
            {
                "action": game.ACTIONS[events.action[i]],
                "deal": events.deal[i],
                "player": who[events.player[i]],
                "hand": events.hand[i],
                "card": game.card_text(events.card[i]),
                "face": game.FACES[events.face[i]],
                "amount": None if events.amount[i] == game.NO_AMOUNT else events.amount[i],
                "to": who[events.to[i]],
                "note": events.note[i],
                "time": events.time[i],
            }
            for i in range(len(events))
            if i not in events.fault
        ]

    return tell


@pytest.fixture
def evening() -> list[dict[str, Any]]:
    """The flat events of a short deal, as JSON Lines and CSV write them."""
    said: list[dict[str, Any]] = [
        {"action": "banker", "player": "eve"},
        {"action": "deal", "player": "ann", "card": "8S", "face": "down"},
        {"action": "deal", "player": "eve", "card": "KD", "face": "down"},
        {"action": "stake", "player": "ann", "amount": "2.50", "time": "2026-11-26T19:31:00.5+00:00"},
        {"action": "deal", "player": "ann", "card": "8H", "face": "down"},
        {"action": "deal", "player": "eve", "card": "9D", "face": "down"},
        {"action": "split", "player": "ann", "hand": "1", "amount": "2.50", "note": "at once, she said"},
        {"action": "deal", "player": "ann", "hand": "1", "card": "10C", "face": "down"},
        {"action": "deal", "player": "ann", "hand": "2", "card": "??"},
        {"action": "stick", "player": "ann", "hand": "1"},
        {"action": "twist", "player": "ann", "hand": "2", "card": "2♥", "face": "up"},
        {"action": "stay", "player": "eve"},
        {"action": "settle", "player": "ann", "hand": "1", "amount": "-2.5"},
        {"action": "settle", "player": "ann", "hand": "2", "amount": "0"},
    ]
    return [{"session": "thursday", "deal": "1", **event} for event in said]
