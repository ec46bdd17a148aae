"""What the loops over lines read of memory, and write: single bytes, and eight of them at once wherever they stand.

Compiled they are what `loops` makes of them; the plain ones here say what they do.
"""

from __future__ import annotations

import ctypes


def byte_at(address: int) -> int:
    """The byte at an address, from 0 to 255."""
    return ctypes.c_uint8.from_address(address).value


def word_at(address: int) -> int:
    """The eight bytes from an address on as one whole number."""
    return ctypes.c_int64.from_address(address).value


def put_byte(address: int, value: int) -> None:
    """Writes a byte to an address."""
    ctypes.c_uint8.from_address(address).value = value
