"""The controls of a window as compact text for a model: one line a control, in reading order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ufo.schema.fence import quoted
from ufo.schema.target import TargetInfo

_MAX_NAME_CHARS = 120
_MAX_VALUE_CHARS = 200

# Roles that only hold others: without a name, value or action of their own they tell a model nothing.
_WRAPPERS = frozenset({"Group", "Pane", "Custom", "Separator", "ToolBar", "Window", "ScrollBar", "Image"})
_PLAIN_TEXT = frozenset({"Text", "Paragraph", "Heading"})

# Said only where they differ from what a reader expects of any control.
_QUIET_STATES = frozenset({"enabled", "focusable", "selectable", "visited", "active"})


def outline(controls: Sequence[TargetInfo], max_chars: int) -> str:
    """At most `max_chars` characters; the last line says how many controls were cut.

    A line is `[id] Role "name" = "value" (states)`. A line that ends in a colon names the containers of what follows
    it, deeper by two spaces a level. Empty cells in a row are one line: `[first-last] empty Cells "A6" to "V50"`, whose ids
    go on one by one in reading order.
    """
    kept = list(_gathered(_told(controls)))
    lines: list[str] = []
    length, shown = 0, 0
    path: tuple[str, ...] = ()
    for run in kept:
        block, path = _block(run, path)
        size = sum(len(line) + 1 for line in block)
        if length + size > max_chars:
            break
        lines += block
        length += size
        shown += 1
    if shown == len(kept):
        return "\n".join(lines)
    return _with_cut(lines, len(kept), shown, max_chars)


def _gathered(controls: Iterable[TargetInfo]) -> Iterable[list[TargetInfo]]:
    """Controls one by one, but empty cells that follow one another together: a sheet has a thousand of them in sight."""
    run: list[TargetInfo] = []
    for control in controls:
        if run and not (_is_blank(control) and _follows(run[-1], control)):
            yield run
            run = []
        run.append(control)
        if not _is_blank(control):
            yield run
            run = []
    if run:
        yield run


def _is_blank(control: TargetInfo) -> bool:
    return control.type == "Cell" and not control.value and not _states(control) and not control.doubt


def _follows(one: TargetInfo, other: TargetInfo) -> bool:
    ids = (one.id or "", other.id or "")
    return one.path == other.path and all(each.isdecimal() for each in ids) and int(ids[1]) == int(ids[0]) + 1


def _with_cut(lines: list[str], total: int, shown: int, max_chars: int) -> str:
    """Drops lines from the end until the words about the cut fit as well."""
    while True:
        text = "\n".join([*lines, f"({total - shown} of {total} controls cut for length; scroll or narrow the window)"])
        if len(text) <= max_chars or not lines:
            return text[:max_chars]
        shown -= lines.pop().lstrip().startswith("[")


def _told(controls: Sequence[TargetInfo]) -> Iterable[TargetInfo]:
    """Without wrappers and without what repeats the control before it."""
    previous: TargetInfo | None = None
    for control in controls:
        if _is_wrapper(control) or (previous is not None and _repeats(previous, control)):
            continue
        previous = control
        yield control


def _is_wrapper(control: TargetInfo) -> bool:
    if control.name or control.value or control.label or control.description:
        return False
    return control.type in _PLAIN_TEXT or (control.type in _WRAPPERS and not control.actions and not _states(control))


def _repeats(previous: TargetInfo, control: TargetInfo) -> bool:
    """The text inside a button says the button's name once more."""
    inside = previous.bounds is not None and control.bounds is not None
    return (
        control.type in _PLAIN_TEXT
        and bool(control.name)
        and control.name in (previous.name, previous.label)
        and control.value in (None, "", control.name)
        and not control.actions
        and (not inside or _overlaps(previous, control))
    )


def _overlaps(previous: TargetInfo, control: TargetInfo) -> bool:
    one, other = previous.bounds, control.bounds
    return one is not None and other is not None and not one.intersection(other).is_empty


def _block(run: Sequence[TargetInfo], shown_path: tuple[str, ...]) -> tuple[list[str], tuple[str, ...]]:
    """The line of a control or of a run of them, after lines for those containers that no line before named."""
    path = tuple(name for name in run[0].path if name.strip())
    common = 0
    while common < min(len(path), len(shown_path)) and path[common] == shown_path[common]:
        common += 1
    headers = [f"{'  ' * depth}{quoted(path[depth], 80)}:" for depth in range(common, len(path))]
    line = _line(run[0]) if len(run) == 1 else _run_line(run[0], run[-1])
    return [*headers, "  " * len(path) + line], path


def _run_line(first: TargetInfo, last: TargetInfo) -> str:
    names = f" {quoted(first.name, _MAX_NAME_CHARS)} to {quoted(last.name, _MAX_NAME_CHARS)}" if first.name else ""
    return f"[{first.id}-{last.id}] empty Cells{names}"


def _line(control: TargetInfo) -> str:
    parts = [f"[{control.id}] {control.type or 'Custom'}"]
    name = control.name or control.label or control.description or ""
    if name:
        parts.append(quoted(name, _MAX_NAME_CHARS))
    if control.label and control.label != name:
        parts.append(f"labelled {quoted(control.label, _MAX_NAME_CHARS)}")
    if control.value not in (None, "", name):
        parts.append(f"= {quoted(str(control.value), _MAX_VALUE_CHARS)}")
    if control.row is not None and control.column is not None:
        parts.append(f"at row {control.row}, column {control.column}")
    if states := _states(control):
        parts.append(f"({', '.join(states)})")
    if control.by_sight:
        parts.append("by sight")
    if control.doubt:
        parts.append(f"doubtful: {quoted(control.doubt, _MAX_NAME_CHARS)}")
    return " ".join(parts)


def _states(control: TargetInfo) -> list[str]:
    quiet = _QUIET_STATES | ({"editable"} if control.type == "Edit" else set())
    return [state for state in control.states if state not in quiet]
