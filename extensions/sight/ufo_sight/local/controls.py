"""Makes controls of boxes, words and blobs: buttons, fields, combo boxes, check boxes, icons and texts, with their names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from ufo.schema.geometry import Rect
from ufo_sight.local.areas import Box, Grey
from ufo_sight.local.lines import Line
from ufo_sight.local.marks import Mark

_LOWEST, _HIGHEST, _NARROWEST = 13, 64, 22
_FIELD_WIDTH = 56
_LABEL_GAP, _LABEL_ABOVE = 220, 22
_ICON_LEAST, _ICON_MOST = 9, 96
_GRID = 24
_EDGE, _DARK = 3, 90


@dataclass(frozen=True, slots=True)
class Seen:
    """A control that was seen. `rect` is in the picture's pixels."""

    role: str
    name: str
    rect: Rect
    value: str | None = None
    states: tuple[str, ...] = ()


@dataclass
class Scene:
    """The parts of a picture. `used` collects the lines that became part of a control."""

    boxes: Sequence[Box]
    lines: Sequence[Line]
    marks: Sequence[Mark]
    blobs: Sequence[Rect]
    grey: Grey
    used: set[Line] = field(default_factory=set)

    def controls(self) -> list[Seen]:
        """Return the controls, in no order."""
        boxed = list(self._boxed())
        marked = [_of_mark(mark) for mark in self.marks]
        fronts = [control.rect for control in (*boxed, *marked)]
        beside = {id(word) for mark in self.marks for word in mark.line.words}
        texts = [
            # OCR reads a label's colon in one look and misses it in the next.
            Seen("Text", line.text.rstrip(" :") or line.text, line.rect)
            for line in self.lines
            if line not in self.used and not any(id(word) in beside for word in line.words)
        ]
        return [*boxed, *marked, *texts, *self._icons([*fronts, *(line.rect for line in self.lines)])]

    def _boxed(self) -> Iterator[Seen]:
        gridded = _in_grids([box.rect for box in self.boxes])
        marked = {id(word) for mark in self.marks for word in mark.line.words}
        for box in self.boxes:
            inside = [line for line in self.lines if box.rect.contains(line.rect.center)]
            # A box around the words of a mark is the focus rectangle.
            if not self._is_front(box) or any(id(word) in marked for line in inside for word in line.words):
                continue
            found = self._of_box(box, inside, box.rect in gridded)
            if found:
                self.used.update(inside)
                yield from found

    def _of_box(self, box: Box, inside: Sequence[Line], in_grid: bool) -> list[Seen]:
        if in_grid:
            seen = Seen("Cell", _said(inside), box.rect) if inside else None
        elif not self._is_field(box, inside):
            seen = _button(box, inside)
        elif _is_stacked(inside):
            return [Seen("ListItem", line.text, line.rect) for line in inside]
        else:
            seen = self._field(box, inside)
        return [] if seen is None else [seen]

    def _is_front(self, box: Box) -> bool:
        """Tell whether a box has the size of a control and is not just a container of others."""
        rect = box.rect
        if not (_LOWEST <= rect.height <= _HIGHEST and rect.width >= _NARROWEST):
            return False
        if rect.width >= self.grey.shape[1] - 4:
            return False
        within = [other.rect for other in self.boxes if other is not box and _holds(rect, other.rect)]
        return not any(rect.height >= _LOWEST and rect.width >= _NARROWEST for rect in within)

    def _is_field(self, box: Box, inside: Sequence[Line]) -> bool:
        rect = box.rect
        if not inside:
            drawn = any(_holds(rect, blob) and blob.height >= 8 for blob in self.blobs)
            return rect.width >= _FIELD_WIDTH and (not drawn or bool(self._arrows(rect)))
        arrows = self._arrows(rect)
        said = [line for line in inside if not _is_arrow(line, arrows)] if self._counts(arrows, rect) else inside
        words = around([line.rect for line in said or inside])
        left, right = words.x - rect.x, rect.right - words.right
        return rect.width >= _FIELD_WIDTH and left <= 14 and right - left > max(12, 0.15 * rect.width)

    def _field(self, box: Box, inside: Sequence[Line]) -> Seen:
        name = self.label_of(box.rect)
        arrows = self._arrows(box.rect)
        whole = around([box.rect, *(arrow for arrow in arrows if arrow.right > box.rect.right)])
        said = _said(line for line in inside if not _is_arrow(line, arrows)) if inside else ""
        if self._counts(arrows, box.rect):
            return Seen("Spinner", name or "number", whole, said, ("editable",))
        if arrows:
            return Seen("ComboBox", name or "choice", whole, said)
        return Seen("Edit", name or "field", box.rect, _said(inside), ("editable",))

    def _counts(self, arrows: Sequence[Rect], rect: Rect) -> bool:
        """Tell whether one arrow points up and one down."""
        # A wide arrow of a combo box cuts its button into two areas, of which one is empty.
        drawn = [arrow for arrow in arrows if _is_drawn(self.grey, arrow)]
        return _are_stacked(drawn, rect) or any(_shows_two(self.grey, arrow) for arrow in arrows)

    def label_of(self, rect: Rect) -> str:
        """Return the label of a control, "" where nothing stands beside it."""
        label = self._label(rect)
        return label.text.rstrip(" :*") if label else ""

    def _arrows(self, rect: Rect) -> list[Rect]:
        """Return the shapes at the right end of a combo box or a spinner, inside or just beside it."""
        end = Rect(rect.right - 30, rect.y - 2, 34, rect.height + 4)
        beside = Rect(rect.right - 1, rect.y - 4, 28, rect.height + 8)
        boxes = [box.rect for box in self.boxes if box.rect.width <= 30]
        small = boxes + [blob for blob in self.blobs if blob.width <= 24]
        within = [
            shape for shape in small if _holds(end, shape) and shape.height >= 3 and shape.width >= 5 and shape != rect
        ]
        outside = [
            shape for shape in small
            if _holds(beside, shape) and shape.x - rect.right <= 5 and shape.width >= 8 and shape.height * 3 >= rect.height
            and (shape.height >= 0.8 * rect.height or shape in boxes)
        ]  # fmt: skip
        return within or outside

    def _label(self, rect: Rect) -> Line | None:
        """Return the line left of a field, or else right above it."""
        beside = [
            line for line in self.lines
            if level(line.rect, rect) and 0 <= rect.x - line.rect.right + 3 <= _LABEL_GAP
            and not self._between(line.rect, rect)
        ]  # fmt: skip
        if beside:
            return max(beside, key=lambda line: line.rect.right)
        above = [
            line for line in self.lines
            if 0 <= rect.y - line.rect.bottom + 3 <= _LABEL_ABOVE and -8 <= line.rect.x - rect.x <= 40
        ]  # fmt: skip
        return max(above, key=lambda line: line.rect.bottom, default=None)

    def _between(self, label: Rect, rect: Rect) -> bool:
        gap = Rect.from_ltrb(label.right + 1, label.y, rect.x - 4, label.bottom)
        others = [
            box.rect for box in self.boxes if box.rect.width < self.grey.shape[1] // 2 and not _holds(box.rect, rect)
        ]
        return any(not gap.intersection(other).is_empty for other in others if not _holds(other, label))

    def _icons(self, taken: Sequence[Rect]) -> Iterator[Seen]:
        for blob in self.blobs:
            edges = sorted((blob.width, blob.height))
            if not (edges[0] >= _ICON_LEAST and edges[1] <= _ICON_MOST and edges[1] <= 3 * edges[0]):
                continue
            if any(not blob.intersection(rect).is_empty for rect in taken):
                continue
            yield Seen("Image", _icon_name(blob, self.lines), blob)


def _button(box: Box, inside: Sequence[Line]) -> Seen | None:
    """Return a button for a box with a few words in its middle. A box without words is a frame, a bar or a picture."""
    if not inside:
        return None
    words = around([line.rect for line in inside])
    tallest = max(line.rect.height for line in inside)
    off_centre = abs(words.center.x - box.rect.center.x)
    if off_centre > max(6, 0.15 * box.rect.width) or box.rect.height > max(3.6 * tallest, 1.8 * words.height):
        return None
    return Seen("Button", _said(inside), box.rect)


def _of_mark(mark: Mark) -> Seen:
    states = ("checked",) if mark.is_checked else ("unchecked",)
    role = "CheckBox" if mark.is_square else "RadioButton"
    # OCR reads the ends of a dotted focus rectangle as punctuation.
    return Seen(role, mark.line.text.strip(" :;|'`.,"), mark.rect.union(mark.line.rect), None, states)


def _icon_name(blob: Rect, lines: Sequence[Line]) -> str:
    near = [line for line in lines if level(line.rect, blob) and abs(line.rect.center.x - blob.center.x) < 160]
    if not near:
        return "icon"
    closest = min(near, key=lambda line: abs(line.rect.center.x - blob.center.x))
    side = "before" if closest.rect.x > blob.x else "after"
    return f"icon {side} {closest.text!r}"


def _in_grids(rects: Sequence[Rect]) -> set[Rect]:
    """Return the boxes of one size that fill an area: the cells of a table, most of them empty."""
    by_size: dict[tuple[int, int], list[Rect]] = {}
    for rect in rects:
        by_size.setdefault((rect.width // 2, rect.height // 2), []).append(rect)
    return {rect for alike in by_size.values() if len(alike) >= _GRID for rect in alike}


def _said(inside: Iterable[Line]) -> str:
    return " ".join(line.text for line in sorted(inside, key=lambda line: (line.rect.y // 8, line.rect.x)))


def _is_stacked(inside: Sequence[Line]) -> bool:
    return any(not level(inside[0].rect, line.rect) for line in inside[1:])


def _are_stacked(arrows: Sequence[Rect], rect: Rect) -> bool:
    """Tell whether one arrow is in the upper and another one in the lower half, as on a spinner."""
    middle = rect.center.y
    upper = [arrow for arrow in arrows if arrow.bottom <= middle + 2]
    lower = [arrow for arrow in arrows if arrow.y >= middle - 2]
    return any(abs(arrow.center.x - two.center.x) <= 4 for arrow in upper for two in lower if two != arrow)


def _is_drawn(grey: Grey, rect: Rect) -> bool:
    inner = grey[rect.y : rect.bottom, rect.x : rect.right].astype(np.int16)
    return bool(inner.size) and bool((np.abs(inner - np.median(inner)) > _DARK).any())


def _shows_two(grey: Grey, rect: Rect) -> bool:
    """Tell whether something dark is in the upper half and in the lower half, with nothing between them."""
    inner = grey[rect.y + _EDGE : rect.bottom - _EDGE, rect.x + _EDGE : rect.right - _EDGE].astype(np.int16)
    if min(inner.shape) < 3:
        return False
    dark = (np.abs(inner - np.median(inner)) > _DARK).any(axis=1)
    rows = np.flatnonzero(dark)
    if not len(rows):
        return False
    breaks: list[int] = np.flatnonzero(np.diff(rows) > 1).tolist()
    half = len(inner) / 2
    return any(rows[at] < half <= rows[at + 1] + 1 for at in breaks)


def _is_arrow(line: Line, arrows: Sequence[Rect]) -> bool:
    """Tell whether a line is an arrow: OCR reads arrows as characters now and then."""
    return bool(arrows) and line.rect.x >= min(arrow.x for arrow in arrows) - 4


def around(rects: Sequence[Rect]) -> Rect:
    rect = rects[0]
    for other in rects[1:]:
        rect = rect.union(other)
    return rect


def level(rect: Rect, other: Rect) -> bool:
    overlap = min(rect.bottom, other.bottom) - max(rect.y, other.y)
    return overlap * 2 > min(rect.height, other.height)


def _holds(outer: Rect, inner: Rect) -> bool:
    return inner != outer and outer.intersection(inner) == inner
