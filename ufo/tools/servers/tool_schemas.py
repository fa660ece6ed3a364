"""Derives the schemas of a server's tools once per process: a session has several servers, and every agent has its own."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import CodeType, FunctionType
from typing import Any, cast

from mcp.server.mcpserver.tools import Tool, ToolManager
from pydantic import ConfigDict

_derived: dict[tuple[CodeType, CodeType, str], Tool] = {}
"""Derived tools by what their schema depends on. Functions of different closures share their code and so their schema."""


class SchemaToolManager(ToolManager):
    """Derives the schema of a function's arguments and result only at its first registration, since that takes 5 to 15 ms."""

    def add_tool(self, fn: Callable[..., Any], *arguments: Any, **options: Any) -> Tool:
        key = _key(fn, arguments, options)
        if key not in _derived:
            _derived[key] = _taking_numbers(Tool.from_function(fn, *arguments, **options))
        tool = _derived[key].model_copy(update={"fn": fn})
        return self._tools.setdefault(tool.name, tool)


def _taking_numbers(tool: Tool) -> Tool:
    """Return the tool with a number taken where it has a text: models write `"row": 4` for "4"."""
    told = tool.fn_metadata.arg_model
    taken = type(
        told.__name__, (told,), {"model_config": ConfigDict(coerce_numbers_to_str=True), "__module__": __name__}
    )
    return tool.model_copy(update={"fn_metadata": tool.fn_metadata.model_copy(update={"arg_model": taken})})


def _key(fn: Callable[..., Any], arguments: tuple[Any, ...], options: dict[str, Any]) -> tuple[CodeType, CodeType, str]:
    outer, inner = cast(FunctionType, fn), cast(FunctionType, inspect.unwrap(fn))
    signature = (outer.__name__, outer.__doc__, inner.__annotations__, inner.__defaults__, inner.__kwdefaults__)
    return outer.__code__, inner.__code__, repr((signature, arguments, options))
