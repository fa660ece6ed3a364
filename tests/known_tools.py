"""The tools of the real servers, for tests that make commands and actions without a server."""

from __future__ import annotations

import asyncio
from typing import Any

from ufo.schema.action import ActionCommandInfo
from ufo.schema.tool import ToolInfo, facts_named
from ufo.schema.tool_facts import ToolFacts
from ufo.tools.dispatch.catalogue import all_tools, named_among

TOOLS = asyncio.run(all_tools())


def tool_of(name: str) -> ToolInfo:
    return named_among(name, TOOLS)


def facts(tool_name: str) -> ToolFacts:
    return facts_named(TOOLS, tool_name)


def acted(function: str, **fields: Any) -> ActionCommandInfo:
    """An action of a real tool, with that tool's facts."""
    return ActionCommandInfo(function=function, facts=facts(function), **fields)
