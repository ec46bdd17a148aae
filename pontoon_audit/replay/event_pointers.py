"""How numba sees the events of the replay: as columns of cells of few bytes, an event as a place in them.

`Events` is the address of a list of addresses: of the places in the order of blocks, then of each column of
`event_columns.BITS`. What reads `event.best` reads a cell, and sees UNKNOWN where the cell says so.

Imported only where numba is installed.
"""

from __future__ import annotations

import operator
from typing import Any, Final

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_getattr, infer_global, signature
from numba.extending import lower_builtin, lower_getattr_generic, lower_setattr_generic, models, register_model

from pontoon_audit.replay.event_columns import BITS, FACTS, IN_BLOCKS, unknown_of
from pontoon_audit.replay.state import UNKNOWN

_INT = ir.IntType(64)
NAMES: Final = tuple(BITS)


class EventsType(types.Type):
    """The address of the list of the columns' addresses."""

    def __init__(self) -> None:
        super().__init__("Events")


class EventType(types.Type):
    """One event: the columns, and its place in the order of the log and in that of blocks."""

    def __init__(self) -> None:
        super().__init__("Event")


@register_model(EventsType)
class _Columns(models.PrimitiveModel):
    def __init__(self, manager: Any, fe_type: Any) -> None:
        super().__init__(manager, fe_type, _INT.as_pointer())


@register_model(EventType)
class _Place(models.StructModel):
    def __init__(self, manager: Any, fe_type: Any) -> None:
        super().__init__(manager, fe_type, [("columns", EventsType()), ("place", types.int64), ("row", types.int64)])


@infer_getattr
class _EventFields(AttributeTemplate):
    key = EventType

    def generic_resolve(self, event: EventType, name: str) -> types.Type | None:
        return types.int64 if name in BITS else None


@infer_global(operator.getitem)
class _GetEvent(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        events, index = args
        if isinstance(events, EventsType) and isinstance(index, types.Integer):
            return signature(EventType(), events, types.int64)
        return None


def never_changes(builder: Any, load: Any) -> Any:
    """Marks what is loaded as what stands there for good, so that it need not be loaded twice."""
    load.set_metadata("invariant.load", builder.module.add_metadata([]))
    return load


def _cell(builder: Any, columns: Any, column: int, bits: int, position: Any) -> Any:
    """The address of a cell."""
    address = never_changes(builder, builder.load(builder.gep(columns, [_INT(column)], inbounds=True)))
    first = builder.inttoptr(address, ir.IntType(bits).as_pointer())
    return builder.gep(first, [position])


@lower_builtin(operator.getitem, EventsType, types.int64)
def _get_event(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    event = cgutils.create_struct_proxy(EventType())(context, builder)
    event.columns, event.place = args
    event.row = builder.load(_cell(builder, args[0], 0, _INT.width, args[1]))
    return event._getvalue()


def _cell_of(context: Any, builder: Any, value: Any, name: str) -> Any:
    event = cgutils.create_struct_proxy(EventType())(context, builder, value=value)
    position = event.row if name in IN_BLOCKS else event.place
    return _cell(builder, event.columns, 1 + NAMES.index(name), BITS[name], position)


@lower_getattr_generic(EventType)
def _get_field(context: Any, builder: Any, kind: EventType, value: Any, name: str) -> Any:
    bits, cell = BITS[name], builder.load(_cell_of(context, builder, value, name))
    if bits == _INT.width:
        return cell
    found = builder.sext(cell, _INT)
    if name not in FACTS:
        return found
    unknown = builder.icmp_signed("==", cell, cell.type(unknown_of(bits)))
    return builder.select(unknown, _INT(UNKNOWN), found)


@lower_setattr_generic(EventType)
def _set_field(context: Any, builder: Any, sig: Any, args: Any, name: str) -> None:
    bits, value = BITS[name], args[1]
    if bits != _INT.width:
        narrow = ir.IntType(bits)
        cell = builder.trunc(value, narrow)
        if name in FACTS:
            unknown = builder.icmp_signed("==", value, _INT(UNKNOWN))
            cell = builder.select(unknown, narrow(unknown_of(bits)), cell)
        value = cell
    builder.store(value, _cell_of(context, builder, args[0], name))
