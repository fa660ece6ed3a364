"""Tells whether all lines of a look got the look that a request wants of them: "turn the bold lines into Heading 1"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from types import MappingProxyType

from ufo.errors import UnreadableDocument
from ufo.proof.conditions.file_places import Baseline, document_at
from ufo.proof.request.match import gives_look
from ufo.proof.request.model import Literal, Role
from ufo.schema.patterns import any_case
from ufo.schema.predicate import DocumentPredicate, Finding, Truth
from ufo.verify.properties.judge import judge_property

_LINES = any_case(r"(?:all\s+|every\s+)?(?:the\s+)?(?P<look>bold|italic|underlined)\s+(?:lines?|paragraphs?)")
_PROPERTIES = MappingProxyType({"bold": "bold", "italic": "italic", "underlined": "underline"})
_MOST = 300


def lines_got_their_look(
    words: str, literals: Sequence[Literal], baseline: Baseline, proofs: Iterable[Finding]
) -> bool:
    """Tell whether each line that had the look before the run has the wanted one now, and no other line of that time. Blocking:
    reads the file and its copy. `words`: what the request says of the lines.
    """
    meant = _LINES.fullmatch(words.strip())
    wanted = next((one for one in literals if one.role is Role.LOOK and one.place == words), None)
    if meant is None or wanted is None:
        return False
    stated = [one.predicate for one in proofs if not one.stale and gives_look(wanted.text, one.predicate)]
    ways = {
        (Path(one.path), one.property or "", one.value or "")
        for one in stated
        if isinstance(one, DocumentPredicate) and one.property and not one.open
    }
    had = _PROPERTIES[meant["look"].casefold()]
    return any(_just_these(baseline.kept.copy_of(path), path, had, (name, value)) for path, name, value in ways)


def whole_text_got_its_look(words: str, request: str, baseline: Baseline, proofs: Iterable[Finding]) -> bool:
    """Tell whether each line of a text has a look that a request wants of all of it: "set all of notice.odt in small capitals".
    Blocking: reads the file and its copy. `words`: what the request says of all.
    """
    if not _ALL.fullmatch(words.strip()):
        return False
    for one in (it.predicate for it in proofs if not it.stale and gives_look(request, it.predicate)):
        if not isinstance(one, DocumentPredicate) or one.property is None or one.value is None or one.open:
            continue
        path, wanted = Path(one.path), (one.property, one.value)
        now, copy = document_at(path), baseline.kept.copy_of(path)
        before = document_at(copy) if copy is not None else None
        lines = [it for it in dict.fromkeys(now.paragraphs if now is not None else ()) if it.strip()]
        stayed = before is not None and {*lines}.issuperset(it for it in before.paragraphs if it.strip())
        if lines and stayed and len(lines) <= _MOST and all(_has(path, it, *wanted) for it in lines):
            return True
    return False


_ALL = any_case(
    r"all\s+(?:of|(?:the\s+)?(?:text|texts|lines|paragraphs))|every\s+(?:line|paragraph)|each\s+(?:line|paragraph)"
)


def _just_these(copy: Path | None, path: Path, had: str, wanted: tuple[str, str]) -> bool:
    before = document_at(copy) if copy is not None else None
    lines = [one for one in dict.fromkeys(before.paragraphs if before is not None else ()) if one.strip()]
    if copy is None or not lines or len(lines) > _MOST:
        return False
    meant = [one for one in lines if _has(copy, one, had, "on")]
    got = [one for one in lines if _has(path, one, *wanted)]
    return bool(meant) and meant == got


def _has(path: Path, line: str, name: str, value: str) -> bool:
    asked = DocumentPredicate(path=str(path), paragraph=line, property=name, value=value)
    try:
        return judge_property(path, asked).truth is Truth.SATISFIED
    except (UnreadableDocument, OSError, KeyError, ValueError):
        return False
