"""FilesAgent, a third-party agent: reads documents of the working folder without opening an application.

It is an example of such an agent: a `SubAgent` with a `process` of its own, registered by name, that the HostAgent chooses
like a window. It lists files, or returns the tables and the text of the file that its sub-task names.
"""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

from ufo.agents.agent.basic_agent import SubAgent
from ufo.agents.agent.host_agent import HostAgent
from ufo.agents.round_context import Context, Outcome
from ufo.agents.services import AgentServices
from ufo.agents.states.app_agent_states import AppAgentStateManager, AppAgentStatus
from ufo.conditions.kinds.file import FilePredicate
from ufo.conditions.readers.model import Sheet
from ufo.conditions.readers.read_document import read_document
from ufo.errors import ToolError, UfoError
from ufo.schema.file_names import named, on_disk, readable
from ufo.schema.predicate import Finding, Truth
from ufo.schema.seen import Seen
from ufo.trace.events import StepEnded

_MOST_FILES = 200
_MOST_TEXT = 20_000
_FILE_NAME = re.compile(
    r"(?<![\w/])[\w-][\w.-]*\.(?:csv|tsv|txt|md|json|xlsx|xls|ods|odt|docx|doc|pdf|html)\b", re.IGNORECASE
)


class FilesAgent(SubAgent):
    state_manager = AppAgentStateManager

    def __init__(self, name: str, services: AgentServices, host: HostAgent) -> None:
        super().__init__(name, services, services.toolbox.open("AppAgent", "default"), host)
        self._result = ""
        self._place = ""
        self._findings: tuple[Finding, ...] = ()

    async def process(self, context: Context) -> None:
        self.step += 1
        self.services.emitter.step = context.begin_step()
        self._result, self._place, self._findings, self.failure = "", "", (), ""
        try:
            await self._work(context.subtask or context.request)
            self.status = AppAgentStatus.FINISH
        except (UfoError, OSError) as error:
            self.failure = str(error)
            self.status = AppAgentStatus.FAIL
        read = (Seen(self._result, by_tool=True, place=self._place),) if self._result else ()
        context.apply(Outcome(status=self.status, read=read))
        self.services.emitter.emit(
            StepEnded(
                agent=self.name,
                state=self.state.name(),
                status=self.status,
                subtask=context.subtask,
                response={"thought": "read the files of the working folder", "result": self._result},
                findings=self._findings,
                error=self.failure or None,
            )
        )

    async def _work(self, subtask: str) -> None:
        path = self._named_file(subtask)
        if path is None:
            missing = _FILE_NAME.search(subtask)
            if missing:
                there = ", ".join(await asyncio.to_thread(self._list)) or "nothing"
                raise ToolError(f"there is no file {missing.group()!r} in the working folder; in it is: {there}")
            names = await asyncio.to_thread(self._list)
            self._result = "\n".join(names) or "the folder is empty"
            return
        document = await asyncio.to_thread(read_document, path)
        self._place = readable(path)
        tables = [rows_of(sheet) for sheet in document.sheets if sheet.cells]
        tables += [[list(row) for row in table] for table in document.tables]
        if tables:
            self._result = json.dumps({"table": tables[0], "name": named(path.name)}, ensure_ascii=False)
        else:
            self._result = "\n".join(document.paragraphs)[:_MOST_TEXT]
        evidence = f"{named(path.name)} was read from its file"
        predicate = FilePredicate(path=readable(path))
        self._findings = (Finding(predicate=predicate, truth=Truth.SATISFIED, evidence=evidence, channel="file"),)

    def _list(self) -> list[str]:
        folder = self.services.working_folder
        return sorted(named(entry.name) for entry in folder.iterdir() if entry.is_file())[:_MOST_FILES]

    def _named_file(self, subtask: str) -> Path | None:
        """Return the file of the working folder whose name stands in the sub-task, or None."""
        for name in sorted(self._list(), key=len, reverse=True):
            if re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w-])", subtask, re.IGNORECASE):
                return on_disk(self.services.working_folder / name)
        return None

    def conclusion(self) -> tuple[str, tuple[Finding, ...]]:
        return self._result, self._findings


def rows_of(sheet: Sheet) -> list[list[str]]:
    """Return the filled part of a sheet, from its first cell to the last filled row and column, as texts."""
    height = max(row for row, _ in sheet.cells) + 1
    width = max(column for _, column in sheet.cells) + 1
    return [[sheet.cell(row, column).shown for column in range(width)] for row in range(height)]
