"""Renders the shared memory for a prompt: one fenced section for each kind (facts/described_system.md §1.9)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ufo.schema.fence import compact_json, fence, quoted
from ufo.schema.inputs import BlackboardView
from ufo.schema.message import ImagePart, TextPart
from ufo.schema.outcome import SubtaskRecord

_MAX_VALUE_CHARS = 1500


def texts_to_prompt(rows: Iterable[Mapping[str, Any]], name: str) -> TextPart | None:
    """Return a section with one line for each row, or None where there is no row."""
    lines = [compact_json({key: _short(value) for key, value in row.items()}) for row in rows]
    return TextPart(fence(name, "\n".join(lines))) if lines else None


def records_to_prompt(records: Iterable[SubtaskRecord], name: str) -> TextPart | None:
    """Return a section of the finished sub-tasks, one line each: status, words, agent, result, reason and what was checked.
    Return None where there is none.
    """
    lines = [_record(record) for record in records]
    return TextPart(fence(name, "\n".join(lines))) if lines else None


def shared_memory_to_prompt(view: BlackboardView, is_visual: bool = True) -> tuple[TextPart | ImagePart, ...]:
    """Return a header and the sections that hold something; nothing for an empty memory."""
    sections: list[TextPart | ImagePart | None] = [
        texts_to_prompt(view.questions, "questions and answers"),
        texts_to_prompt(view.requests, "earlier requests"),
        texts_to_prompt(view.trajectories, "earlier steps"),
        records_to_prompt(view.results, "results of sub-tasks"),
    ]
    if is_visual:
        sections += [ImagePart(picture, "A screenshot kept from an earlier step.") for picture in view.images]
    parts = [section for section in sections if section is not None]
    return (TextPart("Shared memory of all agents:"), *parts) if parts else ()


def _record(record: SubtaskRecord) -> str:
    parts = [f"{record.status} {quoted(record.subtask)}"]
    for word, text in (("by", record.agent), ("result", record.result), ("reason", record.reason)):
        if text:
            parts.append(f"{word} {quoted(text, _MAX_VALUE_CHARS)}")
    parts += [f"checked {finding.truth.value}: {quoted(finding.evidence, 300)}" for finding in record.findings]
    return "; ".join(parts)


def _short(value: Any) -> Any:
    if isinstance(value, str) and len(value) > _MAX_VALUE_CHARS:
        return f"{value[:_MAX_VALUE_CHARS]}… ({len(value) - _MAX_VALUE_CHARS} more characters)"
    if isinstance(value, Mapping):
        return {str(key): _short(one) for key, one in value.items()}
    return [_short(one) for one in value] if isinstance(value, (list, tuple)) else value
