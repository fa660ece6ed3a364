"""Tells a model what it did before: one line for each action, with what it came to, each fact once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Effect, ResultStatus
from ufo.schema.fence import compact_json, in_one_line, quoted
from ufo.schema.roles import ROLES
from ufo.schema.text_pages import PAGE

_MAX_ACTIONS, _CHANGES_TOLD = 20, 6
_OLD_EVIDENCE = 2
"""Of evidence, which tells the news first, so many pieces are told for an action that is not among the newest."""
_MAX_VALUE_CHARS = 1000
_MAX_ARGUMENT_CHARS = 200
_NEWEST, _MAX_NEWEST_CHARS = 2, PAGE + 1000
"""The newest actions are told with a whole page of what they read."""
_MAX_PAGES_CHARS = 3 * (PAGE + 200)
"""The characters of the pages that were read one after another, as a turn that reads a long text does."""
# An id holds for one look only, and the control is told by its name.
_TOLD_BY_NAME = frozenset({"id", "name"})
_DOUBTED = frozenset({Effect.PARTIAL, Effect.SUSPECTED_NOOP, Effect.REFUSED})


def describe_actions(actions: Sequence[ActionCommandInfo], told_elsewhere: Sequence[str] = ()) -> list[str]:
    """Return a line for each of the last actions, oldest first. `told_elsewhere`: texts of the same prompt, such as what
    changed since the last look, that a line does not repeat.
    """
    recent = actions[-_MAX_ACTIONS:]
    left_out = len(actions) - len(recent)
    first_with_change = len(recent) - _CHANGES_TOLD
    whole = max(_NEWEST, _read_in_a_row(recent))
    lines = [
        _line(
            action,
            told_elsewhere,
            with_change=at >= first_with_change,
            at_most=_MAX_NEWEST_CHARS if at >= len(recent) - whole else _MAX_VALUE_CHARS,
            pieces=None if at >= len(recent) - _NEWEST else _OLD_EVIDENCE,
        )
        for at, action in enumerate(recent)
    ]
    return [*([f"({left_out} older ones left out)"] if left_out else []), *lines]


def _read_in_a_row(actions: Sequence[ActionCommandInfo]) -> int:
    """Count the newest actions that read with the same tool one after another and fit into the prompt together."""
    left, count = _MAX_PAGES_CHARS, 0
    for action in reversed(actions):
        read = action.result.result if action.result.ok else None
        if not isinstance(read, str) or len(read) <= _MAX_VALUE_CHARS or action.function != actions[-1].function:
            break
        left -= len(read)
        if left < 0:
            break
        count += 1
    return count


def _line(
    action: ActionCommandInfo, told_elsewhere: Sequence[str], *, with_change: bool, at_most: int, pieces: int | None
) -> str:
    """`at_most`: the characters of a value that it gave back. `pieces`: how many pieces of evidence are told, None for all."""
    outcome = "; ".join(_outcome(action, told_elsewhere, with_change=with_change, at_most=at_most, pieces=pieces))
    return f"{_call(action)}: {outcome}" if outcome else _call(action)


def _call(action: ActionCommandInfo) -> str:
    named = action.target is not None and bool(action.target.name)
    arguments = ", ".join(
        f"{name}={_given(value)}"
        for name, value in action.arguments.items()
        if not (name in _TOLD_BY_NAME and (named or value in (None, "")))
    )
    where = f" on {quoted(action.target.name, 80)}" if named and action.target else ""
    return f"{action.function or 'no action'}({arguments}){where}"


def _given(value: object) -> str:
    return quoted(value, _MAX_ARGUMENT_CHARS) if isinstance(value, str) else _plain(value)[:_MAX_ARGUMENT_CHARS]


def _outcome(
    action: ActionCommandInfo, told_elsewhere: Sequence[str], *, with_change: bool, at_most: int, pieces: int | None
) -> Iterator[str]:
    """Yield what the action came to."""
    result = action.result
    if result.status is ResultStatus.NONE:
        return
    if result.ok:
        yield result.effect.value if result.effect else "done"
    elif result.error and any(result.error in text for text in told_elsewhere):
        yield f"{result.status.value}, as told below"
    else:
        yield f"{result.status.value}{f' {quoted(result.error, _MAX_VALUE_CHARS)}' if result.error else ''}"
    told = _told_value(result.result, action) if result.ok else None
    value = "" if told in (None, "", {}) else _plain(told)
    if value and not _is_argument(value, action) and not any(value in text for text in result.evidence):
        yield f"value {quoted(value, at_most) if isinstance(told, str) else in_one_line(value, at_most)}"
    if result.ok and result.effect in _DOUBTED and result.evidence:
        yield f"evidence {quoted('; '.join(result.evidence[:pieces]), _MAX_VALUE_CHARS)}"
    elif with_change and result.change and not any(result.change in text for text in told_elsewhere):
        yield f"change {quoted(result.change, _MAX_VALUE_CHARS)}"


def _told_value(value: Any, action: ActionCommandInfo) -> Any:
    """Return what is told of a value. Of a window it is the title, since each turn lists the windows with all that is known; of
    controls all but their ids, which that look alone gave them; of a file all but the path that the call names.
    """
    if isinstance(value, list) and value and all(map(_is_control, value)):
        return [{key: part for key, part in item.items() if key != "id"} for item in value]
    window = value.get("window_info") if isinstance(value, Mapping) else None
    if isinstance(window, Mapping):
        return str(window.get("name", ""))
    return (
        {key: part for key, part in value.items() if not (isinstance(part, str) and _is_argument(part, action))}
        if isinstance(value, dict)
        else value
    )


def _is_control(row: object) -> bool:
    return isinstance(row, Mapping) and "id" in row and row.get("type") in ROLES


def _is_argument(value: str, action: ActionCommandInfo) -> bool:
    """Tell whether the value only reads back what the action was given, paths from the working folder on, or names its target."""
    named = action.target.name if action.target else None
    given = [*map(_plain, action.arguments.values())]
    return value in (named, *given) or any(text and value.endswith(f"/{text}") for text in given)


def _plain(value: object) -> str:
    if isinstance(value, dict):
        # What proves a change is for the verdict; it repeats what the rest says.
        value = {key: part for key, part in value.items() if key != "holds"}
    return value if isinstance(value, str) else compact_json(value)
