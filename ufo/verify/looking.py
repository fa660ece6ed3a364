"""Whether texts and cells of a document look as they must."""

from __future__ import annotations

from pathlib import Path

from ufo.errors import UnreadableDocument
from ufo.schema.predicate import DocumentPredicate, Truth
from ufo.verify.comparing import Judgement
from ufo.verify.documents.odf_looks import looks_of_cells, looks_of_text
from ufo.verify.documents.references import parse_reference

_TOLD = (".odt", ".ods", ".odp")
_UNSAID = {"on": "off", "off": "off"}
"""What a property is of which nothing is said."""


def judge_look(path: Path, predicate: DocumentPredicate, look: str) -> Judgement:
    if path.suffix.casefold() not in _TOLD:
        return Judgement(Truth.UNKNOWN, f"how things look is not read from {path.suffix or 'such'} files")
    what = predicate.paragraph if predicate.paragraph is not None else predicate.start
    if predicate.paragraph is not None:
        found = looks_of_text(path, predicate.paragraph)
    else:
        reference = parse_reference(predicate.start)
        if reference is None:
            raise UnreadableDocument(f"{predicate.start!r} is no range of cells")
        found = looks_of_cells(path, predicate.sheet, reference.area)
    if not found:
        return Judgement(Truth.UNSATISFIED, f"{what!r} does not stand there")
    wanted = predicate.look_value
    others = {one.get(look, _UNSAID.get(wanted, "nothing")) for one in found} - {wanted}
    others = {one for one in others if not _same(look, one, wanted)}
    if others:
        return Judgement(Truth.UNSATISFIED, f"{look} of {what!r} is {', '.join(sorted(others))}, not {wanted}")
    return Judgement(Truth.SATISFIED, f"{look} of {what!r} is {wanted}")


def _same(look: str, one: str, wanted: str) -> bool:
    """A currency's sign is no part of what the file says of the format's kind."""
    return look == "format" and wanted.split()[:2] == one.split()[:2] or one.casefold() == wanted.casefold()
