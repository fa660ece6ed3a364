from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ufo.schema.fence import fence, quoted

_PIECES = st.lists(
    st.one_of(
        st.sampled_from(
            ["<", "/", ">", "data", "DATA", " ", "\n", "\u200b", "\uff1c", "\uff0f", "<data", "</data>", "\\u003c"]
        ),
        st.text(max_size=3),
    ),
    max_size=12,
).map("".join)


@given(_PIECES)
def test_no_text_can_end_its_fence(text: str) -> None:
    fenced = fence("screen", text)
    assert fenced.startswith('<data name="screen">\n')
    assert fenced.endswith("\n</data>")
    inside = fenced.removeprefix('<data name="screen">\n').removesuffix("\n</data>")
    seen = re.sub(r"[\s\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]", "", inside).lower()
    assert not re.search("[<\uff1c\ufe64][/\uff0f]?data", seen)


@given(_PIECES)
def test_a_name_cannot_end_its_quotes(name: str) -> None:
    first = fence(name, "x").split("\n</data>")[0]
    assert re.fullmatch(r'<data name="[^"<>]*">\nx', first)


@pytest.mark.parametrize("text", ["a < b", "<div>", "x<-3", "</p>", "database", "<3 data"])
def test_text_that_is_no_delimiter_stays_as_it_is(text: str) -> None:
    assert text in fence("screen", text)


@given(st.text())
def test_quoted_text_is_one_line(text: str) -> None:
    assert len(quoted(text, 10_000).splitlines()) == 1


def test_long_text_is_cut_and_says_by_how_much() -> None:
    assert quoted("abcdef", 4) == '"abcd… (2 more characters)"'


@pytest.mark.timeout(10)
def test_a_long_run_of_unseen_characters_takes_no_time() -> None:
    text = "<" + " " * 200_000
    assert text in fence("screen", text)


def test_half_a_character_becomes_one_that_can_be_sent() -> None:
    assert fence("screen", "a\ud800b").encode("utf-8").endswith(b"a?b\n</data>")
    assert quoted("a\ud800b") == '"a?b"'
