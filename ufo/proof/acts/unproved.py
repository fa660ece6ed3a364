"""Finds the acts of a sub-task that no check at its end covers: one proved condition does not prove all that was done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ufo.commands.policy.words.action_words import class_of_label
from ufo.proof.acts.written import is_made_good, is_named_by, kind_of, looks_in, new_files, texts_in, texts_of, ways_in
from ufo.proof.findings.derived import derived
from ufo.proof.independence import key_of, keys_in
from ufo.proof.findings.kinds import WRITTEN, Kind, has_to_do_with, kind_made, kinds_told
from ufo.proof.request.match import holds_text, stated_texts
from ufo.schema.action import ActionCommandInfo
from ufo.schema.action_class import ActionClass
from ufo.schema.command import Effect
from ufo.schema.outcome import Untold
from ufo.schema.patterns import any_case, regex
from ufo.schema.predicate import DocumentPredicate, ElementPredicate, Finding, Predicate, Truth, path_on_disk
from ufo.schema.roles import DOCUMENT_TEXTS, EDITS_AND_COMBO_BOXES, PLAIN_COMMANDS, TURNED_TO
from ufo.schema.tool_facts import ActionKind, ToolFacts
from ufo.verify.documents.references import parse_reference

_SEARCH = any_case(r"\b(?:search|find|filter|look\s+up)\b")
_A_PATH = regex(r"(?:~|/|file://)[^\n\t]*")
_PRESSED = PLAIN_COMMANDS | {"Hyperlink"}


def untold(
    acts: Sequence[ActionCommandInfo], findings: Sequence[Finding], begun: float
) -> tuple[ActionCommandInfo, ...]:
    """Return the acts that no finding proves. `findings`: at the end of these acts, which began at `begun` (seconds since
    1970).

    A condition proves an act that wrote to its control, or that leads to the condition by itself. Any other condition proves
    all acts, except those whose end only a condition of its own kind shows. A harmless press on the way is proved by
    whatever it led to, and a first try by a proved later one. A condition that held before the acts proves only those
    that it is about.
    """
    held = [one for one in findings if one.truth is Truth.SATISFIED]
    news = [one for one in held if not one.stale]
    changing = [place for place, act in enumerate(acts) if _changes(act, or_tried=bool(findings) and not news)]
    kinds = {place: kind_of(acts[place], acts[place + 1 :]) for place in changing}
    covered: set[int] = set()
    is_told = bool(news)
    for finding in held:
        predicate = finding.predicate
        own = {place for place in changing if _is_about(finding, acts[place], begun)}
        covered_kinds = set() if finding.stale else {None, *kinds_told(predicate)}
        covered |= own or {
            place
            for place in changing
            if kinds[place] in covered_kinds and _fits(predicate, texts_in(acts, place), kinds[place])
        }
        is_told = is_told or bool(own)
    covered -= _not_in_its_file(acts, kinds, held)
    covered |= {place for place in changing if any(is_named_by(acts[place], one.predicate) for one in news)}
    covered -= {place for place in changing if _lacks_its_look(acts, place, news)}
    covered |= {place for place in changing if is_in_a_file(acts, place, news) or _is_set_in(acts[place], news)}
    covered |= {place for place in changing if is_made_good(acts[place], [acts[one] for one in covered if one > place])}
    left = (place for place in changing if place not in covered)
    return tuple(acts[place] for place in left if not is_told or kinds[place] or _stands_alone(acts[place]))


def _fits(predicate: Predicate, texts: Sequence[str], kind: Kind | None) -> bool:
    return kind not in WRITTEN or has_to_do_with(predicate, texts)


def _not_in_its_file(
    acts: Sequence[ActionCommandInfo], kinds: Mapping[int, Kind | None], held: Sequence[Finding]
) -> set[int]:
    """Return the acts that wrote into a document but whose text its stated file does not show. Only the file proves them, as
    what a window shows may not be saved.
    """
    if not new_files(held):
        return set()
    on_disk = [one.predicate for one in held if path_on_disk(one.predicate) is not None and not one.stale]
    telling = [one for one in on_disk if "contents" in kinds_told(one)]
    written = (place for place, kind in kinds.items() if kind == "contents")
    return {place for place in written if not any(_fits(one, texts_in(acts, place), "contents") for one in telling)}


def _lacks_its_look(acts: Sequence[ActionCommandInfo], place: int, news: Sequence[Finding]) -> bool:
    """Tell whether the act switched on a look that a file could show but no file shows."""
    found = {one.predicate for one in news}
    stated = {one.property for one in found if isinstance(one, DocumentPredicate)}
    wanted = [way for path in new_files(news) if (way := looks_in(acts, place, path))]
    return bool(wanted) and not any(found.issuperset(way) or {one.property for one in way} <= stated for way in wanted)


def is_in_a_file(acts: Sequence[ActionCommandInfo], place: int, news: Sequence[Finding]) -> bool:
    """Tell whether all that it wrote was found in one of the files."""
    found = {one.predicate for one in news}
    return any(found.issuperset(way) for path in new_files(news) for way in ways_in(acts, place, path))


def _is_set_in(act: ActionCommandInfo, news: Sequence[Finding]) -> bool:
    """Tell whether the value that was set, such as that of a spinner, is what one of the files holds now."""
    texts = texts_of(act) if act.facts.kind is ActionKind.VALUE else ()
    stated = [text for one in news if path_on_disk(one.predicate) is not None for text in stated_texts(one.predicate)]
    return bool(texts) and all(any(holds_text(one, text) for text in stated) for one in texts)


def told_as(acts: Sequence[ActionCommandInfo], left: Sequence[ActionCommandInfo]) -> tuple[Untold, ...]:
    """Return a description of each act in `left`, which are those of `acts` that no check covers."""
    return tuple(
        Untold(
            what=_said(act), alone=_stands_alone(act), kind=kind_of(act, acts[place + 1 :]), texts=texts_in(acts, place)
        )
        for place, act in enumerate(acts)
        if any(act is one for one in left)
    )


def _changes(act: ActionCommandInfo, *, or_tried: bool) -> bool:
    """Tell whether it changed something. With `or_tried`, and for an act that names its end, a suspected no-op counts too."""
    if not act.result.ok or not act.function or _only_looks(act.facts):
        return False
    if _searches(act) or _goes_to_a_file(act) or _goes_to_a_cell(act):
        return False
    names_its_end = act.facts.names_its_end(act.arguments)
    if act.result.effect is Effect.SUSPECTED_NOOP and not or_tried and not names_its_end:
        return False
    turned = _role(act) in TURNED_TO and not names_its_end
    return not turned or _is_grave(act)


def _searches(act: ActionCommandInfo) -> bool:
    """Tell whether it wrote into a field that only finds other things: it leaves nothing that could be proved."""
    if act.target is None or not act.facts.writes or act.target.type not in EDITS_AND_COMBO_BOXES:
        return False
    return bool(_SEARCH.search(f"{act.target.name} {act.target.label or ''}"))


def _goes_to_a_file(act: ActionCommandInfo) -> bool:
    """Tell whether it wrote only the path of a file, and into no document: a file dialog needs that on the way to its end."""
    texts = texts_of(act)
    if (
        act.target is None
        or not texts
        or act.target.type in (*DOCUMENT_TEXTS, "Cell")
        or "multiline" in act.target.states
    ):
        return False
    return all(_A_PATH.fullmatch(one) for one in texts)


def _goes_to_a_cell(act: ActionCommandInfo) -> bool:
    """Tell whether it wrote only an address into the field without a name that shows an address, as the Name Box of a sheet does:
    that selects cells and writes into none.
    """
    target, texts = act.target, texts_of(act)
    if (
        target is None
        or not texts
        or target.type not in EDITS_AND_COMBO_BOXES
        or parse_reference(target.value or "") is None
    ):
        return False
    return target.name.casefold() in _NAME_BOXES and all(parse_reference(one) is not None for one in texts)


_NAME_BOXES = frozenset({"", "name box", "namenfeld", "zone de nom", "cuadro de nombres"})


def _only_looks(facts: ToolFacts) -> bool:
    """Tell whether it only navigates, reads or opens what shows more: it leaves nothing that could be proved."""
    return facts.reads or facts.only_shows or facts.kind is ActionKind.EXPAND


def _is_about(finding: Finding, act: ActionCommandInfo, begun: float) -> bool:
    predicate = finding.predicate
    if isinstance(predicate, ElementPredicate):
        shows = predicate.exists and (predicate.value is not None or predicate.state is not None)
        return shows and key_of(predicate.name, predicate.role) in keys_in(act)
    return predicate in derived([act], begun)


def _stands_alone(act: ActionCommandInfo) -> bool:
    """Tell whether it is an end of its own and no step to another one. The text of a password field cannot be read."""
    is_hidden = act.target is not None and "password" in act.target.states
    return (
        kind_made(act.facts) is not None or _is_grave(act) or (act.facts.names_its_end(act.arguments) and not is_hidden)
    )


def _is_grave(act: ActionCommandInfo) -> bool:
    """Tell by the words of what it presses whether it sends, deletes, overwrites and so on. For what is ticked or written to,
    the words are no action.
    """
    if _role(act) not in ("", *_PRESSED):
        return False
    path = act.arguments.get("path")
    words = [str(one) for one in path] if isinstance(path, list) else [str(path or "")]
    words.append(act.target.name if act.target is not None else str(act.arguments.get("name") or ""))
    return max(class_of_label(word).severity for word in words) > ActionClass.EDIT.severity


def _role(act: ActionCommandInfo) -> str:
    """Return the role of its control, or "" if unknown. An act of a saved skill names its control by selector alone."""
    if act.target is not None:
        return act.target.type or ""
    selector = act.selectors.get(str(act.arguments.get("id", "")))
    return selector.role if selector is not None else ""


def _said(act: ActionCommandInfo) -> str:
    """Describe the call with what it was done to: the control, otherwise the given path or name."""
    path = act.arguments.get("path")
    way = " > ".join(map(str, path)) if isinstance(path, list) else str(path or "")
    return f"{act.function}({act.target.name if act.target is not None else act.arguments.get('name') or way})"
