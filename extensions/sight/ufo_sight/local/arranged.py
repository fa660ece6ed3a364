"""Finds controls that several boxes and lines form together: list entries, column headers, tabs, sliders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from ufo.schema.geometry import Rect
from ufo_sight.local.areas import STEP, Box, Grey
from ufo_sight.local.controls import Scene, Seen, around, level
from ufo_sight.local.lines import Line

_ROW = (12, 40)
_TROUGH = (6, 24)
_LEAST_TROUGH = 60
_THUMB = (6, 48)
_SAME = 2
# In pixels: a border and the gap between two controls that touch.
_TOUCH = 4
_LIGHTER = 8
_TAB_MARGIN = 24
_LINE_SHARE = 0.9
_INDENT = 14


def arranged(scene: Scene) -> list[Seen]:
    """Find the controls of a scene, in no order."""
    found = _with_sliders(scene, scene.controls())
    rows = list(_lists(scene))
    for holder, entries in rows:
        found = [control for control in found if not holder.contains(control.rect.center)] + entries
    return _with_tabs(_with_headers(found, [holder for holder, _ in rows]), scene.grey)


def _lists(scene: Scene) -> Iterator[tuple[Rect, list[Seen]]]:
    """Find lists: one row of an area, the selection, stands out in its whole width; those above and below are entries too."""
    bands = [box for box in scene.boxes if _ROW[0] <= box.rect.height <= _ROW[1]]
    parts = [[band, *(box for box in scene.boxes if _goes_on(box, band))] for band in bands]
    taken: list[Rect] = []
    # The rows beside the one that stands out differ from it as well; the row with more of the list around it is tried first.
    for own in sorted(parts, key=lambda boxes: -around([box.rect for box in boxes]).area):
        band, *beside = own
        holder = around([box.rect for box in own])
        if len({box.ground for box in beside}) != 1 or any(not holder.intersection(rect).is_empty for rect in taken):
            continue
        lines = [line for line in scene.lines if holder.contains(line.rect.center)]
        if _are_rows(lines, band.rect) and not any(_is_held(box, holder, own) for box in scene.boxes):
            taken.append(holder)
            yield holder, _entries(lines, band.rect)


def _goes_on(box: Box, band: Box) -> bool:
    """Tell whether a box is the rest of the list above or below the row that stands out: between rows there is no border."""
    across = abs(box.rect.x - band.rect.x) <= _SAME and abs(box.rect.right - band.rect.right) <= _SAME
    above, below = band.rect.y - box.rect.bottom, box.rect.y - band.rect.bottom
    return across and abs(box.ground - band.ground) > _LIGHTER and (0 <= above <= 1 or 0 <= below <= 1)


def _are_rows(lines: Sequence[Line], band: Rect) -> bool:
    """Tell whether the lines are rows: at least two, each a whole number of rows away from the one that stands out."""
    if not any(band.contains(line.rect.center) for line in lines):
        return False
    away = [abs(line.rect.center.y - band.center.y) for line in lines]
    pitch = band.height + 1
    steps = [round(distance / pitch) for distance in away]
    slack = [abs(distance - step * pitch) <= 3 + step * 1.5 for distance, step in zip(away, steps, strict=True)]
    return max(steps) > 0 and all(slack)


def _is_held(box: Box, holder: Rect, parts: Sequence[Box]) -> bool:
    """Tell whether a box is another control inside of the rows, which then are not a list."""
    inner = box.rect
    return box not in parts and inner.height >= _ROW[0] and inner.width > 40 and holder.intersection(inner) == inner


def _entries(lines: Sequence[Line], band: Rect) -> list[Seen]:
    rows: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: (line.rect.center.y, line.rect.x)):
        if rows and level(rows[-1][0].rect, line.rect):
            rows[-1].append(line)
        else:
            rows.append([line])
    firsts = [min(line.rect.x for line in row) for row in rows]
    is_tree = max(firsts) - min(firsts) >= _INDENT
    first = "TreeItem" if is_tree else "Cell" if any(len(row) > 1 for row in rows) else "ListItem"
    found = []
    for row in rows:
        states = ("selected",) if band.contains(row[0].rect.center) else ()
        for place, line in enumerate(sorted(row, key=lambda line: line.rect.x)):
            found.append(
                Seen(first if place == 0 else "Cell", line.text.strip(" |") or line.text, line.rect, None, states)
            )
    return found


def _with_headers(found: Sequence[Seen], lists: Sequence[Rect]) -> list[Seen]:
    """Make header items of buttons side by side that stand on a list and are together as wide as it."""
    headers: set[int] = set()
    for run in _runs(found):
        whole = around([button.rect for button in run])
        for holder in lists:
            on_top = -_SAME <= holder.y - whole.bottom <= 2 * _TOUCH
            if on_top and abs(whole.x - holder.x) <= 2 * _TOUCH and abs(whole.right - holder.right) <= 2 * _TOUCH:
                headers.update(id(button) for button in run)
    return [replace(control, role="HeaderItem") if id(control) in headers else control for control in found]


def _with_tabs(found: Sequence[Seen], grey: Grey) -> list[Seen]:
    """Make tab items of buttons that touch where one text beside them has a line above and none below: the open page's tab."""
    made: dict[int, Seen] = {}
    for run in _runs(found):
        whole = around([button.rect for button in run])
        fronts = [control for control in found if control.role == "Text" and _is_beside(control.rect, whole, run)]
        fronts = [front for front in fronts if _is_open_below(front.rect, whole, grey)]
        if len(fronts) != 1:
            continue
        made.update({id(button): replace(button, role="TabItem") for button in run})
        made[id(fronts[0])] = replace(fronts[0], role="TabItem", states=("selected",))
    return [made.get(id(control), control) for control in found]


def _runs(found: Sequence[Seen]) -> Iterator[list[Seen]]:
    """Iterate over runs of two or more buttons of one height that touch."""
    run: list[Seen] = []
    buttons = [control for control in found if control.role == "Button"]
    for button in sorted(buttons, key=lambda button: (button.rect.y // 4, button.rect.x)):
        if run and not _touch(run[-1].rect, button.rect):
            yield from [run] if len(run) > 1 else []
            run = []
        run.append(button)
    yield from [run] if len(run) > 1 else []


def _touch(rect: Rect, other: Rect) -> bool:
    return (
        abs(rect.y - other.y) <= _SAME
        and abs(rect.bottom - other.bottom) <= _SAME
        and -2 <= other.x - rect.right <= _TOUCH
    )


def _is_beside(words: Rect, run: Rect, members: Sequence[Seen]) -> bool:
    if not level(words, run) or any(member.rect.contains(words.center) for member in members):
        return False
    return 0 <= run.x - words.right <= _TAB_MARGIN or 0 <= words.x - run.right <= _TAB_MARGIN


def _is_open_below(words: Rect, run: Rect, grey: Grey) -> bool:
    above = range(max(0, words.y - 16), words.y + 4)
    below = range(words.bottom + 2, run.bottom + _TOUCH)
    return any(_is_line(row, words, grey) for row in above) and not any(_is_line(row, words, grey) for row in below)


def _is_line(row: int, words: Rect, grey: Grey) -> bool:
    """Tell whether the row of pixels differs from the one below it all along the words."""
    if not 0 < row < len(grey) - 1:
        return False
    across = slice(max(0, words.x), words.right)
    here, next_row = grey[row, across].astype(np.int16), grey[row + 1, across].astype(np.int16)
    return float(np.mean(np.abs(here - next_row) > STEP)) >= _LINE_SHARE


def _with_sliders(scene: Scene, found: Sequence[Seen]) -> list[Seen]:
    sliders = [Seen("Slider", scene.label_of(rect) or "slider", rect) for rect in _troughs(scene)]
    kept = [control for control in found if not any(each.rect.contains(control.rect.center) for each in sliders)]
    return [*kept, *sliders]


def _troughs(scene: Scene) -> Iterator[Rect]:
    """Find troughs of sliders: two empty boxes of one height in one line, with a thumb between them."""
    empty = [
        box.rect
        for box in scene.boxes
        if _TROUGH[0] <= box.rect.height <= _TROUGH[1]
        and not any(box.rect.contains(each.rect.center) for each in scene.lines)
    ]
    drawn = [*(box.rect for box in scene.boxes), *scene.blobs, *(line.rect for line in scene.lines)]
    for rect in empty:
        for other in empty:
            gap = other.x - rect.right
            if rect.y != other.y or rect.height != other.height or not _THUMB[0] <= gap <= _THUMB[1]:
                continue
            if rect.width + gap + other.width < _LEAST_TROUGH:
                continue
            between = Rect(rect.right, rect.y - 4, gap, rect.height + 8)
            if max(rect.width, other.width) > gap and any(between.contains(each.center) for each in drawn):
                yield rect.union(other)
