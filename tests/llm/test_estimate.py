"""A prompt's tokens are estimated rather too high than too low."""

from __future__ import annotations

from dataclasses import replace

from tests.llm.turns import host_turn
from ufo.llm.estimate import prompt_tokens
from ufo.schema.geometry import Rect
from ufo.schema.message import ImagePart, Message, TextPart
from ufo.schema.picture import Picture


def test_words_repairs_and_pictures_all_count() -> None:
    turn = host_turn()
    bare = prompt_tokens(turn, 1568)
    assert prompt_tokens(host_turn(request="word " * 300), 1568) - bare >= 300
    assert prompt_tokens(replace(turn, repairs=(("x" * 300, "it is no JSON"),)), 1568) - bare >= 100
    assert prompt_tokens(host_turn(with_picture=True), 1568) > bare


def test_a_chinese_text_has_a_token_for_each_character() -> None:
    assert prompt_tokens(host_turn(request="表" * 300), 1568) - prompt_tokens(host_turn(request=""), 1568) >= 300


def test_a_large_picture_counts_as_large_as_it_is_sent() -> None:
    picture = Picture(b"", "image/jpeg", Rect(0, 0, 3840, 2160))
    shown = replace(host_turn(), messages=(Message("user", (TextPart("look"), ImagePart(picture))),))
    whole, halved = prompt_tokens(shown, 3840), prompt_tokens(shown, 1920)
    assert whole > 2 * halved > 3840 * 2160 / 4 / 750
