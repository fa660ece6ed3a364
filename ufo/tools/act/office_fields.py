"""Fields of LibreOffice that tell what they hold only once they are left: those of forms in documents, and cells of sheets.

LibreOffice does not check a text that is set directly: a date field goes on showing it but holds another day. So it is
typed. It may go on reporting the old text of a cell that it was asked about before; the input line above the sheet shows the
current cell as it was entered, also white text, formulas that give nothing, and text that does not fit. While a cell is
edited, the line shows what is typed; so it counts only once another cell is the current one.
"""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import InputEvent, Keys, TypeText, Window
from ufo.errors import DesktopError, NotActionable
from ufo.schema.command import ActionReport, Effect
from ufo.schema.patterns import regex
from ufo.schema.roles import DOCUMENT_TEXTS, ONE_LINE_FIELDS
from ufo.tools.act.actor import Actor
from ufo.tools.effects.judge import same_text
from ufo.tools.observe.in_view import above

_OFFICE = "libreoffice"
_NUMBER = regex(r"-?\d+(?:\.\d+)?")
_GROUPED = regex(r"-?\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_CODE = regex(r"\A[A-Z]{3}\s|\s[A-Z]{3}\Z")
_ADDRESS = regex(r"[A-Z]{1,3}[1-9]\d{0,6}")
_LATE_S = 1.0


def has_forms(window: Window) -> bool:
    """Tell whether the window's documents may contain forms of this kind."""
    return window.app_root.startswith(_OFFICE)


def is_form_field(window: Window, snapshot: Snapshot | None, element: Element) -> bool:
    if snapshot is None or element.by_sight or element.role not in ONE_LINE_FIELDS or not has_forms(window):
        return False
    return any(item.role == "Document" for item in above(snapshot, element))


def is_mute(element: Element) -> bool:
    """Tell whether the field reports nothing of its text, as a field of several lines does."""
    return element.role == "Edit" and element.value is None


def typed(element: Element, wanted: str, added: str | None) -> list[InputEvent]:
    """Return the events that leave `wanted` in the field, or add `added` to a mute one. Raises NotActionable for bad signs."""
    has_lines = "multiline" in element.states
    if "\t" in wanted or ("\n" in wanted and not has_lines):
        raise NotActionable(
            f"a tab{'' if has_lines else ' or a line break'} leaves {element}; write the text without it"
        )
    if added is not None and is_mute(element):
        return [Keys(("ctrl", "end")), TypeText(added)]
    written: InputEvent = TypeText(wanted) if wanted else Keys(("delete",))
    return [Keys(("ctrl", "a")), written, *(() if has_lines else (Keys(("tab",)),))]


def same_as_left(wanted: str, shown: str) -> bool:
    """Tell whether `shown` is how a field shows `wanted` once it was left: 9.5 as € 9.50, 1234 as 1,234.00."""
    if same_text(wanted, shown):
        return True
    bare = _CODE.sub("", "".join(sign for sign in shown.strip() if unicodedata.category(sign) != "Sc")).strip()
    plain = bare.replace(",", "") if _GROUPED.fullmatch(bare) else bare
    return bool(_NUMBER.fullmatch(wanted.strip())) and same_text(wanted.strip(), plain)


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
    """Return what the input line shows for the cell, which is left and made the current one for that; None if unknown."""
    if not _ADDRESS.fullmatch(cell.name) or await _current(actor, window, lambda at: at != cell.name) is None:
        return None
    await actor.aiming.click(window, await actor.ready(cell))
    shown = await _current(actor, window, lambda at: at == cell.name)
    if shown is None:
        return None
    # Leave the cell as entering a text does.
    await actor.send(window, [Keys(("enter",))])
    await actor.scope.desktop.settle(window.id, actor.scope.settle_timeout_s)
    lines = [element for element in shown.beside if element.role in DOCUMENT_TEXTS]
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
    """Find the field above the sheet with the address of the current cell, and beside it what shows its content."""
    sheets = [element.rect.y for element in snapshot if element.role == "Table"]
    fields = (element for element in snapshot if element.role == "Edit" and _ADDRESS.fullmatch(element.value or ""))
    box = next((element for element in fields if sheets and element.rect.bottom <= min(sheets)), None)
    if box is None:
        return None
    return _Line(
        box.value or "", tuple(element for element in snapshot if element.path == box.path and element is not box)
    )
