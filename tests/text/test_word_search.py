"""Things are found by a person's words."""

from __future__ import annotations

import pytest

from ufo.text.near import NEAR_WORDS, groups
from ufo.text.stem import stems
from ufo.text.word_search import page_of, ranked, scores

PAGES = {
    "remove_file": page_of(("remove_file", 3.0), ("Put a file in the bin.", 1.0)),
    "make_folder": page_of(("make_folder", 3.0), ("Make a folder.", 1.0)),
    "move_file": page_of(("move_file", 3.0), ("Give a file another place.", 1.0)),
}


def found(wanted: str) -> list[str]:
    return ranked(wanted, list(PAGES), PAGES.__getitem__)


@pytest.mark.parametrize(
    ("wanted", "first"),
    [
        ("removing", "remove_file"),
        ("delete it", "remove_file"),
        ("a new directory", "make_folder"),
        ("relocate", "move_file"),
    ],
)
def test_a_word_that_means_nearly_the_same_finds_too(wanted: str, first: str) -> None:
    assert found(wanted)[0] == first


def test_the_word_itself_counts_more_than_one_that_means_nearly_the_same() -> None:
    own, near = scores("delete", [page_of(("delete", 1.0)), page_of(("erase", 1.0))])
    assert own > near > 0


def test_what_no_page_has_finds_nothing() -> None:
    assert found("") == found("zebra") == []


def test_a_word_stands_once_in_a_group_and_no_group_has_one_word_alone() -> None:
    for words in groups(NEAR_WORDS):
        assert len(set(words)) == len(words) > 1, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Merging FILTERS", ("merg", "filter")),
        ("glass", ("glass",)),
        ("applies copies", ("appli", "copi")),
        ("ﬁle", ("fil",)),
    ],
)
def test_words_are_compared_by_their_stems(text: str, expected: tuple[str, ...]) -> None:
    assert stems(text) == expected
