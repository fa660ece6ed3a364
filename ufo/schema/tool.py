"""What a server reports about a tool (facts/described_system.md §1.6, MCPToolInfo)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from ufo.schema.command import ToolType
from ufo.schema.tool_facts import ToolFacts


class ToolInfo(BaseModel):
    model_config = ConfigDict(frozen=True)

    tool_name: str
    namespace: str
    tool_type: ToolType
    description: str = ""
    input_schema: dict[str, Any] = Field(default_factory=dict)
    facts: ToolFacts = ToolFacts()

    @property
    def tool_key(self) -> str:
        return f"{self.tool_type}::{self.tool_name}"

    @property
    def is_for_models(self) -> bool:
        """Whether a model may call it: every tool that acts, and a tool that collects data where its facts allow it."""
        return self.tool_type == "action" or self.facts.for_models

    def is_offered(self, degraded: str) -> bool:
        """Whether a model is told of it. `degraded`: why the look at the window is poor, "" where it is not."""
        return self.is_for_models and (not self.facts.on_call or self.tool_name in degraded)

    @property
    def read_only(self) -> bool:
        return self.facts.reads

    @property
    def destructive(self) -> bool:
        return self.facts.destroys

    @property
    def parameters(self) -> tuple[str, ...]:
        return tuple(self.input_schema.get("properties", {}))


def names_of(tools: Iterable[ToolInfo]) -> frozenset[str]:
    return frozenset(tool.tool_name for tool in tools)


def tool_named(tools: Iterable[ToolInfo], name: str) -> ToolInfo | None:
    """Return the tool of that name that acts, or else the one that collects data; None where there is none."""
    named = [tool for tool in tools if tool.tool_name == name]
    return next((tool for tool in named if tool.tool_type == "action"), named[0] if named else None)


def facts_named(tools: Iterable[ToolInfo], name: str) -> ToolFacts:
    """Return the facts of the tool of that name, or the cautious defaults where no server has it."""
    tool = tool_named(tools, name)
    return tool.facts if tool is not None else ToolFacts()
