"""Reads what a cell of a LibreOffice sheet holds from the input line above the sheet, which shows the current cell as entered.

LibreOffice may go on reporting the old text of a cell that it was asked about before. The input line also shows white text,
formulas that give nothing, and text that does not fit. While a cell is edited, the line shows what is typed; so it counts
only once the cell was left, that is, once another cell is the current one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ufo.commands.act.actor import Actor
from ufo.commands.effects.judge import same_text
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import Keys, Window
from ufo.errors import DesktopError
from ufo.schema.command import ActionReport, Effect
from ufo.schema.patterns import regex
from ufo.schema.roles import DOCUMENT_TEXTS

_ADDRESS = regex(r"[A-Z]{1,3}[1-9]\d{0,6}")
_LATE_S = 1.0


@dataclass(frozen=True, slots=True)
class _Line:
    """The input line. `address` is that of the current cell; `beside` are the elements beside the field with the address."""

    address: str
    beside: Sequence[Element]


async def as_entered(actor: Actor, window: Window, cell: Element, wanted: str, report: ActionReport) -> ActionReport:
    """Return the report on what was written into the cell. Where the input line shows the wanted text, the report says so."""
    try:
        shown = await _line_of(actor, window, cell)
    except DesktopError:
        return report
    if shown is None or not same_text(wanted, shown):
        return report
    said = f"the input line of {cell.name!r} shows {shown!r}, as it was entered"
    return report.model_copy(update={"value": shown, "effect": Effect.CONFIRMED, "evidence": (said,)})


async def _line_of(actor: Actor, window: Window, cell: Element) -> str | None:
    """Return what the input line shows for the cell, or None where it does not tell or the cell was not left. Make another cell
    the current one for a moment.
    """
    if not _ADDRESS.fullmatch(cell.name) or await _current(actor, window, lambda at: at != cell.name) is None:
        return None
    await actor.aiming.click(window, await actor.ready(cell))
    shown = await _current(actor, window, lambda at: at == cell.name)
    if shown is None:
        return None
    # Leave the cell as entering a text does.
    await actor.send(window, [Keys(("enter",))])
    await actor.scope.desktop.settle(window.id, actor.scope.settle_timeout_s)
    lines = [one for one in shown.beside if one.role in DOCUMENT_TEXTS]
    return lines[0].value if len(lines) == 1 else None


async def _current(actor: Actor, window: Window, wanted: Callable[[str], bool]) -> _Line | None:
    """Wait for the name box to show a wanted address, which may come late, and return it with the elements beside it."""
    desktop, clock = actor.scope.desktop, asyncio.get_running_loop().time
    deadline = clock() + _LATE_S
    while True:
        await desktop.settle(window.id, actor.scope.settle_timeout_s)
        looked = clock()
        line = _line(await actor.look(window.id))
        if line is not None and wanted(line.address):
            return line
        if clock() >= deadline or line is None or not await desktop.changed(window.id, looked, deadline - clock()):
            return None


def _line(snapshot: Snapshot) -> _Line | None:
    """Find the field above the sheet that holds the address of the current cell, and the elements beside it that show its
    content.
    """
    sheets = [one.rect.y for one in snapshot if one.role == "Table"]
    fields = (one for one in snapshot if one.role == "Edit" and _ADDRESS.fullmatch(one.value or ""))
    box = next((one for one in fields if sheets and one.rect.bottom <= min(sheets)), None)
    if box is None:
        return None
    return _Line(box.value or "", tuple(one for one in snapshot if one.path == box.path and one is not box))
