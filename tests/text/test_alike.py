"""Whether words that were read from a picture are a name that an application tells."""

from __future__ import annotations

import pytest

from ufo.text.alike import reads_as


@pytest.mark.parametrize(
    ("seen", "name", "is_it"),
    [
        ("Envoyer le releve", "Envoyer le relevé", True),
        ("Usun wpis zlotowki", "Usuń wpis złotówki", True),
        ("Gonder", "Gönder…", True),
        ("Envoyer le relief", "Envoyer le relevé", False),
        ("", "", False),
    ],
)
def test_only_the_marks_of_letters_may_be_lost(seen: str, name: str, is_it: bool) -> None:
    assert reads_as(seen, name) is is_it
