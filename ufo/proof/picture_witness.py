"""Remembers how controls looked before they were acted on: a picture is another witness than the interface that acted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ufo.proof.independence import PICTURE, key_of, keys_in, keys_of
from ufo.schema.action import ActionCommandInfo
from ufo.schema.geometry import Rect
from ufo.schema.picture import Picture
from ufo.schema.predicate import Finding
from ufo.schema.target import TargetInfo
from ufo.vision.photographer import PhotographerFacade


class Witness:
    """Keeps the look of each control before it was first acted on, by its name, with its place in the window."""

    def __init__(self, photographer: PhotographerFacade) -> None:
        self._photographer = photographer
        self._looks: dict[str, tuple[Rect, str]] = {}

    def forget(self) -> None:
        self._looks = {}

    def sees(self, picture: Picture, controls: Iterable[TargetInfo], actions: Sequence[ActionCommandInfo]) -> None:
        """Record the looks of the controls that these actions are about. This is called with the picture from which the actions
        were decided, before they run.
        """
        acted = frozenset(key for action in actions for key in keys_in(action))
        for control in controls if acted else ():
            own = keys_of(control) & acted
            if control.bounds is None or not own - self._looks.keys():
                continue
            look = self._photographer.look_of(picture, control.bounds)
            place = control.bounds.moved(-picture.rect.x, -picture.rect.y)
            for key in own:
                self._looks.setdefault(key, (place, look))

    def vouches_for(self, findings: Sequence[Finding], now: Picture) -> tuple[Finding, ...]:
        """Mark findings as proved that only the acting interface supported, where the picture of the control has changed."""
        return tuple(self._witnessed(finding, now) if not finding.independent else finding for finding in findings)

    def _witnessed(self, finding: Finding, now: Picture) -> Finding:
        seen = self._look_before(finding, self._looks)
        if seen is None:
            return finding
        place, before = seen
        look = self._photographer.look_of(now, place.moved(now.rect.x, now.rect.y))
        if not look or look == before:
            return finding
        evidence = f"{finding.evidence}; the picture of it changed too"
        return finding.model_copy(update={"independent": True, "channel": PICTURE, "evidence": evidence})

    def _look_before(self, finding: Finding, looks: Mapping[str, tuple[Rect, str]]) -> tuple[Rect, str] | None:
        control = finding.predicate.shown_control()
        return looks.get(key_of(*control)) if control is not None else None
