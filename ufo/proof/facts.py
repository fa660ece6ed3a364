"""Collects the facts of a request at its end: the difference of the world, windows, conditions, acts, and what was read."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ufo.proof.act_facts import facts_of_acts
from ufo.proof.condition_facts import controls_told, facts_of_conditions
from ufo.proof.difference.by_products import tells_nothing
from ufo.proof.independence import keys_of
from ufo.proof.read_facts import facts_of_reading
from ufo.proof.window_facts import OpenWindow, Unsaved, facts_of_closed, facts_of_unsaved, facts_of_windows
from ufo.schema.action import ActionCommandInfo
from ufo.schema.fact import Channel, FactKind, Facts
from ufo.schema.form import FormPart
from ufo.schema.predicate import Finding, Truth
from ufo.schema.seen import Seen
from ufo.secrets.masks import HIDDEN
from ufo.text.labels import trimmed

_TYPED = ("text", "value")


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known at the end of a request. `changes`: the difference of the world. `acts`: all that succeeded, in order.
    `windows_before`, `windows`: what was open at its beginning and is open now. `mask`: writes known secrets as their masks.
    """

    request: str
    answer: str
    changes: Facts = field(default_factory=Facts)
    acts: Sequence[ActionCommandInfo] = ()
    findings: Sequence[Finding] = ()
    seen: Sequence[Seen] = ()
    windows_before: Sequence[OpenWindow] = ()
    windows: Sequence[OpenWindow] = ()
    unsaved: Unsaved = field(default_factory=Unsaved)
    mask: Callable[[str], str] = str


def changed_files(facts: Facts) -> tuple[str, ...]:
    """Return the paths of the files that the run made or changed and that are there, each once."""
    changed = (
        text
        for fact in facts.facts
        if fact.kind is FactKind.CHANGE and fact.channel is Channel.FILE and fact.by_run and not fact.by_product
        for text in fact.texts
        if text.startswith("/")
    )
    return tuple(path for path in dict.fromkeys(changed) if Path(path).is_file())


def _is_told(finding: Finding, known: Collection[str]) -> bool:
    """Tell whether it is only that a file is there, or is not, of which a change tells that it is new, renamed or gone."""
    stated = finding.predicate
    return finding.truth is Truth.SATISFIED and stated.is_of_being_there() and stated.path_on_disk() in known


def collect_facts(evidence: Evidence) -> Facts:
    """Return all facts, numbered."""
    acts = facts_of_acts(with_secrets_told(evidence.acts, evidence.mask), controls_told(evidence.findings))
    changes = [fact for fact in evidence.changes.facts if not tells_nothing(fact)]
    rows = [fact for fact in changes if fact.kind is FactKind.READ]
    known = {text for fact in changes if fact.kind is FactKind.CHANGE for text in (*fact.texts, *fact.gone)}
    return Facts(
        facts=(
            *changes,
            *facts_of_windows(evidence.windows_before, evidence.windows),
            *facts_of_closed(evidence.acts, evidence.windows_before, evidence.windows),
            *facts_of_unsaved(evidence.unsaved),
            *facts_of_conditions(finding for finding in evidence.findings if not _is_told(finding, known)),
            *acts.facts,
            *facts_of_reading(evidence.seen, evidence.answer, evidence.request, rows),
        ),
        left_out=(*evidence.changes.left_out, *acts.left_out),
    ).numbered()


def with_secrets_told(acts: Iterable[ActionCommandInfo], mask: Callable[[str], str]) -> Iterator[ActionCommandInfo]:
    """Iterate over the acts, with the mask in the place of the dots in what their forms held. `mask`: returns a text with its
    known secrets masked.
    """
    typed: dict[str, str] = {}
    for act in acts:
        form, target = act.result.form, act.target
        if form is not None and typed:
            told = form.model_copy(update={"parts": tuple(_told(part, typed, mask) for part in form.parts)})
            yield act.model_copy(update={"result": act.result.model_copy(update={"form": told})})
            continue
        yield act
        if target is not None and "password" in target.states and act.result.ok:
            text = next((str(act.arguments[key]) for key in _TYPED if act.arguments.get(key)), "")
            typed |= dict.fromkeys(keys_of(target), text)


def _told(part: FormPart, typed: dict[str, str], mask: Callable[[str], str]) -> FormPart:
    secret = typed.get(trimmed(part.name), "")
    shows_dots = len(set(part.value)) == 1 and not part.value[0].isalnum() and len(part.value) == len(secret)
    if shows_dots and HIDDEN.fullmatch(told := mask(secret)):
        return part.model_copy(update={"value": told})
    return part
