"""Recognises words that name a place: a web address, a document, a path."""

from __future__ import annotations

from ufo.planner.text.vocabulary import (
    kind_of_application,
)
from ufo.schema.patterns import any_case

_ADDRESS = any_case(
    r"^(?:[a-z][a-z0-9+.-]*://\S+|about:\S+|mailto:\S+|localhost(?::\d+)?(?:/\S*)?|(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?(?:/\S*)?|"
    r"www\.\S+|[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|edu|gov|io|dev|info|app|ai|eu|uk|de|fr|ch|at|nl|it|es|us|ca|jp|cn|local|test|example)"
    r"(?::\d+)?(?:[/?#]\S*)?)$"
)

_FILE = any_case(
    r"^(?:(?:~|\.{1,2}|[a-z]:)?[/\\].*\S|~|\S(?:[^/\\]*\S)?\.[a-z][a-z0-9]{0,6}|.*[/\\].*\.[a-z0-9]{1,7})$"
)


def is_address(text: str) -> bool:
    return bool(_ADDRESS.match(text))


def is_document(text: str) -> bool:
    return len(text) <= 1000 and bool(_FILE.match(text)) and not is_address(text) and kind_of_application(text) is None


def is_path(text: str) -> bool:
    return len(text) <= 1000 and bool(_FILE.match(text))
