"""The events of a run: the versioned schema of `events.jsonl`. It depends on nothing but `schema`.

Raise `VERSION` with every change that an older reader would misread.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from ufo.schema.action import ActionCommandInfo
from ufo.schema.evaluation import Evaluation
from ufo.schema.fact import Fact
from ufo.schema.outcome import RunSummary, SubtaskRecord
from ufo.schema.predicate import Finding, Predicate
from ufo.schema.reading import Account, Reading
from ufo.schema.selector import Selector, Teller
from ufo.schema.spans import Span
from ufo.schema.subtasks import SubtaskGraph
from ufo.schema.usage import Usage

VERSION = 2
"""2: the state of windows and files after each step, and runs that were resumed."""


class _Event(BaseModel):
    """`at`: seconds since the run began. `step`: the session step that it belongs to, counted from 1; 0 outside of steps."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    at: float = 0.0
    step: int = 0


class ModelNoted(BaseModel):
    """A model that an agent of the run has. `price`: what it costs, in words."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    agent: str
    model: str
    price: str


class RunStarted(_Event):
    kind: Literal["run_started"] = "run_started"
    version: int = VERSION
    run_id: str
    request: str
    model: str
    desktop: str
    started: str
    working_folder: str = ""
    mode: str = "normal"
    models: tuple[ModelNoted, ...] = ()


class RoundStarted(_Event):
    kind: Literal["round_started"] = "round_started"
    round_id: int
    request: str


class StateEntered(_Event):
    kind: Literal["state_entered"] = "state_entered"
    agent: str
    state: str


class PhaseEnded(_Event):
    kind: Literal["phase_ended"] = "phase_ended"
    agent: str
    phase: str
    seconds: float
    error: str | None = None


class PictureSaved(_Event):
    """A picture in the log. `path` is relative to the run's folder; `role` is clean, annotated, concat, selected_controls or
    desktop.
    """

    kind: Literal["picture_saved"] = "picture_saved"
    role: str
    path: str


class ModelAnswered(_Event):
    """A model answered a turn of an agent, `attempts` times until an answer fitted. `model` is its name at its endpoint, `asked`
    its name in the settings, "" where nothing was asked. `error`: no answer of it fitted.
    """

    kind: Literal["model_answered"] = "model_answered"
    agent: str
    model: str
    asked: str = ""
    usage: Usage
    seconds: float
    attempts: int = 1
    error: str | None = None


class StepEnded(_Event):
    """One whole turn of one agent. `response` is the parsed answer; `status` the agent's status after the turn.

    `consented`: not a turn of its own, but the actions that the agent's last step decided on and that the person consented
    to. `told_by`: the controls that showed the answer. `followed`: what the turn was told of windows that took the place of the
    one before.
    """

    kind: Literal["step_ended"] = "step_ended"
    agent: str
    state: str
    status: str
    subtask: str = ""
    application: str = ""
    response: dict[str, Any] = Field(default_factory=dict)
    actions: tuple[ActionCommandInfo, ...] = ()
    findings: tuple[Finding, ...] = ()
    told_by: tuple[Teller, ...] = ()
    phase_seconds: dict[str, float] = Field(default_factory=dict)
    usage: Usage = Usage()
    seconds: float = 0.0
    error: str | None = None
    consented: bool = False
    followed: tuple[str, ...] = ()


class SubtaskEnded(_Event):
    kind: Literal["subtask_ended"] = "subtask_ended"
    record: SubtaskRecord


class SubtasksChanged(_Event):
    """The graph of the request's sub-tasks, where there are several and something in it has changed."""

    kind: Literal["subtasks_changed"] = "subtasks_changed"
    graph: SubtaskGraph


class EndStated(_Event):
    """The conditions for the end of a request, stated before anything is done for it.

    `derived`: conditions taken from its words, of which those in `held` hold already; `stated`: the findings on the model's
    conditions at that time; `withdrawn`: the findings on those that were taken back or stated anew.
    """

    kind: Literal["end_stated"] = "end_stated"
    derived: tuple[Predicate, ...] = ()
    held: tuple[Predicate, ...] = ()
    stated: tuple[Finding, ...] = ()
    withdrawn: tuple[Finding, ...] = ()


class Asked(_Event):
    """A question or a confirmation, and the person's answer (None: no answer)."""

    kind: Literal["asked"] = "asked"
    agent: str
    question: str
    answer: str | None
    confirmation: bool = False


class Noticed(_Event):
    """A notice for a person: a retry, a degraded tree, a warning."""

    kind: Literal["noticed"] = "noticed"
    level: Literal["info", "warning", "error"] = "warning"
    text: str


class Citation(BaseModel):
    """A passage that a prompt told. `place`: experience_examples, demonstration_examples, offline_docs or online_docs;
    `source`: what a person reads as its origin; `key`: its name in the index, "" for one that is in none.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    place: str
    source: str
    key: str = ""


class PersonActed(_Event):
    """One thing that the person did while they had taken over. `did` says it in one line, and `act` is click, type, keys, drag,
    scroll or close. `control`: what it was done to, None where no control was known there. `text` is what was typed, "" where it
    is `hidden`, as in a password field; `keys` a chord. `takeover`: which time of the run, as in the folder of its record.
    """

    kind: Literal["person_acted"] = "person_acted"
    did: str
    act: str
    window: str = ""
    control: Selector | None = None
    text: str = ""
    hidden: bool = False
    keys: str = ""
    takeover: int = 1


class KnowledgeUsed(_Event):
    """What was looked up for a turn, and no earlier turn of the run was told. `application`: "" where none was chosen yet."""

    kind: Literal["knowledge_used"] = "knowledge_used"
    application: str = ""
    passages: tuple[Citation, ...]


class WindowNoted(BaseModel):
    """A window that was open. `id` is stable while it lives."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str
    title: str
    pid: int
    process: str = ""
    app_root: str = ""


class FileNoted(BaseModel):
    """A file that the request is about. `mtime_ns`: nanoseconds since 1970; `digest`: SHA-256, "" for one too large to read."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    path: str
    exists: bool = False
    size: int = 0
    mtime_ns: int = 0
    digest: str = ""


class WorldNoted(_Event):
    """The windows and the files of a request: before it began, or after a step, where they differ from the last note.

    `working_in`: the id of the window that the step worked in.
    """

    kind: Literal["world_noted"] = "world_noted"
    windows: tuple[WindowNoted, ...] = ()
    files: tuple[FileNoted, ...] = ()
    working_in: str = ""


class RunResumed(_Event):
    """The run goes on after it was broken off. `after`: the last finished step. `folder`: the working folder from now on, where
    that is another one.
    """

    kind: Literal["run_resumed"] = "run_resumed"
    after: int
    started: str
    model: str = ""
    desktop: str = ""
    folder: str = ""


class RequestRead(_Event):
    """The facts of a request were read at its end. `reading`: None where nobody gave one, and then `error` says why. `model`: who
    was asked. `places`: what it wanted to see. `sent_back`: what is open went back to whoever worked, and the request is read
    once more.
    """

    kind: Literal["request_read"] = "request_read"
    facts: tuple[Fact, ...] = ()
    reading: Reading | None = None
    places: tuple[str, ...] = ()
    account: Account
    model: str = ""
    error: str = ""
    sent_back: bool = False


class TimeSpent(_Event):
    """What the time since the last one of these was spent on. Spans lie within others, and beside each other."""

    kind: Literal["time_spent"] = "time_spent"
    spans: tuple[Span, ...]


class Evaluated(_Event):
    """A request was judged by a model of its own, or could not be."""

    kind: Literal["evaluated"] = "evaluated"
    request: str
    evaluation: Evaluation


class RunEnded(_Event):
    kind: Literal["run_ended"] = "run_ended"
    summary: RunSummary


Event = Annotated[
    RunStarted
    | RoundStarted
    | StateEntered
    | PhaseEnded
    | PictureSaved
    | ModelAnswered
    | StepEnded
    | SubtaskEnded
    | SubtasksChanged
    | EndStated
    | Asked
    | Noticed
    | PersonActed
    | KnowledgeUsed
    | WorldNoted
    | RunResumed
    | RequestRead
    | TimeSpent
    | Evaluated
    | RunEnded,
    Field(discriminator="kind"),
]
