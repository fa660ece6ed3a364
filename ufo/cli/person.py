"""The person of a run at a command, who is also asked before anything is done with a run's folder that their `ufo` did not write:
a stranger's log is a program.
"""

from __future__ import annotations

import asyncio

from ufo.agents.user import User
from ufo.cli.output import Terminal, at_terminal
from ufo.config.load import changed
from ufo.config.settings import Settings
from ufo.errors import TraceError
from ufo.runs.sessions.users import NobodyUser, TerminalUser
from ufo.schema.fence import quoted
from ufo.trace.reader import RunRecord
from ufo.trace.seal import is_own


def person_at(console: Terminal, timeout_s: float, consents: bool, as_json: bool) -> User:
    """Return the person of a run: the one at the terminal, or nobody."""
    return TerminalUser(console, timeout_s, consents) if at_terminal(as_json) else NobodyUser(consents)


def consenting(settings: Settings, consents: bool) -> Settings:
    """Return the settings of a person who consents to everything that would be asked: that an application is worked on their
    screen is asked too. What they never allow stays so, and nothing of it is kept for later.
    """
    return changed(settings, policy={"applications": "allow"}) if consents else settings


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
