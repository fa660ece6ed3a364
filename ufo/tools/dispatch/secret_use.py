"""Decides which commands may contain a secret, and hides key notation that would reveal one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from ufo.schema.command import Command, Effect, Result
from ufo.schema.secret import references
from ufo.schema.tool import ToolInfo
from ufo.schema.tool_facts import ActionKind
from ufo.secrets.masks import Masks
from ufo.tools.dispatch.results import failed


def misplaced(command: Command, tool: ToolInfo | None, known: Iterable[ToolInfo]) -> Result | None:
    """Refuse a placeholder in a tool that acts but does not type into an application through the desktop, where the value is
    put in at the last step: elsewhere its value would end up in a file or in a program's arguments. What a tool itself takes
    as a password is no such place. `known`: all tools of the agent.
    """
    own = tool.facts.secrets if tool is not None else ()
    found = references(_without(command.parameters, own))
    if not found or (tool is not None and (tool.facts.types_text or tool.read_only)):
        return None
    typing = sorted({item.tool_name for item in known if item.facts.types_text or item.facts.secrets})
    named = ", ".join(map(str, sorted(found)))
    said = (
        f"{command.tool_name!r} was not run: {named} is only typed into a field of an application that it is meant for; use "
        f"{', '.join(typing) or 'a tool that types'}"
    )
    return failed(command, said, effect=Effect.REFUSED)


def learn_given(command: Command, tool: ToolInfo | None, masks: Masks) -> None:
    """Hide the passwords that a tool is given in clear."""
    for value in _values_of(command.parameters, tool.facts.secrets if tool is not None else ()):
        if not references(value):
            masks.learn(value)


def _without(value: Any, names: Collection[str]) -> Any:
    if isinstance(value, Mapping):
        return {key: _without(item, names) for key, item in value.items() if key not in names}
    return [_without(item, names) for item in value] if isinstance(value, list | tuple) else value


def _values_of(value: Any, names: Collection[str]) -> Iterator[str]:
    """Yield the values of these arguments at any depth, numbers as text."""
    if isinstance(value, Mapping):
        for key, entry in value.items():
            if key in names and isinstance(entry, str | int | float):
                yield str(entry)
            else:
                yield from _values_of(entry, names)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _values_of(item, names)


def learn_notation(command: Command, tool: ToolInfo | None, masks: Masks) -> None:
    """Hide the whole key notation where a password was typed with it but is not recognisable in it, as keys can be written in
    many ways.
    """
    keys = command.parameters.get("keys")
    if tool is not None and tool.facts.kind is ActionKind.KEYS and isinstance(keys, str) and masks.text(keys) == keys:
        masks.learn(keys)
