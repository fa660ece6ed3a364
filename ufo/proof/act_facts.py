"""Facts of acts: what was pressed, chosen, moved, sent or run, what the form around it held, and what came of it.

An act that its policy class says reaches outward is always a fact, and must be asked for. Any other act is one where something
was seen to come of it over another channel than the act's own: what an act reports of itself is no witness (design.md §4).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any

from ufo.proof.form_lines import FormLine, form_lines
from ufo.proof.independence import keys_in
from ufo.proof.literals import listed, shortened
from ufo.schema.action import ActionCommandInfo
from ufo.schema.action_class import ActionClass
from ufo.schema.command import Effect, Route
from ufo.schema.fact import Channel, Fact, FactKind
from ufo.schema.roles import CHECK_AND_RADIO_BUTTONS
from ufo.schema.tool_facts import ActionKind

MOST_ACTS = 60
"""Lines. What reached outward comes first, then what was done last."""
_LONGEST_LINE, _LONGEST_DEED, _LONGEST_FORM, _LONGEST_TEXT, _LONGEST_ADDRESS = 300, 64, 200, 120, 60
_OUTWARD = frozenset(
    action_class.value for action_class in ActionClass if action_class.severity >= ActionClass.OUTSIDE.severity
)
_PASSING = frozenset(
    {ActionKind.LAUNCH, ActionKind.CLOSE, ActionKind.SELECT_WINDOW, ActionKind.WAIT, ActionKind.EXPAND}
)
"""What only leads to other acts. Windows that came or went are facts of their own."""
_SHOWN = re.compile(r"(?<!\w)'([^']+)'|(?<!\w)\"([^\"]+)\"")
"""How our own evidence writes what a control is called or shows."""


@dataclass(frozen=True, slots=True)
class ActFacts:
    facts: tuple[Fact, ...]
    left_out: tuple[str, ...] = ()


def facts_of_acts(acts: Iterable[ActionCommandInfo], told: AbstractSet[str] = frozenset()) -> ActFacts:
    """Return the facts of acts, oldest first. `told`: keys of the controls whose values at the end are facts already."""
    found: dict[tuple[str, ...], tuple[list[Fact], int]] = {}
    for act in acts:
        facts = _facts(act, told)
        if facts:
            lines = tuple(fact.line for fact in facts)
            first, times = found.get(lines, (facts, 0))
            found[lines] = first, times + 1
    each = [[_repeated(facts[0], times), *facts[1:]] for facts, times in found.values()]
    kept = _bounded(each)
    left = len(each) - len(kept)
    told_of = tuple(fact for facts in kept for fact in facts)
    return ActFacts(told_of, (f"{left} acts of which nothing reached outward",) if left else ())


def _bounded(acts: Sequence[Sequence[Fact]]) -> list[Sequence[Fact]]:
    order = sorted(range(len(acts)), key=lambda at: (not acts[at][0].outward, -at))
    kept: set[int] = set()
    lines = 0
    for at in order:
        lines += len(acts[at])
        if lines > MOST_ACTS:
            break
        kept.add(at)
    return [facts for at, facts in enumerate(acts) if at in kept]


def _repeated(fact: Fact, times: int) -> Fact:
    if times == 1:
        return fact
    return fact.model_copy(
        update={"line": shortened(f"{fact.line} ({times} times)"), "numbers": (*fact.numbers, str(times))}
    )


def _facts(act: ActionCommandInfo, told: AbstractSet[str]) -> list[Fact]:
    """Return the fact of the act, and after it those of what the form around it held, where that is too long for one."""
    result = act.result
    if not act.function or not (result.ok or result.unfinished) or act.facts.reads:
        return []
    outward = result.action_class if result.action_class in _OUTWARD else ""
    if not outward and (_is_passing(act) or keys_in(act) & told or not _did(act) or not _is_seen(act)):
        return []
    came = [f"then {text}" for text in _came_of(act)[:3]]
    on_page = f" on the page {shortened(_address(act), _LONGEST_ADDRESS)}" if _address(act) else ""
    held = form_lines(result.form, _LONGEST_FORM - len(on_page))
    said = _said(act) + on_page
    whole = "; ".join([said, *(f"the form held {line.said}" for line in held), *came])
    is_one = len(held) < 2 and len(whole) <= _LONGEST_LINE
    fact = Fact(
        kind=FactKind.ACT,
        line=whole if is_one else "; ".join([said, *came]),
        place=_place(act),
        texts=tuple([*_texts(act), *(text for line in held for text in line.texts)]),
        gone=tuple(text for line in held for text in line.gone),
        channel=Channel.RESULT if not _is_seen(act) else _channel(act),
        independent=_is_seen(act),
        satisfied=result.ok and result.effect not in (Effect.SUSPECTED_NOOP, Effect.REFUSED),
        outward=outward,
    )
    deed = shortened(_said(act), _LONGEST_DEED) + on_page
    return [listed(fact), *(() if is_one else _of_form(fact, deed, held, _address(act)))]


def _of_form(act: Fact, deed: str, held: Sequence[FormLine], address: str) -> Iterator[Fact]:
    """Iterate over what the form held, as facts of the same act that reach nowhere themselves."""
    for number, line in enumerate(held, 1):
        part = f" ({number} of {len(held)})" if len(held) > 1 else ""
        told = {
            "line": f"{deed}: the form held{part} {line.said}",
            "texts": (*line.texts, address),
            "gone": line.gone,
            "outward": "",
        }
        yield listed(act.model_copy(update=told))


def _is_passing(act: ActionCommandInfo) -> bool:
    facts = act.facts
    return facts.only_shows or facts.saves or facts.kind in _PASSING


def _did(act: ActionCommandInfo) -> bool:
    return act.result.effect in (Effect.CONFIRMED, Effect.PARTIAL)


def _is_seen(act: ActionCommandInfo) -> bool:
    """Tell whether something else than the way of the act saw what came of it: the accessibility interface sees what keys and the
    pointer do, and what it says of other controls than the pressed one is the application's answer.
    """
    result = act.result
    if result.form is not None:
        return True
    if _is_read_back(act):
        return True
    if not _did(act) or result.route in (None, Route.NATIVE):
        return False
    if result.route is not Route.ACCESSIBILITY:
        return True
    target = act.target
    sets_itself = act.facts.names_its_end(act.arguments) or (
        target is not None and target.type in CHECK_AND_RADIO_BUTTONS
    )
    return not sets_itself


def _is_read_back(act: ActionCommandInfo) -> bool:
    """Tell whether a tool of ours asked the host again for what it holds. What a foreign tool says of itself is no witness."""
    return act.result.read_back and act.facts.kind is not ActionKind.FOREIGN and _did(act)


def _channel(act: ActionCommandInfo) -> Channel:
    if _is_read_back(act):
        return Channel.HOST
    return Channel.PAGE if act.target is not None and "Document" in act.target.path else Channel.ACCESSIBILITY


def _said(act: ActionCommandInfo) -> str:
    """Return the act in words: as the policy named it, or as the tool's name with what it was given."""
    if act.result.deed:
        return act.result.deed
    target = act.target
    told = () if _hides(act) else _given(act.arguments)
    given = [f"{key} {shortened(value, _LONGEST_TEXT)!r}" for key, value in told if value != _name(act)]
    on = f" on {target.type or 'control'} {target.name or target.label or ''!r}" if target is not None else ""
    where = f" in {_place(act)!r}" if _place(act) else ""
    return f"{act.function.replace('_', ' ')}{on}{where}" + (f": {', '.join(given[:4])}" if given else "")


def _hides(act: ActionCommandInfo) -> bool:
    return act.target is not None and "password" in act.target.states


def _name(act: ActionCommandInfo) -> str:
    return act.target.name if act.target is not None else ""


def _given(arguments: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for key, value in arguments.items():
        if key != "id":
            for text in _strings(value):
                yield key, text


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, bool):
        return
    if isinstance(value, str | int | float):
        if str(value).strip():
            yield str(value)
    elif isinstance(value, Mapping):
        for key, entry in value.items():
            if key != "id":
                yield from _strings(entry)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _strings(item)


def _place(act: ActionCommandInfo) -> str:
    path = act.target.path if act.target is not None else ()
    return next((text for text in path if text.strip()), "")


def _came_of(act: ActionCommandInfo) -> list[str]:
    told = [*act.result.evidence, *act.result.change.split("; ")]
    return [text for text in dict.fromkeys(part.strip() for part in told) if text]


def _address(act: ActionCommandInfo) -> str:
    """Return the address of the page that the form was on, "" where there is none."""
    return act.result.form.address if act.result.form is not None else ""


def _texts(act: ActionCommandInfo) -> Iterator[str]:
    if act.target is not None:
        yield from (text for text in (act.target.name, act.target.label) if text)
    if not _hides(act):
        yield from (text for _, text in _given(act.arguments))
    yield _address(act)
    for word in _came_of(act):
        yield from (found[1] or found[2] for found in _SHOWN.finditer(word))
    yield from _strings(act.result.result)
