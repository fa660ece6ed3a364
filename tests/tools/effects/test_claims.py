"""What of a confirmed effect is meant to last."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ufo.desktop.snapshot import Element, Handle
from ufo.schema.geometry import Rect
from ufo.tools.effects.claims import Claim, went_back


@pytest.mark.parametrize(
    ("role", "said"),
    [("ListItem", "ListItem 'B3' changed back and is not selected again"), ("Cell", "")],
    ids=["entry of a list", "cell, whose selection goes on with the cursor"],
)
def test_what_was_selected_and_is_not_any_more_went_back_unless_it_is_a_cell(role: str, said: str) -> None:
    handle = Handle(1, "b3", role, "B3")
    old = Element(handle=handle, role=role, name="B3", rect=Rect(0, 0, 80, 20), depth=1)
    new = replace(old, states=old.states | {"selected"})
    assert went_back(Claim(handle, old, new, made=0.0), old) == said
