"""Finds controls that several boxes and lines form together: list entries, column headers, tabs, sliders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from ufo.schema.geometry import Rect
from ufo.vision.local.areas import STEP, Box, Grey
from ufo.vision.local.controls import Scene, Seen, around, level
from ufo.vision.local.lines import Line

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
        found = [one for one in found if not holder.contains(one.rect.center)] + entries
    return _with_tabs(_with_headers(found, [holder for holder, _ in rows]), scene.grey)


def _lists(scene: Scene) -> Iterator[tuple[Rect, list[Seen]]]:
    """Find lists: one row of an area, the selection, stands out in its whole width; those above and below are entries too."""
    bands = [one for one in scene.boxes if _ROW[0] <= one.rect.height <= _ROW[1]]
    parts = [[band, *(one for one in scene.boxes if _goes_on(one, band))] for band in bands]
    taken: list[Rect] = []
    # The rows beside the one that stands out differ from it as well; the row with more of the list around it is tried first.
    for own in sorted(parts, key=lambda boxes: -around([one.rect for one in boxes]).area):
        band, *beside = own
        holder = around([one.rect for one in own])
        if len({one.ground for one in beside}) != 1 or any(not holder.intersection(one).is_empty for one in taken):
            continue
        lines = [one for one in scene.lines if holder.contains(one.rect.center)]
        if _are_rows(lines, band.rect) and not any(_is_held(one, holder, own) for one in scene.boxes):
            taken.append(holder)
            yield holder, _entries(lines, band.rect)


def _goes_on(one: Box, band: Box) -> bool:
    """Tell whether a box is the rest of the list above or below the row that stands out: between rows there is no border."""
    across = abs(one.rect.x - band.rect.x) <= _SAME and abs(one.rect.right - band.rect.right) <= _SAME
    above, below = band.rect.y - one.rect.bottom, one.rect.y - band.rect.bottom
    return across and abs(one.ground - band.ground) > _LIGHTER and (0 <= above <= 1 or 0 <= below <= 1)


def _are_rows(lines: Sequence[Line], band: Rect) -> bool:
    """Tell whether the lines are rows: at least two, each a whole number of rows away from the one that stands out."""
    if not any(band.contains(one.rect.center) for one in lines):
        return False
    away = [abs(one.rect.center.y - band.center.y) for one in lines]
    pitch = band.height + 1
    steps = [round(distance / pitch) for distance in away]
    slack = [abs(distance - step * pitch) <= 3 + step * 1.5 for distance, step in zip(away, steps, strict=True)]
    return max(steps) > 0 and all(slack)


def _is_held(one: Box, holder: Rect, parts: Sequence[Box]) -> bool:
    """Tell whether a box is another control inside of the rows, which then are not a list."""
    inner = one.rect
    return one not in parts and inner.height >= _ROW[0] and inner.width > 40 and holder.intersection(inner) == inner


def _entries(lines: Sequence[Line], band: Rect) -> list[Seen]:
    rows: list[list[Line]] = []
    for one in sorted(lines, key=lambda line: (line.rect.center.y, line.rect.x)):
        if rows and level(rows[-1][0].rect, one.rect):
            rows[-1].append(one)
        else:
            rows.append([one])
    firsts = [min(one.rect.x for one in row) for row in rows]
    is_tree = max(firsts) - min(firsts) >= _INDENT
    first = "TreeItem" if is_tree else "Cell" if any(len(row) > 1 for row in rows) else "ListItem"
    found = []
    for row in rows:
        states = ("selected",) if band.contains(row[0].rect.center) else ()
        for place, one in enumerate(sorted(row, key=lambda line: line.rect.x)):
            found.append(
                Seen(first if place == 0 else "Cell", one.text.strip(" |") or one.text, one.rect, None, states)
            )
    return found


def _with_headers(found: Sequence[Seen], lists: Sequence[Rect]) -> list[Seen]:
    """Make header items of buttons side by side that stand on a list and are together as wide as it."""
    headers: set[int] = set()
    for run in _runs(found):
        whole = around([one.rect for one in run])
        for holder in lists:
            on_top = -_SAME <= holder.y - whole.bottom <= 2 * _TOUCH
            if on_top and abs(whole.x - holder.x) <= 2 * _TOUCH and abs(whole.right - holder.right) <= 2 * _TOUCH:
                headers.update(id(one) for one in run)
    return [replace(one, role="HeaderItem") if id(one) in headers else one for one in found]


def _with_tabs(found: Sequence[Seen], grey: Grey) -> list[Seen]:
    """Make tab items of buttons that touch where one text beside them has a line above and none below: the open page's tab."""
    made: dict[int, Seen] = {}
    for run in _runs(found):
        whole = around([one.rect for one in run])
        fronts = [one for one in found if one.role == "Text" and _is_beside(one.rect, whole, run)]
        fronts = [one for one in fronts if _is_open_below(one.rect, whole, grey)]
        if len(fronts) != 1:
            continue
        made.update({id(one): replace(one, role="TabItem") for one in run})
        made[id(fronts[0])] = replace(fronts[0], role="TabItem", states=("selected",))
    return [made.get(id(one), one) for one in found]


def _runs(found: Sequence[Seen]) -> Iterator[list[Seen]]:
    """Iterate over runs of two or more buttons of one height that touch."""
    run: list[Seen] = []
    buttons = [one for one in found if one.role == "Button"]
    for one in sorted(buttons, key=lambda button: (button.rect.y // 4, button.rect.x)):
        if run and not _touch(run[-1].rect, one.rect):
            yield from [run] if len(run) > 1 else []
            run = []
        run.append(one)
    yield from [run] if len(run) > 1 else []


def _touch(one: Rect, other: Rect) -> bool:
    return (
        abs(one.y - other.y) <= _SAME
        and abs(one.bottom - other.bottom) <= _SAME
        and -2 <= other.x - one.right <= _TOUCH
    )


def _is_beside(words: Rect, run: Rect, members: Sequence[Seen]) -> bool:
    if not level(words, run) or any(one.rect.contains(words.center) for one in members):
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
    kept = [one for one in found if not any(each.rect.contains(one.rect.center) for each in sliders)]
    return [*kept, *sliders]


def _troughs(scene: Scene) -> Iterator[Rect]:
    """Find troughs of sliders: two empty boxes of one height in one line, with a thumb between them."""
    empty = [
        one.rect
        for one in scene.boxes
        if _TROUGH[0] <= one.rect.height <= _TROUGH[1]
        and not any(one.rect.contains(each.rect.center) for each in scene.lines)
    ]
    drawn = [*(one.rect for one in scene.boxes), *scene.blobs, *(one.rect for one in scene.lines)]
    for one in empty:
        for other in empty:
            gap = other.x - one.right
            if one.y != other.y or one.height != other.height or not _THUMB[0] <= gap <= _THUMB[1]:
                continue
            if one.width + gap + other.width < _LEAST_TROUGH:
                continue
            between = Rect(one.right, one.y - 4, gap, one.height + 8)
            if max(one.width, other.width) > gap and any(between.contains(each.center) for each in drawn):
                yield one.union(other)
