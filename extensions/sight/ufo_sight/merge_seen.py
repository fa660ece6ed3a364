"""Merges what was seen with the elements of the tree. For the same control the tree's element stays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from ufo.desktop.matching.family import belongs
from ufo.desktop.snapshot import Element
from ufo.desktop.values import Window
from ufo.schema.geometry import Rect
from ufo.schema.roles import DRAWN, PANES_AND_GROUPS, PRESSED_OR_PICKED, SHORT_TEXTS, TEXTS
from ufo.schema.target import TargetInfo, TargetKind
from ufo.text.fold import letters
from ufo.vision.merge import merge
from ufo_sight.need import accounts

_LABEL_GAP = 240
_WORD, _ALIKE = 3, 0.6
_WHOLE_PAGE = 8
"""A page that tells of so many controls and texts tells all of them, and where it draws something else."""
_OWN_WORDS = SHORT_TEXTS | {"HeaderItem"}


def beside_tree(in_tree: Sequence[Element], seen: Sequence[TargetInfo], overlap: float) -> list[TargetInfo]:
    """Return those of `seen` that overlap no control by more than `overlap` (IoU) and are not part of a control's own words.
    Beside a tree, letters that make no word are lines and icons that were read as text. In a page whose tree is whole only what
    stands in its pictures, canvases and the like is something that the tree does not tell.
    """
    shown = [element for element in in_tree if accounts(element)]
    if shown:
        seen = [target for target in seen if not (target.type in TEXTS and _is_noise(target.name))]
    main = [
        TargetInfo(kind=TargetKind.CONTROL, name=element.name, id="0", type=element.role, rect=element.rect.as_ltrb())
        for element in shown
    ]
    merged = merge(main, seen, overlap)[len(main) :]
    left = [target for target in merged if not any(_stands_for(element, target) for element in shown)]
    left = [target for target in left if not any(_is_called_so(element, target) for element in in_tree)]
    pages = list(_whole_pages(in_tree))
    return [target for target in left if not any(page.tells_all_at(target) for page in pages)]


@dataclass(frozen=True, slots=True)
class _Page:
    """A page whose tree is whole. `drawn`: the places in which it may show what the tree does not tell."""

    rect: Rect
    drawn: tuple[Rect, ...]

    def tells_all_at(self, target: TargetInfo) -> bool:
        rect = target.bounds
        if rect is None or not self.rect.contains(rect.center):
            return False
        return not any(place.contains(rect.center) for place in self.drawn)


def _whole_pages(in_tree: Sequence[Element]) -> Iterator[_Page]:
    for at, element in enumerate(in_tree):
        if element.role != "Document":
            continue
        after = in_tree[at + 1 :]
        end = next((place for place, part in enumerate(after) if part.depth <= element.depth), len(after))
        inside = after[:end]
        if sum(map(accounts, inside)) >= _WHOLE_PAGE:
            yield _Page(element.rect, tuple(part.rect for part in inside if _may_draw(part)))


def _may_draw(element: Element) -> bool:
    """Tell whether there may be more to see in it than the tree tells: a picture, a canvas, a frame of another site, a box that
    can be pressed.
    """
    return element.role in DRAWN or (not accounts(element) and (element.role == "Document" or bool(element.actions)))


def in_their_windows(seen: Sequence[TargetInfo], window_id: str, windows: Sequence[Window]) -> list[TargetInfo]:
    """Return the targets with a path: the title of the window or dialog that each one is in. `windows`: topmost first."""
    own = [window for window in windows if window.id == window_id or belongs(window, window_id, windows)]
    return [_in_window(target, own) for target in seen]


def _in_window(target: TargetInfo, own: Sequence[Window]) -> TargetInfo:
    rect = target.bounds
    over = next((window for window in own if rect and not window.minimized and window.rect.contains(rect.center)), None)
    return target if over is None else target.model_copy(update={"path": (over.title,)})


def _stands_for(element: Element, seen: TargetInfo) -> bool:
    """Tell whether an element represents what was seen: a button its words and icon, a text its lines, a field its label."""
    rect = seen.bounds
    if rect is None:
        return False
    words = letters(seen.name) if seen.type in TEXTS else ""
    if words and words == letters(element.label or "") and _gap(element.rect, rect) <= _LABEL_GAP:
        return True
    if not element.rect.contains(rect.center):
        return False
    if element.role in PRESSED_OR_PICKED and element.name:
        return True
    if words and element.role in _OWN_WORDS and _is_misread(words, element):
        return True
    return bool(words) and words in letters(f"{element.name} {element.value or ''} {element.description or ''}")


def _is_called_so(element: Element, seen: TargetInfo) -> bool:
    """Tell whether what was seen is a box beside whose mark its own words stand, or the heading of a group around it."""
    rect, words = seen.bounds, letters(seen.name)
    if rect is None or not words or words != letters(element.name or element.label or ""):
        return False
    if seen.type in TEXTS:
        return element.role in PANES_AND_GROUPS and element.rect.contains(rect.center)
    return seen.type == element.role and element.rect.intersection(rect).area > 0


def _is_noise(name: str) -> bool:
    bare = letters(name)
    return len(bare) < _WORD and bare.isascii() and not any(letter.isdigit() for letter in bare)


def _is_misread(words: str, element: Element) -> bool:
    """Tell whether words that were seen are most likely a line of the element's own text, read with mistakes."""
    lines = f"{element.name}\n{element.value or ''}".splitlines()
    return any(SequenceMatcher(None, words, letters(line), autojunk=False).ratio() >= _ALIKE for line in lines if line)


def _gap(rect: Rect, other: Rect) -> int:
    across = max(rect.x - other.right, other.x - rect.right, 0)
    return max(across, rect.y - other.bottom, other.y - rect.bottom)
