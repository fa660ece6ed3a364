"""Which controls keep a secret: by their state, by what they ask for, or because they hid their text a moment ago."""

from __future__ import annotations

from dataclasses import replace

from ufo.desktop.snapshot import Element, Snapshot
from ufo.schema.roles import ONE_LINE_FIELDS
from ufo.secrets.masks import Masks
from ufo.secrets.password_guess import asks_for_a_secret

_DOTS = frozenset("•●∙⬤*")
_FEWEST_DOTS = 2
"""A single star may be typed."""


class SecretFields:
    """Remembers what hid its text in this recording: a password that is shown after a click on an eye is still one."""

    def __init__(self, masks: Masks) -> None:
        self.masks = masks
        self._hid: set[str] = set()

    def see(self, snapshot: Snapshot) -> None:
        self._hid |= {element.handle.key for element in snapshot if _hides(element)}

    def keeps(self, element: Element) -> bool:
        """Tell whether nothing of what the control holds may be written."""
        if _hides(element) or element.handle.key in self._hid:
            return True
        asked = " ".join(filter(None, (element.name, element.label, element.description)))
        if element.role in ONE_LINE_FIELDS and asked and asks_for_a_secret(asked):
            return True
        return self.masks.holds(element.value) or self.masks.holds(element.name)

    def without(self, snapshot: Snapshot) -> Snapshot:
        """Return the look without anything that a control keeps secret."""
        kept = tuple(replace(element, value=None) if self.keeps(element) else element for element in snapshot)
        return replace(snapshot, elements=kept)

    def is_in(self, snapshot: Snapshot) -> bool:
        return any(_hides(element) or element.handle.key in self._hid for element in snapshot)


def _hides(element: Element) -> bool:
    """Tell whether a control hides its text. One that its toolkit calls no password field tells it by dots in their place."""
    if "password" in element.states:
        return True
    shown = element.value or ""
    return element.role in ONE_LINE_FIELDS and len(shown) >= _FEWEST_DOTS and _DOTS.issuperset(shown)
