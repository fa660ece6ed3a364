"""Settings that were changed, held against the words of the request."""

from __future__ import annotations

import pytest

from ufo.proof.account.settings import settings_tell
from ufo.schema.predicate import DocumentPredicate, FilePredicate, Finding, Predicate, Truth

_WISH = (
    "I want to open things in the file manager with a single click, and it should ask no more before it deletes a file "
    "or moves it into the trash can."
)
_ALL = {"config.single_click": "1", "config.confirm_del": "0", "config.confirm_trash": "0"}


def _found(predicate: Predicate, *, stale: bool = False) -> Finding:
    return Finding(predicate=predicate, truth=Truth.SATISFIED, evidence="it holds", channel="file", stale=stale)


def _settings(keys: dict[str, str], *, stale: bool = False) -> list[Finding]:
    stated = [DocumentPredicate(path="/x/libfm.conf", key=key, value=value) for key, value in keys.items()]
    return [_found(one, stale=stale) for one in stated]


def test_each_part_of_the_wish_has_a_setting_of_its_own() -> None:
    assert settings_tell(_WISH, _settings(_ALL))
    line = FilePredicate(path="/x/rc", contains="show-line-numbers=true")
    assert settings_tell("In the editor show the line numbers", [_found(line)])


@pytest.mark.parametrize(
    "keys",
    [
        {},
        {"config.single_click": "1", "config.confirm_del": "0"},
        {**_ALL, "config.single_click": "0"},
        {**_ALL, "config.confirm_trash": "1"},
        {"config.big_icon_size": "1", "config.confirm_del": "0", "config.confirm_trash": "0"},
    ],
)
def test_a_part_without_one_or_with_the_opposite_is_not_told(keys: dict[str, str]) -> None:
    assert not settings_tell(_WISH, _settings(keys))


def test_what_was_set_so_before_tells_nothing() -> None:
    assert not settings_tell(_WISH, _settings(_ALL, stale=True))
