"""Sets aside controls that a model does not need one by one: behind a modal dialog or an open menu, of a browser's frame, of long
tool bars, of a long palette.

They are counted in one line for each kind; a search still finds them, and they keep their ids.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from ufo.schema.fence import quoted
from ufo.schema.roles import BUTTONS, MENU_ENTRIES
from ufo.schema.target import TargetInfo
from ufo.text.words import is_telling, searched

_KEPT = frozenset({"focused", "found", "selected", "checked"})
_KEPT_IN_BARS = _KEPT | {"new", "pressed"}
_MANY, _SHOWN, _NAMED = 60, 36, 14
_MANY_IN_A_BAR = 9
_FEW_COVERED = 5


def set_aside(controls: Sequence[TargetInfo], searches: str, task: str = "") -> tuple[list[TargetInfo], list[str]]:
    """Return the controls that are listed, and a line for each kind of those that are not. `searches` names what finds them;
    `task`: what is to be done, whose words keep the buttons of tool bars listed.
    """
    left = list(controls)
    notes: list[str] = []
    named = frozenset(filter(is_telling, searched(task)))

    def of_tool_bars(controls: Sequence[TargetInfo]) -> Iterator[tuple[str, list[TargetInfo]]]:
        return _of_tool_bars(controls, named)

    for rule in (_behind_a_dialog, _behind_a_menu, _of_a_frame, of_tool_bars, _of_a_palette):
        for note, group in rule(left):
            hidden = {id(target) for target in group}
            left = [target for target in left if id(target) not in hidden]
            notes.append(f"{note}; {searches} finds them")
    news = _newly_open(left)
    return [_without_new(target, news) for target in left], notes


def _behind_a_dialog(controls: Sequence[TargetInfo]) -> Iterator[tuple[str, list[TargetInfo]]]:
    """Yield what stands before the first modal dialog of an application. Pages also say "modal" of what blocks nothing."""
    pages = [_inside(control) for control in controls if control.type == "Document"]
    dialogs = [
        at
        for at, target in enumerate(controls)
        if target.type == "Dialog"
        and "modal" in target.states
        and not any(_is_below(target.path, page) for page in pages)
    ]
    if not dialogs:
        return
    inside = [_inside(controls[at]) for at in dialogs]
    behind = [
        control
        for control in controls[: dialogs[0]]
        if control.type != "Dialog"
        and not {"focused", "found"}.intersection(control.states)
        and not any(_is_below(control.path, each) or _is_below(each, _inside(control)) for each in inside)
    ]
    if behind:
        name = quoted(controls[dialogs[0]].name, 60)
        yield f"behind the dialog {name}, which must be closed first: {_by_kind(behind)}", behind


def _behind_a_menu(controls: Sequence[TargetInfo]) -> Iterator[tuple[str, list[TargetInfo]]]:
    """Yield what an open menu covers, where that is much: the menu is closed or used up before any of it can be worked."""
    if not (menus := _open_menus(controls)):
        return
    covered = [
        control
        for control in controls
        if "covered" in control.states
        and not _KEPT.intersection(control.states)
        and not any(_is_below(control.path, _inside(menu)) for menu in menus)
    ]
    if len(covered) > _FEW_COVERED:
        yield f"covered by the open menu {quoted(menus[-1].name, 60)}: {_by_kind(covered)}", covered


def _open_menus(controls: Sequence[TargetInfo]) -> list[TargetInfo]:
    """Return the menus that show entries."""
    shown = {control.path for control in controls if control.type in MENU_ENTRIES}
    return [control for control in controls if control.type == "Menu" and control.name and _inside(control) in shown]


def _of_a_frame(controls: Sequence[TargetInfo]) -> Iterator[tuple[str, list[TargetInfo]]]:
    """Yield the buttons around a page: of a browser, which has a tab of the page's name."""
    tabs = {control.name for control in controls if control.type == "TabItem" and "selected" in control.states}
    # The path of a tab's own button may be that of the page.
    start = next((at for at, target in enumerate(controls) if target.type == "Document" and target.name in tabs), 0)
    dialogs = [_inside(control) for control in controls if control.type == "Dialog"]
    buttons = [
        control
        for control in controls[:start]
        if control.type in BUTTONS
        and not (_KEPT | {"new"}).intersection(control.states)
        and not any(_is_below(control.path, each) for each in dialogs)
    ]
    if len(buttons) > 1:
        names = list(dict.fromkeys(quoted(button.name, 40) for button in buttons if button.name))
        yield f"{len(buttons)} buttons of the browser's own: {', '.join(names[:_NAMED])}", buttons


def _of_tool_bars(controls: Sequence[TargetInfo], named: frozenset[str]) -> Iterator[tuple[str, list[TargetInfo]]]:
    """Yield the buttons of each long tool bar of a program, but not of a page: menus and tools mostly do the same."""
    pages = [_inside(control) for control in controls if control.type == "Document"]
    for bar in [control for control in controls if control.type == "ToolBar"]:
        inside = _inside(bar)
        if any(_is_below(inside, page) for page in pages):
            continue
        buttons = [
            control
            for control in controls
            if control.type in BUTTONS
            and control.name
            and _is_below(control.path, inside)
            and not _KEPT_IN_BARS.intersection(control.states)
            and named.isdisjoint(searched(control.name))
        ]
        if len(buttons) >= _MANY_IN_A_BAR:
            names = [quoted(button.name, 40)[1:-1] for button in buttons]
            more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
            of = f"the tool bar {quoted(bar.name, 60)}" if bar.name else "a tool bar"
            yield f"buttons of {of}, worked by a path: {', '.join(names[:_NAMED])}{more}", buttons


def _of_a_palette(controls: Sequence[TargetInfo]) -> Iterator[tuple[str, list[TargetInfo]]]:
    """Yield the later of very many entries of which only the names are known."""
    groups: dict[tuple[str, ...], list[TargetInfo]] = {}
    for control in controls:
        if control.type == "ListItem" and control.value in (None, "") and "offscreen" not in control.states:
            groups.setdefault(control.path, []).append(control)
    for path, group in groups.items():
        if len(group) > _MANY:
            rest = [target for target in group[_SHOWN:] if not _KEPT.intersection(target.states)]
            where = f" of {quoted(path[-1], 60)}" if path else ""
            yield f"{len(rest)} more of the {len(group)} entries{where}", rest


def _newly_open(controls: Sequence[TargetInfo]) -> list[tuple[str, ...]]:
    """Return the new dialogs, and the menus and sheets of which every entry is new, by the path of what is in them."""
    dialogs = [_inside(control) for control in controls if control.type == "Dialog" and "new" in control.states]
    known = {control.path for control in controls if "new" not in control.states}
    sheets = {control.path for control in controls if control.type == "Cell" and "new" in control.states}
    return [*dialogs, *(path for path in (*map(_inside, _open_menus(controls)), *sheets) if path not in known)]


def _without_new(control: TargetInfo, news: Sequence[tuple[str, ...]]) -> TargetInfo:
    """Leave out that a control is new where the dialog, menu or sheet around it has just been opened: what changed tells that. Of
    an empty cell, which scrolling brings, it tells nothing.
    """
    is_blank = control.type == "Cell" and not control.value
    if "new" not in control.states or not (is_blank or any(_is_below(control.path, each) for each in news)):
        return control
    return control.model_copy(update={"states": tuple(state for state in control.states if state != "new")})


def _inside(control: TargetInfo) -> tuple[str, ...]:
    return (*control.path, control.name)


def _is_below(path: tuple[str, ...], above: tuple[str, ...]) -> bool:
    return path[: len(above)] == above


def _by_kind(controls: Iterable[TargetInfo]) -> str:
    counts = Counter(control.type or "Custom" for control in controls)
    return ", ".join(f"{count} {kind}" for kind, count in counts.most_common(8))
