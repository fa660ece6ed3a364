"""Hands over the next sub-task that is ready, and ends a request whose sub-tasks are all done, without asking the model again: it
has said what is to be done, where and in which order (docs/subtasks.md).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from ufo.llm.provider import BUILTIN, Completion, Provider, Turn, Wrapper
from ufo.schema.inputs import HostInputs
from ufo.schema.open_documents import document_of
from ufo.schema.places import Places, launched_window, live_window
from ufo.schema.response import HostAgentResponse
from ufo.schema.subtasks import NodeState, SubtaskNode
from ufo.schema.target import TargetInfo, TargetKind
from ufo.schema.usage import Usage
from ufo.text.literal_names import named

SUBTASKS = "subtasks"
"""The name that such a decision has in the log, in place of a model's."""
_DOCUMENT = re.compile(r"/|\.\w{1,5}$")
_MOST_FILES = 5_000
SELECT, LAUNCH = "select_application_window", "launch_application"


class SubtasksFirstProvider(Wrapper):
    """Answers the HostAgent's turn from the graph where its next sub-task's place is known, and asks `provider` otherwise.

    Such an answer counts no model call. One that was rejected is left to the model.
    """

    def __init__(self, provider: Provider, places: Places) -> None:
        super().__init__(provider)
        self._places = places

    async def complete(self, turn: Turn) -> Completion:
        if isinstance(turn.inputs, HostInputs) and not turn.repairs:
            said = next_subtask(turn.inputs, self._places) or self._ended(turn.inputs)
            if said is not None and said.status in turn.inputs.statuses:
                return Completion(said.model_dump_json(), Usage(local_decisions=1), SUBTASKS)
        return await self._inner.complete(turn)

    def _ended(self, inputs: HostInputs) -> HostAgentResponse | None:
        # The built-in planner knows by itself what its plan still lacks.
        return None if self.name == BUILTIN else ended(inputs)


def ended(inputs: HostInputs) -> HostAgentResponse | None:
    """Return the end of a request all of whose sub-tasks are done, with the answer that was said beside them, or else with what
    they found: the reading of the request that follows says what is open. None where something is planned, also beside the
    sub-tasks; where no answer was said and tools returned something of which nobody said whether it answers; and once an end
    went back. Where a sub-task failed, what was handed over since must be proved.
    """
    nodes, records = inputs.subtasks.nodes, inputs.previous_subtasks
    if not nodes or not records or records[-1].status != "FINISH" or inputs.feedback or inputs.was_sent_back:
        return None
    if inputs.plan and inputs.subtasks.is_stated:
        return None
    undone = [node for node in nodes if node.state is not NodeState.DONE]
    if not all(node.is_outlined and node.state is NodeState.FAILED for node in undone):
        return None
    if undone and not _is_proved_since(inputs):
        return None
    needed = {name for node in nodes for name in node.depends_on}
    if not inputs.answer_said and any(record.unsaid and record.node not in needed for record in records):
        return None
    told = [node.result.strip() for node in nodes if node.id not in needed]
    return HostAgentResponse(
        observation="All sub-tasks are done." if len(nodes) > 1 else "The sub-task is done.",
        thought="Nothing else is planned.",
        status="FINISH",
        result=inputs.answer_said or "\n".join(dict.fromkeys(text for text in told if text)),
    )


def _is_proved_since(inputs: HostInputs) -> bool:
    """Tell whether this agent's last decision handed a sub-task over whose conditions are all proved."""
    findings = inputs.previous_subtasks[-1].findings
    handed = inputs.last_answer is not None and inputs.last_answer.status == "ASSIGN"
    return handed and bool(findings) and all(finding.proves for finding in findings)


def next_subtask(inputs: HostInputs, places: Places) -> HostAgentResponse | None:
    """Return the decision that hands over the next sub-task, or opens its application. None where nothing is ready, where its
    place is not certain, and where handing it over has just failed.
    """
    ready = inputs.subtasks.ready()
    if not ready:
        return None
    node, last = ready[0], inputs.last_answer
    tried = last is not None and last.current_subtask == node.text
    if tried and inputs.feedback:
        return None
    launch = inputs.actions[-1] if tried and last and last.function == LAUNCH and inputs.actions else None
    if launch is not None and launch.function == LAUNCH:
        shown = launched_window(launch)
        place = live_window(shown, _windows(inputs)) if shown is not None else None
    else:
        place = _place(node, inputs, places)
    if place is not None:
        return _assigned(node, place, inputs.plan)
    return None if launch is not None else _launched(node, inputs, places)


def _place(node: SubtaskNode, inputs: HostInputs, places: Places) -> TargetInfo | None:
    """Return the one target that the sub-task names; None where there is none, where several fit, or where the only window shows
    another document, or none ("Untitled 1"), than the file that the sub-task names.
    """
    if node.target is not None:
        return _still_there(node.target, inputs)
    if not node.application:
        return places.named_in(node.text, inputs.targets, inputs.applications, "")
    named = [target for target in inputs.targets if target.name.casefold() == node.application.casefold()]
    fitting = named or places.windows(node.application, inputs.targets)
    files = () if named else _files_to_open(node, inputs.working_folder)
    if len(files) == 1:
        fitting = [target for target in fitting if files[0] in target.name or document_of(target) == files[0]]
    return fitting[0] if len(fitting) == 1 else None


def _still_there(target: TargetInfo, inputs: HostInputs) -> TargetInfo | None:
    """Return the window or agent as it is in this look. Its title may have changed, where its application has no other one."""
    own = [item for item in inputs.targets if item.kind is target.kind and item.app_root == target.app_root]
    alike = [item for item in own if _title(item) == _title(target)]
    if len(alike) > 1:
        alike = [item for item in alike if item.rect == target.rect]
    if not alike and target.kind is not TargetKind.THIRD_PARTY_AGENT:
        alike = own
    return alike[0] if len(alike) == 1 else None


def _title(target: TargetInfo) -> str:
    """Return a title without the mark of unsaved changes."""
    return target.name.strip("*\u2022\u25cf ")


def _windows(inputs: HostInputs) -> tuple[TargetInfo, ...]:
    return tuple(target for target in inputs.targets if target.kind is not TargetKind.THIRD_PARTY_AGENT)


def _assigned(node: SubtaskNode, place: TargetInfo, plan: Sequence[str]) -> HostAgentResponse:
    """Hand the sub-task over. `plan`: what the HostAgent itself means to do after all of them, which stays its plan."""
    return HostAgentResponse(
        observation=f"{place.name!r} is there.",
        thought=f"Sub-task {node.id!r} is the next one that nothing holds up.",
        status="ASSIGN",
        current_subtask=node.text,
        expect=list(node.expect),
        function=SELECT,
        arguments={"id": place.id or "", "name": place.name},
        plan=list(plan),
    )


def _launched(node: SubtaskNode, inputs: HostInputs, places: Places) -> HostAgentResponse | None:
    """Open the sub-task's application where it is installed, with the file of the working folder that the sub-task names. Which
    of several it is to open, is the model's to say; and so is which window is meant, where windows of it are open and no file is
    named, or where one does not tell its document: it may be that file, such as a page whose form is filled in.
    """
    words = node.application
    if node.target is not None or not words or _DOCUMENT.search(words):
        return None
    name = places.installed(words, inputs.applications)
    files = _files_to_open(node, inputs.working_folder)
    windows = places.windows(words, inputs.targets)
    may_open = not windows or (bool(files) and all(map(document_of, windows)))
    if name is None or len(files) > 1 or not may_open:
        return None
    return HostAgentResponse(
        observation=f"{files[0]!r} is not open." if files else f"{words!r} is not open.",
        thought=f"Sub-task {node.id!r} is the next one that nothing holds up.",
        status="CONTINUE",
        current_subtask=node.text,
        expect=list(node.expect),
        function=LAUNCH,
        arguments={"name": name, **({"arguments": files} if files else {})},
        plan=list(inputs.plan),
    )


def _files_to_open(node: SubtaskNode, folder: str) -> list[str]:
    """Return the files in the folder that the sub-task names; of several the one that its conditions are about."""
    files = _named_files(node.text, folder)
    if len(files) == 1:
        return files
    stated = dict.fromkeys(path for condition in node.expect if (path := condition.path_on_disk()))
    meant = [
        path for path in stated if (Path(folder) / path).is_file() and named(node.text, (path, Path(path).name), folder)
    ]
    return meant if len(meant) == 1 else files


def _named_files(text: str, folder: str) -> list[str]:
    """Return the files in the folder that the text names."""
    try:
        names = [path.name for path in islice(Path(folder).iterdir(), _MOST_FILES)] if folder else []
    except OSError:
        return []
    return list(named(text, (name for name in names if "." in name.strip(".")), folder))
