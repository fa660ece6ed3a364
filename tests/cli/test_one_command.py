"""The command line as one command needs it."""

from __future__ import annotations

import typer

from ufo.cli.main import app
from ufo.cli.one_command import narrowed


def _command(*arguments: str) -> typer.core.TyperGroup:
    command = typer.main.get_command(narrowed(app, arguments))
    assert isinstance(command, typer.core.TyperGroup)
    return command


def test_the_list_of_commands_is_the_whole_one() -> None:
    whole, listed = typer.main.get_command(app), _command("--help")
    assert isinstance(whole, typer.core.TyperGroup)
    assert {name: command.help for name, command in listed.commands.items()} == {
        name: command.help for name, command in whole.commands.items()
    }


def test_only_the_command_that_is_used_has_its_options_and_the_app_itself_keeps_all() -> None:
    commands = _command("--json", "run", "tidy up").commands
    assert {"request", "dry_run"} <= {parameter.name for parameter in commands["run"].params}
    assert not commands["why"].params
    assert typer.main.get_command(app).commands["why"].params  # type: ignore[attr-defined]  # this one is a group


def test_a_group_that_is_used_has_its_commands_and_the_shell_is_offered_those_of_all() -> None:
    used, other = (_command(*arguments).commands["secret"] for arguments in (("secret", "list"), ("run",)))
    assert "list" in used.commands and not other.commands  # type: ignore[attr-defined]  # these are groups
    assert narrowed(app, ()) is app
