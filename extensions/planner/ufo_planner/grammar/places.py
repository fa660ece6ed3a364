"""Recognises words that name a place: a web address, a file, a path."""

from __future__ import annotations

from ufo.schema.patterns import any_case
from ufo_planner.grammar.quotations import QUOTED
from ufo_planner.text.vocabulary import kind_of_application

_TOP = r"com|org|net|edu|gov|io|dev|info|app|ai|eu|uk|de|fr|ch|at|nl|it|es|us|ca|jp|cn|local|test|example"
_ADDRESS = any_case(
    r"[a-z][a-z0-9+.-]*://\S+|about:\S+|(?:localhost|(?:\d{1,3}\.){3}\d{1,3})(?::\d+)?(?:/\S*)?"
    rf"|www\.\S+|[\w-]+(?:\.[\w-]+)*\.(?:{_TOP})(?::\d+)?(?:[/?#]\S*)?"
)
ENDING = r"\.[A-Za-z][A-Za-z0-9]{0,6}"
FILE = rf"(?:{QUOTED}|[^\s,;:](?:(?:[^\n;:,]|,(?!\s))*?[^\s,;:])?{ENDING}(?![\w.])|~?/\S+)"
"""A pattern that matches a file's name: it reaches to its ending, with whatever spaces stand in it."""
_FILE = any_case(rf"(?:(?:~|\.{{1,2}}|[a-z]:)?[/\\].*\S|~|\S(?:[^/\\]*\S)?{ENDING}|.*[/\\].*{ENDING})")


def is_address(text: str) -> bool:
    return bool(_ADDRESS.fullmatch(text))


def is_document(text: str) -> bool:
    return is_path(text) and not is_address(text) and kind_of_application(text) is None


def is_path(text: str) -> bool:
    return len(text) <= 1000 and bool(_FILE.fullmatch(text))


def has_ending(text: str) -> bool:
    return bool(any_case(rf"\S{ENDING}").search(text.rpartition("/")[2]))
