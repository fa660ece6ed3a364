"""Tells which deeds that a request asks for have evidence of their own kind: a text that is gone its absence, a copy a file that
holds the same, a sorted list its order. That a file was written, or holds something new, tells of none of them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from ufo.proof.account.kept import came_as_it_was
from ufo.proof.conditions.conditions import Derivation
from ufo.proof.conditions.file_places import digest_of, document_at
from ufo.proof.findings.kinds import is_bare
from ufo.proof.request.asked_deeds import CARRIED_BY, NO_ACCOUNTS, AskedDeed
from ufo.proof.request.clauses import is_line
from ufo.proof.request.deed_words import DeedKind
from ufo.proof.request.match import holds_text, stated_texts, texts_in
from ufo.proof.request.model import Deed, Kind, Literal, Role
from ufo.schema.patterns import any_case, regex
from ufo.schema.predicate import DocumentPredicate, FilePredicate, Finding, WindowPredicate, path_on_disk
from ufo.schema.tool_facts import ActionKind
from ufo.verify.documents.model import Document

_WORD = regex(r"[^\W\d_]{3,}")
_NO_SUBJECT = any_case(
    r"(?:the|and|with|from|into|for|that|this|all|its|set|put|make|add|change|turn|file|text|document|save|new|to|in|of|und|der|die|das|den"
    r"|los|las|una|con|les|des|une)"
)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What may tell of a deed. `proofs`: what holds; `literals`: what its clause names; `told`: those of these that are accounted
    for and new; `deeds`: what was done.
    """

    proofs: Sequence[Finding]
    literals: Sequence[Literal]
    told: Sequence[Literal]
    derivation: Derivation
    deeds: Sequence[Deed]

    @property
    def news(self) -> list[Finding]:
        return [one for one in self.proofs if not one.stale]


@dataclass(frozen=True, slots=True)
class Told:
    """Whether there is evidence of a deed, and whether that is news; `why` tells what is missing where there is none."""

    held: bool
    why: str = ""
    news: bool = False


def told_deed(asked: AskedDeed, evidence: Evidence) -> Told:
    """Tell whether a deed is told. Blocking: reads documents."""
    if asked.kind is DeedKind.KEEP:
        return Told(True)
    if not _is_accounted(asked, evidence):
        return Told(False, f"no check tells of {asked.said!r}")
    if asked.kind in (DeedKind.WRITE, DeedKind.COPY) and not _is_at_its_place(asked, evidence):
        return Told(False, f"no check tells that it stands at its place: {asked.said!r}")
    if asked.kind is DeedKind.WRITE and asked.times > 1 and not _is_as_often(asked, evidence):
        return Told(False, f"no check tells that it stands there {asked.times} times: {asked.said!r}")
    return Told(True, news=asked.kind in _BY_FILES and _RULES[asked.kind](asked, evidence))


def _is_accounted(asked: AskedDeed, evidence: Evidence) -> bool:
    own = {one.role for one in evidence.literals}
    accounts = CARRIED_BY.get(asked.kind)
    is_carried = bool(own & accounts) if accounts is not None else bool(own - NO_ACCOUNTS)
    is_text = asked.kind in (DeedKind.WRITE, DeedKind.CHANGE)
    named = any(one.role in (Role.MENTION, Role.CALLED) for one in evidence.told) and is_text
    if (is_carried or named) and not (asked.kind is DeedKind.WRITE and asked.name and not _says(asked.name, evidence)):
        return True
    return _RULES[asked.kind](asked, evidence)


def _says(name: str, evidence: Evidence) -> bool:
    said = [text for one in evidence.proofs for text in texts_in(one.predicate)]
    said += [text for one in evidence.deeds if one.sure for text in one.texts]
    return any(holds_text(name, text) for text in said)


def _written(asked: AskedDeed, evidence: Evidence) -> bool:
    found = [one for one in evidence.news if _tells_contents(one)]
    return bool(found) and (not asked.name or _says(asked.name, evidence))


def _changed(asked: AskedDeed, evidence: Evidence) -> bool:
    """A look, a size or a setting tells of a change; a text does where it shares a word with the request."""
    return any(_tells_a_look(one) or _shares_a_word(asked, one) for one in evidence.news)


def _named_anew(asked: AskedDeed, evidence: Evidence) -> bool:
    if asked.whole:
        return _moved(asked, evidence)
    return any(_shares_a_word(asked, one) for one in evidence.news)


def _moved(asked: AskedDeed, evidence: Evidence) -> bool:
    if not asked.whole or not asked.files:
        return _changed(asked, evidence)
    old = evidence.derivation.baseline.path_of(asked.files[0])
    return not old.exists() and bool(_same_files(old, evidence))


def _copied(asked: AskedDeed, evidence: Evidence) -> bool:
    if not asked.whole or not asked.files:
        return _written(asked, evidence) or _changed(asked, evidence)
    return bool(_same_files(evidence.derivation.baseline.path_of(asked.files[0]), evidence))


def _same_files(path: Path, evidence: Evidence) -> list[Path]:
    """Return the files that came about and hold what that one held before the run."""
    digest = evidence.derivation.baseline.stood(path).digest
    paths = {Path(it) for one in evidence.news if (it := path_on_disk(one.predicate)) is not None and _is_there(one)}
    try:
        return [one for one in paths if digest and one != path and digest_of(one) == digest]
    except OSError:
        return []


def _removed(asked: AskedDeed, evidence: Evidence) -> bool:
    before_and_now = list(_lines_before_and_now(asked, evidence))
    if asked.line is not None and before_and_now:
        return any(_is_without(before, asked.line) == now for before, now in before_and_now)
    shorter = any(len(now) < len(before) and _is_part(now, before) for before, now in before_and_now)
    return shorter or any(_tells_absence(one) or _tells_a_look(one) for one in evidence.news)


def _replaced(asked: AskedDeed, evidence: Evidence) -> bool:
    return _reordered(asked, evidence) or any(_tells_absence(one) or _tells_a_look(one) for one in evidence.news)


def _ordered(asked: AskedDeed, evidence: Evidence) -> bool:
    """A folder is sorted by files that came to other places as they were."""
    if _came_elsewhere(evidence):
        return True
    is_sorted = any(getattr(one.predicate, "property", None) == "sorted" for one in evidence.news)
    return is_sorted or _reordered(asked, evidence) or any(_tells_rows(one) for one in evidence.news)


def _came_elsewhere(evidence: Evidence) -> bool:
    paths = [Path(it) for one in evidence.news if (it := path_on_disk(one.predicate)) is not None and _is_there(one)]
    return any(came_as_it_was(one, evidence.derivation.baseline.at) for one in paths)


def _reordered(asked: AskedDeed, evidence: Evidence) -> bool:
    found = _lines_before_and_now(asked, evidence)
    return any(before != now and Counter(before) == Counter(now) for before, now in found)


def _is_at_its_place(asked: AskedDeed, evidence: Evidence) -> bool:
    """Tell whether what was written stands in the line that the clause names, where the file has lines."""
    own = [one for one in evidence.literals if _is_written(one) and not one.place and not one.row]
    if asked.line is None or any(is_line(one.place) for one in evidence.literals):
        return True
    texts = [one.text for one in own] or [text for one in evidence.news for text in stated_texts(one.predicate)]
    lines = [now for _, now in _lines_before_and_now(asked, evidence)]
    if not texts or not lines:
        return not own
    last = [_at(now, asked.line, max(1, len(own))) for now in lines]
    if own:
        return any(all(holds_text(text, "\n".join(part)) for text in texts) for part in last if part)
    return any(holds_text(part[0], text) for part in last if part for text in texts)


def _is_written(literal: Literal) -> bool:
    return literal.role is Role.VALUE or (literal.role is Role.MENTION and literal.kind is Kind.TEXT)


def _at(lines: Sequence[str], number: int, count: int) -> Sequence[str]:
    return lines[-count:] if number < 0 else lines[number - 1 : number - 1 + count]


def _is_as_often(asked: AskedDeed, evidence: Evidence) -> bool:
    texts = [one.text for one in evidence.literals if _is_written(one)] or ([asked.name] if asked.name else [])
    if not texts:
        return False
    files = [("\n".join(before), "\n".join(now)) for before, now in _lines_before_and_now(asked, evidence)]
    done = [one for one in evidence.deeds if one.sure and not one.reads]
    typed = "\n".join(text for one in done if one.facts.kind is ActionKind.KEYS for text in one.texts)
    pairs = files or [("", typed), *(("", text) for one in done for text in one.texts)]
    return any(all(_count(one, now) >= _count(one, before) + asked.times for one in texts) for before, now in pairs)


def _count(text: str, within: str) -> int:
    return len(re.findall(rf"(?<!\w){re.escape(text)}(?!\w)", within, re.IGNORECASE))


def _lines_before_and_now(asked: AskedDeed, evidence: Evidence) -> Iterable[tuple[list[str], list[str]]]:
    """Return the lines or rows of each file that the deed may be about, as they were before the run and as they are."""
    derivation = evidence.derivation
    named = [derivation.baseline.path_of(one, derivation.written) for one in asked.files]
    named += [path for one in evidence.literals if (path := derivation.path_of(one)) is not None]
    named += [] if named else [Path(one) for one in derivation.written]
    for path in dict.fromkeys(named):
        now = document_at(path) if path.is_file() else None
        if now is not None and len(now.sheets) < 2:
            yield _lines(derivation.baseline.stood(path).document), _lines(now)


def _lines(document: Document | None) -> list[str]:
    return [one.strip() for one in (document.text if document is not None else "").splitlines() if one.strip()]


def _is_without(lines: Sequence[str], number: int) -> list[str]:
    at = number - 1 if number > 0 else len(lines) + number
    return [one for place, one in enumerate(lines) if place != at]


def _is_part(lines: Sequence[str], of: Sequence[str]) -> bool:
    """Tell whether the lines are what is left of others, in their order and without anything new."""
    rest = iter(of)
    return all(any(one in other for other in rest) for one in lines)


def _tells_contents(finding: Finding) -> bool:
    return not isinstance(finding.predicate, WindowPredicate) and not is_bare(finding.predicate) and _is_there(finding)


def _tells_a_look(finding: Finding) -> bool:
    """Tell whether it states anything of a file but that it has a text."""
    predicate = finding.predicate
    if isinstance(predicate, FilePredicate):
        return predicate.mode is not None or predicate.target is not None
    fields = ("property", "pages", "width", "height", "sheets", "chart", "key", "cells")
    return isinstance(predicate, DocumentPredicate) and any(getattr(predicate, one) is not None for one in fields)


def _tells_rows(finding: Finding) -> bool:
    cells = getattr(finding.predicate, "cells", None)
    return cells is not None and len(cells) > 1


def _tells_absence(finding: Finding) -> bool:
    predicate = finding.predicate
    if isinstance(predicate, DocumentPredicate) and (predicate.lacks is not None or predicate.without is not None):
        return True
    return not getattr(predicate, "exists", True)


def _shares_a_word(asked: AskedDeed, finding: Finding) -> bool:
    said = re.sub(r"\S*\.\w+", " ", asked.said)
    wanted = {one.casefold() for one in _WORD.findall(said) if not _NO_SUBJECT.fullmatch(one)}
    stated = finding.predicate.model_dump(exclude={"path", "on"}, exclude_none=True)
    return any(one.casefold() in wanted for text in texts_in(stated) for one in _WORD.findall(text))


def _is_there(finding: Finding) -> bool:
    return bool(getattr(finding.predicate, "exists", True))


def _by_nothing(asked: AskedDeed, evidence: Evidence) -> bool:
    return False


_RULES: Mapping[DeedKind, Callable[[AskedDeed, Evidence], bool]] = MappingProxyType(
    {
        DeedKind.WRITE: _written,
        DeedKind.REMOVE: _removed,
        DeedKind.RENAME: _named_anew,
        DeedKind.MOVE: _moved,
        DeedKind.COPY: _copied,
        DeedKind.REPLACE: _replaced,
        DeedKind.ORDER: _ordered,
        DeedKind.CHANGE: _changed,
        DeedKind.UNKNOWN: _by_nothing,
    }
)
_BY_FILES = frozenset({DeedKind.REMOVE, DeedKind.MOVE, DeedKind.COPY, DeedKind.ORDER})
"""What is compared with the files as they were."""
