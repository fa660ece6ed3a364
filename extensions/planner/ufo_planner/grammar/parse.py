"""Reads a request in English as intents: each clause by the first rule that fits, in the context of the clauses before it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ufo.schema.patterns import any_case, regex
from ufo_planner import intents
from ufo_planner.grammar.clauses import LISTED, VERBS, Clause, clauses, without_separator
from ufo_planner.grammar.places import FILE, has_ending, is_document
from ufo_planner.grammar.quotations import QUOTED, Masked, is_quotation, mask
from ufo_planner.grammar.rule import NotLiteral, by_rules
from ufo_planner.grammar.rules import CELL, DOC, FILE_NOUN, PLACED, RULES
from ufo_planner.text.vocabulary import APPLICATION, APPLICATION_NOUN, kind_of_application

_LONGEST_REQUEST, _LONGEST_CLAUSE, _MOST_CLAUSES = 20_000, 500, 200
_NEW = r"(?:(?:the|a|an|my)\s+)?(?:(?:new|empty|blank)\s+)*"
_PLACE = rf"(?:{APPLICATION}|{FILE})(?:\s+{APPLICATION_NOUN})?"
_NAMED = rf"(?-i:[A-Z])(?!.*\b(?:{VERBS})\b)[\w -]+"
_SCOPE_ALONE = any_case(rf"(?:in|on|using|with|use)\s+(?:the\s+)?{FILE_NOUN}(?P<app>{_PLACE}|{_NAMED})")
_IS_NEW = any_case(r"\b(?:new|empty|blank)\s")
_SCOPE_FIRST = any_case(
    rf"(?:(?:in|on|using|with|use|from)\s+{_NEW}(?P<app>{_PLACE}){DOC}(?:\s*[,:]\s*|\s+(?:to\s+)?)|(?P<called>{APPLICATION})\s*:\s*)(?P<rest>(?:{VERBS}|what)\b.*)"
)
_APP_LAST = any_case(
    rf"(?P<rest>.+?)\s+(?:in|into|with|using|on|from)\s+{_NEW}(?P<app>{APPLICATION})(?:\s+{APPLICATION_NOUN}|{DOC})"
)
_PREPOSITION = any_case(rf"\s+(?:(?:at|to)\s+(?:the|its)\s+end\s+of|in|into|to|of|from|on)\s+{FILE_NOUN}")
_FILE, _QUOTED, _GAP = regex(FILE), regex(QUOTED), regex(r"\s{80}")
_CELL_FIRST = any_case(rf"(?:cell\s+)?{CELL}\s+(?:of|in)\s")
_REPEATED = any_case(
    r"(?P<verb>put|type|write|enter|set|fill(?:\s+in)?|change|press|click|tick|untick|check|uncheck)\s+(?P<rest>\S.*)"
)
_SIGN = any_case(r"\S|\d+|plus|minus|times|equals|divide|divided\s+by")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the request, from `start` to `end`, with what it asks for: nothing where it is mere courtesy."""

    start: int
    end: int
    intents: tuple[intents.Intent, ...]


@dataclass(frozen=True, slots=True)
class _Sofar:
    """What earlier clauses established: the application or file in use, and what there is to refer to."""

    app: str = ""
    has_table: bool = False
    has_value: bool = False
    previous: intents.Intent | None = None


def parse(request: str) -> tuple[intents.Intent, ...]:
    """Return the steps that the request asks for, in order. Words that are not understood become `Unclear`; nothing raises."""
    return tuple(intent for part in parts_of(request) for intent in part.intents)


def parts_of(request: str) -> tuple[Part, ...]:
    """Return the parts of the request in order; together they are the whole request."""
    masked = mask(request[:_LONGEST_REQUEST])
    if len(request) > _LONGEST_REQUEST or _GAP.search(masked.words):
        return (Part(0, len(request), (intents.Unclear(request[:80], "", "it is too long, or holds long gaps"),)),)
    split = clauses(masked)
    found: list[Part] = []
    sofar, start, named = _Sofar(), 0, set[str]()
    for place, clause in enumerate(split):
        if (scope := _SCOPE_ALONE.fullmatch(clause.words)) and place + 1 < len(split):
            sofar = replace(sofar, app=masked.value(scope["app"]))
            named |= {sofar.app}
            continue
        read = _read(clause, split[place + 1 :], masked, sofar)
        named |= {draft.app for draft in read if draft.app}
        steps, sofar = _in_context(read, request[clause.start : clause.end], sofar)
        if read and not steps:
            found[-1] = replace(found[-1], end=clause.end)
        else:
            found.append(Part(start, clause.end, steps))
        start = clause.end
    if len(split) > _MOST_CLAUSES or not any(part.intents for part in found):
        return (
            Part(0, len(request), (intents.Unclear(request[:80], "", "it does not say what to do, step by step"),)),
        )
    return tuple(_saving(found, {app for app in named if is_document(app)}))


def _read(clause: Clause, later: Sequence[Clause], masked: Masked, sofar: _Sofar) -> tuple[intents.Intent, ...]:
    """Return what a clause asks for by itself; () for mere courtesy."""
    if not clause.words:
        return ()
    try:
        if len(_QUOTED.sub("", clause.words)) > _LONGEST_CLAUSE:
            raise NotLiteral("it is too long; put a text that is meant as it stands in quotation marks")
        drafts = _drafts(clause.words, masked)
        if any(isinstance(draft, intents.Save) and _goes_on(draft, later) for draft in drafts):
            raise NotLiteral("put the file's name in quotation marks")
    except NotLiteral as reason:
        return (intents.Unclear("", "", str(reason)),)
    return drafts or (intents.Unclear("", "", "it is no step that it knows"),)


def _in_context(
    drafts: Sequence[intents.Intent], said: str, sofar: _Sofar
) -> tuple[tuple[intents.Intent, ...], _Sofar]:
    """Return the drafts with their words, their applications and what they imply, and what is established after them."""
    text = without_separator(said)
    found: list[intents.Intent] = []
    for draft in drafts:
        if _is_told_anyway(draft, sofar):
            continue
        intent = replace(_meant(draft, sofar), text=draft.text or text)
        if (
            isinstance(intent, intents.MakeChart)
            and not intent.source
            and isinstance(sofar.previous, intents.ExtractTable)
        ):
            # The table was taken elsewhere, so it comes first.
            found.append(intents.InsertTable("insert the table", intent.app))
        found.append(intent)
        sofar = _after(intent, sofar)
    return tuple(found), sofar


def _is_told_anyway(draft: intents.Intent, sofar: _Sofar) -> bool:
    """Tell whether a question is for a result that is reported anyway: "compute 3+4 and tell me the result"."""
    return (
        isinstance(draft, intents.ReadValue)
        and draft.control is None
        and isinstance(sofar.previous, intents.Compute | intents.ReadValue)
    )


def _saving(parts: Sequence[Part], files: set[str]) -> list[Part]:
    """Save each file that the request names where it is changed, unless the request itself saves it."""
    found = list(parts)
    for file in sorted(files):
        own = [(place, step) for place, part in enumerate(found) for step in part.intents if step.app == file]
        changed = [
            place
            for place, step in own
            if isinstance(step, intents.CHANGES) and not file.casefold().endswith((".html", ".htm"))
        ]
        if changed and not any(isinstance(step, intents.Save) and place >= changed[-1] for place, step in own):
            last = found[changed[-1]]
            found[changed[-1]] = replace(last, intents=(*last.intents, intents.Save(f"save {file}", file)))
    return found


def _goes_on(saving: intents.Save, later: Sequence[Clause]) -> bool:
    """Tell whether a name without ending may go on after an "and": "save it as open and close doors.txt"."""
    return bool(
        saving.path
        and later
        and not has_ending(saving.path)
        and re.search(rf"^(?!.*\bas\b).*{FILE}$", later[0].words, re.DOTALL)
    )


def _drafts(words: str, masked: Masked) -> tuple[intents.Intent, ...]:
    """Return what a clause asks for, with the place that it names. Raises NotLiteral."""
    if first := _SCOPE_FIRST.fullmatch(words):
        app = masked.value(first["app"] or first["called"])
        return _in_place(_drafts(first["rest"], masked), app, words[: first.start("rest")])
    if placed := by_rules(words, masked, PLACED):
        return placed
    for rest, place in _places(words, masked):
        if drafts := _by_rules(rest, masked, is_whole=False):
            return _in_place(drafts, place, words[len(rest) :])
    return _by_rules(words, masked, is_whole=True)


def _in_place(drafts: Sequence[intents.Intent], app: str, said: str) -> tuple[intents.Intent, ...]:
    """Return the drafts in their place. A new document is opened first, because an open one may hold somebody's work."""
    found = tuple(draft if draft.app else replace(draft, app=app) for draft in drafts)
    return (intents.Open(f"open a new {app}", "", app), *found) if _IS_NEW.search(said) else found


def _by_rules(words: str, masked: Masked, is_whole: bool) -> tuple[intents.Intent, ...]:
    """Return what the words ask for, several of one kind apart. Raises NotLiteral for the whole clause only."""
    try:
        drafts = by_rules(words, masked, RULES)
    except NotLiteral:
        several = _several(words, masked)
        if is_whole and not several:
            raise
        return several
    return drafts if drafts and not isinstance(drafts[0], intents.ClickControl) else _several(words, masked) or drafts


def _places(words: str, masked: Masked) -> Iterator[tuple[str, str]]:
    """Yield the words before a place at the end, with that place: an application, or a file's name as long as it can be."""
    if last := _APP_LAST.fullmatch(words):
        yield last["rest"], masked.value(last["app"])
    for found in _PREPOSITION.finditer(words):
        name = words[found.end() :]
        if (
            _FILE.fullmatch(name)
            and not _CELL_FIRST.match(name)
            and (not is_quotation(name) or is_document(masked.value(name)))
        ):
            yield words[: found.start()], masked.value(name)


def _several(words: str, masked: Masked) -> tuple[intents.Intent, ...]:
    """Return several of one kind that share a verb: "put 1 in A1 and 2 in A2", "press 7, + and 8"."""
    shared = _REPEATED.fullmatch(words)
    pieces = LISTED.split(shared["rest"]) if shared else []
    if shared is None or len(pieces) < 2:
        return ()
    found: list[intents.Intent] = []
    for piece in pieces:
        try:
            drafts = by_rules(f"{shared['verb']} {piece}", masked, RULES)
        except NotLiteral:
            return ()
        if len(drafts) != 1 or not _stands_alone(drafts[0], piece):
            return ()
        found.append(replace(drafts[0], text=masked.value(f"{shared['verb']} {piece}")))
    return tuple(found)


def _stands_alone(draft: intents.Intent, piece: str) -> bool:
    if isinstance(draft, intents.ClickControl | intents.SetChecked):
        return is_quotation(piece) or bool(_SIGN.fullmatch(piece)) or draft.control.role is not None
    return isinstance(draft, intents.WriteCell) or isinstance(draft, intents.TypeInto) and draft.control is not None


def _meant(draft: intents.Intent, sofar: _Sofar) -> intents.Intent:
    """Return the draft with the application that it is done in, and with what "it" refers to."""
    if (
        isinstance(draft, intents.TypeInto | intents.WriteCell)
        and draft.content == intents.RESULT
        and not (sofar.has_value or sofar.has_table)
    ):
        return intents.Unclear("", "", "it does not say what to write")
    if isinstance(draft, intents.InsertTable) and not sofar.has_table:
        return (
            intents.WriteCell("", draft.app, draft.cell, intents.RESULT)
            if sofar.has_value
            else intents.Unclear("", "", "no table was taken before")
        )
    if draft.app or isinstance(draft, intents.Open | intents.Unclear):
        return draft
    if isinstance(draft, intents.ExtractTable) and draft.document or isinstance(draft, intents.Close) and draft.what:
        return draft
    needed, kind = kind_needed(draft), kind_of_application(sofar.app)
    taken = isinstance(sofar.previous, intents.ExtractTable) and isinstance(
        draft, intents.InsertTable | intents.MakeChart
    )
    is_sheet = sofar.app.casefold().endswith((".ods", ".xlsx", ".csv"))
    is_elsewhere = kind not in (needed, None) or (taken and kind != needed and not is_sheet)
    return replace(draft, app=needed if needed and is_elsewhere else sofar.app)


def kind_needed(step: intents.Intent) -> str:
    """Return the kind of application that a step needs, or "" where many kinds will do."""
    if isinstance(step, intents.WriteCell | intents.MakeChart | intents.InsertTable):
        return "spreadsheet"
    return (
        "calculator"
        if isinstance(step, intents.Compute)
        else "browser"
        if isinstance(step, intents.GoTo) and not step.address.startswith(("/", "~"))
        else ""
    )


def _after(intent: intents.Intent, sofar: _Sofar) -> _Sofar:
    app = intent.app or sofar.app
    if isinstance(intent, intents.Open):
        app = (intent.app or "browser") if intent.is_address else intent.what
    elif isinstance(intent, intents.GoTo):
        app = intent.app or "browser"
    elif isinstance(intent, intents.ExtractTable):
        app = intent.document or app
    elif isinstance(intent, intents.Close):
        app = ""
    has_table = sofar.has_table or isinstance(intent, intents.ExtractTable)
    has_value = sofar.has_value or isinstance(intent, intents.Compute | intents.ReadValue)
    return _Sofar(app, has_table, has_value, intent)
