"""What set_property takes, and what other names of tools become, before any document is touched."""

from __future__ import annotations

from pathlib import Path

import pytest
from mcp import Client

from tests.tool_calls import refusal
from ufo.desktop.fake.desktop import FakeDesktop
from ufo.tools.observe.selection import Selection, ToolScope
from ufo_libreoffice.servers.calc import calc_uno
from ufo_libreoffice.servers.drawings import drawings_uno
from ufo_libreoffice.servers.writer import writer_uno

_SERVERS = {"writer": writer_uno, "calc": calc_uno, "impress": drawings_uno}


@pytest.mark.parametrize(
    ("application", "properties", "told"),
    [
        ("writer", {}, "say what to set"),
        ("writer", {"bolt": "on"}, "did you mean 'bold'"),
        ("writer", {"frozen rows": 1}, "is not set in a text document"),
        ("writer", {"left_margin": "wide"}, "no length"),
        ("writer", {"columns": 9}, "none of 1, 2, 3"),
        ("calc", {"colour": "mud"}, "no colour"),
        ("calc", {"format": "shiny"}, "no number format"),
        ("calc", {"column width": "A broad"}, "no size of columns or rows"),
        ("calc", {"validation": "formula =WEBSERVICE(A1)"}, "give that as 'validation value'"),
        ("calc", {"validation": "whole number > =B1"}, "give that as 'validation value'"),
        ("impress", {"page size": "huge"}, "no size of slides"),
        ("impress", {"transition": "swirl"}, "none of none, fade"),
    ],
)
async def test_a_property_or_value_that_is_not_taken_is_told_before_the_document_is_asked(
    application: str, properties: dict[str, object], told: str, tmp_path: Path
) -> None:
    scope = ToolScope(FakeDesktop(), Selection(), tmp_path)
    async with Client(_SERVERS[application](scope)) as server:
        assert told in await refusal(server, "set_property", properties=properties)


@pytest.mark.parametrize(
    ("application", "name", "arguments", "told"),
    [
        ("writer", "format_text", {"look": "colour", "value": "mud", "texts": ["a"]}, "no colour"),
        ("writer", "set_page", {"margins": {"left": "wide"}}, "no length"),
        ("writer", "set_font", {}, "say what to set"),
        ("calc", "page_setup", {"page": {"paper": "a99"}}, "no size of paper"),
        ("calc", "validate_cells", {"cells": "A1", "kind": "date", "rule": {"alert": "loud"}}, "none of stop"),
        ("impress", "set_background_color", {"color": "sky"}, "no colour"),
        ("impress", "set_slide_size", {"size": "huge"}, "no size of slides"),
    ],
)
async def test_another_name_hands_its_arguments_to_the_tool_that_it_stands_for(
    application: str, name: str, arguments: dict[str, object], told: str, tmp_path: Path
) -> None:
    scope = ToolScope(FakeDesktop(), Selection(), tmp_path)
    async with Client(_SERVERS[application](scope)) as server:
        assert told in await refusal(server, name, **arguments)
