"""Narrows the command line to the command that is used: the options of more than sixty others are made for nobody."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from copy import copy

import typer
from typer.main import get_command_name
from typer.models import CommandInfo, TyperInfo


def narrowed(app: typer.Typer, arguments: Sequence[str]) -> typer.Typer:
    """Return `app` as these arguments need it: only the command or group that they name has its options and commands. Of every
    other one the name and the help are left, for lists and suggestions. Without arguments it is `app` itself: the shell asks
    so for completions of any command.
    """
    if not arguments:
        return app
    used = next((argument for argument in arguments if not argument.startswith("-")), None)
    left = copy(app)
    left.registered_commands = [
        command if _name(command) == used else _listed(command) for command in app.registered_commands
    ]
    left.registered_groups = [group if group.name == used else _empty(group) for group in app.registered_groups]
    return left


def _name(command: CommandInfo) -> str:
    return command.name or get_command_name(getattr(command.callback, "__name__", ""))


def _listed(command: CommandInfo) -> CommandInfo:
    listed = copy(command)
    listed.name, listed.help = _name(command), command.help or inspect.getdoc(command.callback)
    listed.callback = _nothing
    return listed


def _nothing() -> None:
    """Stand for what a command does that is not used. Raises AssertionError, so that no command does nothing unnoticed."""
    raise AssertionError("a command was narrowed away that is used")


def _empty(group: TyperInfo) -> TyperInfo:
    empty = copy(group)
    empty.typer_instance = copy(group.typer_instance)
    if empty.typer_instance is not None:
        empty.typer_instance.registered_commands, empty.typer_instance.registered_groups = [], []
    return empty
