"""What an agent knows when it decides: one frozen value for each agent, from which the prompts are rendered.

Real models read the messages that are rendered from it; the built-in planner reads the value directly.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ufo.schema.action import ActionCommandInfo
from ufo.schema.fact import Fact
from ufo.schema.geometry import Rect
from ufo.schema.knowledge import Knowledge
from ufo.schema.message import ImagePart
from ufo.schema.note import Note
from ufo.schema.outcome import SubtaskRecord
from ufo.schema.picture import Picture
from ufo.schema.predicate import Finding, Predicate
from ufo.schema.response import HostAgentResponse
from ufo.schema.subtasks import SubtaskGraph
from ufo.schema.target import TargetInfo
from ufo.schema.tool import ToolInfo


@dataclass(frozen=True, slots=True)
class BlackboardView:
    """The shared memory as plain values. A question is {question, answer}; a trajectory holds the keys of `history_keys`.
    `dropped_notes`: the names of notes for which there was no room.
    """

    questions: tuple[dict[str, Any], ...] = ()
    requests: tuple[dict[str, Any], ...] = ()
    trajectories: tuple[dict[str, Any], ...] = ()
    results: tuple[SubtaskRecord, ...] = ()
    notes: tuple[Note, ...] = ()
    dropped_notes: tuple[str, ...] = ()
    images: tuple[Picture, ...] = ()


NOT_PROVED = "not proved yet"
"""How the feedback on an end begins of which facts contradict nothing."""


@dataclass(frozen=True, slots=True)
class HostInputs:
    """What the HostAgent knows. `tools`: all that it can call; `left_out_tools`: the names of those that a prompt leaves out, and
    `more_tools`: what these are for. `statuses`: those that the transition table lets the model choose. `applications`:
    names that can be launched. `feedback`: why this agent's last step did not succeed (an error, a rejection), so that it
    can be repaired; "" where it did. `actions`: this agent's earlier actions in this round with their results, oldest first;
    `turn_acts`, `unnoted_acts`: how many of the newest the last turn did, and how many no note has come after.
    `notices`: what the run reports about itself (a limit that is near, a repetition).

    `last_answer`: this agent's previous answer in this round. `model_spoke`: whether the model decided any of them.
    `known_results`: how many sub-tasks had ended when it did so last.
    `answer_said`: what it said beside sub-tasks that the person is told once they are done.
    `request_end`: what must hold when the request is done, as this agent stated it. `was_sent_back`: an end of the request went
    back with what was open. `subtasks`: what was planned, and what became of it. `shown`: what the agent asked to be shown.
    """

    request: str
    targets: tuple[TargetInfo, ...]
    statuses: tuple[str, ...]
    tools: tuple[ToolInfo, ...] = ()
    left_out_tools: frozenset[str] = frozenset()
    more_tools: tuple[str, ...] = ()
    applications: tuple[str, ...] = ()
    plan: tuple[str, ...] = ()
    previous_subtasks: tuple[SubtaskRecord, ...] = ()
    actions: tuple[ActionCommandInfo, ...] = ()
    turn_acts: int = 0
    unnoted_acts: int = 0
    blackboard: BlackboardView = field(default_factory=BlackboardView)
    knowledge: Knowledge = field(default_factory=Knowledge)
    feedback: str = ""
    notices: tuple[str, ...] = ()
    last_answer: HostAgentResponse | None = None
    model_spoke: bool = False
    known_results: int = 0
    answer_said: str = ""
    request_end: tuple[Predicate, ...] = ()
    was_sent_back: bool = False
    subtasks: SubtaskGraph = field(default_factory=SubtaskGraph)
    images: tuple[Picture, ...] = ()
    shown: tuple[ImagePart, ...] = ()
    working_folder: str = ""
    home_apart: str = ""


@dataclass(frozen=True, slots=True)
class AppInputs:
    """What an AppAgent knows. `tools`: all that it can call; `left_out_tools`: the names of those that a prompt leaves out, and
    `more_tools`: what these are for. `controls`: those that can be picked, in reading order. `outline`: the same as compact
    text for a prompt. `unlisted`: what the look reports as out of sight. `degraded`: why that list may be incomplete or wrong,
    "" where it is good. `changes`: the differences from the agent's last look.

    `frame`: the part of the screen that coordinates are fractions of; None where that is the window.

    `actions`, `turn_acts`, `unnoted_acts`: as in a HostAgent's, in this sub-task, whose id is `node`. `end_conditions`: the
    conditions that the HostAgent set for the end of the sub-task, as found at this look; there are no findings before the
    first action. `captions`: what each of `images` shows; `is_unseen`: the model sees pictures, and none goes with
    this look; `asks_to_see`: its last answer asked for one. `shown`: what the agent asked to be shown. `builds_on`: the results
    of the sub-tasks that this one depends on.
    """

    request: str
    subtask: str
    application: str
    window: TargetInfo
    controls: tuple[TargetInfo, ...]
    statuses: tuple[str, ...]
    tools: tuple[ToolInfo, ...] = ()
    left_out_tools: frozenset[str] = frozenset()
    more_tools: tuple[str, ...] = ()
    outline: str = ""
    unlisted: tuple[str, ...] = ()
    changes: str = ""
    degraded: str = ""
    plan: tuple[str, ...] = ()
    previous_subtasks: tuple[SubtaskRecord, ...] = ()
    builds_on: tuple[SubtaskRecord, ...] = ()
    node: str = ""
    actions: tuple[ActionCommandInfo, ...] = ()
    turn_acts: int = 0
    unnoted_acts: int = 0
    host_message: tuple[str, ...] = ()
    blackboard: BlackboardView = field(default_factory=BlackboardView)
    knowledge: Knowledge = field(default_factory=Knowledge)
    feedback: str = ""
    notices: tuple[str, ...] = ()
    end_conditions: tuple[Finding, ...] = ()
    images: tuple[Picture, ...] = ()
    is_unseen: bool = False
    asks_to_see: bool = False
    captions: tuple[str, ...] = ()
    shown: tuple[ImagePart, ...] = ()
    working_folder: str = ""
    home_apart: str = ""
    frame: Rect | None = None


@dataclass(frozen=True, slots=True)
class EvaluationInputs:
    """What the EvaluationAgent knows of a request that was done. `outcome`: how it ended by the conditions that were checked;
    `steps`: what was done, a line each, oldest first, of which `left_out` are missing; `captions`: what each of `images`
    shows.
    """

    request: str
    outcome: str
    reason: str
    answer: str = ""
    steps: tuple[str, ...] = ()
    left_out: int = 0
    findings: tuple[Finding, ...] = ()
    images: tuple[Picture, ...] = ()
    captions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReadingInputs:
    """What the reader of a request knows: the person's words, the facts and the answer that is to be given; not the plan, the
    thoughts or the prompts of those who acted. `today`: the day of the run in ISO form, for "tomorrow". `places`: what the
    reader wanted to see and was shown, as the last of the facts.
    """

    request: str
    facts: tuple[Fact, ...] = ()
    answer: str = ""
    today: str = ""
    working_folder: str = ""
    places: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OrderInputs:
    """A risky act about which the reader is asked whether the person's request orders exactly it. `act`: what would be done, in
    one line of our own words; `action_class`: its class; `target`: the control, file or command line, letter for letter;
    `application`, `place`: where (a window's title, a page's address, a folder). `row`, `selected`, `dialog`: what the screen
    shows beside the control, what is selected in its window, and what its dialog says. `done_before`: how often a control of
    this name was used for this request already, in whatever row.
    """

    request: str
    act: str
    action_class: str
    target: str
    application: str = ""
    place: str = ""
    row: str = ""
    selected: str = ""
    dialog: str = ""
    done_before: int = 0


def told_tools(inputs: HostInputs | AppInputs) -> tuple[ToolInfo, ...]:
    """Return the tools that a prompt lists."""
    return tuple(tool for tool in inputs.tools if tool.tool_name not in inputs.left_out_tools)
