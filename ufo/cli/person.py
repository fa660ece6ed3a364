"""The person at a command: whether there is one to be asked, and asking them."""

from __future__ import annotations

import sys

from ufo.agents.user import User
from ufo.cli.output import Terminal
from ufo.errors import ConfigError
from ufo.sessions.users import NobodyUser, TerminalUser


def at_terminal(as_json: bool = False) -> bool:
    """Tell whether a person can be asked: not where a program reads what is printed."""
    return not as_json and sys.stdin is not None and sys.stdin.isatty()


def person_at(console: Terminal, timeout_s: float, consents: bool, as_json: bool) -> User:
    """Return the person of a run: the one at the terminal, or nobody."""
    return TerminalUser(console, timeout_s, consents) if at_terminal(as_json) else NobodyUser(consents)


def agrees(console: Terminal, question: str, nobody: str, as_json: bool = False) -> bool:
    """Ask for a yes. Raises ConfigError, with the words of `nobody`, where nobody can be asked."""
    if not at_terminal(as_json):
        raise ConfigError(nobody)
    console.print(f"{question} [y/N] ", end="", markup=False, highlight=False)
    try:
        return console.input().strip().lower() in ("y", "yes")
    except EOFError:
        return False
