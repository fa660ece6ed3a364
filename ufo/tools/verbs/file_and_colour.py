"""Sets fields of a page that only a dialog fills: a file (`<input type=file>`) or a colour (`<input type=color>`).

Browsers report them as buttons. The dialog is opened, answered and closed. Then the page is read back: the file name from
the field's own name, the colour from the field's pixels.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from ufo.conditions.world import BROWSERS
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import Keys, TypeText, Window
from ufo.errors import ToolError
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.patterns import regex
from ufo.text.labels import label
from ufo.tools.act.keyboard import type_into
from ufo.tools.act.write_text import write_text
from ufo.tools.observe.control_names import named
from ufo.tools.system.launch_arguments import missing, resolve_path
from ufo.tools.verbs.context import PATIENCE_S, VerbContext, same
from ufo.tools.verbs.popups import closed_afterwards

# The names that Chromium ("Photo: No file chosen", "Photo: me.png") and Firefox ("Photo Browse… me.png") give a file field.
_FILE = regex(
    r"(?:(.*): |(.*)\bBrowse… )?(?:No files? (?:chosen|selected)\.?)|(.*): [^:/]+\.\w{1,8}|(.*)\bBrowse… .+", re.DOTALL
)
_COLOUR = regex(r"#[0-9a-fA-F]{6}")
_CHANNELS = ("Red", "Green", "Blue")
_OPENS_S, _LINE_S = 5.0, 1.0
_NEAR = 2


def takes_file(window: Window, element: Element, text: str) -> bool:
    """Tell whether the element is a page's file field, judged by the names that browsers give one, and the text is a path."""
    is_path = "/" in text or Path(text).suffix != ""
    return is_path and _is_button_of_page(window, element) and _FILE.fullmatch(element.name) is not None


def takes_colour(window: Window, element: Element, text: str) -> bool:
    return _is_button_of_page(window, element) and _COLOUR.fullmatch(text.strip()) is not None


def picked_by(window: Window, shown: Iterable[Element], words: str, text: str) -> list[Element]:
    """Return the fields with that label that accept the text. The name of a file field also contains its file."""
    taking = [field for field in shown if takes_file(window, field, text) or takes_colour(window, field, text)]
    return [field for field in taking if label(_label(field)) == label(words)]


def _label(field: Element) -> str:
    match = _FILE.fullmatch(field.name)
    return field.name if match is None else next((part for part in match.groups() if part), "")


async def put_file(context: VerbContext, element: Element, value: str) -> ActionReport:
    """Choose a file in the field's dialog. Raises ToolError where there is no such file."""
    path = resolve_path(value.strip(), context.actor.scope.working_folder)
    if not path.is_file():
        raise missing(path)
    if not str(path).isprintable():
        raise ToolError(f"the name of {str(path)!r} has signs that cannot be typed; rename the file")
    dialog = await _opened(context, element)
    if dialog is None:
        return _pressed(element, "no dialog for a file came")
    await _answer(context, dialog, path)
    closed = await context.until_windows(
        lambda windows: dialog.id not in {window.id for window in windows} or None, _OPENS_S
    )
    if not closed:
        await context.actor.send(dialog, [Keys(("escape",))] * 2)
        said = f"the dialog {dialog.title!r} of {named(element)} did not take {str(path)!r}, and was closed"
        return ActionReport.of(Effect.SUSPECTED_NOOP, said, Route.KEYBOARD)
    found = await context.until_it(
        element, lambda now: now.name != element.name and _names_file(now.name, path), PATIENCE_S
    )
    if found is not None:
        said = f"the field is called {found.name!r} now, it was {element.name!r}"
        return ActionReport.of(Effect.CONFIRMED, said, Route.KEYBOARD, path.name)
    left = await context.now(element)
    shown = None if left is None else left.name
    had_it = _names_file(element.name, path)
    effect = Effect.SUSPECTED_NOOP if shown == element.name and not had_it else Effect.UNVERIFIABLE
    said = f"the field is called {shown!r}, which does not show that {str(path)!r} was chosen" + (
        " again" if had_it else ""
    )
    return ActionReport.of(effect, said, Route.KEYBOARD, shown)


async def put_colour(context: VerbContext, element: Element, value: str) -> ActionReport:
    """Choose a colour, written as #rrggbb, in the field's colour chooser, which is closed afterwards where it is a popup."""
    async with closed_afterwards(context, element):
        return await _put_colour(context, element, value.strip().lower())


async def _put_colour(context: VerbContext, element: Element, wanted: str) -> ActionReport:
    known = {shown.handle.key for shown in await context.look()}
    await context.press(element)
    opened = await context.until(lambda snapshot: _chooser(snapshot, known), _OPENS_S)
    fields = None if opened is None else await _colour_fields(context, known, opened)
    if fields is None:
        return _pressed(element, "no field for a colour's code came")
    texts = [wanted] if len(fields) == 1 else list(map(str, _channels(wanted)))
    for field, text in zip(fields, texts, strict=True):
        report = await write_text(context.actor, context.window, field, text, True)
        if report.effect is not Effect.CONFIRMED:
            await type_into(context.actor, context.window, field, [Keys(("escape",))])
            return ActionReport(value=report.value, effect=Effect.PARTIAL, route=report.route, evidence=report.evidence)
    await _take(context, known, fields[-1])
    return await _judged_by_picture(context, element, known, wanted)


async def _judged_by_picture(context: VerbContext, element: Element, known: set[str], wanted: str) -> ActionReport:
    """Compare the field's pixels with the wanted colour once the chooser is closed: the field is then filled with its colour."""
    closed = await context.until(lambda snapshot: None if _chooser(snapshot, known) else snapshot, _OPENS_S)
    found = None if closed is None else same(closed, element)
    if found is None:
        said = f"{wanted} was written into the chooser of {named(element)}, which is still open"
        return ActionReport.of(Effect.UNVERIFIABLE, said, Route.KEYBOARD)
    shown = await _colour_at(context, found)
    near = bool(shown) and all(abs(a - b) <= _NEAR for a, b in zip(_channels(shown), _channels(wanted), strict=True))
    said = f"the middle of {named(element)} is {shown or 'not'} in the picture"
    effect = Effect.CONFIRMED if near else Effect.UNVERIFIABLE
    return ActionReport.of(effect, said, Route.KEYBOARD, shown)


def _channels(colour: str) -> list[int]:
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]


async def _colour_at(context: VerbContext, element: Element) -> str:
    frame = await context.desktop.capture(context.window.id)
    middle = element.rect.center
    if not frame.rect.contains(middle):
        return ""
    at = ((middle.y - frame.rect.y) * frame.rect.width + middle.x - frame.rect.x) * 4
    blue, green, red = frame.pixels[at : at + 3]
    return f"#{red:02x}{green:02x}{blue:02x}"


def _pressed(element: Element, but: str) -> ActionReport:
    return ActionReport.of(Effect.UNVERIFIABLE, f"{named(element)} was pressed, and {but}; look at what it did")


async def _colour_fields(
    context: VerbContext, known: set[str], opened: tuple[Element, ...]
) -> tuple[Element, ...] | None:
    """Return the fields for red, green and blue, or the one for the code. GTK 3's dialog shows that one after one more press."""
    if opened[0].role != "Button":
        return opened
    await context.press(opened[0])
    return await context.until(lambda snapshot: _fields(snapshot, known), _OPENS_S)


async def _take(context: VerbContext, known: set[str], field: Element) -> None:
    """Press Enter, which closes a page's chooser. In a dialog it only accepts the text, so press the default button too."""
    await type_into(context.actor, context.window, field, [Keys(("enter",))])
    left = await context.look()
    answer = next((part for part in left if "default" in part.states and part.handle.key not in known), None)
    if answer is not None:
        await context.press(answer)


def _chooser(snapshot: Snapshot, known: set[str]) -> tuple[Element, ...] | None:
    """Return the chooser's fields, or else the button that shows them."""
    fields = _fields(snapshot, known)
    if fields is not None:
        return fields
    new = [element for element in snapshot if element.handle.key not in known]
    colours = [element for element in new if element.role == "RadioButton"]
    custom = [element for element in new if element.role == "Button" and element.name == "Custom color"]
    return (custom[0],) if len(colours) > 8 and custom else None


def _fields(snapshot: Snapshot, known: set[str]) -> tuple[Element, ...] | None:
    new = [element for element in snapshot if element.handle.key not in known and element.role == "Edit"]
    codes = [element for element in new if _COLOUR.fullmatch((element.value or "").strip())]
    if len(codes) == 1:
        return (codes[0],)
    channels = [next((element for element in new if element.name.startswith(word)), None) for word in _CHANNELS]
    found = tuple(channel for channel in channels if channel is not None)
    return found if len(found) == len(_CHANNELS) else None


async def _opened(context: VerbContext, element: Element) -> Window | None:
    before = {window.id for window in await context.desktop.windows()}
    await context.press(element)

    def came(windows: Sequence[Window]) -> Window | None:
        own = (window for window in windows if window.id not in before and window.parent == context.window.id)
        return next(own, None)

    return await context.until_windows(came, _OPENS_S)


async def _answer(context: VerbContext, dialog: Window, path: Path) -> None:
    """Write the path into the dialog's location line, which Ctrl+L shows in GTK dialogs. Chromium's dialogs expose no controls,
    so there the path is typed blindly and confirmed with Alt+O.
    """
    inner = VerbContext(context.actor, dialog, context.judged)
    await inner.desktop.settle(dialog.id, context.actor.scope.settle_timeout_s)
    await context.actor.send(dialog, [Keys(("ctrl", "l"))])
    line = await inner.until(
        lambda look: next((part for part in look if part.role == "Edit" and "focused" in part.states), None), _LINE_S
    )
    if line is None:
        await context.actor.send(dialog, [Keys(("ctrl", "a")), TypeText(str(path))])
        await inner.desktop.settle(dialog.id, context.actor.scope.settle_timeout_s)
        await context.actor.send(dialog, [Keys(("alt", "o"))])
        return
    await write_text(context.actor, dialog, line, str(path), True)
    # The dialog reads the folder first.
    button = await inner.until(
        lambda look: next((part for part in look if "default" in part.states and "disabled" not in part.states), None),
        _OPENS_S,
    )
    if button is not None:
        await inner.press(button)


def _names_file(name: str, path: Path) -> bool:
    return re.search(rf"(^|\s){re.escape(path.name)}$", name) is not None


def _is_button_of_page(window: Window, element: Element) -> bool:
    return element.role == "Button" and bool({window.app_root, window.process} & BROWSERS) and bool(element.path)
