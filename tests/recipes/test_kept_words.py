"""What of a run's words may be kept."""

from __future__ import annotations

from typing import Any

import pytest

from tests.requirement import requirement
from ufo.recipes.kept_words import Words
from ufo.recipes.templates import Binder
from ufo.schema.selector import Selector, Step

WORDS = Words(Binder({"name": "Ada", "file": "letter.odt"}, "/home/ada/work"))


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ('register "Ada" and save letter.odt', 'register "{{name}}" and save {{file}}'),
        ('write "my diagnosis is bad" to him', "write '…' to him"),
        ("„meine Diagnose ist schlecht“ schreiben", "'…' schreiben"),
        ("「診断が悪い」と書く", "'…'と書く"),
        ("napisz „zła diagnoza” do niego", "napisz '…' do niego"),
        ("write to bob@example.org or call +43 660 1234567", "write to {{mail}} or call {{number}}"),
        ("open https://bank.example/?token=abc", "open {{address}}"),
        ("copy /home/ada/tax.pdf to ~/private", "copy {{file}} to {{file}}"),
        ("open /home/ada/work", "open {{folder}}"),
        ("type •••3••• and {{secret:BANK}}", "type {{secret}} and {{secret}}"),
        ("send diagnosis-bob.pdf, and letter.odt as letter", "send {{file}}, and {{file}} as letter"),
        ("pay 12345 euros", "pay {{number}} euros"),
    ],
)
def test_a_sentence_keeps_names_for_what_varies_and_nothing_personal(said: str, kept: str) -> None:
    assert WORDS.text(said) == kept


def test_a_quotation_of_what_the_application_shows_stays() -> None:
    assert WORDS.text("Menu 'File' leads to no 'secret plan'", frozenset({"File"})) == "Menu 'File' leads to no '…'"


@requirement("experience:nothing-personal")
@pytest.mark.parametrize(
    ("arguments", "kept"),
    [
        ({"id": "3", "name": "x", "path": ["View", "Freeze"]}, {"path": ["View", "Freeze"]}),
        ({"text": "Dear Bob, you are fired"}, {"text": "…"}),
        ({"text": "Ada"}, {"text": "{{name}}"}),
        ({"text": "Ada is fired"}, {"text": "…"}),
        ({"keys": "Dear Bob{ENTER}"}, {"keys": "…"}),
        ({"keys": "hunter2"}, {"keys": "…"}),
        ({"keys": "^a{DELETE}"}, {"keys": "^a{DELETE}"}),
        ({"keys": "{VK_CONTROL}{VK_SHIFT}s"}, {"keys": "{VK_CONTROL}{VK_SHIFT}s"}),
        ({"value": 5200}, {"value": "…"}),
        ({"cells": "A1:C5", "sort": True}, {"cells": "A1:C5", "sort": True}),
        ({"cells": [{"cell": "A1", "value": "salary"}]}, {"cells": [{"cell": "A1", "value": "…"}]}),
        ({"target": "/home/ada/private.txt"}, {"target": "…"}),
        ({"file_name": "letter", "file_ext": ".odt"}, {"file_name": "{{file.stem}}", "file_ext": "{{file.suffix}}"}),
        ({"path": "/home/ada/private"}, {"path": "…"}),
        ({"command": ".uno:Bold"}, {"command": ".uno:Bold"}),
        ({"command": ["rm", "/home/bob/x"]}, {"command": "…"}),
        ({"items": ["Bob Meier"]}, {"items": "…"}),
        ({"bash_command": "rm -rf /home/bob"}, {"bash_command": "…"}),
        ({"text": "•••1•••"}, {"text": "{{secret}}"}),
    ],
)
def test_an_action_keeps_how_it_was_done_and_not_what_was_typed(
    arguments: dict[str, Any], kept: dict[str, Any]
) -> None:
    assert WORDS.arguments(arguments, {}) == kept


def test_an_entry_of_a_choice_is_the_applications_own_word() -> None:
    box = Selector(role="ComboBox", name="Orientation")
    assert WORDS.arguments({"id": "4", "items": ["Landscape"]}, {"4": box}) == {"items": ["Landscape"]}


def test_fields_of_a_form_are_kept_by_the_applications_own_names() -> None:
    known = {"3": Selector(role="Edit", label="Owner"), "4": Selector(role="Cell", name="Bob Meier")}
    fields = [{"id": "3", "value": "Ada"}, {"id": "4", "value": "fired"}, {"id": "9", "value": "Ada"}]
    assert WORDS.arguments({"fields": fields}, known) == {
        "fields": [{"name": "Owner", "value": "{{name}}"}, {"value": "…"}, {"value": "{{name}}"}]
    }


@requirement("experience:nothing-personal")
def test_what_went_into_a_password_field_is_not_kept_even_by_name() -> None:
    assert WORDS.arguments({"text": "Ada"}, {}, is_secret=True) == {"text": "{{secret}}"}


def test_a_control_is_kept_by_the_applications_own_words() -> None:
    inside = (Step(role="Window", name="letter to Bob.odt"), Step(role="Dialog", name="Save As"))
    assert str(WORDS.control(Selector(role="Button", name="Save", path=inside))) == "Button 'Save' in Save As"
    assert WORDS.control(Selector(role="ListItem", name="Bob's invoice")).name == ""
    assert WORDS.control(Selector(role="Cell", name="Ada")).name == "{{name}}"
