"""Which commands may speak of a secret, and what else of a command tells one."""

from __future__ import annotations

from ufo.commands.dispatch.results import failed
from ufo.schema.command import Command, Effect, Result
from ufo.schema.secret import references
from ufo.schema.tool import ToolInfo
from ufo.secrets.masks import Masks

TYPING = frozenset({"set_edit_text", "set_value", "fill", "keyboard_input"})
"""Tools whose texts go to an application by the desktop and by nothing else, where the value is put in at the last step."""


def misplaced(command: Command, tool: ToolInfo | None) -> Result | None:
    """A refusal for a placeholder in any other tool that does something: its value would stand in a file or in a program's
    arguments. Those that only look see placeholders as everybody else does."""
    found = references(command.parameters)
    if not found or command.tool_name in TYPING or (tool is not None and tool.read_only):
        return None
    named = ", ".join(map(str, sorted(found)))
    said = (
        f"{command.tool_name!r} was not run: {named} is only typed into a field of an application that it is meant for; use "
        f"{', '.join(sorted(TYPING))}"
    )
    return failed(command, said, effect=Effect.REFUSED)


def learn_notation(command: Command, masks: Masks) -> None:
    """Keys can be written in many ways. Where a password was among those typed, and cannot be seen in the notation, all of
    the notation is hidden."""
    keys = command.parameters.get("keys")
    if command.tool_name == "keyboard_input" and isinstance(keys, str) and masks.text(keys) == keys:
        masks.learn(keys)
