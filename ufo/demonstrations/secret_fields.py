"""Which controls keep a secret: by their state, by what they ask for, or because they hid their text a moment ago."""

from __future__ import annotations

from dataclasses import replace

from ufo.desktop.snapshot import Element, Snapshot
from ufo.schema.roles import ONE_LINE_FIELDS
from ufo.secrets.masks import Masks
from ufo.secrets.password_guess import asks_for_a_secret


class SecretFields:
    """Remembers what hid its text in this recording: a password that is shown after a click on an eye is still one."""

    def __init__(self, masks: Masks) -> None:
        self.masks = masks
        self._hid: set[str] = set()

    def see(self, snapshot: Snapshot) -> None:
        self._hid |= {one.handle.key for one in snapshot if "password" in one.states}

    def keeps(self, element: Element) -> bool:
        """Tell whether nothing of what the control holds may be written."""
        if "password" in element.states or element.handle.key in self._hid:
            return True
        asked = " ".join(filter(None, (element.name, element.label, element.description)))
        if element.role in ONE_LINE_FIELDS and asked and asks_for_a_secret(asked):
            return True
        return self.masks.holds(element.value) or self.masks.holds(element.name)

    def without(self, snapshot: Snapshot) -> Snapshot:
        """Return the look without anything that a control keeps secret."""
        kept = tuple(replace(one, value=None) if self.keeps(one) else one for one in snapshot)
        return replace(snapshot, elements=kept)

    def is_in(self, snapshot: Snapshot) -> bool:
        return any("password" in one.states or one.handle.key in self._hid for one in snapshot)
