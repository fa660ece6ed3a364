"""Renders the shared memory for a prompt: one fenced section for each kind (facts/described_system.md §1.9)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ufo.schema.fence import compact_json, fence, quoted
from ufo.schema.inputs import BlackboardView
from ufo.schema.message import ImagePart, TextPart
from ufo.schema.note import Note
from ufo.schema.outcome import SubtaskRecord
from ufo.schema.subtasks import NodeState, SubtaskGraph, SubtaskNode
from ufo.text.fold import shortened

_MAX_VALUE_CHARS = 1500
_MAX_STEP_CHARS, _MAX_CALL_CHARS = 200, 90
_MAX_STEP_LINES = 8
_MOST_HANDED_ON = 20_000
"""The characters of a result that is told whole."""
DONE_TOLD = 12
"""So many of the sub-tasks that are done are told to whoever plans."""
_WORDS_OF_DONE = 300
"""The characters of what was to be done, where a result is told whole."""
_FAILED_TOLD, _WORDS_OF_ENDED, _RESULT_OF_ENDED = 3, 80, 80
"""Of what has ended and is told already: so many that failed, and the characters of words and result in a line."""
# Told in the heading or with the action; the status and the result of a sub-task are told with the results.
_IN_HEADING = frozenset({"agent_name", "current_subtask", "subtask", "action_representation", "status"})


def texts_to_prompt(rows: Iterable[Mapping[str, Any]], name: str) -> TextPart | None:
    """Return a section with one line for each row, or None where there is no row."""
    lines = [compact_json({key: _short(value) for key, value in row.items()}) for row in rows]
    return TextPart(fence(name, "\n".join(lines))) if lines else None


def whole_records_to_prompt(records: Iterable[SubtaskRecord], name: str) -> str:
    """Return a section of sub-tasks with all that came of them: status, words, agent, result, reason and what was checked; ""
    where there is none. Of those that are done the first words tell which is meant.
    """
    lines = ["; ".join([f"{record.status} {_subtask(record)}", *_outcome_of(record)]) for record in records]
    return fence(name, "\n".join(lines)) if lines else ""


def _subtask(record: SubtaskRecord) -> str:
    return _words(record.subtask, _WORDS_OF_DONE) if record.status == "FINISH" else quoted(record.subtask)


def finished_to_prompt(records: Sequence[SubtaskRecord], done_told: int) -> str:
    """Return a section of the sub-tasks that have ended: a short line for each of the last `done_told` that are done and of those
    that failed last, and how many others are done; "" for none.
    """
    done = [record for record in records if record.status == "FINISH"]
    failed = [record for record in records if record.status != "FINISH"]
    left_out = [*done[: max(0, len(done) - done_told)], *failed[:-_FAILED_TOLD]]
    lines = [
        "; ".join([f"{record.status} {_words(record.subtask)}", *_in_short(record)])
        for record in records
        if record not in left_out
    ]
    others = [record for record in left_out if record.status == "FINISH"]
    told = [*([f"({len(others)} others done)"] if others else []), *lines]
    return fence("other sub-tasks", "\n".join(told)) if told else ""


def notes_to_prompt(notes: Sequence[Note], dropped: Sequence[str] = ()) -> str:
    """Return a section of the notes, a line each, "" where there is none. `dropped`: the names of those that had no room."""
    lines = [_note(note) for note in notes]
    if dropped:
        lines.append(
            f"(no room for {', '.join(quoted(name, 80) for name in dropped)}: join notes, or empty those done with)"
        )
    return fence("notes", "\n".join(lines)) if lines else ""


def _note(note: Note) -> str:
    name = f"{quoted(note.name, 100)}: " if note.name else ""
    about = f" (about {quoted(note.about, 100)})" if note.about else ""
    return f"- {name}{quoted(note.text)}{about}"


def steps_to_prompt(rows: Iterable[Mapping[str, Any]]) -> TextPart | None:
    """Return a section of the steps of all agents, with the sub-task of several steps told once, or None where there is none."""
    lines: list[str] = []
    above = ""
    for row in rows:
        agent, subtask = row.get("agent_name"), row.get("current_subtask") or row.get("subtask")
        of = " ".join([*([str(agent)] if agent else []), *([f"for {quoted(str(subtask))}"] if subtask else [])])
        told = list(_step(row))
        if of != above and told:
            lines.append(f"{quoted(of)[1:-1] if not subtask else of}:")
            above = of
        lines += told
    if len(lines) > _MAX_STEP_LINES:
        lines = [f"({len(lines) - _MAX_STEP_LINES} older lines left out)", *lines[-_MAX_STEP_LINES:]]
    return TextPart(fence("earlier steps", "\n".join(lines))) if lines else None


def _step(row: Mapping[str, Any]) -> Iterator[str]:
    """Yield the actions of a step, and what else the settings let every agent see of it."""
    acted = row.get("action_representation") or ()
    for text in [acted] if isinstance(acted, str) else acted:
        yield f"- {_in_one_line(str(text))}"
    rest = {key: _short(value) for key, value in row.items() if key not in _IN_HEADING and value not in (None, "", [])}
    if rest:
        yield f"- {compact_json(rest)}"


def _in_one_line(representation: str) -> str:
    """Return an action and its result in one line, without what changed meanwhile. A long call leaves room for its result."""
    lines = [line for line in representation.splitlines() if not line.startswith("[Change]")]
    call, said = " ".join(map(_by_name, lines[:1])), " ".join(lines[1:])
    for long, short in (("[Result] success", ""), ("[Result] ", " "), ("[Error] ", ""), ("[Value] ", "= ")):
        said = said.replace(long, short, 1)
    said = re.sub(r"^ \((\w+)\)", r" \1", said, count=1)
    if call and len(lines) == 1:
        # Nothing came of what waited for a yes, and the reader would take it for done.
        said = " not done in that step"
    call = quoted(call, max(_MAX_CALL_CHARS, _MAX_STEP_CHARS - len(said) - 1))[1:-1]
    return f"{call}:{quoted(said, max(_MAX_CALL_CHARS, _MAX_STEP_CHARS - len(call) - 1))[1:-1]}" if said else call


def _by_name(action: str) -> str:
    """Return an action with its control told once, by its name: an id holds for one look only."""
    said = action.removeprefix("[Action] ")
    call, on, target = said.rpartition(") on [")
    number, ends, name = target.partition("]")
    # What an argument says may look the same as the end of the call.
    if not (on and ends and name) or call.count("'") % 2:
        return said
    call += ")"
    for told in (f"id={number!r}", f"name={name!r}"):
        call = call.replace(f"{told}, ", "", 1).replace(f", {told}", "", 1).replace(f"({told})", "()", 1)
    return f"{call} on {name!r}"


def shared_memory_to_prompt(
    view: BlackboardView, is_visual: bool = True, done_told: int = DONE_TOLD
) -> tuple[TextPart | ImagePart, ...]:
    """Return a header and the sections that hold something; nothing for an empty memory. `done_told`: so many of the sub-tasks
    that are done are told in a line, and the others by number.
    """
    sections: list[TextPart | ImagePart | None] = [
        texts_to_prompt(view.requests, "earlier requests"),
        texts_to_prompt(view.questions, "questions and answers"),
        *(TextPart(text) for text in (finished_to_prompt(view.results, done_told),) if text),
        steps_to_prompt(view.trajectories),
        *(TextPart(text) for text in (notes_to_prompt(view.notes, view.dropped_notes),) if text),
    ]
    if is_visual:
        sections += [ImagePart(picture, "A screenshot kept from an earlier step.") for picture in view.images]
    parts = [section for section in sections if section is not None]
    return (TextPart("Shared memory of all agents:"), *parts) if parts else ()


def graph_to_prompt(graph: SubtaskGraph, records: Iterable[SubtaskRecord], whole: Collection[SubtaskRecord]) -> str:
    """Return one line for each sub-task of a graph: its state, what it depends on, and where it has ended what it came to; of
    those in `whole` all of it.
    """
    ended = {record.node: record for record in records}
    lines = (_node(node, ended.get(node.id), whole) for node in graph.nodes)
    return fence("sub-tasks", "\n".join(lines)) if graph.nodes else ""


def _node(node: SubtaskNode, record: SubtaskRecord | None, whole: Collection[SubtaskRecord]) -> str:
    name = f"[{quoted(node.id, 100)[1:-1]}] {node.state.value}"
    if record is not None and node.state is NodeState.DONE and record not in whole:
        return "; ".join([f"{name} {_words(node.text)}", *_in_short(record)])
    is_done = node.state is NodeState.DONE
    told = f"{name} {_words(node.text, _WORDS_OF_DONE) if is_done else quoted(node.text)}"
    if node.application:
        told += f" in {quoted(node.application, 200)}"
    if node.depends_on:
        told += f" after {', '.join(quoted(depend, 100)[1:-1] for depend in node.depends_on)}"
    if record is not None and node.state in (NodeState.DONE, NodeState.FAILED) and not node.cause:
        return "; ".join([told, *_outcome_of(record)])
    return f"{told}; {quoted(node.reason)}" if node.reason else told


def _words(text: str, most: int = _WORDS_OF_ENDED) -> str:
    return quoted(shortened(text, most))


def _in_short(record: SubtaskRecord) -> list[str]:
    told = (("result", record.result), ("reason", record.reason))
    return [f"{word} {quoted(shortened(text, _RESULT_OF_ENDED))}" for word, text in told if text]


def _outcome_of(record: SubtaskRecord) -> list[str]:
    parts = []
    for word, text in (("by", record.agent), ("result", record.result), ("reason", record.reason)):
        if text:
            parts.append(f"{word} {quoted(text, _MOST_HANDED_ON)}")
    return [*parts, *(f"checked {finding.truth.value}: {quoted(finding.evidence, 300)}" for finding in record.findings)]


def _short(value: Any) -> Any:
    if isinstance(value, str) and len(value) > _MAX_VALUE_CHARS:
        return f"{value[:_MAX_VALUE_CHARS]}… ({len(value) - _MAX_VALUE_CHARS} more characters)"
    if isinstance(value, Mapping):
        return {str(key): _short(item) for key, item in value.items()}
    return [_short(item) for item in value] if isinstance(value, (list, tuple)) else value
