"""Turns what was done and read in a run into the plain values that a proof is made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ufo.proof.acts.written import texts_of
from ufo.proof.findings.derived import derived
from ufo.proof.independence import keys_in, plain
from ufo.proof.request.match import texts_in
from ufo.proof.request.model import Deed, Listed, Seen
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Effect
from ufo.schema.patterns import any_case, regex
from ufo.schema.predicate import DocumentPredicate, ElementPredicate
from ufo.schema.target import TargetInfo
from ufo.schema.tool_facts import ActionKind, Proof, ToolFacts
from ufo.verify.documents.model import Area
from ufo.verify.documents.references import area_name, parse_reference

_TELL_OF_WINDOWS = frozenset({ActionKind.SELECT_WINDOW, ActionKind.LAUNCH, ActionKind.CLOSE})
"""Tools that return a window's place and process, which do not count as read."""
_UNASKED = any_case(
    r"^\s*nothing\b|'\d+\s?/\s?\d+\s?\w{0,4}'|'\d{1,2}:\d\d(?::\d\d)?(?:\s?[ap]m)?'|"
    r"'\d+\s?(?:s|secs?|seconds?|ms)'|memory usage|sign in to"
)
"""What changes by itself in a window: a clock, a countdown, a browser's own words."""
_NOW_SHOWS = regex(r"\bnow shows (['\"])(.*)\1$")
_NUMBERED = regex(r"'(?P<name>[^']+)' is number (?P<number>\d+) of the (?P<all>\d+) shown\b")
_SILENT = any_case(r"nothing else changed|^nothing that can be seen changed")
_LANDED = any_case(r"got the keyboard focus; nothing else changed")
_COMPLAINT = any_case(
    r"\b(?:errors?|invalid|(?:not|in)\s*valid|required|wrong|incorrect|fail(?:ed|ure)?|missing|please|try\s+again|must|"
    r"cannot|can.?t|could\s*n.t|unable|too\s+(?:short|long|many|few)|denied|refused|rejected|not\s+(?:accepted|allowed|found|match)|"
    r"do(?:es)?\s*n.t\s+match|already\s+(?:taken|exists|used))\b"
)
"""Words of a form that was not accepted. A thank-you may have one of them too: the send then only stays unproved."""
_ALREADY = "nothing was done"
_LONGEST = 100_000
_MOST = 5_000


def deeds_of(acts: Iterable[ActionCommandInfo]) -> tuple[Deed, ...]:
    """Return the deeds of all acts that succeeded. A form that was filled in counts as one deed for each of its fields."""
    return tuple(
        replace(deed, at=at) for at, act in enumerate(acts) if act.function and act.result.ok for deed in _deeds(act)
    )


def _deeds(act: ActionCommandInfo) -> Iterator[Deed]:
    fields = act.arguments.get("fields") if act.facts.kind is ActionKind.FORM else None
    if isinstance(fields, list):
        for field in fields:
            if isinstance(field, dict):
                yield _of_field(act, field)
        return
    implied = derived([act], 0.0)
    yield Deed(
        facts=act.facts,
        names=_names(act),
        texts=_texts(act, implied),
        said=_said(act),
        cells=_cells(act, implied),
        path=_path(act),
        checked=_checked(implied),
        sure=act.result.effect in (Effect.CONFIRMED, Effect.PARTIAL),
        doubtful=act.result.effect is Effect.SUSPECTED_NOOP,
        reads=_only_looks(act.facts),
        reacted=_reacted(act),
        number=str(act.arguments.get("id") or ""),
        showed="\n".join(one for one in act.result.evidence if one.endswith("appeared")),
        role=(act.target.type or "") if act.target is not None else "",
        ranged=_ranged(act),
        form=act.result.form,
        drawn=act.result.drawn,
        complaint=_complains(act),
        waited_s=_waited_s(act),
        items=_items(act),
        landed=act.result.effect is Effect.UNVERIFIABLE and any(_LANDED.search(one) for one in act.result.evidence),
        values=tuple(found[2] for one in act.result.evidence if (found := _NOW_SHOWS.search(one))),
    )


def _ranged(act: ActionCommandInfo) -> tuple[str, int, int] | None:
    """Return at which number of how many the dragged control was seen in its list afterwards."""
    name = act.target.name if act.target is not None else ""
    found = (match for one in act.result.evidence if (match := _NUMBERED.search(one)) is not None)
    return next(((name, int(one["number"]), int(one["all"])) for one in found if name and one["name"] == name), None)


def _reacted(act: ActionCommandInfo) -> bool:
    """Tell whether something was seen to change with the act that does not change by itself, as clocks and meters do."""
    if act.result.effect is Effect.SUSPECTED_NOOP and act.facts.kind is not ActionKind.EXPAND:
        return False
    if act.result.effect is Effect.UNVERIFIABLE and any(_SILENT.search(one) for one in act.result.evidence):
        return False
    told = [*act.result.evidence, *act.result.change.split("; ")]
    return any(one.strip() and _ALREADY not in one and not _UNASKED.search(one) for one in told)


def _items(act: ActionCommandInfo) -> tuple[str, ...]:
    items = act.arguments.get("items") if act.facts.kind is ActionKind.SELECT else None
    return tuple(one for one in items if isinstance(one, str)) if isinstance(items, list) else ()


def _waited_s(act: ActionCommandInfo) -> float:
    seconds = act.arguments.get("seconds")
    is_wait = act.facts.kind is ActionKind.WAIT and isinstance(seconds, int | float)
    return float(seconds) if is_wait and isinstance(seconds, int | float) else 0.0


def _complains(act: ActionCommandInfo) -> bool:
    """Tell whether what came up with the act says that something is wrong, as a form does that was not accepted."""
    came = [*act.result.evidence, *act.result.change.split("; ")]
    return any(_COMPLAINT.search(one) for one in came if "appeared" in one or "now says" in one or "opened" in one)


def changes(act: ActionCommandInfo) -> bool:
    """Tell whether an act did more than look, or open what shows more."""
    return bool(act.function) and act.result.ok and not _only_looks(act.facts)


def _only_looks(facts: ToolFacts) -> bool:
    return facts.reads or facts.only_shows or facts.kind is ActionKind.LAUNCH


def _names(act: ActionCommandInfo) -> frozenset[str]:
    ids = {plain(str(one)) for key in ("id",) if (one := act.arguments.get(key)) is not None}
    return keys_in(act) - ids


def _of_field(act: ActionCommandInfo, field: Mapping[str, Any]) -> Deed:
    value = field.get("value")
    is_box = isinstance(value, bool)
    selector = act.selectors.get(str(field.get("id") or ""))
    called = [str(field.get("name") or ""), *([selector.name, selector.label] if selector is not None else [])]
    return Deed(
        facts=act.facts,
        names=frozenset(map(plain, called)) - {""},
        texts=() if is_box or value is None else (str(value),),
        said=" ".join([*called, str(value)]),
        checked=value if is_box else None,
        sure=act.result.effect in (Effect.CONFIRMED, Effect.PARTIAL),
        reacted=_reacted(act),
        number=str(field.get("id") or ""),
    )


def _texts(act: ActionCommandInfo, implied: Sequence[object]) -> tuple[str, ...]:
    """Return what the control shows in the end where that is known, otherwise what was written."""
    shown = [one.value for one in implied if isinstance(one, ElementPredicate) and one.value is not None]
    written = texts_of(act)
    return tuple(dict.fromkeys([*shown, *(() if shown else written)]))


def _said(act: ActionCommandInfo) -> str:
    target = (act.target.name, act.target.label, act.target.value) if act.target is not None else ()
    return "\n".join([*texts_in(act.arguments), *texts_of(act), *(one for one in target if one)])[:_LONGEST]


def _cells(act: ActionCommandInfo, implied: Sequence[object]) -> dict[tuple[str, str], str]:
    """Return what was written into cells. A formula is returned as it was written."""
    found: dict[tuple[str, str], str] = {}
    for one in implied:
        if isinstance(one, DocumentPredicate) and one.cells is not None:
            found |= _table(one)
        elif isinstance(one, ElementPredicate) and one.value is not None and parse_reference(one.name) is not None:
            found["", one.name] = one.value
    reference = parse_reference(str(act.arguments.get("cell", ""))) if act.facts.proves is Proof.CELL else None
    if reference is not None:
        result = act.result.result if isinstance(act.result.result, dict) else {}
        sheet = reference.sheet or str(result.get("sheet") or act.arguments.get("sheet_name") or "")
        found = {(sheet, area_name(reference.area)): str(act.arguments.get("content", ""))}
    is_cell = act.target is not None and parse_reference(act.target.name) is not None
    if is_cell and act.target is not None and not found and (texts := texts_of(act)):
        found["", act.target.name] = texts[-1]
    return found


def _table(predicate: DocumentPredicate) -> dict[tuple[str, str], str]:
    reference = parse_reference(predicate.start)
    if reference is None or predicate.cells is None:
        return {}
    row, column = reference.area.row, reference.area.column
    return {
        (predicate.sheet or "", area_name(Area(column + x, row + y, column + x, row + y))): text
        for y, line in enumerate(predicate.cells)
        for x, text in enumerate(line)
    }


def _path(act: ActionCommandInfo) -> str:
    if not act.facts.saves:
        return ""
    result = act.result.result
    return str((result.get("path") if isinstance(result, dict) else result) or "")


def _checked(implied: Sequence[object]) -> bool | None:
    states = [
        one.state for one in implied if isinstance(one, ElementPredicate) and one.state in ("checked", "unchecked")
    ]
    return states[-1] == "checked" if states else None


def seen_in(controls: Iterable[TargetInfo]) -> tuple[Seen, ...]:
    """Return what a look showed: for a control with a value that value under its name, otherwise its words."""
    found: dict[Seen, None] = {}
    for one in controls:
        label = one.label or one.name
        if one.value:
            found[Seen(one.value[:_LONGEST], "" if label == one.value else label)] = None
        elif one.name:
            found[Seen(one.name[:_LONGEST], one.label or "")] = None
        if len(found) >= _MOST:
            break
    return tuple(found)


def listed_in(controls: Iterable[TargetInfo]) -> tuple[Listed, ...]:
    """Return the controls of a look in their order."""
    return tuple(
        Listed(
            one.type or "",
            one.name or one.label or "",
            str(one.id or ""),
            one.value or "",
            one.path,
            one.states,
            one.rect,
            one.drawn,
        )
        for one in controls
    )


def read_by(acts: Iterable[ActionCommandInfo]) -> tuple[Seen, ...]:
    """Return what tools returned: tables with a tab between cells and a line for each row, lists with a line for each item."""
    found: dict[Seen, None] = {}
    for act in acts:
        if not act.result.ok or act.result.result in (None, "") or act.facts.kind in _TELL_OF_WINDOWS:
            continue
        label = (act.target.label or act.target.name) if act.target is not None else ""
        for text in _read(act.result.result):
            found[Seen(text[:_LONGEST], label, by_tool=act.facts.reads)] = None
    return tuple(found)


def _read(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, one in value.items():
            if not isinstance(one, dict | list | tuple):
                yield f"{key}: {one}"
            yield from _read(one)
    elif isinstance(value, list | tuple):
        rows = [row for row in value if isinstance(row, list | tuple)]
        if rows:
            yield "\n".join("\t".join("" if cell is None else str(cell) for cell in row) for row in rows)
        elif all(not isinstance(one, dict) for one in value):
            yield "\n".join(str(one) for one in value)
        else:
            for one in value:
                yield from _read(one)
    elif value is not None and not isinstance(value, bool):
        yield str(value)
