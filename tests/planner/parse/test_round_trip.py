"""Whatever is said can be read again, and whatever is read can be said."""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from tests.planner.parse.making import intents
from tests.properties import examples
from ufo.planner.intents import (
    Compute,
    ControlPhrase,
    ExtractTable,
    Format,
    Intent,
    MakeChart,
    ManageFile,
    ReadValue,
    Unclear,
)
from ufo.planner.parse.parse import parse
from ufo.planner.phrases.places import is_document
from ufo.planner.phrases.say import say, sentences

_WORDS = [
    *("open", "close", "click", "type", "press", "select", "wait", "until", "what", "is", "extract", "create", "save"),
    *(
        "the",
        "a",
        "in",
        "into",
        "from",
        "to",
        "as",
        "for",
        "of",
        "it",
        "and",
        "then",
        ",",
        ";",
        ".",
        ">",
        "+",
        "second",
        "please",
    ),
    *("calc", "'x'", '"y"', "Save", "button", "field", "B3", "42", "ctrl+s", "table", "chart", "list", "A1:B5"),
]


@examples(4)
@given(intents)
@example(ManageFile('make the folder ";"', "", "make", ";"))
@example(ManageFile('delete the file "./x"', "", "remove", "./x"))
@example(ReadValue('read the control "~"', "", ControlPhrase("~")))
@example(Format('format the text "if it" with bold ""', "", ("if it",), "bold"))
@example(MakeChart('create a pie chart of "a and"', "", "pie", showing="a and"))
def test_a_said_intent_is_read_as_itself(intent: Intent) -> None:
    # A table taken "in" a document is taken from that document.
    assume(not (isinstance(intent, ExtractTable) and is_document(intent.app)))
    assert parse(say(intent)) == (intent,)


@examples(1.5)
@given(st.lists(intents, min_size=1, max_size=5))
def test_the_sentences_of_a_subtask_are_read_as_its_steps(steps: list[Intent]) -> None:
    # A chart of a table taken just before implies a step of its own.
    assume(not any(isinstance(one, ExtractTable) and isinstance(after, MakeChart) for one, after in pairwise(steps)))
    # What is asked of a calculation just before is its result, by whatever name.
    assume(not any(isinstance(one, Compute) and isinstance(after, ReadValue) for one, after in pairwise(steps)))
    joined = tuple(replace(step, app="") if not _has_own_app(step) else step for step in steps)
    read = parse(sentences(joined))
    assert [type(step) for step in read] == [type(step) for step in _told_once(joined)]


@examples(2.5)
@given(st.text(max_size=300))
@example("'")
@example('""""')
@example("\U000f0000 and \U000f0001")
@example("PAUSE KEY")
@example("press the menu key")
def test_any_text_is_read_without_an_error_and_each_step_reads_as_itself(request: str) -> None:
    for step in parse(request):
        if not isinstance(step, Unclear):
            assert parse(step.text) == (step,)


@examples(2.5)
@given(st.lists(st.sampled_from(_WORDS), max_size=25).map(" ".join))
def test_any_mixture_of_known_words_gives_steps_that_read_as_themselves(request: str) -> None:
    for step in parse(request):
        if not isinstance(step, Unclear):
            assert parse(step.text) == (step,)


@pytest.mark.parametrize(
    "request_text",
    [
        "a" * 100_000,
        "open " * 20_000,
        "click 'x' and " * 7_000,
        "'" * 100_000,
        '"' * 99_999,
        "“" * 100_000,
        " " * 100_000,
        "\n" * 100_000,
        "," * 100_000,
        ", " * 50_000,
        "." * 100_000,
        "((((" * 25_000,
        "1+" * 50_000,
        "> " * 9_000,
        "a. " * 6_600,
        "in in in " * 2_000,
        "type " + "in the " * 2_000,
        "the " * 4_900,
        "don't " * 16_000,
        "!?" * 9_000,
    ],
    ids=lambda text: repr(text[:12]),
)
def test_a_huge_request_is_answered_at_once(request_text: str) -> None:
    started = time.process_time()
    found = parse(request_text)
    assert time.process_time() - started < 1.0
    assert found


def test_a_huge_text_to_type_is_taken_whole() -> None:
    text = "word " * 20_000
    (step,) = parse(f'type "{text}"')
    assert getattr(step, "content", "") == text


def _has_own_app(step: Intent) -> bool:
    return type(step).__name__ == "SwitchTo"


def _told_once(steps: tuple[Intent, ...]) -> list[Intent]:
    """Without questions that repeat the answer just given, and with the table that a chart elsewhere needs."""
    kept: list[Intent] = []
    for step in steps:
        before = kept[-1] if kept else None
        if isinstance(step, ReadValue) and step.control is None and isinstance(before, (Compute, ReadValue)):
            continue
        if isinstance(step, MakeChart) and isinstance(before, ExtractTable) and not step.source:
            continue
        kept.append(step)
    return kept
