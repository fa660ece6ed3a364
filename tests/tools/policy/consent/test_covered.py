"""A yes covers the act that was shown, also where its words are read a little otherwise the next time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ufo.schema.action_class import ActionClass
from ufo.tools.policy.consent.covered import Covered

AGREED = Covered("1", ActionClass.DELETE, "Press 'Go' in 'Mail'", ", which also says 'Delete draft'")


@pytest.mark.parametrize("also", ["Delete draft", "Delete dráft", "Delete draft Help", "Delete", ""])
def test_a_word_more_or_less_beside_the_control_is_the_same_act(also: str) -> None:
    assert AGREED.covers(replace(AGREED, also=f", which also says {also!r}" if also else ""))


@pytest.mark.parametrize("also", ["Delete account", "Delete draft Send", "Delete draft and pay now", "Purge draft"])
def test_another_word_in_its_place_or_a_risk_more_is_another_act(also: str) -> None:
    assert not AGREED.covers(replace(AGREED, also=f", which also says {also!r}"))


def test_another_window_class_or_name_is_another_act() -> None:
    for other in ({"window": "2"}, {"action_class": ActionClass.SEND}, {"asked": "Press 'Stop' in 'Mail'"}):
        assert not AGREED.covers(replace(AGREED, **other))
