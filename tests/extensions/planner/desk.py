"""A made-up desktop for the host planner: windows that open, close and lose their names, and sub-tasks that end as told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Effect, Result, ResultStatus
from ufo.schema.inputs import HostInputs
from ufo.schema.outcome import SubtaskRecord
from ufo.schema.response import HostAgentResponse
from ufo.schema.target import TargetInfo, TargetKind, TargetRegistry
from ufo_planner.host.host_turn import decide

STATUSES = ("CONTINUE", "ASSIGN", "FINISH", "PENDING", "CONFIRM", "FAIL")

APPLICATIONS = {
    "LibreOffice Calc": ("libreoffice-calc", "Untitled 1 - LibreOffice Calc"),
    "LibreOffice Writer": ("libreoffice-writer", "Untitled 2 - LibreOffice Writer"),
    "Chromium Web Browser": ("chromium", "New Tab - Chromium"),
    "Calculator": ("gnome-calculator", "Calculator"),
    "gedit": ("gedit", "Untitled Document 1 - gedit"),
    "Text Editor Settings": ("mousepad-settings", "Text Editor Settings"),
    "Mousepad": ("mousepad", "Untitled 1 - Mousepad"),
    "File Manager PCManFM": ("pcmanfm", "person"),
}


def window(title: str, root: str, *states: str) -> TargetInfo:
    return TargetInfo(kind=TargetKind.WINDOW, name=title, app_root=root, process=root, type="Window", states=states)


def agent(name: str) -> TargetInfo:
    return TargetInfo(kind=TargetKind.THIRD_PARTY_AGENT, name=name, type="ThirdPartyAgent")


Outcome = str | SubtaskRecord
Worker = Callable[[str, TargetInfo], Outcome]


@dataclass
class Desk:
    """`work` says what a sub-task in a window comes to: its result, or a record of its own. `answers` of the person, in order."""

    request: str
    windows: list[TargetInfo] = field(default_factory=list)
    work: Worker = lambda subtask, target: ""
    answers: list[str] = field(default_factory=list)
    statuses: tuple[str, ...] = STATUSES
    stubborn: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    there: tuple[str, ...] = ()
    folder: str = "/home/person/work"
    inputs: HostInputs = field(init=False)
    said: list[HostAgentResponse] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.inputs = HostInputs(
            self.request, (), self.statuses, applications=tuple(APPLICATIONS), working_folder=self.folder
        )

    def turn(self) -> HostAgentResponse:
        listed = tuple(TargetRegistry(self.windows).all_targets())
        self.inputs = replace(self.inputs, targets=listed)
        response = decide(self.inputs)
        assert response.status in self.statuses
        self.said.append(response)
        return response

    def run(self, most: int = 25) -> HostAgentResponse:
        """Turns until the request ends, or a question stays without an answer."""
        for _ in range(most):
            response = self.turn()
            if response.status == "FINISH":
                return response
            if response.status in ("PENDING", "FAIL"):
                if not self.answers:
                    return response
                self._answer(response.questions[0], self.answers.pop(0))
                continue
            self._carry_out(response)
        raise AssertionError(
            f"no end in {most} turns: {[(agent_response.status, agent_response.thought) for agent_response in self.said[-4:]]}"
        )

    @property
    def calls(self) -> list[tuple[str, str]]:
        """Every call with the name in it, as they came."""
        return [
            (agent_response.function, str(agent_response.arguments.get("name")))
            for agent_response in self.said
            if agent_response.function
        ]

    @property
    def subtasks(self) -> list[tuple[str, str]]:
        return [(record.agent, record.subtask) for record in self.inputs.previous_subtasks]

    def _answer(self, question: str, answer: str) -> None:
        board = self.inputs.blackboard
        asked = {"question": question, "answer": answer}
        self.inputs = replace(self.inputs, blackboard=replace(board, questions=(*board.questions, asked)), feedback="")

    def _carry_out(self, response: HostAgentResponse) -> None:
        target = next((target for target in self.inputs.targets if target.id == response.arguments.get("id")), None)
        result = self._call(response, target)
        info = ActionCommandInfo(
            function=response.function,
            arguments=response.arguments,
            status=response.status,
            target=target,
            result=result,
        )
        self.inputs = replace(self.inputs, actions=(*self.inputs.actions, info), feedback=result.error or "")
        if response.status == "ASSIGN" and target is not None and result.ok:
            self._hand_over(response.current_subtask, target)

    def _call(self, response: HostAgentResponse, target: TargetInfo | None) -> Result:
        if response.function == "launch_application":
            return self._launch(
                str(response.arguments["name"]), [str(argument) for argument in response.arguments["arguments"]]
            )
        assert target is not None, response
        if response.function == "close_application":
            if target.name in self.stubborn:
                said = f"window {target.name!r} is still open and asks: dialog 'Save changes?'"
                return Result(status=ResultStatus.SUCCESS, effect=Effect.PARTIAL, evidence=(said,))
            self.windows = [item for item in self.windows if item.name != target.name]
        return Result(status=ResultStatus.SUCCESS, result=None)

    def _launch(self, name: str, arguments: list[str]) -> Result:
        if name and name not in APPLICATIONS:
            return Result(status=ResultStatus.FAILURE, error=f"no installed application is called {name!r}")
        if gone := [argument for argument in arguments if argument in self.missing]:
            error = f"there is no document {gone[0]!r} in '/home/person/work'; there are: {', '.join(self.there)}"
            return Result(status=ResultStatus.FAILURE, error=error)
        root, title = APPLICATIONS[name or "LibreOffice Writer"]
        if arguments:
            title = f"{arguments[-1].rpartition('/')[2]} - {title.rpartition(' - ')[2]}"
        opened = window(title, root, "active")
        self.windows = [opened, *(target.model_copy(update={"states": ()}) for target in self.windows)]
        return Result(
            status=ResultStatus.SUCCESS,
            result={"root_name": root, "window_info": {"name": title, "app_root": root, "kind": "window"}},
        )

    def _hand_over(self, subtask: str, target: TargetInfo) -> None:
        outcome = self.work(subtask, target)
        record = (
            SubtaskRecord(subtask=subtask, status="FINISH", result=outcome, agent=target.name)
            if isinstance(outcome, str)
            else outcome.model_copy(update={"subtask": subtask, "agent": target.name})
        )
        board = self.inputs.blackboard
        self.inputs = replace(
            self.inputs,
            previous_subtasks=(*self.inputs.previous_subtasks, record),
            blackboard=replace(board, results=(*board.results, record)),
            feedback="" if record.status == "FINISH" else f"sub-task failed: {record.reason}",
        )


def failed(reason: str) -> SubtaskRecord:
    return SubtaskRecord(subtask="", status="FAIL", reason=reason)
