"""What a tool tells of itself (facts/described_system.md §1.6, MCPToolInfo)."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from ufo.schema.command import ToolType

SEARCH_TOOL = "find_controls"


class ToolInfo(BaseModel):
    model_config = ConfigDict(frozen=True)

    tool_name: str
    namespace: str
    tool_type: ToolType
    description: str = ""
    input_schema: dict[str, Any] = Field(default_factory=dict)
    read_only: bool = False
    destructive: bool = False

    @property
    def tool_key(self) -> str:
        return f"{self.tool_type}::{self.tool_name}"

    @property
    def is_for_models(self) -> bool:
        """Whether a model may call it: what acts, and the search among controls that its list has no room for."""
        return self.tool_type == "action" or self.tool_name == SEARCH_TOOL

    @property
    def parameters(self) -> tuple[str, ...]:
        return tuple(self.input_schema.get("properties", {}))
