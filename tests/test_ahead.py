"""What is made ahead comes in order, stops when nobody wants more, and fails where it is used."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from pontoon_audit.ahead import ahead


def threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "ahead"]


def test_one_more_is_made_while_one_is_used() -> None:
    second = threading.Event()

    def items() -> Iterator[int]:
        yield 1
        second.set()
        yield 2

    made = ahead(items())
    assert next(made) == 1
    assert second.wait(10), "the second is being made although nobody asked for it"
    assert list(made) == [2]
    assert not threads()


def test_something_else_is_done_while_the_first_is_made() -> None:
    first = threading.Event()

    def items() -> Iterator[int]:
        first.set()
        yield 1

    assert list(ahead(items(), meanwhile=lambda: first.wait(10) or pytest.fail("nothing was begun"))) == [1]


def test_what_goes_wrong_is_raised_after_what_was_made_before() -> None:
    def items() -> Iterator[int]:
        yield 1
        raise KeyError("no such thing")

    made = ahead(items())
    assert next(made) == 1
    with pytest.raises(KeyError, match="no such thing"):
        next(made)
    assert not threads()


@pytest.mark.parametrize("used", [0, 1, 5])
def test_whoever_stops_leaves_no_thread_behind(used: int) -> None:
    made = ahead(iter(int, 1))  # never ends
    for _ in range(used):
        next(made)
    made.close()
    assert not threads()
