"""Which files the request names for an act: by their names, as "the folder old", or as all of a kind: "the .tmp files".

A name without a folder stands for what lies in the working folder or in a folder that the request names, where that is one
thing only. A part of a sentence that only names things ("and the folder old") says what is done to them before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ufo.commands.policy.words.request import Clause, Request
from ufo.schema.patterns import any_case

_NAME = r"[^\s,;:.!?\"'()<>\x01\x02]+|\x01\d+\x01"
_NO_NAME = (
    r"(?!(?:the|an?|my|your|new|this|that|these|whole|entire|empty|each|every|any|both|same|which|is|and|in|of|from)\b)"
)
_FOLDER = (
    rf"(?:folder|directory)\s+(?:(?:called|named)\s+)?{_NO_NAME}(?P<after>{_NAME})"
    rf"|{_NO_NAME}(?P<before>{_NAME})\s+(?:folder|directory)\b"
)
_FOLDERS = any_case(rf"(?<!\w)(?:{_FOLDER})")
_ALONE = any_case(
    rf"\s*(?:also\s+)?(?:the\s+|my\s+)?(?:{_FOLDER}|(?:file\s+)?(?:\S+\.[a-z]\w{{0,7}}|\x01\d+\x01))"
    r"(?:\s+too|\s+as well)?\s*"
)
_AT_ONCE = any_case(r"\s*(?:the\s+|my\s+|both\s+|whole\s+|entire\s+|empty\s+)*")
_IN_PLACE = any_case(r"\b(?:in|from|of|inside|within|below|under)\s+(?:the\s+|my\s+)?$")
_KINDS = any_case(r"(?<![\w.])(?:\*?(?P<ending>\.\w{1,8})\s+files\b|\*(?P<glob>\.\w{1,8})(?!\w))")
_LEVELS = 2


def clauses_saying(request: Request, way: re.Pattern[str]) -> Iterator[Clause]:
    """Yield the clauses that say `way`, and those that only name more things, up to the end of its sentence."""
    clauses = request.clauses
    for number, one in enumerate(clauses):
        if one.doubtful or not way.search(one.words):
            continue
        yield one
        more = [later for later in clauses[number + 1 :] if one.rest.endswith(later.rest)]
        # "..., the folder old and b.txt stay": what follows a list may say something else of all of it.
        if all(_ALONE.fullmatch(later.words) and not later.doubtful for later in more):
            yield from more


def names(request: Request, clause: Clause, path: Path, way: re.Pattern[str]) -> bool:
    """Return whether the clause names that path as what `way` is done to."""
    files = request.files_of(clause)
    if any(request.means(one, path) for one in files):
        return True
    places = _places(request, clause)
    for name in (*files, *_folders_meant(request, clause, way)):
        found = {one for one in ((place / name).absolute() for place in places) if one.exists()}
        if {one.parent.resolve() / one.name for one in found} == {path.parent.resolve() / path.name}:
            return True
    return path.is_file() and path.suffix.casefold() in kinds_of(clause) and path.parent.resolve() in places


def kinds_of(clause: Clause) -> frozenset[str]:
    """Return the endings of the files that the clause means by their kind: ".tmp"."""
    return frozenset((one["ending"] or one["glob"]).casefold() for one in _KINDS.finditer(clause.words))


def _folders_meant(request: Request, clause: Clause, way: re.Pattern[str]) -> Iterator[str]:
    """Yield the folders that are themselves meant, and do not only say where something lies."""
    said = way.search(clause.words)
    for one in _FOLDERS.finditer(clause.words):
        if _AT_ONCE.fullmatch(clause.words[said.end() if said else 0 : one.start()]):
            yield _named(request, one)


def _named(request: Request, found: re.Match[str]) -> str:
    name: str = found["after"] or found["before"]
    return request.quoted(name.strip("\x01")) if name.startswith("\x01") else name


def _places(request: Request, clause: Clause) -> frozenset[Path]:
    """Return the folders that a bare name may lie in: those that the clause says, or else the working folder and all that the
    request names, in it or in each other.
    """
    named = {_named(request, one) for part in request.clauses for one in _FOLDERS.finditer(part.words)}
    found = {request.folder.resolve()}
    for _ in range(_LEVELS):
        found |= {inside.resolve() for place in found for name in named if (inside := place / name).is_dir()}
    words = clause.words
    here = {_named(request, one) for one in _FOLDERS.finditer(words) if _IN_PLACE.search(words[: one.start()])}
    return frozenset(one for one in found if one.name in here) if here else frozenset(found)
