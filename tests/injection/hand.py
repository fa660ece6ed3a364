"""A hand that does what it is told behind the real policy, with nobody there to say yes, on real files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.tools.bench import Bench
from ufo.config.settings import PolicySettings
from ufo.schema.command import Command, Result
from ufo.tools.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.tools.policy.consent.mandate import Mandate
from ufo.tools.policy.policy import Policy, Verdict
from ufo.tools.servers.documents import documents
from ufo.tools.servers.files import files
from ufo.tools.servers.mail_tools import mail
from ufo.tools.servers.pictures import pictures


class Hand:
    """`work`: the working folder. `asked`: the verdict on the last command."""

    def __init__(self, work: Path) -> None:
        self.bench = Bench(work, files, documents, pictures, mail)
        policy = Policy(PolicySettings(), self.bench.scope, Mandate())
        policy.mandate.begin("", work)
        self._hand = GuardedDispatcher(self.bench.dispatcher, policy)
        self.asked: Verdict | None = None

    async def does(self, tool: str, **parameters: object) -> Result:
        """Do it with nobody there."""
        return await self._done(tool, parameters, lambda question: False)

    async def does_after_a_yes(self, tool: str, **parameters: object) -> Result:
        return await self._done(tool, parameters, lambda question: True)

    async def does_unless_it_is_of(self, place: str, tool: str, **parameters: object) -> Result:
        """Do it with somebody there who says yes to all questions but those that name a place."""
        return await self._done(tool, parameters, lambda question: place not in question)

    async def _done(self, tool: str, parameters: dict[str, object], agrees: Callable[[str], bool]) -> Result:
        command = Command(tool_name=tool, parameters=parameters)
        (self.asked,) = await self._hand.review([command])
        if agrees(self.asked.question):
            self._hand.approve(command.call_id)
        (result,) = await self._hand.execute_commands([command])
        return result

    async def close(self) -> None:
        await self._hand.close()


def below(folder: Path) -> set[str]:
    """All that lies below a folder, hidden or not, by its path there."""
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}
