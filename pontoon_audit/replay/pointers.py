"""How numba sees the rows of the replay: as addresses of whole numbers in memory.

Its own records and arrays do the same work, but each carries its whole description along into every function that takes
it; with them the loop compiles for minutes. Here a `Table` is the address of a list of addresses, a row the address of
its fields, and neither is ever counted or freed by the loop: whoever calls it keeps the memory alive.

Imported only where numba is installed.
"""

from __future__ import annotations

import operator
from collections.abc import MutableSequence
from typing import Any, get_args, get_origin, get_type_hints

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_global, signature
from numba.extending import (
    infer_getattr,
    intrinsic,
    lower_builtin,
    lower_getattr_generic,
    lower_setattr_generic,
    models,
    overload,
    register_model,
)

from pontoon_audit.replay.cell_pointers import ColumnsType, never_changes, of_field
from pontoon_audit.replay.compiling import fresh
from pontoon_audit.replay.layouts import LAYOUTS
from pontoon_audit.replay.state import Row

_INT = ir.IntType(64)
_INTS = _INT.as_pointer()


class RowType(types.Type):
    """The address of one row."""

    def __init__(self, row: type[Row]) -> None:
        self.fields = tuple(row.fields())
        super().__init__(f"Row{row.__name__}")


class RowsType(types.Type):
    """The address of the first of many rows."""

    def __init__(self, row: RowType) -> None:
        self.row = row
        super().__init__(f"{row.name}s")


class IntsType(types.Type):
    """The address of the first of many whole numbers."""

    def __init__(self) -> None:
        super().__init__("Ints")


class StructType(types.Type):
    """The address of a list of addresses: of a named tuple's rows."""

    def __init__(self, tuple_: Any) -> None:
        hints = get_type_hints(tuple_)
        self.fields = tuple(hints)
        self.types = tuple(_type_of(hint) for hint in hints.values())
        super().__init__(f"Struct{tuple_.__name__}")


class StructsType(types.Type):
    """The address of the first of many such lists."""

    def __init__(self, struct: StructType) -> None:
        self.struct = struct
        super().__init__(f"{struct.name}s")


def _type_of(hint: Any) -> types.Type:
    if get_origin(hint) is MutableSequence:
        (of,) = get_args(hint)
        if of in LAYOUTS:
            return ColumnsType(of)
        return IntsType() if of is int else RowsType(RowType(of))
    return RowType(hint) if issubclass(hint, Row) else StructType(hint)


class _Address(models.PrimitiveModel):
    def __init__(self, manager: Any, fe_type: Any) -> None:
        super().__init__(manager, fe_type, _INTS)


for _kind in (RowType, RowsType, IntsType, StructType, StructsType):
    register_model(_kind)(_Address)


@infer_getattr
class _RowFields(AttributeTemplate):
    key = RowType

    def generic_resolve(self, row: RowType, name: str) -> types.Type | None:
        return types.int64 if name in row.fields else None


@infer_getattr
class _StructFields(AttributeTemplate):
    key = StructType

    def generic_resolve(self, struct: StructType, name: str) -> types.Type | None:
        return struct.types[struct.fields.index(name)] if name in struct.fields else None


def _at(builder: Any, address: Any, position: int) -> Any:
    return builder.gep(address, [_INT(position)], inbounds=True)


@lower_getattr_generic(RowType)
def _get_field(context: Any, builder: Any, row: RowType, value: Any, name: str) -> Any:
    return of_field(builder, row.name, name, builder.load(_at(builder, value, row.fields.index(name))))


@lower_setattr_generic(RowType)
def _set_field(context: Any, builder: Any, sig: Any, args: Any, name: str) -> None:
    row = sig.args[0]
    of_field(builder, row.name, name, builder.store(args[1], _at(builder, args[0], row.fields.index(name))))


@lower_getattr_generic(StructType)
def _get_address(context: Any, builder: Any, struct: StructType, value: Any, name: str) -> Any:
    address = never_changes(builder, builder.load(_at(builder, value, struct.fields.index(name))))
    return builder.inttoptr(address, _INTS)


@infer_global(operator.getitem)
class _GetItem(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        rows, index = args
        if not isinstance(index, types.Integer):
            return None
        if isinstance(rows, RowsType):
            return signature(rows.row, rows, types.int64)
        if isinstance(rows, StructsType):
            return signature(rows.struct, rows, types.int64)
        return signature(types.int64, rows, types.int64) if isinstance(rows, IntsType) else None


@infer_global(operator.setitem)
class _SetItem(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        rows, index, _ = args
        if isinstance(rows, IntsType) and isinstance(index, types.Integer):
            return signature(types.none, rows, types.int64, types.int64)
        return None


def _row_at(builder: Any, address: Any, position: Any, fields: int) -> Any:
    return builder.gep(address, [builder.mul(position, _INT(fields))])


@lower_builtin(operator.getitem, RowsType, types.int64)
def _get_row(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return _row_at(builder, args[0], args[1], len(sig.args[0].row.fields))


@lower_builtin(operator.getitem, StructsType, types.int64)
def _get_struct(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return _row_at(builder, args[0], args[1], len(sig.args[0].struct.fields))


@lower_builtin(operator.getitem, IntsType, types.int64)
def _get_int(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.load(builder.gep(args[0], [args[1]]))


@lower_builtin(operator.setitem, IntsType, types.int64, types.int64)
def _set_int(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    builder.store(args[2], builder.gep(args[0], [args[1]]))
    return context.get_dummy_value()


@intrinsic
def _copy_row(typing: Any, rows: Any, position: Any, blank: Any) -> Any:
    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        fields = len(sig.args[0].row.fields)
        cgutils.raw_memcpy(builder, _row_at(builder, args[0], args[1], fields), args[2], _INT(fields), 8)
        return context.get_dummy_value()

    return types.void(rows, types.int64, blank), lower


@overload(fresh)
def _fresh(rows: Any, position: Any, blank: Any) -> Any:
    def put(rows: Any, position: Any, blank: Any) -> None:
        _copy_row(rows, position, blank)

    return put if isinstance(rows, RowsType) else None


def putting(bits: int) -> Any:
    """A function for compiled code: puts a whole number of so many bits at an address."""

    @intrinsic
    def put(typing: Any, address: Any, value: Any) -> Any:
        def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            cell = ir.IntType(bits)
            narrow = args[1] if cell == _INT else builder.trunc(args[1], cell)
            builder.store(narrow, builder.inttoptr(args[0], cell.as_pointer()))
            return context.get_dummy_value()

        return types.void(types.int64, types.int64), lower

    return put


def tables_at(tuple_: Any) -> Any:
    """A function for compiled code: the address of the first of many named tuples, as whole number, as their list."""
    structs = StructsType(StructType(tuple_))

    @intrinsic
    def at(typing: Any, address: Any) -> Any:
        def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            return builder.inttoptr(args[0], _INTS)

        return structs(types.int64), lower

    return at
