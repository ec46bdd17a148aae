"""What the compiled loop over lines reads of memory: single bytes, and eight of them at once wherever they stand.

Imported only where numba is installed.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

_BYTE, _WORD = ir.IntType(8), ir.IntType(64)


@intrinsic
def byte_at(typing: Any, address: Any) -> Any:
    """The byte at an address, from 0 to 255."""

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.zext(builder.load(builder.inttoptr(args[0], _BYTE.as_pointer())), _WORD)

    return types.int64(types.int64), lower


@intrinsic
def word_at(typing: Any, address: Any) -> Any:
    """The eight bytes from an address on as one whole number."""

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.load(builder.inttoptr(args[0], _WORD.as_pointer()), align=1)

    return types.int64(types.int64), lower
