"""What the table of what is seen calls the version of an application."""

from __future__ import annotations

import pytest

from bench.versions import upstream, version_of


@pytest.mark.parametrize(
    ("package", "own"),
    [
        ("4:7.4.7-1+deb12u8", "7.4.7"),
        ("153.7.0esr-1~deb12u1", "153.7.0esr"),
        ("43.0.1-2", "43.0.1"),
        ("22.1+dfsg-1", "22.1"),
        ("379", "379"),
    ],
)
def test_a_version_is_that_of_the_program_without_what_the_distribution_added(package: str, own: str) -> None:
    assert upstream(package) == own


def test_what_came_in_no_package_has_no_version() -> None:
    assert version_of("no-such-program") == ""
