"""Writes the controls of a window as compact text for a model: in reading order, short ones of a container on one line.

It says what it leaves out, by area: a model that does not see a control must know that there is more, and how to find it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from ufo.prompts.empty_cells import EmptyCells, without_empty_cells
from ufo.prompts.prune_outline import ADDRESS, SEARCHES, Told, gathered, inside_of, is_blank, told, told_states
from ufo.schema.fence import quoted
from ufo.schema.roles import (
    CELLS_AND_HEADERS,
    FRAMES,
    ROWS_AND_HEADERS,
    ROWS_AND_TABS,
    TEXTS_AND_SHAPES,
    WORKED_BY_CLICK,
)
from ufo.schema.target import TargetInfo

_AREAS_NAMED = 6
_TRIES = 8
_FIRST = frozenset({"found", "focused", "new", "default", "modal"})


def outline(controls: Sequence[TargetInfo], max_chars: int, more: Iterable[str] = (), task: str = "") -> str:
    """Return the controls as text of at most `max_chars` characters. `more`: what the look itself reports as out of sight or
    left out. `task`: what is to be done, whose words keep what they name listed.

    A control is `[id] Role "name" = "value" (states)`; on a line of several, the role stands before the first that has it.
    A line that ends in a colon is a container, and its content is indented by two more spaces. Consecutive empty cells are
    written as one: `[first-last] empty Cells "A6" to "V50"`, whose ids are consecutive in reading order.
    """
    kept = told(controls, task)
    notes = [*(f"({note})" for note in kept.out_of_sight), *(f"({_plain(note)})" for note in more)]
    text = "\n".join([*render(kept.controls, kept), *notes])
    if len(text) <= max_chars:
        return text
    return _cut(kept, notes, max_chars)


def _cut(kept: Told, notes: Sequence[str], max_chars: int) -> str:
    """Write as many controls as fit: those that matter now come first, then a share of every area."""
    ranked = _by_weight(kept)
    room = max_chars - sum(len(note) + 1 for note in notes) - 120
    text = ""
    for _ in range(_TRIES):
        chosen = _within(ranked, kept, room)
        text = "\n".join([*render(_in_order(chosen, kept), kept), *_left_out(chosen, kept), *notes])
        if len(text) <= max_chars:
            return text
        room -= max(len(text) - max_chars, max_chars // 20)
        if room <= 0:
            break
    return "\n".join(_left_out((), kept))[:max_chars]


def _by_weight(kept: Told) -> list[TargetInfo]:
    urgent = [target for target in kept.controls if _FIRST.intersection(target.states) or target.type == "Dialog"]
    taken = {id(target) for target in urgent}
    areas: dict[str, list[TargetInfo]] = {}
    for control in kept.controls:
        if id(control) not in taken:
            areas.setdefault(_area(control, kept), []).append(control)
    shares = zip_longest(*areas.values())
    return [*urgent, *(item for share in shares for item in share if item is not None)]


def _within(ranked: Sequence[TargetInfo], kept: Told, room: int) -> list[TargetInfo]:
    chosen: list[TargetInfo] = []
    areas: set[tuple[str, ...]] = set()
    for target in ranked:
        path = kept.path_of(target)
        room -= len(said(target)) + 2 + (0 if path in areas else sum(len(name) + 8 for name in path))
        areas.add(path)
        if room < 0:
            break
        chosen.append(target)
    return chosen


def _in_order(chosen: Sequence[TargetInfo], kept: Told) -> list[TargetInfo]:
    wanted = {id(target) for target in chosen}
    return [control for control in kept.controls if id(control) in wanted]


def _left_out(chosen: Sequence[TargetInfo], kept: Told) -> list[str]:
    all_of = Counter(_area(control, kept) for control in kept.controls)
    shown = Counter(_area(target, kept) for target in chosen)
    left = [(area, count - shown[area], count) for area, count in all_of.items() if count > shown[area]]
    named = sorted(left, key=lambda entry: -entry[1])[:_AREAS_NAMED]
    parts = [
        f"{count} of {total} in {quoted(area, 60) if area else 'the window itself'}" for area, count, total in named
    ]
    if len(left) > len(named):
        parts.append(f"{sum(entry[1] for entry in left) - sum(entry[1] for entry in named)} elsewhere")
    total = len(kept.controls)
    return [f"({total - len(chosen)} of {total} controls cut for length: {', '.join(parts)}; {SEARCHES} searches them)"]


def _area(control: TargetInfo, kept: Told) -> str:
    path = kept.path_of(control)
    return path[0] if path else ""


def _plain(note: str) -> str:
    return quoted(note, 300)[1:-1]


_MAX_NAME_CHARS = 120
_MAX_VALUE_CHARS = 200
_SHORT, _LINE = 48, 160
_SHARING = WORKED_BY_CLICK | ROWS_AND_TABS | ROWS_AND_HEADERS | FRAMES - {"Window"} | TEXTS_AND_SHAPES


@dataclass
class _Line:
    """A line while it grows: the text of its `first` control alone, of several `shared`, and the `last` one added."""

    depth: int
    key: tuple[object, ...]
    first: str
    shared: list[str] = field(default_factory=list)
    role: str = ""
    last: TargetInfo | None = None

    @property
    def text(self) -> str:
        return "  " * self.depth + (" ".join(self.shared) if len(self.shared) > 1 else self.first)

    def takes(self, key: tuple[object, ...], item: str) -> bool:
        return self.key == key and sum(map(len, self.shared)) + len(item) <= _LINE


def render(controls: Sequence[TargetInfo], kept: Told) -> Iterator[str]:
    """Yield the lines of the controls. Blocks of empty cells stand behind the other cells of their sheet."""
    told_alone, blocks = without_empty_cells(controls)
    behind = _places(blocks, told_alone)
    for line in _lines(told_alone, kept, {control.path for control in controls}):
        yield line.text
        for block in behind.pop(id(line.last), ()):
            yield f"{'  ' * len(kept.path_of(block.first))}{block.text}"
    for left in behind.values():
        yield from (block.text for block in left)


def _places(blocks: Sequence[EmptyCells], told_alone: Sequence[TargetInfo]) -> dict[int, list[EmptyCells]]:
    """Return the blocks by the object's id of the control behind which they stand: the last cell of the sheet, or the sheet."""
    places: dict[int, list[EmptyCells]] = {}
    for block in blocks:
        beside = [target for target in told_alone if target.path == block.path]
        around = [target for target in told_alone if inside_of(target) == block.path]
        last = (beside or around or [block.first])[-1]
        places.setdefault(id(last), []).append(block)
    return places


def _lines(controls: Sequence[TargetInfo], kept: Told, holding: Collection[tuple[str, ...]]) -> Iterator[_Line]:
    shown_path: tuple[str, ...] = ()
    line: _Line | None = None
    for run in gathered(controls):
        first, path = run[0], kept.path_of(run[0])
        headers = list(_headers(path, shown_path))
        text = said(first) if len(run) == 1 else _cell_range(run)
        opens = len(run) == 1 and bool(first.name.strip()) and inside_of(first) in holding
        role = first.type or "Custom"
        # Each row of cells begins a new line.
        key = (path, first.row if role in CELLS_AND_HEADERS else None)
        shares = not opens and not headers and (len(run) > 1 or (role in _SHARING and len(text) <= _SHORT))
        if line is not None and shares and line.shared and line.takes(key, text):
            line.shared.append(
                text if len(run) > 1 else _shared_text(first, "" if line.role == role else role, line.last)
            )
            line.role, line.last = role if len(run) == 1 else "", run[-1]
            continue
        if line is not None:
            yield line
        yield from (_Line(0, (), header) for header in headers)
        line = _Line(len(path), key, text + ":" if opens else text, role=role if len(run) == 1 else "", last=run[-1])
        if not opens and (len(run) > 1 or (role in _SHARING and len(text) <= _SHORT)):
            line.shared = [text if len(run) > 1 else _shared_text(first, role)]
        shown_path = (*path, *kept.shortened(inside_of(first))[len(path) :]) if opens else path
    if line is not None:
        yield line


def _headers(path: tuple[str, ...], shown: tuple[str, ...]) -> Iterator[str]:
    """Yield lines for the containers that no earlier line named."""
    common = 0
    while common < min(len(path), len(shown)) and path[common] == shown[common]:
        common += 1
    for depth in range(common, len(path)):
        yield f"{'  ' * depth}{quoted(path[depth], 80)}:"


def _cell_range(run: Sequence[TargetInfo]) -> str:
    """Return the text of cells that follow one another: `[6-7] empty Cells "B1" to "C1"`, `[3-4] Cells A1:B1 = "May", "7"`."""
    first, last = run[0], run[-1]
    if is_blank(first):
        names = f" {quoted(first.name, _MAX_NAME_CHARS)} to {quoted(last.name, _MAX_NAME_CHARS)}" if first.name else ""
        return f"[{first.id}-{last.id}] empty Cells{names}"
    values = ", ".join(quoted(str(target.value)) for target in run)
    states = f" ({', '.join(told_states(first))})" if told_states(first) else ""
    return f"[{first.id}-{last.id}] Cells {first.name}:{last.name} = {values}{states}"


def said(control: TargetInfo) -> str:
    """Return the text of a control that is alone on its line."""
    return " ".join([f"[{control.id}] {control.type or 'Custom'}", *_parts(control)])


def _shared_text(control: TargetInfo, role: str, before: TargetInfo | None = None) -> str:
    """Return the text of a control that shares its line. Row and column are left out where it stands directly beside the
    control `before` it; the caller leaves the role out where both have the same.
    """
    return " ".join([*([role] if role else []), f"[{control.id}]", *_parts(control, before)])


def _is_next(control: TargetInfo, before: TargetInfo | None) -> bool:
    if before is None or before.column is None or control.column is None:
        return False
    return (before.row, before.column + 1) == (control.row, control.column)


def _parts(control: TargetInfo, before: TargetInfo | None = None) -> Iterator[str]:
    name = control.name or control.label or control.description or ""
    if name:
        is_address = control.type == "Cell" and ADDRESS.fullmatch(name)
        yield name if is_address else quoted(name, _MAX_NAME_CHARS)
    if control.label and control.label != name:
        yield f"labelled {quoted(control.label, _MAX_NAME_CHARS)}"
    if control.value not in (None, "", name):
        yield f"= {quoted(str(control.value), _MAX_VALUE_CHARS)}"
    placed = control.row is not None and control.column is not None
    if placed and not ADDRESS.fullmatch(name) and not _is_next(control, before):
        yield f"at row {control.row}, column {control.column}"
    if states := told_states(control):
        yield f"({', '.join(states)})"
    if control.by_sight:
        yield "by sight"
    if control.doubt:
        yield f"doubtful: {quoted(control.doubt, _MAX_NAME_CHARS)}"
