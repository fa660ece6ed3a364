"""Words of a command line become the arguments that a tool takes."""

from __future__ import annotations

import pytest

from tests.known_tools import tool_of
from ufo.cli.commands.tool import parse_arguments
from ufo.errors import ConfigError


def test_a_text_is_taken_as_it_stands_and_other_values_as_json() -> None:
    write = tool_of("set_edit_text")
    words = ["id=8", "name=true", "text=007", "clear_current_text=true"]
    assert parse_arguments(write, words) == {"id": "8", "name": "true", "text": "007", "clear_current_text": True}
    assert parse_arguments(write, ['text="two\\nlines"']) == {"text": "two\nlines"}
    visit = tool_of("visit")
    assert parse_arguments(visit, ['path=["File", "Open"]']) == {"path": ["File", "Open"]}


def test_a_word_that_gives_no_value_is_told() -> None:
    with pytest.raises(ConfigError, match="key=value"):
        parse_arguments(tool_of("wait"), ["seconds"])
