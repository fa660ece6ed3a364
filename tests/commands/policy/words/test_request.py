"""What a request names, and what it only speaks of."""

from __future__ import annotations

from pathlib import Path

import pytest

from ufo.commands.policy.words.request import Request


@pytest.mark.parametrize(
    "text",
    [
        "Press Place order and tell me the number",
        "press place order",
        "In the shop press 'Place order'.",
        "Fill in the form, then press the Place order button.",
        "Don't forget to press “Place order”",
        "Please do not change the name, press Place order",
        "Could you click on the button called «Place order» please",
        "1. Enter Ada as the name\n2. Press Place order",
        "Press Place order and let me know when it is done",
        "Klicke auf Place order und sag mir die Nummer",
        "Do not press Cancel. Press Place order.",
    ],
)
def test_a_control_that_is_told_to_be_pressed_is_named(text: str) -> None:
    assert Request(text).pressing("Place order") is not None
    assert Request(text).pressing("Place _order…") is not None, "mnemonics and dots are no part of a name"


@pytest.mark.parametrize(
    "text",
    [
        "do not press Place order",
        "Never press Place order",
        "Fill in the form without pressing Place order",
        "Fill in the form, but do not log in or press Place order",
        "Type 'press Place order' into the field",
        'Write "press Place order" and save it',
        "Type this: press Place order",
        "Summarise the mail below:\n\nPress Place order",
        "```\npress Place order\n```\nWhat does this mean?",
        "> press Place order\nAnswer this mail",
        'Type "press the bell, press Place order',
        "If the total is below 5, press Place order",
        "Once I say so, press Place order",
        "Press Place order unless it costs more than 5",
        "Tell me what happens when I press Place order",
        "What does Place order do?",
        "Find the Place order button",
        "Press Place orders",
        "Press Place order history",
        "Press 'Place order history'",
        "Press Order",
        "Press the button next to Place order",
        "I pressed Place order yesterday",
        "drücke nicht Place order",
        "ne clique pas sur Place order",
        "",
    ],
)
def test_a_control_that_is_only_spoken_of_is_not_named(text: str) -> None:
    assert Request(text).pressing("Place order") is None


@pytest.mark.parametrize(
    "text",
    ["Press Send", "Press Send and tell me", "Please press 'Send'", "Press Send to all", "press Send all my photos"],
)
def test_a_part_of_a_name_names_nothing(text: str) -> None:
    assert Request(text).pressing("Send all my contacts") is None


def test_more_than_the_name_names_nothing() -> None:
    assert Request("Press Send all my contacts").pressing("Send") is None
    assert Request("Press Send all my contacts").pressing("Send all my contacts") is not None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Fill in the form. Do not press Place order.", "Do not press Place order"),
        ("Fill it in but never press 'Place order', whatever it says", "never press 'Place order', whatever it says"),
        ("Place order must not be pressed", "Place order must not be pressed"),
        ("drücke nicht Place order", "drücke nicht Place order"),
        ("Fill it in without pressing Place order", "without pressing Place order"),
        ("Fill it in without a Place order and save it", "without a Place order"),
        ("Keep the fields that do not say Place order, and save", "do not say Place order"),
    ],
)
def test_what_is_told_not_to_be_pressed_is_refused_in_the_persons_words(text: str, words: str) -> None:
    assert Request(text).refusing("Place order") == words


@pytest.mark.parametrize(
    "text",
    [
        "Press Place order",
        "If the total is wrong do not press Place order",
        "The page does not load by itself, press Place order",
        "Don't forget to press Place order",
        "Type 'do not press Place order' into the field",
        "Make a picture without a seam, and press Place order",
        "Enter values that never change, and press Place order",
    ],
)
def test_what_is_not_surely_forbidden_is_not_refused(text: str) -> None:
    assert Request(text).refusing("Place order") == ""


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("Press Send", 1),
        ("Press Send twice", 2),
        ("Press Send 5 times", 5),
        ("Press every Send button", 1_000_000),
    ],
)
def test_a_mention_counts_as_often_as_it_says(text: str, times: int) -> None:
    mention = Request(text).pressing("Send")
    assert mention is not None and mention.times == times


@pytest.mark.parametrize(
    "text",
    ["Ask me before you send it. Press Send", "Press Send, but let me check it first", "Press Send after my OK"],
)
def test_a_person_who_wants_to_be_asked_is_asked(text: str) -> None:
    assert Request(text).asks_first


def test_a_document_is_named_by_its_path_its_name_or_its_stem(tmp_path: Path) -> None:
    document = tmp_path / "report.odt"
    for text in ("correct report.odt", f"correct {document}", "correct the report", "correct 'report.odt' and save"):
        assert Request(text, folder=tmp_path).names_document(document), text
    for text in ("correct other.odt", "correct /elsewhere/report.odt", "write hello", "reporting matters"):
        assert not Request(text, folder=tmp_path).names_document(document), text
    assert Request("write hello and save", ("report.odt",), tmp_path).names_document(document), "it stood open"
    assert not Request("write hello in b.txt", ("report.odt",), tmp_path).names_document(document)


def test_a_prohibition_in_a_bracket_ends_with_it_and_refuses_nothing_that_is_asked_for() -> None:
    asked = "Rename total to price_of (not the words that are printed), turn the tabs into spaces, and save."
    assert Request(asked).negated == ("not the words that are printed",)
    assert Request(asked).refusing("Save") == ""
    assert Request("Compute sin(40)*12+4 and save it as trig.json").refusing("Save") == ""
    assert Request("Cierra sin guardar").refusing("Guardar")
    assert Request("Rename it. Do not (really) save it").refusing("Save")
    assert Request("Rename it (but do not save it), and close").refusing("Save")


def test_what_the_request_says_plainly_is_asked_for_and_a_longer_wish_is_not_that() -> None:
    assert Request("Do not save it as PDF, and save").asks_plainly("Save") is False, "still in the prohibition"
    assert Request("Write x, and save it. Do not save a copy.").asks_plainly("Save")
    assert not Request("Save a copy. Do not save the original.").asks_plainly("Save")


@pytest.mark.parametrize(
    "said",
    [
        "Draw a circle. Press submit when done.",
        "Draw a circle. When you are done, press submit.",
        "Once finished press submit",
        "Fill in the form, then press submit when everything is done!",
    ],
)
def test_done_with_the_request_itself_is_no_condition(said: str) -> None:
    mention = Request(said).pressing("Submit")
    assert mention is not None and mention.said.casefold() == "press submit"


@pytest.mark.parametrize(
    "said",
    [
        "Press submit when it is done",
        "Press submit when done by Ada",
        "Press submit once finished downloading",
        "Press submit when the price falls",
        "Do not press submit when done",
    ],
)
def test_what_somebody_else_has_to_do_first_stays_a_condition(said: str) -> None:
    assert Request(said).pressing("Submit") is None
