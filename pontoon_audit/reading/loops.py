"""The loops of reading, as numba compiles them.

Imported only where numba is installed.
"""

from __future__ import annotations

from typing import Any, Final

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload

from pontoon_audit.reading import deal_loop, loads, session_loop
from pontoon_audit.reading.deal_loop import code_deals
from pontoon_audit.reading.json_loop import code_objects
from pontoon_audit.reading.line_loop import code_lines
from pontoon_audit.reading.session_loop import name_runs, own_codes

_BYTE, _WORD = ir.IntType(8), ir.IntType(64)


@intrinsic
def _byte_at(typing: Any, address: Any) -> Any:
    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.zext(builder.load(builder.inttoptr(args[0], _BYTE.as_pointer())), _WORD)

    return types.int64(types.int64), lower


@intrinsic
def _word_at(typing: Any, address: Any) -> Any:
    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.load(builder.inttoptr(args[0], _WORD.as_pointer()), align=1)

    return types.int64(types.int64), lower


@intrinsic
def _put_byte(typing: Any, address: Any, value: Any) -> Any:
    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        builder.store(builder.trunc(args[1], _BYTE), builder.inttoptr(args[0], _BYTE.as_pointer()))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64), lower


@overload(loads.byte_at)
def _of_byte_at(address: Any) -> Any:
    def read(address: Any) -> Any:
        return _byte_at(address)

    return read


@overload(loads.word_at)
def _of_word_at(address: Any) -> Any:
    def read(address: Any) -> Any:
        return _word_at(address)

    return read


@overload(loads.put_byte)
def _of_put_byte(address: Any, value: Any) -> Any:
    def put(address: Any, value: Any) -> Any:
        return _put_byte(address, value)

    return put


HELPERS: Final = tuple(dict.fromkeys((*session_loop.HELPERS, *deal_loop.HELPERS)))
"""The functions that these call."""

__all__ = ["HELPERS", "code_deals", "code_lines", "code_objects", "name_runs", "own_codes"]
