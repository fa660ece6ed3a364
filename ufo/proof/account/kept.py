"""Tells whether a prohibition was kept: that a file is what it was, and that nothing else was left behind."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ufo.proof.conditions.file_places import Baseline, digest_of
from ufo.schema.patterns import any_case
from ufo.schema.predicate import Finding, path_on_disk

_UNCHANGED = any_case(
    r"\W*(?:and\s+|but\s+|please\s+)*(?:do\s+not|don['\u2019]?t|never)\s+(?:change|touch|alter|edit|modify|delete|remove|overwrite)\s+"
    r"(?:(?:the|my|our|this|that)\s+)?(?:(?:file|document)\s+)?(?P<what>[\w.-]+)\W*"
)
_LEFT_ALONE = any_case(
    r"(?:leave|leaving|keep|keeping)\s+(?:the\s+)?(?P<what>[\w.-]+)\s+(?:alone|untouched|unchanged|as\s+it\s+(?:is|was))"
)
_NOTHING_ELSE = any_case(
    r"\W*(?:and\s+|but\s+)?(?:leave|keep)\s+(?:nothing\s+else|no\s+other\s+files?)(?:\s+(?:lying\s+(?:about|around)|behind|there|here))?\W*"
)


def is_kept(words: str, baseline: Baseline, proofs: Iterable[Finding]) -> bool:
    """Tell whether what the words forbid was not done, as far as files show. Blocking: reads them."""
    unchanged = _UNCHANGED.fullmatch(words) or _LEFT_ALONE.fullmatch(words)
    if unchanged is not None:
        meant = baseline.kept.called(unchanged["what"])
        return len(meant) == 1 and all(_same(path, copy) for path, copy in meant)
    return _NOTHING_ELSE.fullmatch(words) is not None and _nothing_else_lies_there(baseline, proofs)


def is_of_a_file(words: str) -> bool:
    """Tell whether the words forbid a change of a file or that others are left behind, which `is_kept` accounts for."""
    return _UNCHANGED.fullmatch(words) is not None or _NOTHING_ELSE.fullmatch(words) is not None


def came_as_it_was(path: Path, at: float) -> bool:
    """Tell whether the file came to this place since `at`, in seconds since 1970, and was last written before. Blocking."""
    try:
        stood = path.stat()
    except OSError:
        return False
    return path.is_file() and stood.st_mtime < at <= stood.st_ctime


def are_gone(name: str, gone: Iterable[Path]) -> bool:
    """Tell whether a folder of that name, or all files with that ending, are gone from where they lay. `gone`: what is proved not
    to be there any more. Blocking.
    """
    own = [one for one in gone if one.name == name or (name.startswith(".") and one.suffix == name)]
    try:
        left = [one for place in own if name.startswith(".") for one in place.parent.iterdir() if one.suffix == name]
    except OSError:
        return False
    return bool(own) and not left


def _same(path: Path, copy: Path) -> bool:
    try:
        return digest_of(path) == digest_of(copy)
    except OSError:
        return False


def _nothing_else_lies_there(baseline: Baseline, proofs: Iterable[Finding]) -> bool:
    """Tell whether the folders of what came about hold nothing new but that."""
    own = {Path(path) for one in proofs if not one.stale and (path := path_on_disk(one.predicate)) is not None}
    came = {one for one in own if one.exists()}
    folders = {one.parent for one in came}
    try:
        there = [one for folder in folders for one in folder.iterdir()]
        return bool(folders) and not any(one not in came and one.stat().st_ctime >= baseline.at for one in there)
    except OSError:
        return False
