"""Resolves controls that a turn names by path before they exist, in a menu or dialog that an action of the same turn opens.

"Save As > Name" is the control "Name" in the dialog "Save As", "Format > Bold" the entry of a menu. The last part is the
control's name or label. The other parts stand above it, in this order but not necessarily next to one another.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence

from ufo.commands.observe.selection import ToolScope
from ufo.commands.observe.targets import is_control
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import Window
from ufo.errors import AmbiguousElement, ApplicationHung, StaleElement
from ufo.schema.command import Command
from ufo.schema.tool import ToolInfo

_SEPARATOR = ">"
_PREFIX = "path:"
_SHOWN_AT_MOST = 12


def path_of(command: Command) -> tuple[str, ...]:
    """Return the parts of the `path` argument, which is a text with ">" between them or a list; () where there is none."""
    given = command.parameters.get("path")
    parts = given.split(_SEPARATOR) if isinstance(given, str) else given if isinstance(given, (list, tuple)) else ()
    return tuple(str(part).strip() for part in parts if str(part).strip())


def is_foreseen(command: Command, tool: ToolInfo | None) -> bool:
    """Tell whether the control is named only by path, for a tool that takes it by id."""
    takes_id = tool is not None and "id" in tool.parameters and "path" not in tool.parameters
    return takes_id and "path" in command.parameters


def names_window(path: Sequence[str], title: str) -> bool:
    """Tell whether one of the parts above the control names that window or dialog."""
    plain = _plain(title)
    return any(_plain(part) == plain or _plain(part) in plain.split(" - ") for part in path[:-1]) if plain else False


def shown_as(command: Command) -> Command:
    """Return the command with the name that the control will have, so that it can be judged before the control exists."""
    path = path_of(command)
    return _by_id(command, path, path[-1] if path else "")


async def resolve(command: Command, scope: ToolScope) -> Command:
    """Wait for the control that the command's path leads to, and return the command with its id and name.

    Raises StaleElement where it does not appear, AmbiguousElement where several match, and WindowGone.
    """
    path = path_of(command)
    if not path:
        raise StaleElement("`path` is empty; name the control as in 'Dialog > Field', or give an id of the last look")
    window = scope.selection.require_window()
    element = await _awaited(path, window, scope)
    resolved = _by_id(command, path, element.name)
    scope.selection.controls[str(resolved.parameters["id"])] = element
    return resolved


def _by_id(command: Command, path: Sequence[str], name: str) -> Command:
    rest = {key: value for key, value in command.parameters.items() if key != "path"}
    return command.model_copy(update={"parameters": {**rest, "id": f"{_PREFIX}{' > '.join(path)}", "name": name}})


async def _awaited(path: Sequence[str], window: Window, scope: ToolScope) -> Element:
    clock = asyncio.get_running_loop().time
    deadline = clock() + scope.settle_timeout_s
    while True:
        began = clock()
        snapshot = await scope.desktop.snapshot(window.id)
        found = _matching(path, window, snapshot)
        if len(found) == 1:
            scope.selection.snapshot = snapshot
            return found[0]
        left = deadline - clock()
        if left <= 0 or not await scope.desktop.changed(window.id, began, left):
            break
        if not await scope.desktop.settle(window.id, max(0.0, deadline - clock())):
            break
    if snapshot.degraded and not snapshot.elements:
        raise ApplicationHung(f"what {window.title!r} shows cannot be read: {snapshot.degraded}; look again")
    said = " > ".join(path)
    if found:
        raise AmbiguousElement(f"{len(found)} controls answer to {said!r}; look again and take one by its id")
    names = dict.fromkeys(element.name for element in snapshot if element.name and is_control(element))
    shown = ", ".join(repr(name[:40]) for name in list(names)[-_SHOWN_AT_MOST:])
    raise StaleElement(f"no control answers to {said!r}; look again. Among what is shown: {shown or 'nothing'}")


def _matching(path: Sequence[str], window: Window, snapshot: Snapshot) -> list[Element]:
    """Return the elements that match the path. Controls that can be operated take precedence over those that only show
    something.
    """
    above = [_plain(part) for part in path[:-1] if _plain(part) != _plain(window.title)]
    wanted = _plain(path[-1])
    named = [one for one in snapshot if wanted in (_plain(one.name), _plain(one.label or ""))]
    placed = [one for one in named if "offscreen" not in one.states and _in_order(above, [*map(_plain, one.path)])]
    worked = [one for one in placed if one.actions or one.states & {"editable", "focusable"}]
    return worked or placed


def _in_order(parts: Iterable[str], path: list[str]) -> bool:
    left = iter(path)
    return all(any(part == one for one in left) for part in parts)


def _plain(text: str) -> str:
    """Return the text without the dots of "Save As…", the colon of a label and the marks of shortcuts."""
    text = text.replace("_", "").replace("&", "").rstrip(" :…").removesuffix("...")
    return " ".join(text.split()).casefold()
