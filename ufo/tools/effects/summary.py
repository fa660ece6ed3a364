"""Sums up what changed between two looks in one line for the next turn: "dialog 'Save' opened; focus moved to 'Name'"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from ufo.desktop.matching.diff import Change, Difference, difference
from ufo.desktop.matching.surroundings import Surroundings
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import Window
from ufo.schema.roles import PLAIN_TEXTS, POPUP_ENTRIES, RESTLESS_AND_SEPARATORS, WINDOWS_AND_DIALOGS
from ufo.text.fold import shortened
from ufo.tools.effects.by_itself import in_pages, keys_by_themselves, page_first
from ufo.tools.effects.compare import Observation, edited

MAX_CHARS = 300
UNCHANGED = "nothing that can be seen changed"
_GAINED_STATES = (
    "checked", "unchecked", "mixed", "pressed", "selected", "expanded", "collapsed", "enabled", "disabled", "invalid",
    "readonly", "editable", "required",
)  # fmt: skip
_LOST_STATES = ("selected", "pressed", "invalid", "readonly")
_POPUPS = {"Menu": "menu", "ComboBox": "list of", "List": "list"}
_NAMED = 3
_ENTRIES = 6
"""Of a menu that opened more is told: several may be opened in one turn, and the next look shows the last of them only."""
_SENTENCE, _MAX_SENTENCE = 3, 120
"""A text of fewer words is not taken for a sentence."""


def facts(
    before: Observation,
    after: Observation,
    window: Window,
    restless: frozenset[str] = frozenset(),
    max_chars: int = MAX_CHARS,
    what: Difference | None = None,
) -> str:
    """Return the changes in one line, the most telling first. Changes that do not fit in `max_chars` are counted. `restless`:
    keys of what changes by itself. `what`: the difference of the two snapshots, where it is known already.
    """
    if what is None and before.snapshot is not None and after.snapshot is not None:
        what = difference(before.snapshot, after.snapshot)
    what = what or Difference()
    what = page_first(what.without(restless | keys_by_themselves(what)), in_pages(before.snapshot, after.snapshot))
    found = list(dict.fromkeys(_sentences(before, after, window, what)))
    if not found:
        if before.pixels and after.pixels and before.pixels != after.pixels:
            return "the picture of the window changed; it shows no controls to compare"
        return UNCHANGED
    return _joined(found, max_chars)


def _joined(found: Sequence[str], max_chars: int) -> str:
    line = ""
    for number, fact in enumerate(found):
        left = len(found) - number
        longer = f"{line}; {fact}" if line else fact
        if len(longer) > max_chars - (25 if left > 1 else 0):
            more = f"{left} {'more ' if line else ''}change{'s' if left > 1 else ''}"
            return f"{line}; and {more}" if line else f"{fact[: max_chars - 1]}…"
        line = longer
    return line


def _sentences(before: Observation, after: Observation, window: Window, what: Difference) -> Iterator[str]:
    yield from _of_windows(before.windows, after.windows, window)
    if before.snapshot is None or after.snapshot is None:
        return
    titles = {other.title for other in (*before.windows, *after.windows)}
    yield from _came_and_went(what, before.snapshot, after.snapshot, titles, opening=True)
    yield from _texts_that_came([*what.added, *(change.after for change in what.changed if "name" in change.facets)])
    yield from _of_values(what.changed, asked=any(item.modal for item in after.windows))
    yield from _of_states(what.changed)
    yield from _focus(before.snapshot, after.snapshot)
    yield from _came_and_went(what, before.snapshot, after.snapshot, titles, opening=False)
    yield from _moved(what)


def _of_windows(before: Sequence[Window], after: Sequence[Window], window: Window) -> Iterator[str]:
    old, new = {other.id: other for other in before}, {other.id: other for other in after}
    for other in new.values():
        if other.id not in old:
            yield f"{other.kind} {_quote(other.title)} opened"
        elif other.title != old[other.id].title and other.pid == window.pid:
            yield f"the window's title is now {_quote(other.title)}"
    for other in old.values():
        if other.id not in new:
            yield f"{other.kind} {_quote(other.title)} closed"
    active = next((other for other in after if other.active), None)
    if active is not None and active.id in old and not old[active.id].active:
        yield f"{active.kind} {_quote(active.title)} is in front"


def _focus(before: Snapshot, after: Snapshot) -> Iterator[str]:
    old = next((element for element in before if "focused" in element.states), None)
    new = next((element for element in after if "focused" in element.states), None)
    if new is not None and (old is None or old.handle.key != new.handle.key):
        yield f"focus moved to {_called(new)}"


def _of_states(changes: Iterable[Change]) -> Iterator[str]:
    found = [change for change in changes if change.after.role not in RESTLESS_AND_SEPARATORS]
    gained = {state: [change.after for change in found if state in change.gained] for state in _GAINED_STATES}
    lost = {state: [change.after for change in found if state in change.lost] for state in _LOST_STATES}
    for state, elements in gained.items():
        if elements:
            yield f"{_several(elements)} now {state}"
    for state, elements in lost.items():
        if elements and not gained[state]:
            yield f"{_several(elements)} no longer {state}"


def _of_values(changes: Iterable[Change], *, asked: bool) -> Iterator[str]:
    """Tell the values that changed. `asked`: a modal dialog is open; LibreOffice then reports all cells behind it as empty."""
    cells: list[Change] = []
    for change in changes:
        if change.after.role in RESTLESS_AND_SEPARATORS:
            continue
        if "name" in change.facets and change.before.name and not _is_sentence(change.after):
            yield f"{_called(change.before)} is now called {_quote(change.after.name)}"
        if "value" in change.facets:
            if change.after.role == "Cell":
                cells.append(change)
            else:
                yield _value(change)
    if asked and len(cells) > _NAMED and not any(cell.after.value for cell in cells):
        return
    yield from map(_value, cells[:_NAMED])
    if len(cells) > _NAMED:
        yield f"{len(cells) - _NAMED} more cells show something else"


def _value(change: Change) -> str:
    old, new, called = change.before.value or "", change.after.value or "", _called(change.after)
    if not new:
        return f"{called} is now empty"
    if "password" in change.after.states:
        return f"{called} shows hidden text of another length"
    if len(old) + len(new) > 120:
        gone, come = edited(old, new)
        if not gone:
            return f"{called} got {_quote(come)} more"
        return f"{called} has {_quote(come)} where {_quote(gone)} was" if come else f"{called} lost {_quote(gone)}"
    return f"{called} now shows {_quote(new)}"


def _came_and_went(
    what: Difference, before: Snapshot, after: Snapshot, titles: set[str], *, opening: bool
) -> Iterator[str]:
    """Describe what appeared and went away: dialogs and menus (`opening`), which a turn must know first, or all the rest."""
    for came, parts, snapshot in ((True, what.added, after), (False, what.removed, before)):
        for box, group in _by_container(parts, snapshot):
            dialogs = [element for element in group if element.role in WINDOWS_AND_DIALOGS]
            is_popup = (
                box is not None and box.role in _POPUPS and all(element.role in POPUP_ENTRIES for element in group)
            )
            if opening:
                said = "opened" if came else "closed"
                yield from (
                    f"dialog {_quote(element.name)} {said}" for element in dialogs if element.name not in titles
                )
                if is_popup and box is not None:
                    entries = f" with {_names(group, _ENTRIES)}" if came else ""
                    yield f"{_POPUPS[box.role]} {_quote(box.name or box.label or box.role)} {said}{entries}"
            elif not is_popup:
                rest = [
                    element
                    for element in group
                    if element not in dialogs
                    and element.role not in RESTLESS_AND_SEPARATORS
                    and not (came and _is_sentence(element))
                ]
                yield from _group(rest, box, came=came)


def _texts_that_came(come: Iterable[Element]) -> Iterator[str]:
    """Quote sentences that are shown now: an application's answer to what was done is such a text. Words alone are labels."""
    sentences = list(dict.fromkeys(element.name or element.value or "" for element in come if _is_sentence(element)))
    yield from (f"it now says {_quote(text, _MAX_SENTENCE)}" for text in sentences[:_NAMED])
    if len(sentences) > _NAMED:
        yield f"{len(sentences) - _NAMED} more texts appeared"


def _is_sentence(element: Element) -> bool:
    text = element.name or element.value or ""
    return element.role in PLAIN_TEXTS and len(text.split()) >= _SENTENCE


def _group(group: Sequence[Element], box: Element | None, *, came: bool) -> Iterator[str]:
    if len(group) == 1:
        only = group[0]
        shown = "" if only.name else f" {_quote(only.value or only.label or '')}"
        yield f"{only.role}{shown or ' ' + _quote(only.name)} {'appeared' if came else 'went away'}"
    elif group:
        where = f" in {_quote(box.name)}" if box is not None and box.name else ""
        yield f"{_names(group)} {'appeared' if came else 'went away'}{where}"


def _says_anything(element: Element) -> bool:
    return bool(element.name or element.value or element.label) or element.role in WINDOWS_AND_DIALOGS


def _by_container(parts: Sequence[Element], snapshot: Snapshot) -> Iterator[tuple[Element | None, list[Element]]]:
    """Group what came or went by the container that stayed. Only the topmost elements with some text count."""
    if not parts:
        return
    around = Surroundings(snapshot)
    moved = {around.index(shown) for shown in parts}
    groups: dict[int, list[Element]] = {}
    for index in sorted(moved):
        element = around.elements[index]
        if not _says_anything(element):
            continue
        # Containers without a name say nothing, so what is in them is reported by itself.
        above = (
            number for number in around.above(index) if number not in moved or _says_anything(around.elements[number])
        )
        parent = next(above, -1)
        if parent not in moved:
            groups.setdefault(parent, []).append(element)
    for parent, group in groups.items():
        yield (around.elements[parent] if parent >= 0 else None), group


def _moved(what: Difference) -> Iterator[str]:
    if what.added or what.removed or any(set(change.facets) - {"rect"} for change in what.changed):
        return
    shifts = Counter(
        (change.after.rect.x - change.before.rect.x, change.after.rect.y - change.before.rect.y)
        for change in what.changed
    )
    if shifts:
        (dx, dy), count = shifts.most_common(1)[0]
        yield f"{count} controls moved by {dx}, {dy} pixels" if count > 1 else "a control moved"


def _several(elements: Sequence[Element]) -> str:
    if len(elements) <= _NAMED:
        return f"{' and '.join(map(_called, elements))} {'is' if len(elements) == 1 else 'are'}"
    return f"{_names(elements)} are"


def _names(elements: Sequence[Element], at_most: int = _NAMED) -> str:
    """Return some of them by name, and how many more there are."""
    names = [_called(element) for element in elements]
    if len(names) <= at_most:
        return ", ".join(names)
    return f"{', '.join(names[:at_most])} and {len(names) - at_most} more"


def _called(element: Element) -> str:
    name = element.name or element.label or element.description or ""
    if name:
        return _quote(name)
    if element.row is not None and element.column is not None:
        return f"the {element.role} in row {element.row + 1}, column {element.column + 1}"
    return f"the {element.role}" + (f" {_quote(element.value)}" if element.value and element.role != "Edit" else "")


def _quote(text: str, limit: int = 60) -> str:
    return repr(shortened(text, limit))
