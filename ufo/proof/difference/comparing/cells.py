"""The differences of cells, one by one, and like ones joined into blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ufo.conditions.readers.blocks import form, runs_in
from ufo.conditions.readers.model import Cell
from ufo.schema.property_values import formula_plain

_FEW = 3
NEW, NEW_FORMULA, CHANGED, CLEARED = "new value", "new formula", "changed value", "cleared"
TO_FORMULA, TO_VALUE, OTHER_FORMULA = "formula for a value", "value for a formula", "changed formula"
RECALCULATED, RETYPED = "recalculated", "other type"


@dataclass(frozen=True)
class CellChange:
    """`row`, `column`: where the cell stands after; of a cleared one where it stood. `kind`: one of the words above. `form`:
    the formula in a spelling that is the same for formulas that were filled down.
    """

    row: int
    column: int
    kind: str
    before: Cell
    after: Cell
    form: str = ""


@dataclass(frozen=True)
class Block:
    """Like changes of cells: `rows` and `columns` without gaps, or several `rows` of one column."""

    changes: tuple[CellChange, ...]
    rows: tuple[range, ...]
    columns: range

    @property
    def kind(self) -> str:
        return self.changes[0].kind

    @property
    def count(self) -> int:
        return len(self.changes)


def change_of(row: int, column: int, before: Cell, after: Cell, adapted: str = "") -> CellChange | None:
    """Return the difference, or None. `adapted`: the formula from before as it reads after rows or columns were moved."""
    kind = _kind(before, after, adapted)
    if kind is None:
        return None
    return CellChange(row, column, kind, before, after, form(after.formula, row, column))


def _kind(before: Cell, after: Cell, adapted: str) -> str | None:
    if is_blank(before):
        return NEW_FORMULA if after.formula else None if is_blank(after) else NEW
    if is_blank(after):
        return CLEARED
    if before.formula or after.formula:
        return _formula_kind(before, after, adapted)
    if before.shown == after.shown and before.value == after.value and before.day == after.day:
        return RETYPED if "text" in (before.kind, after.kind) and before.kind != after.kind else None
    if (before.value, before.day) == (after.value, after.day) and (after.value is not None or after.day):
        # Only its number format differs, which the looks tell; a file without looks holds "0007" or "7".
        codes = [cell.shown.startswith("0") and cell.shown.isdecimal() for cell in (before, after)]
        return CHANGED if not before.kind and codes[0] != codes[1] else None
    return CHANGED


def _formula_kind(before: Cell, after: Cell, adapted: str) -> str | None:
    if not before.formula:
        return TO_FORMULA
    if not after.formula:
        return TO_VALUE
    now = formula_plain(after.formula)
    if now not in (adapted, formula_plain(before.formula)):
        return OTHER_FORMULA
    # A program that computes nothing leaves the result out, and the next one fills it in.
    return None if before.shown == after.shown else RECALCULATED


def is_blank(cell: Cell) -> bool:
    return not cell.formula and not cell.shown and cell.value is None


def joined(changes: Sequence[CellChange]) -> list[Block]:
    """Join like changes: of one kind, filled down or side by side, and of changed values those that were changed alike."""
    columns: dict[tuple[object, ...], list[CellChange]] = {}
    for change in changes:
        columns.setdefault((change.kind, change.column, _pattern(change)), []).append(change)
    blocks = [block for found in columns.values() for block in _blocks(found)]
    return _side_by_side(_stacked(blocks))


def _pattern(change: CellChange) -> object:
    """Return what changes of a kind must share to be joined across a gap; its own place for what shares nothing."""
    if change.form and change.kind != RECALCULATED:
        return change.form
    if change.kind == CHANGED:
        return _way(change.before, change.after) or (change.row, change.column)
    return ""


def _way(before: Cell, after: Cell) -> object:
    """Return how the value was changed, where it is a way in which others can be changed too."""
    if before.value is not None and after.value is not None:
        if before.value and after.value:
            return ("times", round(after.value / before.value, 6))
        return ("by", round(after.value - before.value, 6))
    old, new = before.shown, after.shown
    for name, turned in (("upper", old.upper()), ("lower", old.lower()), ("title", old.title()), ("trim", old.strip())):
        if new == turned:
            return name
    return ("to", new)


def _blocks(changes: list[CellChange]) -> list[Block]:
    """Return one block of a column's like changes. New and cleared cells are joined only without a gap."""
    column = range(changes[0].column, changes[0].column + 1)
    by_row = {change.row: change for change in changes}
    runs = runs_in(by_row)
    if changes[0].kind in (NEW, CLEARED):
        return [Block(tuple(by_row[row] for row in run), (run,), column) for run in runs]
    return [Block(tuple(by_row[row] for run in runs for row in run), tuple(runs), column)]


def _stacked(blocks: list[Block]) -> list[Block]:
    """Join values of one column that stand one below another and were changed in different ways, where they are many."""
    single = {
        (block.columns[0], block.rows[0][0]): block for block in blocks if block.kind == CHANGED and block.count == 1
    }
    taken: set[tuple[int, int]] = set()
    stacked = []
    for column in {column for column, _ in single}:
        for run in runs_in(row for place, row in single if place == column):
            if len(run) > _FEW:
                found = tuple(single[column, row].changes[0] for row in run)
                stacked.append(Block(found, (run,), range(column, column + 1)))
                taken |= {(column, row) for row in run}
    rest = [block for block in blocks if block.count > 1 or (block.columns[0], block.rows[0][0]) not in taken]
    return [*rest, *stacked]


def _side_by_side(blocks: list[Block]) -> list[Block]:
    """Join blocks of one kind in neighbouring columns with the same rows."""
    found: list[Block] = []
    for block in sorted(blocks, key=lambda block: (block.kind, block.rows[0][0], str(block.rows), block.columns[0])):
        last = found[-1] if found else None
        if last is not None and _belong(last, block):
            found[-1] = replace(
                last, changes=last.changes + block.changes, columns=range(last.columns[0], block.columns[-1] + 1)
            )
        else:
            found.append(block)
    return sorted(found, key=lambda block: (block.rows[0][0], block.columns[0]))


def _belong(left: Block, right: Block) -> bool:
    if left.kind != right.kind or left.rows != right.rows or left.columns.stop != right.columns.start:
        return False
    if left.kind in (NEW, CLEARED, RECALCULATED):
        return True
    if left.changes[-1].form or right.changes[0].form:
        return left.changes[-1].form == right.changes[0].form
    return left.count > 1 or left.kind != CHANGED
