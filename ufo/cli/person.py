"""The person at a command: whether there is one to be asked, and asking them, also before anything is done with a run's folder
that their `ufo` did not write: a stranger's log is a program.
"""

from __future__ import annotations

import asyncio
import sys

from ufo.agents.user import User
from ufo.cli.output import Terminal
from ufo.errors import ConfigError, TraceError
from ufo.runs.sessions.users import NobodyUser, TerminalUser
from ufo.schema.fence import quoted
from ufo.trace.reader import RunRecord
from ufo.trace.seal import is_own


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


_LONGEST = 4_000


def require_own(run: RunRecord, person: User, what: str) -> bool:
    """Return whether the run is the person's own. Raises TraceError where it is not and they do not want it. `what` is done
    with it: "play it again".
    """
    if is_own(run.folder):
        return True
    request = "; ".join(quoted(request, _LONGEST) for request in run.requests)
    told = f"{run.run_id} was not written by your ufo here, or was changed since. Its request is {request}"
    if not asyncio.run(person.confirm(f"{told}. {what[:1].upper()}{what[1:]}?")):
        raise TraceError(f"{told}; to {what} all the same, run this at a terminal to be asked, or with --yes")
    return False
