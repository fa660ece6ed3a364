from __future__ import annotations

from dataclasses import FrozenInstanceError, fields, replace

import pytest

from ufo.desktop.snapshot import Draft, Element, Handle
from ufo.schema.geometry import Rect


def _draft() -> Draft:
    draft = Draft(7, ":1.5/a", "Button", "Save")
    draft.rect = Rect(1, 2, 3, 4)
    return draft


def test_a_finished_draft_is_the_element_that_would_have_been_made_at_once() -> None:
    made = _draft().done()
    assert made == Element(Handle(7, ":1.5/a", "Button", "Save"), "Button", "Save", Rect(1, 2, 3, 4))
    assert (type(made), type(made.handle)) == (Element, Handle)
    assert hash(made) == hash(replace(made))


def test_a_finished_draft_has_every_field() -> None:
    made = _draft().done()
    assert all(hasattr(made, field.name) for field in fields(Element))


def test_a_finished_draft_is_frozen() -> None:
    made = _draft().done()
    with pytest.raises(FrozenInstanceError):
        made.name = "other"  # type: ignore[misc]  # that is the point
    with pytest.raises(FrozenInstanceError):
        made.handle.key = "other"  # type: ignore[misc]  # that is the point
