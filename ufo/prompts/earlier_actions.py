"""Tells a model what it did before: one line for each action, with what it came to, each fact once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Effect, ResultStatus
from ufo.schema.fence import compact_json, in_one_line, quoted
from ufo.schema.roles import ROLES
from ufo.schema.text_pages import PAGE

_IN_FULL, _IN_SHORT = 4, 500
"""So many of the newest actions, and at least those of the last turn, are told with all that came of them; those before them
with the call and its effect, within so many characters; others are counted."""
_OLD_EVIDENCE = 2
"""Of evidence, which tells the news first, so many pieces are told for an action that is not among the newest."""
_NEWEST = 2
_MAX_VALUE_CHARS = 1000
_MAX_ARGUMENT_CHARS = 200
_MAX_SHORT_CHARS = 120
_MAX_READ_CHARS = PAGE + 1000
_REST = 0.2
"""A rest of at most this part of a limit is told too: asking for it would cost a turn."""
_MAX_READS_CHARS = 3 * (PAGE + 200)
"""The characters of a value that was read, and of all that are told whole. The newest have the right of way."""
# An id holds for one look only, and the control is told by its name.
_TOLD_BY_NAME = frozenset({"id", "name"})
_DOUBTED = frozenset({Effect.PARTIAL, Effect.SUSPECTED_NOOP, Effect.REFUSED})


def describe_actions(
    actions: Sequence[ActionCommandInfo],
    told_elsewhere: Sequence[str] = (),
    *,
    of_turn: int = 0,
    unnoted: int | None = None,
) -> list[str]:
    """Return a line for each of the last actions, oldest first, and one for those that were skipped together. Nothing of the last
    turn is left out. What was read stays whole until a note came after it or an act used it.

    `told_elsewhere`: texts of the same prompt, such as what changed since the last look, that a line does not repeat. `of_turn`:
    how many of the newest the last turn did. `unnoted`: how many no note has come after, None for all.
    """
    count = len(actions)
    full = count - max(_IN_FULL, of_turn)
    while full > 0 and actions[full].result.status is ResultStatus.SKIPPED and _is_skipped_with(actions, full):
        full -= 1
    whole = _still_needed(actions, count if unnoted is None else max(unnoted, of_turn), of_turn)
    older: list[ActionCommandInfo] = []
    lines: list[str] = []
    room = _IN_SHORT
    for at in range(count - 1, -1, -1):
        action = actions[at]
        if at >= full or at in whole:
            if action.result.status is ResultStatus.SKIPPED and _is_skipped_with(actions, at):
                continue
            group = _skipped_from(actions, at)
            pieces = None if at >= count - _NEWEST else _OLD_EVIDENCE
            most = _MAX_READ_CHARS if at in whole else _MAX_VALUE_CHARS
            lines.append(_skipped(group) if group else _line(action, told_elsewhere, at_most=most, pieces=pieces))
            continue
        short = _in_short(action)
        room -= len(short)
        if room >= 0:
            lines.append(short)
        else:
            older.append(action)
    return [*([_counted(older)] if older else []), *reversed(lines)]


def _still_needed(actions: Sequence[ActionCommandInfo], unnoted: int, of_turn: int) -> frozenset[int]:
    """Return the places of the values that were read and neither noted nor used, as many as there is room for. One that had to be
    cut is told at its turn only: whoever needed the rest has read it otherwise since.
    """
    kept: list[int] = []
    used = ""
    room = _MAX_READS_CHARS
    for at in range(len(actions) - 1, max(-1, len(actions) - 1 - unnoted), -1):
        action = actions[at]
        value = _value(action) if action.result.ok else ""
        is_whole = len(value) <= _MAX_READ_CHARS * (1 + _REST) or at >= len(actions) - of_turn
        is_read = len(value) > _MAX_VALUE_CHARS and is_whole and not _lists_controls(action.result.result)
        if is_read and value not in used and (room := room - min(len(value), _MAX_READ_CHARS)) >= 0:
            kept.append(at)
        used += "\n".join(map(_plain, action.arguments.values()))
    return frozenset(kept)


def _is_skipped_with(actions: Sequence[ActionCommandInfo], at: int) -> bool:
    """Tell whether the action before it was skipped for the same reason, so that one line tells both."""
    before = actions[at - 1].result if at else None
    return before is not None and before.status is ResultStatus.SKIPPED and before.error == actions[at].result.error


def _skipped_from(actions: Sequence[ActionCommandInfo], at: int) -> Sequence[ActionCommandInfo]:
    """Return the skipped actions of one reason that begin here; none where it was not skipped."""
    if actions[at].result.status is not ResultStatus.SKIPPED:
        return ()
    end = at + 1
    while end < len(actions) and actions[end].result.status is ResultStatus.SKIPPED and _is_skipped_with(actions, end):
        end += 1
    return actions[at:end]


def _skipped(group: Sequence[ActionCommandInfo]) -> str:
    why = group[0].result.error
    return f"skipped: {', '.join(map(_call, group))}{f': {quoted(why, _MAX_VALUE_CHARS)}' if why else ''}"


def _in_short(action: ActionCommandInfo) -> str:
    result = action.result
    outcome = result.effect.value if result.ok and result.effect else result.status.value
    return f"{in_one_line(_call(action), _MAX_SHORT_CHARS)}: {outcome}"


def _counted(older: Sequence[ActionCommandInfo]) -> str:
    """Say what the older actions were, by tool."""
    counts = Counter(action.function or "no action" for action in older)
    return f"({len(older)} older ones: {', '.join(f'{count} {name}' for name, count in counts.most_common())})"


def _line(action: ActionCommandInfo, told_elsewhere: Sequence[str], *, at_most: int, pieces: int | None) -> str:
    """`at_most`: the characters of a value that it gave back. `pieces`: how many pieces of evidence are told, None for all."""
    outcome = "; ".join(_outcome(action, told_elsewhere, at_most=at_most, pieces=pieces))
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
    action: ActionCommandInfo, told_elsewhere: Sequence[str], *, at_most: int, pieces: int | None
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
    value = _value(action) if result.ok else ""
    at_most = max(at_most, len(value)) if len(value) <= at_most * (1 + _REST) else at_most
    if value and not _is_argument(value, action) and not any(value in text for text in result.evidence):
        yield f"value {quoted(value, at_most) if isinstance(told, str) else in_one_line(value, at_most)}"
    if result.ok and result.effect in _DOUBTED and result.evidence:
        yield f"evidence {quoted('; '.join(result.evidence[:pieces]), _MAX_VALUE_CHARS)}"
    elif result.change and not any(result.change in text for text in told_elsewhere):
        yield f"change {quoted(result.change, _MAX_VALUE_CHARS)}"


def _value(action: ActionCommandInfo) -> str:
    told = _told_value(action.result.result, action)
    return "" if told in (None, "", {}) else _plain(told)


def _told_value(value: Any, action: ActionCommandInfo) -> Any:
    """Return what is told of a value. Of a window it is the title, since each turn lists the windows with all that is known; of
    controls all but their ids, which that look alone gave them; of a file all but the path that the call names.
    """
    if _lists_controls(value):
        return [_found_control(item) for item in value]
    window = value.get("window_info") if isinstance(value, Mapping) else None
    if isinstance(window, Mapping):
        return str(window.get("name", ""))
    return (
        {key: part for key, part in value.items() if not (isinstance(part, str) and _is_argument(part, action))}
        if isinstance(value, dict)
        else value
    )


def _found_control(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return what tells a control that a search found: where it stands by its nearest container."""
    told = {key: part for key, part in row.items() if key not in ("id", "kind", "path")}
    return {**told, "in": row["path"][-1]} if row.get("path") else told


def _lists_controls(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_is_control, value))


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
