"""Derives the schemas of a server's tools once per process: a session has several servers, and every agent has its own."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import CodeType, FunctionType
from typing import Any, cast

from mcp.server.mcpserver.tools import Tool, ToolManager

_derived: dict[tuple[CodeType, CodeType, str], Tool] = {}
"""Derived tools by what their schema depends on. Functions of different closures share their code and so their schema."""


class SchemaToolManager(ToolManager):
    """Derives the schema of a function's arguments and result only at its first registration, since that takes 5 to 15 ms."""

    def add_tool(self, fn: Callable[..., Any], *arguments: Any, **options: Any) -> Tool:
        key = _key(fn, arguments, options)
        if key not in _derived:
            _derived[key] = Tool.from_function(fn, *arguments, **options)
        tool = _derived[key].model_copy(update={"fn": fn})
        return self._tools.setdefault(tool.name, tool)


def _key(fn: Callable[..., Any], arguments: tuple[Any, ...], options: dict[str, Any]) -> tuple[CodeType, CodeType, str]:
    outer, inner = cast(FunctionType, fn), cast(FunctionType, inspect.unwrap(fn))
    signature = (outer.__name__, outer.__doc__, inner.__annotations__, inner.__defaults__, inner.__kwdefaults__)
    return outer.__code__, inner.__code__, repr((signature, arguments, options))
