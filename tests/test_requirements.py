"""Requirements and tests, checked against one another both ways."""

from __future__ import annotations

from tests.claims import claims
from tests.requirements import REQUIREMENTS


def test_every_requirement_has_a_test_or_says_why_not() -> None:
    claimed = claims()
    missing = [key for key, requirement in REQUIREMENTS.items() if not requirement.deferred and key not in claimed]
    assert not missing


def test_every_claimed_requirement_is_declared() -> None:
    assert not [key for key in claims() if key not in REQUIREMENTS]


def test_a_deferred_requirement_has_no_test_yet() -> None:
    claimed = claims()
    assert not [key for key, requirement in REQUIREMENTS.items() if requirement.deferred and key in claimed]
