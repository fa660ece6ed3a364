"""Asks for an answer of the right shape by the mechanism that a provider has for it."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.tools import ToolDefinition

from ufo.llm.vendors import Shape


def asked_for(shape: Shape, answer: type[BaseModel], schema: dict[str, Any]) -> ModelRequestParameters:
    """Return the parameters of a request. None is strict, because arguments are free-form objects, which a strict schema cannot
    describe.
    """
    name = answer.__name__
    if shape == "schema":
        output = OutputObjectDefinition(json_schema=schema, name=name, strict=False)
        return ModelRequestParameters(output_mode="native", output_object=output)
    if shape == "tool":
        tool = ToolDefinition(
            name=name, parameters_json_schema=schema, description="Gives the answer.", strict=False, kind="output"
        )
        return ModelRequestParameters(output_mode="tool", output_tools=[tool], allow_text_output=False)
    return ModelRequestParameters(output_mode="prompted" if shape == "object" else "text")
