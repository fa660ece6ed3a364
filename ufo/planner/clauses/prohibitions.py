"""Finds what a request forbids: "but don't send it", "without saving", "keep notes.txt".

Only what is asked for is ever done, so a prohibition needs no step of its own. It takes back what would be done unasked
(saving a named file), and raises a question where the request asks for the same thing. One that limits *how* something is to
be done ("don't change the first row") cannot be kept for sure, and raises a question too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from ufo.planner.clauses.verb_forms import verb_of_doing
from ufo.planner.intents import (
    ChangePicture,
    ClickControl,
    Close,
    EditLine,
    Intent,
    ManageFile,
    Open,
    PressKeys,
    Save,
    Unclear,
)
from ufo.planner.phrases.controls import without_article
from ufo.planner.phrases.places import is_document
from ufo.planner.text.quotations import QUOTED, Clause
from ufo.planner.text.similarity import plain
from ufo.schema.patterns import any_case, regex

_SENDING = frozenset(
    {"send", "submit", "order", "buy", "purchase", "pay", "post", "publish", "confirm", "mail", "email", "share"}
)
_FAMILIES: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "send": _SENDING,
        "press": frozenset({"click", "press", "push", "tap", "hit"}),
        "save": frozenset({"save", "store"}),
        "close": frozenset({"close", "quit", "exit"}),
        "open": frozenset({"open", "launch", "start", "run"}),
        "delete": frozenset({"delete", "remove", "erase", "trash", "bin"}),
        "print": frozenset({"print"}),
        "change": frozenset({"change", "touch", "modify", "overwrite", "alter"}),
    }
)
_NOT = (
    r"(?:do\s+not|don['\u2019]?t|never|no\s+need\s+to|(?:you\s+)?need(?:n['\u2019]t|\s+not))"
    r"(?:\s+(?:ever|yet|actually|also|then|even))?"
)
_NEGATED = regex(rf"^{_NOT}\s+(?P<verb>[a-z-]+)(?:\s+(?P<what>\S.*))?$", re.IGNORECASE | re.DOTALL)
_WITHOUT = regex(r"^without\s+(?P<doing>[a-z]+ing)(?:\s+(?P<what>\S.*))?$", re.IGNORECASE | re.DOTALL)
_AT_END = regex(
    r"^(?P<rest>(?!(?:close|quit|exit)\b)\S.*?)\s*,?\s+(?P<not>without\s+(?P<doing>[a-z]+ing)(?:\s+[^,]*)?)$",
    re.IGNORECASE | re.DOTALL,
)
_KEPT = regex(
    rf"^(?:keep|leave|spare)\s+(?P<what>{QUOTED}|\S.*?)(?P<how>\s+(?:alone|as\s+(?:it|they)\s+(?:is|are|was|were)|untouched|unchanged"
    r"|where\s+(?:it|they)\s+(?:is|are)|open))?$",
    re.IGNORECASE | re.DOTALL,
)
_DICTATED = regex(
    rf"^(?:type|write|enter|append|add|insert|put|say|reply)\b(?!.*{QUOTED}$)(?!.*\.[a-z]\w*$)",
    re.IGNORECASE | re.DOTALL,
)
_ANYTHING = any_case(
    r"^(?:it|this|that|them|any(?:thing)?(?:\s+(?:yet|at\s+all))?|(?:(?:any|the|my)\s+)?(?:changes?|files?|document|form|page|result|programs?|applications?|windows?))?$"
)
_OF_THE_REST = any_case(
    r"^(?:(?:any|every)(?:thing|\s+\w+)\s+else|the\s+(?:others?|rest)|the\s+original(?:\s+\w+)?|(?:any|the)\s+other\s+\w+)$"
)


@dataclass(frozen=True, slots=True)
class Prohibition:
    """One thing forbidden: `deed` is a family of verbs ("send"), `what` the words for its object, `said` the whole clause."""

    deed: str
    what: str
    said: str


def prohibited(part: Clause) -> Prohibition | None:
    """Return what a clause forbids, or None where it forbids nothing or nothing that can be kept for sure."""
    words = part.words.strip()
    if found := _NEGATED.match(words):
        return _of_verb(found["verb"], found["what"] or "", part, words)
    if found := _WITHOUT.match(words):
        return _of_verb(verb_of_doing(found["doing"]), found["what"] or "", part, words)
    found = _KEPT.match(words)
    if found is None:
        return None
    named = part.value(without_article(found["what"]))
    if not (found["how"] or is_document(named) or _OF_THE_REST.match(found["what"])):
        return None
    deed = "close" if (found["how"] or "").strip().casefold() == "open" else "delete"
    return Prohibition(deed, named, part.as_said(words))


def at_the_end(part: Clause) -> tuple[Clause, Prohibition] | None:
    """Split "without saving it" off the end of a clause: return the rest and the prohibition, or None."""
    found = _AT_END.match(part.words)
    if found is None or _DICTATED.match(found["rest"]):
        return None
    forbidden = prohibited(replace(part, words=found["not"]))
    return (replace(part, words=found["rest"]), forbidden) if forbidden else None


def _of_verb(verb: str, what: str, part: Clause, words: str) -> Prohibition | None:
    family = next((name for name, verbs in _FAMILIES.items() if verb.casefold() in verbs), "")
    object_said = part.value(without_article(what))
    if family == "change" and not (_OF_THE_REST.match(what) or is_document(object_said)):
        return None
    return Prohibition(family, object_said, part.as_said(words)) if family else None


def told_apart(parts: Sequence[Clause]) -> tuple[list[Clause], list[Prohibition]]:
    """Separate the clauses that ask for something from the prohibitions."""
    asked: list[Clause] = []
    forbidden: list[Prohibition] = []
    for part in parts:
        if whole := prohibited(part):
            forbidden.append(whole)
        elif rest := at_the_end(part):
            asked.append(rest[0])
            forbidden.append(rest[1])
        else:
            asked.append(part)
    return asked, forbidden


def kept(intents: Sequence[Intent], forbidden: Sequence[Prohibition]) -> list[Intent]:
    """Return the steps, followed by a question for each prohibition that one of them would break."""
    found = list(intents)
    for one in forbidden:
        broken = next((step for step in intents if _breaks(step, one)), None)
        if broken is not None:
            found.append(
                Unclear(one.said, "", f"the request asks for this too: {broken.text}; leave out one of the two")
            )
    return found


def forbids_saving(forbidden: Sequence[Prohibition]) -> bool:
    return any(one.deed in ("save", "change") for one in forbidden)


def _breaks(step: Intent, one: Prohibition) -> bool:
    match one.deed:
        case "send":
            words = set(plain(step.control.name).split()) if isinstance(step, ClickControl) else set()
            return bool(words & (_SENDING | {"ok"})) or isinstance(step, PressKeys) and ("enter",) in step.chords
        case "press":
            return isinstance(step, ClickControl) and plain(step.control.name) in plain(one.what)
        case "save":
            return isinstance(step, Save | ChangePicture)
        case "close":
            return isinstance(step, Close)
        case "open":
            return isinstance(step, Open) and (bool(_ANYTHING.match(one.what)) or plain(step.what) in plain(one.what))
        case "delete" | "change":
            return _takes_away(step, one.what)
    return isinstance(step, PressKeys) and ("ctrl", "p") in step.chords


def _takes_away(step: Intent, what: str) -> bool:
    if _OF_THE_REST.match(what):
        # Anything not named is left alone anyway; only saving under its own name would change "the original".
        return "original" in what.casefold() and isinstance(step, Save) and not step.path
    if isinstance(step, ManageFile):
        name = step.source.rpartition("/")[2]
        return step.deed in ("remove", "move") and (bool(_ANYTHING.match(what)) or name in what)
    return isinstance(step, EditLine) and step.deed == "remove" or isinstance(step, Save) and not step.path
