"""The person behind an editor: consents are asked in the protocol's own form, questions are put into the conversation."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from acp import RequestError
from acp.interfaces import Client
from acp.schema import AllowedOutcome, PermissionOption, ToolCallUpdate

from ufo.acp_server.told_updates import ToldUpdates
from ufo.desktop.bounds.permits import ANSWERS

_ONCE = (
    PermissionOption(option_id="yes", name="Do it", kind="allow_once"),
    PermissionOption(option_id="no", name="Do not do it", kind="reject_once"),
)
_APPLICATION = (
    PermissionOption(option_id="this time", name="This time", kind="allow_once"),
    PermissionOption(option_id="always", name="Always this application", kind="allow_always"),
    PermissionOption(option_id="no", name="Not this time", kind="reject_once"),
    PermissionOption(option_id="never", name="Never this application", kind="reject_always"),
)


class EditorPerson:
    """Asks through the editor. `question` is what waits for an answer in the conversation; None where nothing does."""

    is_there = True

    def __init__(self, client: Client, session: str, told: ToldUpdates, patience_s: float) -> None:
        self._client = client
        self._session = session
        self._told = told
        self._patience_s = patience_s
        self._asked: asyncio.Queue[str] = asyncio.Queue()
        self._answer: asyncio.Future[str] | None = None

    async def ask(self, questions: Sequence[str]) -> list[str] | None:
        answers = [await self._one(question) for question in questions]
        given = [answer for answer in answers if answer is not None]
        return given if len(given) == len(answers) else None

    async def confirm(self, question: str) -> bool:
        return await self._chosen(question, _ONCE) == "yes"

    async def attend(self, upcoming: str) -> bool:
        """Return False: an editor stops a run, and does not take it over."""
        return False

    async def next_question(self) -> str:
        """Wait for the next question to the conversation."""
        return await self._asked.get()

    def answered(self, text: str) -> bool:
        """Take the text as the answer to the open question. Return False where there is none."""
        if self._answer is None or self._answer.done():
            return False
        self._answer.set_result(text)
        return True

    async def _one(self, question: str) -> str | None:
        if question.endswith(ANSWERS):
            return await self._chosen(question, _APPLICATION)
        self._answer = asyncio.get_running_loop().create_future()
        self._asked.put_nowait(question)
        try:
            async with asyncio.timeout(self._patience_s):
                return await self._answer
        except TimeoutError:
            return None
        finally:
            self._answer = None

    async def _chosen(self, question: str, options: Sequence[PermissionOption]) -> str | None:
        """Return the id of the option that the person chose; None where they chose none in time, or the editor cannot ask."""
        await self._told.flushed()
        call = ToolCallUpdate(tool_call_id=self._told.next_call(), title=question, status="pending")
        try:
            async with asyncio.timeout(self._patience_s):
                given = await self._client.request_permission(self._session, call, list(options))
        except (TimeoutError, RequestError, ConnectionError, ValueError):
            return None
        known = {option.option_id for option in options}
        chosen = given.outcome.option_id if isinstance(given.outcome, AllowedOutcome) else None
        return chosen if chosen in known else None
