"""Resolves controls that a turn names by path before they exist, in a menu or dialog that an action of the same turn opens.

"Save As > Name" is the control "Name" in the dialog "Save As", "Format > Bold" the entry of a menu, and "OK" alone a control
of the dialog that stands open. The last part is the control's name or label. The other parts stand above it, in this order but
not necessarily next to one another.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from ufo.desktop.matching.labels_beside import with_labels_beside
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import Window
from ufo.errors import AmbiguousElement, ApplicationHung, StaleElement
from ufo.schema.command import Command
from ufo.schema.roles import CHOOSERS, EDITS_AND_SPINNERS, MENU_ENTRIES, TEXTS, TOGGLES, WINDOWS_AND_DIALOGS, WRITTEN
from ufo.schema.tool import ToolInfo
from ufo.schema.tool_facts import ActionKind
from ufo.text.labels import label
from ufo.tools.observe.control_names import without_inner
from ufo.tools.observe.in_view import in_page, pages_in, scrolled_to
from ufo.tools.observe.selection import ToolScope
from ufo.tools.observe.targets import is_control
from ufo.tools.policy.consent.subject import is_browser

_SEPARATOR = ">"
_PREFIX = "path:"
_SHOWN_AT_MOST = 12
_WORKS_A_CONTROL = frozenset(
    {
        ActionKind.CLICK,
        ActionKind.DRAG,
        ActionKind.KEYS,
        ActionKind.TEXT,
        ActionKind.VALUE,
        ActionKind.SELECT,
        ActionKind.CHECK,
        ActionKind.EXPAND,
        ActionKind.LOOK,
    }
)
_TAKES = MappingProxyType(
    {
        ActionKind.TEXT: WRITTEN,
        ActionKind.VALUE: WRITTEN | TOGGLES | {"ComboBox"},
        ActionKind.CHECK: TOGGLES,
        ActionKind.SELECT: CHOOSERS,
    }
)
"""The roles that can take what a kind of action does, for the kinds that not every control can take."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The only dialog that an action of this turn opened: its window id, its title, and what that action pressed. The dialog of
    "Save As…" may be titled "Save".
    """

    window: str = ""
    title: str = ""
    by: str = ""
    was_shown: frozenset[str] = frozenset()
    """The names of what the turn was decided on: such a name alone means what was there then."""

    def rest_of(self, path: Sequence[str]) -> Sequence[str] | None:
        """Return what of the path follows the part that names this dialog; None where none does. A path of one part means a
        control of the dialog where what was pressed announced it, or where nothing was called so when the turn was decided.
        """
        if len(path) == 1 and self.window and (self._is_announced() or label(path[0]) not in self.was_shown):
            return path
        known = {label(self.by), label(self.title)} - {""}
        at = [place for place, part in enumerate(path[:-1], 1) if label(part) in known]
        return path[at[-1] :] if self.window and at else None

    def _is_announced(self) -> bool:
        """Tell whether the dialog is the one that was asked for, and not a warning or another question in its place."""
        is_dotted = self.by.rstrip().endswith(("…", "..."))
        shared = set(label(self.by).split()) & set(label(self.title).split())
        return is_dotted and any(len(word) > 1 for word in shared)

    def holds(self, element: Element) -> bool:
        """Tell whether the element stands in this dialog, also where it was not told apart from its parent."""
        return element.window == self.window or (bool(self.title) and self.title in element.path)


NOTHING_OPENED = Opened()


def path_of(command: Command) -> tuple[str, ...]:
    """Return the parts of the `path` argument, which is a text with ">" between them or a list; () where there is none."""
    given = command.parameters.get("path")
    parts = given.split(_SEPARATOR) if isinstance(given, str) else given if isinstance(given, (list, tuple)) else ()
    return tuple(str(part).strip() for part in parts if str(part).strip())


def by_name_alone(command: Command, tool: ToolInfo | None) -> Command:
    """Return the command with a path in the place of a name that stands without an id, for tools that work or read a control:
    it is looked for when the command's turn comes, in what is shown by then.
    """
    given = command.parameters
    name = str(given.get("name") or "").strip()
    if tool is None or not name or given.get("id") or given.get("path") or not _works_a_control(tool):
        return command
    rest = {key: value for key, value in given.items() if key not in ("id", "name", "path")}
    return command.model_copy(update={"parameters": {**rest, "path": [name]}})


def _works_a_control(tool: ToolInfo) -> bool:
    return {"id", "name"} <= set(tool.parameters) and tool.facts.kind in _WORKS_A_CONTROL


def is_foreseen(command: Command, tool: ToolInfo | None) -> bool:
    """Tell whether the control is named only by path, for a tool that takes it by id."""
    takes_id = tool is not None and "id" in tool.parameters and "path" not in tool.parameters
    return takes_id and "path" in command.parameters


def names_window(path: Sequence[str], title: str) -> bool:
    """Tell whether one of the parts above the control names that window or dialog."""
    plain = label(title)
    return any(label(part) == plain or label(part) in plain.split(" - ") for part in path[:-1]) if plain else False


def shown_as(command: Command) -> Command:
    """Return the command with the name that the control will have, so that it can be judged before the control exists."""
    path = path_of(command)
    return _by_id(command, path, path[-1] if path else "")


def pressed_by(command: Command) -> str:
    """Return the name of what a command presses, as the command itself gives it, or ""."""
    path = path_of(command)
    return path[-1] if path else str(command.parameters.get("name") or "")


async def resolve(
    command: Command, scope: ToolScope, tool: ToolInfo | None = None, opened: Opened = NOTHING_OPENED
) -> Command:
    """Wait for the control that the command's path leads to, and return the command with its id and name. `opened`: what an
    action of this turn opened.

    Raises StaleElement where it does not appear, AmbiguousElement where several match, and WindowGone.
    """
    path = path_of(command)
    if not path:
        raise StaleElement("`path` is empty; name the control as in 'Dialog > Field', or give an id of the last look")
    window = scope.selection.require_window()
    wanted = _Wanted(path, window, _TAKES.get(tool.facts.kind) if tool is not None else None, opened)
    element = await _awaited(wanted, scope)
    resolved = _by_id(command, path, element.name)
    scope.selection.controls[str(resolved.parameters["id"])] = element
    return resolved


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A control that a path names. `takes`: the roles that can take the action; None where any can."""

    path: tuple[str, ...]
    window: Window
    takes: frozenset[str] | None
    opened: Opened


def _by_id(command: Command, path: Sequence[str], name: str) -> Command:
    rest = {key: value for key, value in command.parameters.items() if key != "path"}
    return command.model_copy(update={"parameters": {**rest, "id": f"{_PREFIX}{' > '.join(path)}", "name": name}})


async def _awaited(wanted: _Wanted, scope: ToolScope) -> Element:
    path, window = wanted.path, wanted.window
    clock = asyncio.get_running_loop().time
    deadline = clock() + scope.settle_timeout_s
    may_scroll = True
    while True:
        began = clock()
        snapshot = await scope.desktop.snapshot(window.id)
        found = _matching(wanted, scope, snapshot)
        if len(found) == 1:
            scope.selection.snapshot = snapshot
            return found[0]
        if may_scroll and not found and not wanted.opened.window:
            may_scroll = False
            if await scrolled_to(scope.desktop, pages_in(snapshot), path[-1]):
                await scope.desktop.settle(window.id, scope.settle_timeout_s)
                continue
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
    raise StaleElement(
        f"no control answers to {said!r}: {_unmet(path, snapshot)}; look again. {_shown_names(snapshot)}"
    )


def _unmet(path: Sequence[str], snapshot: Snapshot) -> str:
    """Say which part of the path finds nothing."""
    last = label(path[-1])
    alike = [element for element in snapshot if last in (label(element.name), label(element.label or ""))]
    if not alike:
        return f"{path[-1]!r} is not shown"
    if all("offscreen" in element.states for element in alike):
        return f"{path[-1]!r} is out of sight"
    for part in path[:-1]:
        if not any(label(part) in map(label, element.path) for element in alike):
            where = " > ".join(alike[0].path[-2:]) or "the window"
            return f"{path[-1]!r} is shown, in {where!r}, and nothing around it is called {part!r}"
    return f"{path[-1]!r} is shown, but not in this order of parts, or it cannot take the action"


def _shown_names(snapshot: Snapshot) -> str:
    names = dict.fromkeys(element.name for element in snapshot if element.name and is_control(element))
    shown = ", ".join(repr(name[:40]) for name in list(names)[-_SHOWN_AT_MOST:])
    return f"Among what is shown: {shown or 'nothing'}"


def standing(path: Sequence[str], snapshot: Snapshot, roles: frozenset[str], title: str) -> Element | None:
    """Return the control of these roles that a path of several parts leads to without anything being opened; None where there
    is none, or more than one. `title` is the window's.
    """
    inner = within_windows(path, snapshot, title)
    above, last = [label(part) for part in inner[:-1]], label(path[-1])
    found = [
        element
        for element in snapshot
        if last in (label(element.name), label(element.label or ""))
        and element.role in roles
        and not element.states & {"offscreen", "covered"}
        and _in_order(above, [*map(label, element.path)])
    ]
    return found[0] if len(path) > 1 and len(found) == 1 else None


def within_windows(path: Sequence[str], snapshot: Snapshot, title: str) -> Sequence[str]:
    """Return what of the path follows the parts at its beginning that name the window `title` or a dialog of the snapshot."""
    known = {label(element.name) for element in snapshot if element.role in WINDOWS_AND_DIALOGS}
    known |= {label(title), *label(title).split(" - ")}
    known -= {label(element.name) for element in snapshot if element.role in MENU_ENTRIES}
    inside = 0
    while inside < len(path) - 1 and label(path[inside]) in known:
        inside += 1
    return path[inside:]


def _matching(wanted: _Wanted, scope: ToolScope, snapshot: Snapshot) -> list[Element]:
    """Return the elements that match the path. Those that can take the action take precedence, then those that can be operated
    over those that only show something.
    """
    rest = wanted.opened.rest_of(wanted.path)
    path = wanted.path if rest is None else rest
    above = [label(part) for part in path[:-1] if label(part) != label(wanted.window.title)]
    last = label(path[-1])
    shown = [element for element in snapshot if "offscreen" not in element.states]
    if rest is not None:
        shown = [element for element in shown if wanted.opened.holds(element)]
    placed = [element for element in shown if _in_order(above, [*map(label, element.path)])]
    named = [element for element in placed if last in (label(element.name), label(element.label or ""))]
    if len(path) == 1 and is_browser(wanted.window):
        # The browser has buttons of its own around each page, and a mail of a page may be called "Forward" as well.
        named = [element for element in named if in_page(snapshot, element)] or named
    worked = [element for element in named if element.actions or element.states & {"editable", "focusable"}] or named
    takes = [element for element in worked if wanted.takes is None or element.role in wanted.takes]
    if takes:
        return _in_front(takes)
    if not named and rest is None:
        named = [
            element
            for element in _beside_text(above, last, shown)
            if wanted.takes is None or element.role in wanted.takes
        ]
        if named:
            return named
    labelled = with_labels_beside(placed, scope.selection.surroundings(snapshot))
    beside = [element for element in labelled if last == label(element.label or "") and element not in worked]
    alone = _only_field(shown) if rest is not None and not named else []
    return beside or alone or _in_front(worked)


def _in_front(found: list[Element]) -> list[Element]:
    """Return those that nothing lies over, such as the OK of the dialog that lies over another one, and of one kind of control
    those that are enabled; all where there are none.
    """
    found = without_inner(found)
    clear = [element for element in found if "covered" not in element.states] or found
    able = [element for element in clear if "disabled" not in element.states]
    return able if able and len({element.role for element in clear}) == 1 else clear


def _beside_text(above: Sequence[str], last: str, shown: Sequence[Element]) -> list[Element]:
    """Return the controls of that name in the innermost surroundings that they share with the text named before them: the name
    of a mail stands beside its buttons, and not around them. A button's or a menu's name never counts so: what it opens
    may not be there yet.
    """
    texts = [
        at for at, element in enumerate(shown) if above and label(element.name) == above[-1] and element.role in TEXTS
    ]
    targets = [at for at, element in enumerate(shown) if last in (label(element.name), label(element.label or ""))]
    if len(above) != 1 or len(texts) != 1 or not targets:
        return []

    def shared(at: int) -> int:
        low, high = sorted((at, texts[0]))
        return min((element.depth for element in shown[low : high + 1]), default=0)

    deepest = max(map(shared, targets))
    return [shown[at] for at in targets if shared(at) == deepest]


def _only_field(shown: Sequence[Element]) -> list[Element]:
    """Return the field without any name that is the only one in a dialog, or []."""
    fields = [element for element in shown if element.role in EDITS_AND_SPINNERS and "disabled" not in element.states]
    return fields if len(fields) == 1 and not (fields[0].name or fields[0].label) else []


def _in_order(parts: Iterable[str], path: list[str]) -> bool:
    left = iter(path)
    return all(any(part == text for text in left) for part in parts)
