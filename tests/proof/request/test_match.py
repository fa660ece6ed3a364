"""What counts as the same name, and as a slip of the person who wrote it."""

from __future__ import annotations

import pytest

from ufo.proof.request.match import is_misspelt


@pytest.mark.parametrize(
    ("wanted", "said", "is_slip"),
    [
        ("minuts.odt", "/home/ada/minutes.odt", True),
        ("Calender", "press Calendar", True),
        ("report1.odt", "report2.odt", False),
        ("Anna", "Anne", False),
        ("invoice.ods", "letter.ods", False),
        ("better.odt", "letter.odt", False),
        ("", "anything", False),
    ],
)
def test_a_name_that_is_spelt_nearly_so_is_a_slip_unless_it_is_short_or_its_figures_differ(
    wanted: str, said: str, is_slip: bool
) -> None:
    assert is_misspelt(wanted, [said]) is is_slip
