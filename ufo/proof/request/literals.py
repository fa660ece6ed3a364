"""Finds what a request names letter for letter, and what it wants with each: the request's own half of a proof.

It is conservative: what is not understood stays a literal without a place, and a look without a place can account for that
only where nothing could have been swapped. It works on the words alone, for any model, and plans nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ufo.proof.request import clause_words as say
from ufo.proof.request.asked_deeds import without_times
from ufo.proof.request.clauses import Clause, clauses_of, is_line
from ufo.proof.request.model import Kind, Literal, Role
from ufo.proof.request.ranks import ranks_in
from ufo.proof.request.relations import RULES
from ufo.proof.request.spans import Masked, spans_of
from ufo.proof.request.table_places import described_cell
from ufo.schema.patterns import any_case, regex
from ufo.verify.documents.references import parse_reference

_LONGEST, _MOST = 8_000, 200
"""Characters, and literals. A longer request is not read to its end, and the verdict says so."""
_NAMES = frozenset({Kind.FILE, Kind.FOLDER, Kind.CELL})
_PAGED = (".odp", ".odg", ".pptx", ".pdf", ".odt", ".docx")
_LOOSE = frozenset({Role.VALUE, Role.MENTION})
_WRITES = frozenset({Role.VALUE, Role.NEW, Role.GONE})
_CUSTOM = any_case(
    r"\b(?:the|my|our) (?:usual|customary) (?:way|manner)\b|\bas (?:usual|always)\b|\blike (?:always|last time)\b"
    r"|\bthe way (?:i|we) (?:always|usually)\b"
)
"""Refers to a custom that the request does not tell: nothing but whoever has it can say that it was kept."""
_OF_A_FILE = regex(r"\bof \S+\.[a-z][a-z0-9]{1,4}\b")
_IN_A_DOCUMENT = frozenset(
    {Role.VALUE, Role.NEW, Role.GONE, Role.COUNT, Role.CHART, Role.ASKED, Role.SYMBOL, Role.INDENT}
)


def literals_of(request: str) -> tuple[Literal, ...]:
    """Return the literals in the order of the request. For a request that is too long, return those of its beginning and one
    that nothing accounts for.
    """
    spans = spans_of(request[:_LONGEST])
    masked = Masked(request[:_LONGEST], spans[:_MOST])
    found: list[Literal] = []
    names_files = any(one.kind in (Kind.FILE, Kind.FOLDER) for one in spans)
    sheet = ""
    for text, start in clauses_of(masked):
        clause = Clause(masked, without_times(text) if names_files else text, start, sheet)
        own = [_in_case(_in_table(one, clause), clause) for one in clause.read(RULES)]
        sheet = clause.sheet
        found += _in_their_clause(own)
    found = [one for one in _with_ranks(found, list(ranks_in(request[:_LONGEST]))) if not _is_about_a_file(one)]
    found = [_of_another(one, request) for one in found]
    told = [one for one in found if one.quoted]
    found += [
        Literal(Role.QUANTIFIER, one.group(), at=one.start())
        for one in _CUSTOM.finditer(request)
        if not any(one.group() in quoted.text for quoted in told)
    ]
    if len(request) > _LONGEST or len(spans) > _MOST:
        found.append(Literal(Role.QUANTIFIER, "all of a request as long as this", at=_LONGEST))
    return tuple(_in_documents(sorted(_without_overtaken(found), key=lambda one: one.at)))


def _of_another(one: Literal, request: str) -> Literal:
    """Return a file that something is made of as a source: "a tile of slope.png" leaves that picture as it is."""
    is_source = one.role is Role.MADE and one.kind is Kind.FILE and request[: one.at].endswith("of ")
    return replace(one, role=Role.SOURCE) if is_source else one


def _is_about_a_file(one: Literal) -> bool:
    """Tell whether the words tell whose something is, as in "the lines of names.odt": nobody wants them written anywhere. A text
    that is meant letter for letter stays, whatever tells its place: "change the author of report.odt to Ida".
    """
    if one.role not in _WRITES or one.kind is not Kind.WORDS or one.quoted:
        return False
    said = (one.text,) if one.firm else (one.text, one.place, one.instead_of)
    return any(text.startswith("of ") or _OF_A_FILE.search(text) for text in said)


def _with_ranks(found: Sequence[Literal], ranks: Sequence[Literal]) -> list[Literal]:
    """Add what is singled out by a rule. What such a rule names itself, as the number of a position, is no literal of its own."""
    own = [range(one.at, one.at + len(one.around)) for one in ranks if one.role is Role.RANGED]
    left = [one for one in found if one.role is not Role.MENTION or not any(one.at in it for it in own)]
    return [*left, *ranks]


def _in_case(one: Literal, clause: Clause) -> Literal:
    """Put what is to be written into the case of letters that its clause tells."""
    match = say.LETTER_CASE.search(clause.text)
    if match is None or one.role is not Role.VALUE or one.kind not in (Kind.TEXT, Kind.WORDS):
        return one
    place = "" if say.LETTER_CASE.fullmatch(f"in {one.place}") else one.place
    return replace(one, text=one.text.lower() if match["lower"] else one.text.upper(), place=place, is_cased=True)


def _in_table(one: Literal, clause: Clause) -> Literal:
    """Add the row and the column that its place describes, or the words in which a table may find them."""
    if one.role not in (Role.VALUE, Role.NEW, Role.GONE, Role.MENTION) or one.row or one.kind in _NAMES:
        return one
    if parse_reference(one.place) is not None or is_line(one.place):
        return one
    if one.place:
        row, column = described_cell(one.place) or ("", "")
        return replace(one, row=row, column=column, sheet=clause.sheet if row else "")
    return replace(one, around=clause.around(one), sheet=clause.sheet) if one.role in _LOOSE else one


def _in_their_clause(own: Sequence[Literal]) -> Iterable[Literal]:
    """Add the file that a clause names, as in "In notes.txt replace …": the clause is about that file."""
    files = [one.text for one in own if one.role is Role.SOURCE and one.kind is Kind.FILE]
    for one in own:
        alone = len(files) == 1 and not one.document and is_in_a_document(one)
        yield replace(one, document=files[0]) if alone else one


def is_in_a_document(one: Literal) -> bool:
    """Tell whether it stands in a text or a sheet, and not in a field that has a label."""
    if (one.role not in _IN_A_DOCUMENT and not one.around) or _is_file(one):
        return False
    if not one.place or one.row or one.role is not Role.VALUE:
        return True
    return is_line(one.place) or parse_reference(one.place) is not None


def _is_file(one: Literal) -> bool:
    return one.role is Role.GONE and one.kind in (Kind.FILE, Kind.FOLDER)


def _without_overtaken(found: Sequence[Literal]) -> Iterable[Literal]:
    """Leave out what is typed and then replaced or removed: it need not stand there in the end."""
    gone = {one.text.casefold(): one.at for one in found if one.role is Role.GONE}
    for one in found:
        later = gone.get(one.text.casefold(), -1)
        if not (one.role is Role.VALUE and not one.place and later > one.at):
            yield one


def _in_documents(found: Sequence[Literal]) -> Iterable[Literal]:
    """Add a file to what is said without one: the file that it is saved as next, otherwise the one that was opened last."""
    for place, one in enumerate(found):
        paged = _paged_next(found[place + 1 :]) if one.role is Role.COUNT else ""
        if paged and not one.document.casefold().endswith(_PAGED):
            yield replace(one, document=paged)
            continue
        if one.document or not is_in_a_document(one):
            yield one
            continue
        yield replace(one, document=_saved_next(found[place + 1 :]) or _named_last(found[:place]) or _only(found))


def _paged_next(later: Sequence[Literal]) -> str:
    """Return the file with pages or slides that is made next: what is read on the way to it need not have any."""
    made = (one.text for one in later if one.role is Role.MADE and one.kind is Kind.FILE)
    return next((one for one in made if one.casefold().endswith(_PAGED)), "")


def _saved_next(later: Sequence[Literal]) -> str:
    for one in later:
        if one.role is Role.SOURCE and one.kind is Kind.FILE:
            return ""
        if one.role is Role.MADE and one.kind is Kind.FILE:
            return one.text
    return ""


def _named_last(before: Sequence[Literal]) -> str:
    named = [
        one.text
        for one in before
        if one.role in (Role.SOURCE, Role.MADE, Role.RENAMED, Role.CALLED) and one.kind is Kind.FILE
    ]
    return named[-1] if named else ""


def _only(found: Sequence[Literal]) -> str:
    named = {one.text for one in found if one.role in (Role.SOURCE, Role.MADE) and one.kind is Kind.FILE}
    return next(iter(named)) if len(named) == 1 else ""
