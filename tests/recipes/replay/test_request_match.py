"""Which requests a skill fits, and with which values."""

from __future__ import annotations

import pytest

from ufo.errors import SkillError
from ufo.recipes.recipe import Skill, Variable
from ufo.recipes.replay.request_match import choose, fitting

MEMO = Skill(
    name="memo",
    request='Open mousepad, type "{{text}}" and save it as {{file}}',
    variables=(Variable(name="text", default="Dear Ana"), Variable(name="file", default="memo.txt")),
)


@pytest.mark.parametrize(
    ("request_text", "values"),
    [
        ('Open mousepad, type "Hi, you" and save it as a.txt', {"text": "Hi, you", "file": "a.txt"}),
        ('open  Mousepad, type "x"\nand save it as b.txt.', {"text": "x", "file": "b.txt"}),
        ('Open mousepad, type "x" and save it as two words.txt', None),
        ('Open gedit, type "x" and save it as a.txt', None),
        ('Open mousepad, type "x" and save it as a.txt and close it', None),
        ("", None),
    ],
)
def test_only_the_same_words_fit_with_anything_in_the_places_of_the_variables(
    request_text: str, values: dict[str, str] | None
) -> None:
    found = fitting([MEMO], request_text)
    assert [dict(chosen.values) for chosen in found] == ([values] if values else [])


def test_what_is_not_given_keeps_its_value() -> None:
    chosen = choose(MEMO, {"file": "b.txt"})
    assert chosen.request == 'Open mousepad, type "Dear Ana" and save it as b.txt'


def test_a_name_that_the_skill_does_not_have_is_told_with_those_it_has() -> None:
    with pytest.raises(SkillError, match="no variable 'fiel'; it has: text, file"):
        choose(MEMO, {"fiel": "b.txt"})


def test_the_same_value_twice_has_to_be_the_same_again() -> None:
    twice = Skill(name="t", request="copy {{a}} over {{a}}", variables=(Variable(name="a", default="x"),))
    assert fitting([twice], "copy b over b")
    assert not fitting([twice], "copy b over c")
