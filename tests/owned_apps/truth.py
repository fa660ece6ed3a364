"""What an owned application says of its own controls, and how what was seen compares with that."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ufo.desktop.snapshot import Element
from ufo.schema.geometry import Point, Rect

NEAR_PX = 2
_ACTING = frozenset({"press", "set_text", "set_value", "select", "expand"})
_NOT_OFFERED = frozenset({"offscreen", "covered"})
# A control has exactly those of these that its application tells; of the others at least those.
_EXACT = frozenset({"disabled", "checked", "unchecked", "mixed", "pressed", "password"})


@dataclass(frozen=True, slots=True)
class Control:
    """See `ledger.control`. `role`: several, parted by "|", where the toolkit tells now one and now the other."""

    key: str
    role: str
    name: str
    rect: Rect | None
    states: frozenset[str]
    seen: str
    value: str | None
    label: str | None
    reacts: str | None
    opens: str | None
    within: bool
    near: int

    @classmethod
    def read(cls, told: dict[str, Any]) -> Control:
        return cls(
            key=told["key"],
            role=told["role"],
            name=told["name"],
            rect=Rect.from_ltrb(*told["rect"]) if told["rect"] else None,
            states=frozenset(told["states"]),
            seen=told["seen"],
            value=told.get("value"),
            label=told.get("label"),
            reacts=told.get("reacts"),
            opens=told.get("opens"),
            within=told.get("within", False),
            near=told.get("near", NEAR_PX),
        )

    @property
    def shown(self) -> bool:
        return self.seen == "shown"


@dataclass(frozen=True, slots=True)
class Truth:
    """`area`: the part of the screen that the application tells of; None for all of its windows. `pointer`: where it takes the
    pointer to be; None where it does not tell."""

    toolkit: str
    controls: tuple[Control, ...]
    area: Rect | None = None
    pointer: Point | None = field(default=None, compare=False)

    @classmethod
    def of(cls, path: Path) -> Truth:
        told = json.loads(path.read_text(encoding="utf-8"))
        area = Rect.from_ltrb(*told["area"]) if told["area"] else None
        layers = [(key, Rect.from_ltrb(*box)) for key, box in told["layers"]]
        controls = [Control.read(one) for one in told["controls"]]
        pointer = Point(*told["pointer"]) if told.get("pointer") else None
        return cls(told["toolkit"], tuple(_under(one, layers) for one in controls), area, pointer)

    def get(self, key: str) -> Control:
        return next(one for one in self.controls if one.key == key)

    @property
    def shown(self) -> tuple[Control, ...]:
        return tuple(one for one in self.controls if one.shown)

    def moved(self, across: int, down: int) -> Truth:
        controls = (
            replace(one, rect=None if one.rect is None else one.rect.moved(across, down)) for one in self.controls
        )
        return replace(
            self, controls=tuple(controls), area=None if self.area is None else self.area.moved(across, down)
        )

    def without(self, keys: Collection[str]) -> Truth:
        """The same, nothing being asked of these."""
        return replace(
            self, controls=tuple(replace(one, seen="blocked") if one.key in keys else one for one in self.controls)
        )


@dataclass(frozen=True, slots=True)
class Comparison:
    """`missed` and `wrong` say in words what of the truth was not seen or seen otherwise, `extra` what was offered to be
    worked and is not there."""

    shown: int
    offered: int
    missed: tuple[str, ...]
    wrong: tuple[str, ...]
    extra: tuple[str, ...]

    @property
    def recall(self) -> float:
        return 1.0 if not self.shown else 1 - (len(self.missed) + len(self.wrong)) / self.shown

    @property
    def precision(self) -> float:
        return 1.0 if not self.offered else 1 - len(self.extra) / self.offered

    @property
    def faults(self) -> tuple[str, ...]:
        return (*self.missed, *self.wrong, *self.extra)


def _under(control: Control, layers: Sequence[tuple[str, Rect]]) -> Control:
    """What opened covers all but its own."""
    covers = [box for key, box in layers if not control.key.startswith(f"{key}:")]
    if control.rect is None or not any(box.contains(control.rect.center) for box in covers):
        return control
    return replace(control, seen="covered")


def compare(truth: Truth, elements: Sequence[Element]) -> Comparison:
    matched: set[int] = set()
    missed, wrong = [], []
    for control in truth.shown:
        element = find(control, elements)
        if element is None:
            missed.append(f"missed: {control.role} {control.name or control.label!r} at {_box(control.rect)}")
            continue
        matched.add(id(element))
        said = "; ".join(differences(control, element))
        if said:
            wrong.append(f"wrong: {control.role} {control.name or control.label!r}: {said}")
    passable = [one for one in truth.controls if one.seen == "blocked"]
    matched |= {id(element) for one in passable if (element := find(one, elements)) is not None}
    offered = [one for one in elements if offers(one) and (truth.area is None or truth.area.contains(one.rect.center))]
    unknown = [one for one in offered if id(one) not in matched and min(one.rect.width, one.rect.height) > NEAR_PX]
    extra = [f"extra: {one.role} {one.name or one.label!r} at {_box(one.rect)}" for one in unknown]
    return Comparison(len(truth.shown), len(offered), tuple(missed), tuple(wrong), tuple(extra))


def offers(element: Element) -> bool:
    """Whether a reader of the list would work it. Scroll bars are no more than a part of what they scroll."""
    acting = _ACTING.intersection(element.actions)
    return bool(acting) and not _NOT_OFFERED & element.states and element.role != "ScrollBar"


def find(control: Control, elements: Sequence[Element]) -> Element | None:
    """The element that stands for the control: same role and words, nearest by place."""
    fitting = [one for one in elements if _fits(control, one) and not _NOT_OFFERED & one.states]
    place = control.rect
    if place is None:
        return None
    return max(fitting, key=lambda one: (one.rect.iou(place), one.rect.area), default=None)


def _fits(control: Control, element: Element) -> bool:
    if element.role not in control.role.split("|"):
        return False
    return element.name == control.name if control.name else element.label == control.label


def differences(control: Control, element: Element) -> Iterator[str]:
    if control.rect is not None and not _near(control, element.rect):
        yield f"it is at {_box(control.rect)}, seen at {_box(element.rect)}"
    if (told := control.states & _EXACT) != (seen := element.states & _EXACT):
        yield f"it is {sorted(told)}, seen as {sorted(seen)}"
    if lost := control.states - _EXACT - element.states:
        yield f"it is {sorted(lost)}, which was not seen"
    if control.value is not None and element.value != control.value:
        yield f"it shows {control.value!r}, seen as {element.value!r}"


def _near(control: Control, seen: Rect) -> bool:
    assert control.rect is not None
    if control.within:
        near = control.near
        around = Rect(seen.x - near, seen.y - near, seen.width + 2 * near, seen.height + 2 * near)
        return around.intersection(control.rect) == control.rect
    return all(abs(a - b) <= control.near for a, b in zip(control.rect.as_ltrb(), seen.as_ltrb(), strict=True))


def _box(rect: Rect | None) -> str:
    return "no place" if rect is None else str(rect.as_ltrb())
