"""What the pages about parts from outside show is what a reader can write: their code runs from outside of the package."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from mcp.client import Client

from ufo.agents.agent.basic_agent import SubAgent
from ufo.desktop.backends import Backend
from ufo.desktop.fake import FakeDesktop
from ufo.schema.knowledge import Knowledge, Passage, Query
from ufo.tools.observe.selection import Selection, ToolScope

DOCS = Path(__file__).parents[1] / "docs"
_BLOCK = re.compile(r"^```python\n((?:from|import) .*?)^```", re.MULTILINE | re.DOTALL)


def shown(page: str) -> dict[str, Any]:
    """The names that the code of a page defines. Code that imports nothing is a part of something, and is left out."""
    (code,) = _BLOCK.findall((DOCS / page).read_text(encoding="utf-8"))
    names: dict[str, Any] = {"__name__": "mycompany"}
    exec(compile(code.partition("async with ")[0], page, "exec"), names)  # noqa: S102 our own page
    return names


async def test_the_tool_server_of_the_page_has_its_tool(tmp_path: Path) -> None:
    server = shown("adding-a-tool.md")["my_server"](ToolScope(FakeDesktop(), Selection(), tmp_path))
    async with Client(server) as client:
        answer = await client.call_tool("working_folder", {})
    assert str(tmp_path) in str(answer.content)


async def test_agent_backend_and_retriever_of_the_pages_are_such() -> None:
    assert issubclass(shown("third-party-agents.md")["LightsAgent"], SubAgent)
    assert isinstance(shown("adding-a-backend.md")["BACKEND"], Backend)
    assert await shown("adding-a-retriever.md")["Manual"]("").retrieve(Query("bold", "", 0.0)) == Knowledge(
        offline_docs=(Passage("Ctrl+B is bold", source="manual § Bold"),)
    )


@pytest.mark.parametrize(("page", "name"), [("adding-a-provider.md", "create"), ("own-strategies.md", "MyProcessor")])
def test_the_names_of_the_page_can_be_imported(page: str, name: str) -> None:
    assert callable(shown(page)[name])
