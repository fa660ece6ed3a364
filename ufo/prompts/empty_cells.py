"""Gathers the empty cells of a sheet into blocks, so that one line tells hundreds of them, with the id of each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ufo.prompts.prune_outline import ADDRESS, SHARED_STATES, is_alike, told_states
from ufo.schema.target import TargetInfo

_FEW = 2


@dataclass(frozen=True, slots=True)
class EmptyCells:
    """Empty cells that are alike and fill a rectangle. `step`: by how much the ids grow from one row to the next."""

    first: TargetInfo
    last: TargetInfo
    width: int
    rows: int
    step: int

    @property
    def path(self) -> tuple[str, ...]:
        return self.first.path

    @property
    def text(self) -> str:
        """The block as a line: `E1:V30: 540 empty Cells, [107-124] the first row, the ids of each next row 22 higher`."""
        begins = int(self.first.id or 0)
        states = told_states(self.first)
        said = f"{self.first.name}:{self.last.name}: {self.width * self.rows} empty Cells"
        said += f" ({', '.join(states)})" if states else ""
        if self.step == self.width or self.rows == 1:
            return f"{said}, [{begins}-{self.last.id}] row by row"
        return (
            f"{said}, [{begins}-{begins + self.width - 1}] the first row, the ids of each next row {self.step} higher"
        )


def without_empty_cells(controls: Sequence[TargetInfo]) -> tuple[list[TargetInfo], list[EmptyCells]]:
    """Return the controls that are told one by one, and the blocks of empty cells of several rows that were taken out."""
    blocks = [block for block in _stacked(_row_runs(controls)) if len(block) >= _FEW]
    taken = {id(cell) for block in blocks for run in block for cell in run}
    gathered = [
        EmptyCells(block[0][0], block[-1][-1], len(block[0]), len(block), _id(block[1][0]) - _id(block[0][0]))
        for block in blocks
    ]
    return [control for control in controls if id(control) not in taken], gathered


def _row_runs(controls: Iterable[TargetInfo]) -> list[list[TargetInfo]]:
    """Return the empty cells that stand side by side in one row, with ids that follow one another."""
    runs: list[list[TargetInfo]] = []
    for control in controls:
        if not _is_empty(control):
            continue
        last = runs[-1][-1] if runs else None
        if (
            last is not None
            and is_alike(last, control)
            and _row(last) == _row(control)
            and _id(control) == _id(last) + 1
        ):
            runs[-1].append(control)
        else:
            runs.append([control])
    return runs


def _stacked(runs: Iterable[list[TargetInfo]]) -> list[list[list[TargetInfo]]]:
    """Return the runs of neighbouring rows and the same columns, whose ids grow evenly, together."""
    stacks: list[list[list[TargetInfo]]] = []
    for run in runs:
        fitting = next((stack for stack in reversed(stacks) if _continues(stack, run)), None)
        if fitting is None:
            stacks.append([run])
        else:
            fitting.append(run)
    return stacks


def _continues(stack: Sequence[Sequence[TargetInfo]], run: Sequence[TargetInfo]) -> bool:
    above = stack[-1]
    step = _id(run[0]) - _id(above[0])
    return (
        is_alike(above[0], run[0])
        and _row(run[0]) == _row(above[0]) + 1
        and (_column(run[0]), _column(run[-1])) == (_column(above[0]), _column(above[-1]))
        and (len(stack) == 1 or step == _id(above[0]) - _id(stack[-2][0]))
    )


def _is_empty(control: TargetInfo) -> bool:
    return (
        control.type == "Cell"
        and not control.value
        and not control.doubt
        and (control.id or "").isdecimal()
        and ADDRESS.fullmatch(control.name) is not None
        and SHARED_STATES.issuperset(told_states(control))
    )


def _id(control: TargetInfo) -> int:
    return int(control.id or 0)


def _row(control: TargetInfo) -> int:
    return int(control.name.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))


def _column(control: TargetInfo) -> str:
    return control.name.rstrip("0123456789")
