"""Tracks what was seen in windows: keys stay the same from look to look, and a control's place is confirmed before it is used."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from isal import isal_zlib

from ufo.desktop.matching.words_beside import with_label
from ufo.desktop.snapshot import Element, Handle, Snapshot
from ufo.errors import AmbiguousElement, StaleElement
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame
from ufo.schema.target import TargetInfo
from ufo.text.fold import letters
from ufo_sight.recent import Recent

PREFIX = "seen:"
# A turn of several verbs takes about ten looks per verb, and all its targets come from the look on which it was decided.
_LOOKS_KEPT = 96
_WINDOWS = 8
_SAME_PLACE = 0.4
# For what is seen again after it was missing from a few pictures: a list covered it, or its text was selected.
_SAME_PLACE_LATER = 0.8
_PICTURES_MISSED = 3
# The distance in pixels that a control may move within its window and still count as the same.
_NEARBY = 160


@dataclass(frozen=True, slots=True)
class Sighting:
    """A control that was seen. `place` and `known_by` are relative to the window's top left. `patch` holds the compressed
    pixels of `known_by`: those of a full-screen text are megabytes, and many looks are kept. For a field `known_by` includes
    what is beside it, since all empty fields look the same.
    """

    key: str
    element: Element
    place: Rect
    known_by: Rect
    patch: bytes


@dataclass(frozen=True, slots=True)
class Look:
    """One look at a window. `alone`: the tree reports nothing of the window. `missing`: what the last few pictures showed and
    this one does not, with the number of pictures that lacked it.
    """

    window_id: str
    sightings: dict[str, Sighting]
    alone: bool
    missing: dict[str, tuple[Sighting, int]]


class Sightings:
    """The sightings of one desktop. Handles are issued here and resolved here; those of the last looks are kept."""

    def __init__(self) -> None:
        self._looks: OrderedDict[int, Look] = OrderedDict()
        self._last: Recent[str, Look] = Recent(_WINDOWS)
        self._number = 0

    def issue(self, tree: Snapshot, origin: Rect, targets: Sequence[TargetInfo], frame: Frame) -> tuple[Element, ...]:
        """Return elements for what was seen beside the tree. A control at the same place as at the last look keeps its key, and
        so does one with the same name that a few pictures lacked.
        """
        before = self._last.get(tree.window_id)
        free = dict(before.sightings) if before else {}
        missed = {key: sighting for key, (sighting, _) in before.missing.items()} if before else {}
        found: dict[str, Sighting] = {}
        for target in targets:
            rect = target.bounds
            if rect is None or rect.is_empty:
                continue
            place = rect.moved(-origin.x, -origin.y)
            key = self._key(target, place, free, missed)
            element = _element(target, rect, Handle(tree.id, key, target.type or "Custom", target.name))
            known_by = with_label(element.role, rect).intersection(frame.rect)
            patch = self._patch(before, key, _patch(frame, known_by))
            found[key] = Sighting(key, element, place, known_by.moved(-origin.x, -origin.y), patch)
        look = Look(tree.window_id, found, not tree.elements, _missing(before, found))
        self._looks[tree.id] = look
        self._last.put(tree.window_id, look)
        while len(self._looks) > _LOOKS_KEPT:
            self._looks.popitem(last=False)
        return tuple(sighting.element for sighting in found.values())

    def _patch(self, before: Look | None, key: str, patch: bytes) -> bytes:
        """Return the same bytes object for equal pixels, so that many looks cost little memory."""
        earlier = before.sightings.get(key) if before else None
        return earlier.patch if earlier is not None and earlier.patch == patch else patch

    def recall(self, handle: Handle) -> tuple[str, Sighting]:
        """Return the window's id and the sighting behind the handle. Raises StaleElement where its look is no longer kept."""
        look = self._looks.get(handle.snapshot_id)
        sighting = look.sightings.get(handle.key) if look else None
        if look is None or sighting is None:
            raise StaleElement(f"{handle.role} {handle.name!r} was seen in an older picture; look again")
        return look.window_id, sighting

    def are_alone(self, handle: Handle) -> bool:
        look = self._looks.get(handle.snapshot_id)
        return look is not None and look.alone

    def _key(self, target: TargetInfo, place: Rect, free: dict[str, Sighting], missed: dict[str, Sighting]) -> str:
        for key, earlier in free.items():
            if earlier.element.role == (target.type or "Custom") and earlier.place.iou(place) >= _SAME_PLACE:
                del free[key]
                return key
        for key, earlier in missed.items():
            if _is_called(earlier.element, target) and earlier.place.iou(place) >= _SAME_PLACE_LATER:
                del missed[key]
                return key
        self._number += 1
        return f"{PREFIX}{self._number}"


def _missing(before: Look | None, found: dict[str, Sighting]) -> dict[str, tuple[Sighting, int]]:
    """Count in how many pictures each control was missing. A look that saw the same as the last one does not count as another
    picture, since a window that is waited for is looked at many times.
    """
    if before is None:
        return {}
    now, last = ({key: sighting.place for key, sighting in of.items()} for of in (found, before.sightings))
    counted = {key: (sighting, missed + (now != last)) for key, (sighting, missed) in before.missing.items()}
    counted.update({key: (sighting, 1) for key, sighting in before.sightings.items()})
    return {
        key: (sighting, missed)
        for key, (sighting, missed) in counted.items()
        if key not in found and missed <= _PICTURES_MISSED
    }


def _is_called(earlier: Element, target: TargetInfo) -> bool:
    """Tell whether both have exactly the same role and words. Another thing that came to the same place is not the same."""
    words = letters(earlier.name)
    return earlier.role == (target.type or "Custom") and bool(words) and words == letters(target.name)


def _patch(frame: Frame, rect: Rect) -> bytes:
    return isal_zlib.compress(frame.cropped(rect).pixels, 1)


def unchanged(sighting: Sighting, origin: Rect, frame: Frame) -> Element | None:
    """Return the element where its pixels are still the same at the same place of the window, or None."""
    if _patch(frame, sighting.known_by.moved(origin.x, origin.y)) != sighting.patch:
        return None
    return replace(sighting.element, rect=sighting.place.moved(origin.x, origin.y))


def moved(sighting: Sighting, origin: Rect, frame: Frame) -> Element | None:
    """Return the element where its pixels moved a little, or None. Raises AmbiguousElement where several places match."""
    rect = sighting.known_by.moved(origin.x, origin.y)
    around = Rect(rect.x - _NEARBY, rect.y - _NEARBY, rect.width + 2 * _NEARBY, rect.height + 2 * _NEARBY)
    patch = isal_zlib.decompress(sighting.patch)
    places = list(_occurrences(patch, rect.width, rect.height, frame.cropped(around)))
    if len(places) > 1:
        raise AmbiguousElement(f"{_called(sighting)} was seen once and is now there {len(places)} times; look again")
    if not places:
        return None
    across, down = sighting.place.x - sighting.known_by.x, sighting.place.y - sighting.known_by.y
    own = Rect(places[0].x + across, places[0].y + down, sighting.place.width, sighting.place.height)
    return replace(sighting.element, rect=own)


def again(sighting: Sighting, origin: Rect, now: Sequence[Element]) -> Element:
    """Find the same control among those seen now, though its pixels differ: by role and words, at its place or as the only one
    nearby.

    Raises StaleElement or AmbiguousElement with the advice to look again.
    """
    rect = sighting.place.moved(origin.x, origin.y)
    alike = [
        element for element in now if element.role == sighting.element.role and _reads_alike(element, sighting.element)
    ]
    here = [element for element in alike if element.rect.iou(rect) >= _SAME_PLACE]
    near = here or [element for element in alike if _distance(element.rect, rect) <= _NEARBY]
    if len(near) == 1:
        return replace(near[0], handle=sighting.element.handle)
    if near:
        raise AmbiguousElement(f"{len(near)} things look like {_called(sighting)} now; look again and choose one")
    raise StaleElement(f"{_called(sighting)} is not where the picture showed it any more; look again")


def _occurrences(patch: bytes, width: int, height: int, area: Frame) -> Iterator[Rect]:
    row = width * 4
    if len(patch) != row * height or area.rect.width < width or not patch:
        return
    # The row with the most different bytes matches by chance less often than an empty one.
    chosen = max(range(height), key=lambda at: len(set(patch[at * row : (at + 1) * row])))
    probe = patch[chosen * row : (chosen + 1) * row]
    if len(set(probe)) <= 4:
        return
    stride = area.rect.width * 4
    for top in range(area.rect.height - height + 1):
        line = area.pixels[(top + chosen) * stride : (top + chosen + 1) * stride]
        at = line.find(probe)
        while at != -1:
            rect = Rect(area.rect.x + at // 4, area.rect.y + top, width, height)
            if at % 4 == 0 and area.cropped(rect).pixels == patch:
                yield rect
            at = line.find(probe, at + 1)


def _element(target: TargetInfo, rect: Rect, handle: Handle) -> Element:
    return Element(
        handle=handle,
        role=handle.role,
        name=target.name,
        rect=rect,
        states=frozenset(target.states) | {"enabled"},
        value=target.value,
        label=target.label,
        description=target.description,
        actions=target.actions,
        path=target.path,
        source=target.source or "vision",
        doubt=target.doubt,
    )


def _reads_alike(element: Element, other: Element) -> bool:
    """Tell whether both have the same words. Unnamed elements are alike only where both are Edits, whose contents change."""
    return letters(element.name) == letters(other.name) and (
        bool(element.name.strip()) or element.role == other.role == "Edit"
    )


def _distance(rect: Rect, other: Rect) -> int:
    return max(abs(rect.center.x - other.center.x), abs(rect.center.y - other.center.y))


def _called(sighting: Sighting) -> str:
    return f"{sighting.element.role} {sighting.element.name!r}"
