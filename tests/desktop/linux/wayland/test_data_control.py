"""The clipboard of a real compositor, between two connections."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ufo.desktop.linux.wayland.bounded_pipes import TooLarge
from ufo.desktop.linux.wayland.data_control import DataControl
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.errors import DesktopUnavailable


@pytest.fixture
def pair(private_wayland: PrivateDesktop) -> Iterator[tuple[DataControl, DataControl]]:
    first, second = (DataControl(Path(private_wayland.display)) for _ in range(2))
    first.set({})
    yield first, second
    first.close()
    second.close()


def test_what_one_sets_the_other_reads(pair: tuple[DataControl, DataControl]) -> None:
    ours, theirs = pair
    assert theirs.text() == ""
    ours.set_text("Zoë 😀\nline")
    assert theirs.text() == "Zoë 😀\nline"
    assert ours.text() == "Zoë 😀\nline"
    assert ours.asked[0] == 1


def test_all_kinds_are_given_back_as_they_were(pair: tuple[DataControl, DataControl]) -> None:
    ours, theirs = pair
    picture = bytes(range(256)) * 4000
    theirs.set({"image/png": picture, "text/html": b"<b>x</b>"})
    was = ours.contents()
    assert was == {"image/png": picture, "text/html": b"<b>x</b>"}
    ours.set_text("lent for a moment")
    assert theirs.text() == "lent for a moment"
    assert theirs.held == {}
    ours.set(was)
    assert theirs.contents() == was


def test_an_owner_that_ends_leaves_it_empty(pair: tuple[DataControl, DataControl]) -> None:
    ours, theirs = pair
    theirs.set_text("gone with its owner")
    assert ours.text() == "gone with its owner"
    theirs.close()
    assert ours.text() == ""
    with pytest.raises(DesktopUnavailable, match="connect again"):
        theirs.text()


def test_more_than_can_be_kept_is_refused_and_stays(pair: tuple[DataControl, DataControl]) -> None:
    ours, theirs = pair
    theirs.set({"image/bmp": bytes(65 << 20)})
    with pytest.raises(TooLarge):
        ours.contents()
    assert len(theirs.held["image/bmp"]) == 65 << 20
