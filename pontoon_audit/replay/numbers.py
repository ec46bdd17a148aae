"""Which numbers of a session were met before, and what is known of each.

The sets of plain Python would do, but compiled they need the compiler's own library beside them whenever they run. Here
they lie in `Table.numbers`: first how many places there are but one, then of each place a number and its value.
"""

from __future__ import annotations

from pontoon_audit.replay.compiling import compiled
from pontoon_audit.replay.table import Table


def cells_for(numbers: int) -> int:
    """How many cells of `Table.numbers` so many different numbers need.

    >>> cells_for(0), cells_for(100)
    (9, 513)
    """
    return 1 + 2 * _places_for(numbers)


@compiled
def _places_for(numbers: int) -> int:
    """A power of two; at least half of the places stay free."""
    places = 4
    while places < 2 * numbers + 2:
        places *= 2
    return places


@compiled
def forget_numbers(table: Table, most: int) -> None:
    """Makes room for so many different numbers, of none of which anything is known."""
    places = _places_for(most)
    table.numbers[0] = places - 1
    for place in range(places):
        table.numbers[2 + 2 * place] = 0


@compiled
def value_of(table: Table, number: int) -> int:
    """Where in `Table.numbers` the value of a number is, to be read and written; 0 stands there at first."""
    last = table.numbers[0]
    place = ((number * 0x2545F4914F6CDD1D) >> 33) & last  # of these bits 64 hold as many as any number of them
    while table.numbers[2 + 2 * place] != 0 and table.numbers[1 + 2 * place] != number:
        place = (place + 1) & last
    table.numbers[1 + 2 * place] = number
    return 2 + 2 * place
