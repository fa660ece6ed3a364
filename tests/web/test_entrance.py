"""A link works once and for a while, guesses run out, and what is kept of a browser is a hash."""

from __future__ import annotations

from pathlib import Path

import pytest

from ufo.web.entrance import GUESSES_S, LINK_S, MOST_GUESSES, STAY_S, Entrance, TooManyGuesses, read_served, served_file


class _Clock:
    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> _Clock:
    return _Clock()


@pytest.fixture
def entrance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: _Clock) -> Entrance:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return Entrance(4711, None, clock)


def test_a_link_lets_one_browser_in_and_no_second_one(entrance: Entrance) -> None:
    token = entrance.new_link()
    value = entrance.enter(token)
    assert value is not None and entrance.knows(value)
    assert entrance.enter(token) is None


def test_a_link_that_nobody_used_grows_too_old(entrance: Entrance, clock: _Clock) -> None:
    token = entrance.new_link()
    clock.now += LINK_S + 1
    assert entrance.enter(token) is None


def test_a_browser_has_to_come_in_again_after_its_stay(entrance: Entrance, clock: _Clock) -> None:
    value = entrance.enter(entrance.new_link())
    assert value is not None
    clock.now += STAY_S + 1
    assert not entrance.knows(value)


def test_after_some_wrong_guesses_even_the_right_link_has_to_wait(entrance: Entrance, clock: _Clock) -> None:
    token = entrance.new_link()
    assert [entrance.enter(f"guess-{number}") for number in range(MOST_GUESSES)] == [None] * MOST_GUESSES
    with pytest.raises(TooManyGuesses, match="wait 60 seconds"):
        entrance.enter(token)
    with pytest.raises(TooManyGuesses):
        entrance.is_key("another guess")
    clock.now += GUESSES_S + 1
    assert entrance.enter(token) is not None


@pytest.mark.parametrize("guess", ["", "x" * 5000, "\ud800", "ünï\0"])
def test_whatever_is_guessed_is_no_link_and_no_cookie(entrance: Entrance, guess: str) -> None:
    assert entrance.enter(guess) is None
    assert not entrance.knows(guess) and not entrance.is_key(guess)


def test_the_next_server_knows_the_browser_and_no_old_link_and_its_file_holds_no_cookie(
    entrance: Entrance, clock: _Clock
) -> None:
    value, unused = entrance.enter(entrance.new_link()), entrance.new_link()
    assert value is not None
    text = served_file().read_text()
    assert value not in text and unused not in text and served_file().stat().st_mode & 0o777 == 0o600
    again = Entrance(4711, read_served(), clock)
    assert again.knows(value) and again.enter(unused) is None


def test_a_browser_that_leaves_is_not_let_in_again(entrance: Entrance) -> None:
    value = entrance.enter(entrance.new_link())
    assert value is not None
    entrance.leave(value)
    assert not entrance.knows(value)


def test_a_file_that_holds_anything_else_counts_as_none(entrance: Entrance) -> None:
    entrance.keep()
    served_file().write_text('{"page": {"port": 0}}')
    assert read_served() is None
