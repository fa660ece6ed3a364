from __future__ import annotations

from mcp_types import CallToolResult, TextContent

from ufo.schema.command import Command
from ufo.tools.dispatch.results import lift
from ufo.tools.servers.server import document

COMMAND = Command(tool_name="look", tool_type="data_collection")


def test_a_document_of_json_becomes_its_values() -> None:
    assert lift(COMMAND, "UICollector", document("controls", '[{"id":"1","rect":[1,2,3,4]}]')).result == [
        {"id": "1", "rect": [1, 2, 3, 4]}
    ]
    assert lift(COMMAND, "UICollector", document("controls", "[]")).result == []


def test_a_document_that_is_no_json_after_all_stays_a_text() -> None:
    result = lift(COMMAND, "Other", document("notes", "[1, 2"))
    assert result.ok and result.result == "[1, 2"


def test_plain_text_stays_what_it_is() -> None:
    assert lift(COMMAND, "Other", CallToolResult(content=[TextContent(text="[1]")])).result == "[1]"
