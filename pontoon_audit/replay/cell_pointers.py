"""How numba sees rows that are columns (`layouts`): as places in columns of cells of few bytes.

Many such rows are the address of a list of the addresses of their columns; a row is that and its place in them. What
reads `event.best` reads a cell, and sees UNKNOWN where the cell says so.

Imported only where numba is installed.
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_getattr, infer_global, signature
from numba.extending import (
    intrinsic,
    lower_builtin,
    lower_getattr_generic,
    lower_setattr_generic,
    models,
    overload,
    register_model,
)

from pontoon_audit.replay.compiling import fresh, fresh_in_turn
from pontoon_audit.replay.layouts import LAYOUTS, TOGETHER, cell_of, unknown_of
from pontoon_audit.replay.state import UNKNOWN, Row

_INT = ir.IntType(64)


class ColumnsType(types.Type):
    """The address of the list of the addresses of columns."""

    def __init__(self, row: type[Row]) -> None:
        self.layout, self.fields = LAYOUTS[row], row.fields()
        self.names = tuple(self.layout.bits)
        super().__init__(f"Columns{row.__name__}")
        self.row = PlaceType(self)


class PlaceType(types.Type):
    """One row: the columns, its place in them, and in those that stand in the order of blocks."""

    def __init__(self, columns: ColumnsType) -> None:
        self.columns = columns
        super().__init__(f"Row{columns.name}")


@register_model(ColumnsType)
class _Columns(models.PrimitiveModel):
    def __init__(self, manager: Any, fe_type: Any) -> None:
        super().__init__(manager, fe_type, _INT.as_pointer())


@register_model(PlaceType)
class _Place(models.StructModel):
    def __init__(self, manager: Any, fe_type: PlaceType) -> None:
        members = [("columns", fe_type.columns), ("place", types.int64)]
        if fe_type.columns.layout.in_blocks:
            members.append(("row", types.int64))
        super().__init__(manager, fe_type, members)


@infer_getattr
class _Fields(AttributeTemplate):
    key = PlaceType

    def generic_resolve(self, row: PlaceType, name: str) -> types.Type | None:
        return types.int64 if name in row.columns.names else None


@infer_global(operator.getitem)
class _GetPlace(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        rows, index = args
        if isinstance(rows, ColumnsType) and isinstance(index, types.Integer):
            return signature(rows.row, rows, types.int64)
        return None


def of_field(builder: Any, row: str, field: str, access: Any) -> Any:
    """Marks a load or a store as one of a field of a kind of row. No other field stands in the same place, so the
    compiler need not load again what it has at hand whenever another one is written."""
    module = builder.module
    all_ = module.add_metadata([ir.MetaDataString(module, "rows")])
    kind = module.add_metadata([ir.MetaDataString(module, f"{row}.{field}"), all_, _INT(0)])
    access.set_metadata("tbaa", module.add_metadata([kind, kind, _INT(0)]))
    return access


def never_changes(builder: Any, load: Any) -> Any:
    """Marks what is loaded as what stands there for good, so that it need not be loaded twice."""
    load.set_metadata("invariant.load", builder.module.add_metadata([]))
    return load


def _cell(builder: Any, kind: ColumnsType, columns: Any, name: str, place: Any) -> Any:
    """The address of a cell."""
    address = builder.load(builder.gep(columns, [_INT(kind.names.index(name))], inbounds=True))
    first = builder.inttoptr(never_changes(builder, address), ir.IntType(kind.layout.bits[name]).as_pointer())
    return builder.gep(first, [place])


@lower_builtin(operator.getitem, ColumnsType, types.int64)
def _get_place(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    kind = sig.args[0]
    row = cgutils.create_struct_proxy(kind.row)(context, builder)
    row.columns, row.place = args
    if kind.layout.in_blocks:
        row.row = of_field(builder, kind.name, "row", builder.load(_cell(builder, kind, args[0], "row", args[1])))
    return row._getvalue()


def _cell_of(context: Any, builder: Any, kind: PlaceType, value: Any, name: str) -> Any:
    row = cgutils.create_struct_proxy(kind)(context, builder, value=value)
    place = row.row if name in kind.columns.layout.in_blocks else row.place
    return _cell(builder, kind.columns, row.columns, name, place)


@lower_getattr_generic(PlaceType)
def _get_field(context: Any, builder: Any, kind: PlaceType, value: Any, name: str) -> Any:
    cell = of_field(builder, kind.columns.name, name, builder.load(_cell_of(context, builder, kind, value, name)))
    if cell.type == _INT:
        return cell
    found = builder.sext(cell, _INT)
    if name not in kind.columns.layout.facts:
        return found
    unknown = builder.icmp_signed("==", cell, cell.type(unknown_of(cell.type.width)))
    return builder.select(unknown, _INT(UNKNOWN), found)


@lower_setattr_generic(PlaceType)
def _set_field(context: Any, builder: Any, sig: Any, args: Any, name: str) -> None:
    kind, value = sig.args[0], args[1]
    layout = kind.columns.layout
    narrow = ir.IntType(layout.bits[name])
    if narrow != _INT:
        cell = builder.trunc(value, narrow)
        if name in layout.facts:
            unknown = builder.icmp_signed("==", value, _INT(UNKNOWN))
            cell = builder.select(unknown, narrow(unknown_of(narrow.width)), cell)
        value = cell
    store = builder.store(value, _cell_of(context, builder, kind, args[0], name))
    of_field(builder, kind.columns.name, name, store)


def _clearing(count: int) -> Any:
    """A function for compiled code: puts so many rows from a place on there as they are at first."""

    @intrinsic
    def clear(typing: Any, rows: Any, place: Any) -> Any:
        def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            kind = sig.args[0]
            for name, first in kind.fields.items():
                cell = _cell(builder, kind, args[0], name, args[1])
                bits = kind.layout.bits[name]
                cells = ir.VectorType(ir.IntType(bits), count)
                blank = ir.Constant(cells, [cell_of(first, bits)] * count)
                store = builder.store(blank, builder.bitcast(cell, cells.as_pointer()), align=bits // 8)
                of_field(builder, kind.name, name, store)
            return context.get_dummy_value()

        return types.void(rows, types.int64), lower

    return clear


_clear, _clear_together = _clearing(1), _clearing(TOGETHER)


@overload(fresh)
def _fresh(rows: Any, position: Any, blank: Any) -> Any:
    def put(rows: Any, position: Any, blank: Any) -> None:
        _clear(rows, position)

    return put if isinstance(rows, ColumnsType) else None


@overload(fresh_in_turn)
def _fresh_in_turn(rows: Any, position: Any, blank: Any) -> Any:
    def put(rows: Any, position: Any, blank: Any) -> None:
        if position % TOGETHER == 0:
            _clear_together(rows, position)

    return put if isinstance(rows, ColumnsType) else None
