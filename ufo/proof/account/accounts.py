"""Tells whether each literal of a request is accounted for at its own place, by what was found and by what was done there.

There is one rule for each role that a literal can have (`_RULES`). They stand in one file since they share how they read proofs,
and some fall back on others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType

from ufo.proof.account.accepted_changes import changes_were_accepted
from ufo.proof.account.answers import asks, is_to_be_worked_out
from ufo.proof.account.bookmarks import is_bookmarked
from ufo.proof.account.carried_lines import lines_were_carried
from ufo.proof.account.chosen import Choice, judge_choice
from ufo.proof.account.every import Every, reaches_all
from ufo.proof.account.every_line import lines_got_their_look, whole_text_got_its_look
from ufo.proof.account.every_page import reaches_all_pages
from ufo.proof.account.file_parts import part_meant, stands_in_part
from ufo.proof.account.grid_places import number_meant
from ufo.proof.account.kept import are_gone, came_as_it_was, is_kept
from ufo.proof.account.named_acts import entered, is_named_control, was_aimed_at, was_chosen_there
from ufo.proof.account.program_text import Renamed, name_was_changed, tabs_are_spaces
from ufo.proof.account.settings import settings_tell
from ufo.proof.conditions.conditions import Derivation, spellings
from ufo.proof.conditions.file_places import digest_of, document_at
from ufo.proof.conditions.table_accounts import look_around, look_up, open_cell_told
from ufo.proof.findings.kinds import is_bare
from ufo.proof.request.clauses import is_line
from ufo.proof.request.drawn_colours import SHAPE_COLOURS, SHAPE_PLACE
from ufo.proof.request.given_names import RENAMED_PLACE, RIGHTS_PLACE
from ufo.proof.request.match import (
    cells_of,
    covers,
    exact_label,
    gives_look,
    holds_text,
    is_mentioned,
    is_misspelt,
    label_of,
    same_label,
    same_text,
    stated_texts,
)
from ufo.proof.request.model import Deed, Kind, Literal, Look, Role, Seen
from ufo.proof.request.moments import given_in_parts
from ufo.proof.request.program_words import CODE_ALONE
from ufo.proof.request.ranks import rank_of
from ufo.schema.patterns import any_case
from ufo.schema.predicate import (
    DocumentPredicate,
    ElementPredicate,
    FilePredicate,
    Finding,
    PagePredicate,
    ProcessPredicate,
    Truth,
    WindowPredicate,
    path_on_disk,
)
from ufo.schema.tool_facts import ActionKind, Proof
from ufo.verify.documents.references import parse_reference

_SAVE_KEYS = ("{vk_control}s", "{ctrl}s", "{control}s", "ctrl+s", "^s")


@dataclass(frozen=True, slots=True)
class Account:
    """The account of one literal. `held`: it is as the request says, as far as can be told; `news`: it was not so before the
    first act; `slight`: only something was opened or written, whatever it holds. `why` says what is missing where it does
    not hold; `wrong`: what was done or found contradicts it; `idle`: no condition could show it.
    """

    held: bool
    news: bool = False
    why: str = ""
    wrong: bool = False
    loosely: bool = False
    slight: bool = False
    idle: bool = False


@dataclass(frozen=True)
class World:
    """What is known at the end. `findings`: all of them, stale ones marked. `tried`: derived conditions that did not hold,
    which refute nothing.
    """

    literals: Sequence[Literal]
    findings: Sequence[Finding]
    deeds: Sequence[Deed]
    seen: Sequence[Seen]
    derivation: Derivation
    answer: str = ""
    tried: Sequence[Finding] = field(default_factory=tuple)
    request: str = ""
    looks: Sequence[Look] = field(default_factory=tuple)

    @property
    def proofs(self) -> list[Finding]:
        return [one for one in self.findings if one.proves]


def account(literal: Literal, world: World) -> Account:
    return _RULES[literal.role](literal, world)


def _settled(literal: Literal, found: Sequence[Finding], rewritten: bool, missing: str) -> Account:
    """Return the account by `found`, the proofs of the literal. A proof that held before counts only where the text was written
    again, or where the request asks for the state.
    """
    if any(not one.stale for one in found) or (found and rewritten):
        return Account(True, news=True, slight=not rewritten and is_slight(found))
    if found and literal.is_state:
        return Account(True)
    if found:
        return Account(False, why=f"{literal} was so before anything was done")
    return Account(False, why=missing)


def is_slight(findings: Sequence[Finding]) -> bool:
    """Tell whether the news is only that something is open, is there or was written."""
    return all(
        isinstance(one.predicate, WindowPredicate | ProcessPredicate)
        or (is_bare(one.predicate) and getattr(one.predicate, "exists", True))
        for one in findings
        if not one.stale
    )


def _value(literal: Literal, world: World) -> Account:
    if part_meant(literal) is not None:
        return _in_part(literal, world)
    if literal.row:
        return _in_table(literal, world)
    if parse_reference(literal.place) is not None:
        return _in_cell(literal, world)
    if is_line(literal.place):
        return _in_line(literal, world)
    return _in_field(literal, world) if literal.place else _in_text(literal, world)


def _in_cell(literal: Literal, world: World) -> Account:
    path = world.derivation.path_of(literal)
    found = [
        one
        for one in world.proofs
        if same_text(literal.text, cells_of(one.predicate).get(literal.place, "\0"))
        and _is_in(one, path)
        and _is_on_sheet(one, literal, path, world)
    ]
    written = _written_to_cell(literal, world.deeds)
    again = written is not None and same_text(literal.text, written)
    if literal.kind is Kind.FORMULA or (again and not found and not literal.document):
        return _by_deed(literal, written)
    missing = f"no condition shows {literal}: state the cells from {literal.place} on, in the document"
    if written is not None and not again and not found:
        return Account(
            False, why=f"{literal.place} was given {written!r}, the request says {literal.text!r}", wrong=True
        )
    return _settled(literal, found, again, missing)


def _by_deed(literal: Literal, written: str | None) -> Account:
    if written is None:
        return Account(False, why=f"nothing was written into {literal.place}")
    if same_text(literal.text, written):
        return Account(True, news=True)
    return Account(False, why=f"{literal.place} was given {written!r}, the request says {literal.text!r}", wrong=True)


def _written_to_cell(literal: Literal, deeds: Sequence[Deed]) -> str | None:
    """Return the text that was written last into the cell."""
    last = None
    for deed in deeds:
        for (sheet, place), text in deed.cells.items():
            same_sheet = (
                not sheet
                or not literal.sheet
                or literal.sheet[0] == "#"
                or sheet.casefold() == literal.sheet.casefold()
            )
            if place == literal.place and same_sheet:
                last = text
    return last


def _is_in(finding: Finding, path: Path | None) -> bool:
    """Tell whether the finding is about that document, on disk or open."""
    predicate = finding.predicate
    if path is None or not isinstance(predicate, DocumentPredicate | FilePredicate):
        return True
    stated = Path(predicate.path)
    return stated == path or (stated.name == path.name if not stated.is_absolute() else False) or not predicate.path


def _is_on_sheet(finding: Finding, literal: Literal, path: Path | None, world: World) -> bool:
    """Tell whether the finding is about the right sheet. Where the request names a sheet, a condition must name the same one."""
    if not literal.sheet or not isinstance(finding.predicate, DocumentPredicate):
        return True
    wanted = world.derivation._sheet(literal.sheet, path)
    return (finding.predicate.sheet or "").casefold() == (wanted or "").casefold()


def _in_table(literal: Literal, world: World) -> Account:
    """Account for "the price of tea": a cell of a table, or a field of that name."""
    field = _in_field(literal, world)
    path = world.derivation.path_of(literal)
    before = world.derivation.baseline.stood(path).document if path is not None else None
    cell = look_up(literal, world.derivation.sheet_of(literal), before, document_at(path) if path is not None else None)
    if field.held and not field.loosely and (cell.truth is Truth.UNKNOWN or _is_its_own_field(literal, world)):
        return field
    again = any(deed.sure and _gave(deed, literal.text) for deed in world.deeds)
    if cell.truth is Truth.SATISFIED and (not cell.was_so or again or literal.is_state):
        return Account(True, news=again or not cell.was_so)
    if cell.truth is Truth.SATISFIED:
        return Account(False, why=f"{literal} was so before anything was done")
    if open_cell_told(literal, world.derivation.stated_in_table(literal), world.proofs):
        return Account(True, news=True)
    if field.wrong and cell.truth is Truth.UNKNOWN:
        return field
    sure = cell.truth is Truth.UNSATISFIED and path is not None and not world.derivation.is_only_open(path)
    return Account(False, why=cell.why, wrong=sure)


def _is_its_own_field(literal: Literal, world: World) -> bool:
    return any(exact_label(literal.place, one.names) for one in world.deeds if not one.reads)


def _around(literal: Literal, world: World) -> Account | None:
    """Account for a value by the table cell that the words of its clause name. The value must stand in that cell and must not
    have stood there before; None where this tells nothing.
    """
    path = world.derivation.path_of(literal) if literal.around else None
    if path is None or world.derivation.is_only_open(path):
        return None
    before = world.derivation.baseline.stood(path).document
    cell = look_around(literal, world.derivation.sheet_of(literal), before, document_at(path))
    if cell is None or (cell.truth is Truth.SATISFIED and cell.was_so):
        return None
    return Account(cell.truth is Truth.SATISFIED, news=cell.truth is Truth.SATISFIED, why=cell.why)


def _in_line(literal: Literal, world: World) -> Account:
    path = world.derivation.path_of(literal)
    number = int(literal.place.rpartition(" ")[2])
    found = [
        one
        for one in world.proofs
        if isinstance(one.predicate, DocumentPredicate)
        and one.predicate.nth == number
        and one.predicate.paragraph == literal.text
        and _is_in(one, path)
    ]
    return _settled(literal, found, False, f"no condition on that line shows {literal}")


def _in_part(literal: Literal, world: World) -> Account:
    field = _in_field(literal, world)
    if field.held and not field.loosely:
        return field
    held = stands_in_part(literal, world.derivation, [one for one in world.proofs if not one.stale])
    return Account(held, news=held, why="" if held else f"nothing shows {literal.text!r} as the {literal.place}")


def _in_hidden_field(literal: Literal, world: World) -> Account:
    """Account for a hidden field by what was written there: its text cannot be read back."""
    own = [one for one in world.deeds if not one.reads and any(same_label(literal.place, name) for name in one.names)]
    if own and literal.text in own[-1].said:
        return Account(True, news=own[-1].sure)
    return Account(False, why=f"no check shows that {literal} was entered", wrong=bool(own))


def _in_field(literal: Literal, world: World) -> Account:
    if literal.is_hidden:
        return _in_hidden_field(literal, world)
    deeds = [one for one in world.deeds if one.texts and not one.reads]
    exact = [one for one in deeds if exact_label(literal.place, one.names)]
    own = exact or [one for one in deeds if any(same_label(literal.place, name) for name in one.names)]
    proofs = [
        one
        for one in world.proofs
        if same_label(literal.place, label_of(one.predicate))
        and any(same_text(literal.text, text) for text in stated_texts(one.predicate))
        and not _stood_there_first(literal, label_of(one.predicate), world.seen)
    ]
    if own and not any(_gave(one, literal.text) for one in own):
        given = ", ".join(repr(text) for one in own[-1:] for text in one.texts)
        return Account(False, why=f"{literal.place} was given {given}, the request says {literal.text!r}", wrong=True)
    if own:
        return _last_word(literal, own, world)
    if proofs:
        return _settled(literal, proofs, False, "")
    if literal.is_state and _shown_at(literal, world):
        return Account(True)
    if literal.kind is Kind.DATE and given_in_parts(literal.text, _fields_given(world)):
        return Account(True, news=True)
    if any(was_chosen_there(literal, one) for one in world.deeds):
        return Account(True)
    loose = _in_text(literal, world)
    missing = f"nothing shows {literal.text!r} in {literal.place!r}"
    return Account(loose.held, loose.news, loose.why and missing, loosely=loose.held)


def _fields_given(world: World) -> list[tuple[str, str]]:
    """Return the labels and texts of the fields that were filled in, and of those that are shown to hold something now."""
    given = [(name, one.texts[-1]) for one in world.deeds if one.sure and one.texts for name in one.names]
    shown = [one.predicate for one in world.proofs if isinstance(one.predicate, ElementPredicate) and not one.stale]
    return [*given, *((one.name, one.value) for one in shown if one.exists and one.value is not None)]


def _gave(deed: Deed, text: str) -> bool:
    parts = [one for part in deed.texts for one in (part, *part.split("\t"), *part.split("\n"))]
    return any(same_text(text, one) or (" " not in one and same_text(text, one.removesuffix("."))) for one in parts)


def _last_word(literal: Literal, own: Sequence[Deed], world: World) -> Account:
    """Account for a field by the last text written there. It must still show the right text, unless something was done later
    that may have cleared it.
    """
    last = own[-1]
    later = list(world.deeds)[list(world.deeds).index(last) + 1 :]
    if not _gave(last, literal.text) and len({name for one in own for name in one.names}) == len(last.names):
        return Account(
            False, why=f"{literal.place} was given {last.texts[-1]!r} last, not {literal.text!r}", wrong=True
        )
    other = [
        one
        for one in world.tried
        if one.truth is Truth.UNSATISFIED
        and isinstance(one.predicate, ElementPredicate)
        and plain_same(one.predicate, literal)
        and "is there, shows" in one.evidence
    ]
    if other and not any(not one.texts and not one.reads for one in later):
        return Account(False, why=f"{other[0].evidence}; the request says {literal.text!r}")
    return Account(True, news=True)


def plain_same(predicate: ElementPredicate, literal: Literal) -> bool:
    return exact_label(literal.place, [predicate.name])


def _stood_there_first(literal: Literal, label: str, seen: Sequence[Seen]) -> bool:
    """Tell whether the control already showed the text when it was first looked at."""
    first = next((one for one in seen if exact_label(label, [one.label])), None)
    return first is not None and same_text(literal.text, first.text)


def _shown_at(literal: Literal, world: World) -> bool:
    return any(
        one.proves
        and same_label(literal.place, label_of(one.predicate))
        and literal.text in stated_texts(one.predicate)
        for one in world.findings
    )


def _in_text(literal: Literal, world: World) -> Account:
    if (there := _around(literal, world)) is not None:
        return there
    path = world.derivation.path_of(literal)
    if literal.document and path is not None:
        found = [one for one in world.proofs if _says(one, literal) and _is_in_document(one, path)]
        again = any(holds_text(literal.text, text) for deed in world.deeds if deed.sure for text in deed.texts)
        return _settled(literal, found, again, f"nothing shows {literal} in {path.name}")
    found = [one for one in world.proofs if _says(one, literal)]
    typed = [
        deed
        for deed in world.deeds
        if deed.sure and any(_gave(deed, literal.text) or literal.text in t for t in deed.texts)
    ]
    if typed and not literal.document:
        return Account(True, news=True)
    return _settled(literal, found, bool(typed), f"nothing that was found says {literal.text!r}")


def _says(finding: Finding, literal: Literal) -> bool:
    texts = stated_texts(finding.predicate)
    if literal.is_cased:
        return any(literal.text in text for text in texts)
    return any(
        holds_text(literal.text, text) or _spaced(literal.text) in _spaced(text) and literal.quoted for text in texts
    )


def _spaced(text: str) -> str:
    return " ".join(text.split())


def _is_in_document(finding: Finding, path: Path) -> bool:
    return isinstance(finding.predicate, DocumentPredicate | FilePredicate) and _is_in(finding, path)


def _new(literal: Literal, world: World) -> Account:
    path = world.derivation.path_of(literal)
    if is_line(literal.place):
        return _in_line(literal, world)
    stood = world.derivation.baseline.stood(path) if path is not None else None
    old = spellings(Literal(Role.GONE, literal.instead_of, quoted=literal.quoted), stood.text) if stood else ()
    if not old and literal.place:
        return _value(literal, world)
    plain = _in_text(literal, world)
    if path is None or stood is None or stood.document is None or (plain.held and not old):
        return plain
    now = document_at(path)
    before, after = _count(literal.text, stood.text), _count(literal.text, now.text if now is not None else "")
    replaced = sum(_count(one, stood.text) for one in old)
    if old and after >= before + replaced:
        return Account(True, news=True)
    if after > before or (old and plain.held):
        return Account(
            False,
            why=f"{literal.text!r} was added {after - before} times to {path.name}, to replace {replaced} other texts",
        )
    return plain


def _count(text: str, within: str) -> int:
    return within.count(text) if text else 0


def _gone(literal: Literal, world: World) -> Account:
    path = world.derivation.path_of(literal)
    if literal.kind in (Kind.FILE, Kind.FOLDER) and not literal.instead_of and not literal.document:
        return _file_is(literal, world.derivation.baseline.path_of(literal.text), world, exists=False)
    found = [one for one in world.proofs if _says_gone(one, literal.text) and (path is None or _is_in(one, path))]
    if any(not one.stale for one in found) or is_line(literal.place):
        return Account(True, news=not is_line(literal.place))
    if path is not None and world.derivation.baseline.stood(path).document is not None:
        stood = spellings(literal, world.derivation.baseline.stood(path).text)
        if literal.instead_of and stood and literal.text.casefold() in literal.instead_of.casefold():
            return Account(True)
        if not stood and (literal.place or not literal.firm):
            return Account(True)
        if not stood:
            return Account(literal.is_state, why=f"{literal.text!r} did not stand in {path.name} before")
    if path is None and any(
        one.facts.proves is Proof.REPLACED and one.sure and literal.text in one.said for one in world.deeds
    ):
        return Account(True, news=True)
    if path is None and _went_out_of_sight(literal, world):
        return Account(True, news=True)
    return Account(False, why=f"nothing shows that {literal.text!r} is gone")


def _says_gone(finding: Finding, text: str) -> bool:
    predicate = finding.predicate
    if isinstance(predicate, DocumentPredicate):
        return any(
            one is not None and one.casefold() == text.casefold() for one in (predicate.lacks, predicate.without)
        )
    return False


def _went_out_of_sight(literal: Literal, world: World) -> bool:
    """Tell whether a control, or a text of a page, was seen in the run and is not there any more."""
    was = any(holds_text(literal.text, one.text) or holds_text(literal.text, one.label) for one in world.seen)
    return was and any(
        one.proves
        and isinstance(one.predicate, ElementPredicate | PagePredicate)
        and not one.predicate.exists
        and any(
            same_text(literal.text, text)
            for text in (label_of(one.predicate), getattr(one.predicate, "contains", "") or "")
        )
        for one in world.findings
    )


def _file_is(literal: Literal, path: Path, world: World, *, exists: bool) -> Account:
    found = [
        one
        for one in world.proofs
        if path_on_disk(one.predicate) == str(path) and getattr(one.predicate, "exists", True) is exists
    ]
    what = "there" if exists else "gone"
    return _settled(literal, found, False, f"nothing shows that {path.name} is {what}")


def _made(literal: Literal, world: World) -> Account:
    """Account for a file that is to be made. Its contents are news where they are those of no document that was there before."""
    baseline = world.derivation.baseline
    path = baseline.path_of(literal.text, world.derivation.written)
    made = _file_is(literal, path, world, exists=True)
    return replace(made, slight=made.slight and baseline.kept.with_the_same_text(path) is not None)


def _renamed(literal: Literal, world: World) -> Account:
    baseline = world.derivation.baseline
    old = baseline.path_of(literal.instead_of)
    new = Path(literal.text).expanduser()
    new = new if new.is_absolute() else old.parent / new
    if not baseline.stood(old).exists:
        return Account(False, why=f"{old.name} was not found where the request may mean it")
    changed = any(one.role in (Role.VALUE, Role.NEW, Role.GONE) for one in world.literals)
    try:
        differs = not changed and digest_of(new) != baseline.stood(old).digest
    except OSError:
        differs = False
    if differs:
        return Account(False, why=f"{new.name} does not hold what {old.name} held", wrong=True)
    gone = _file_is(literal, old, world, exists=literal.role is Role.COPIED)
    # What the new file holds was compared above: it is more than a file that is there.
    made = replace(_file_is(literal, new, world, exists=True), slight=False)
    return made if gone.held or literal.role is Role.COPIED else gone


def _symbol(literal: Literal, world: World) -> Account:
    renamed = Renamed(literal.instead_of, literal.text, literal.place == CODE_ALONE)
    what = f"{literal.instead_of!r} is {literal.text!r} wherever the program uses it"
    return _compared(literal, world, partial(name_was_changed, renamed), what)


def _indent(literal: Literal, world: World) -> Account:
    return _compared(literal, world, partial(tabs_are_spaces, int(literal.text)), f"each tab is {literal.text} spaces")


def _compared(literal: Literal, world: World, holds: Callable[[Path, Path], bool], what: str) -> Account:
    """Account for a change of a text file by the file as it was and as it is. Blocking."""
    path = world.derivation.path_of(literal)
    copy = world.derivation.baseline.kept.copy_of(path) if path is not None else None
    try:
        held = path is not None and copy is not None and holds(copy, path)
    except (OSError, ValueError):
        held = False
    return Account(held, news=held, why="" if held else f"the file does not show that {what}")


def _bookmarked(literal: Literal, world: World) -> Account:
    baseline = world.derivation.baseline
    if is_bookmarked(literal.text, baseline.folders, world.proofs):
        return Account(True, news=True)
    return Account(False, why=f"no list of places of a file manager has the folder {literal.text!r}")


def _control(literal: Literal, world: World) -> Account:
    is_pressed = any(is_named_control(literal, one) for one in world.deeds)
    if is_pressed or not literal.firm:
        # Words that are not firm may only describe what is pressed.
        return Account(True, news=is_pressed)
    own = [
        one
        for one in world.deeds
        if not one.reads and not one.doubtful and any(same_label(literal.text, name) for name in one.names)
    ]
    proofs = [one for one in world.proofs if same_label(literal.text, label_of(one.predicate)) or _says(one, literal)]
    if own or is_mentioned(literal, [one for one in world.deeds if not one.reads and not one.doubtful], ()):
        return Account(True, news=True)
    if not proofs and any(one.facts.kind is ActionKind.POINT and one.reacted for one in world.deeds):
        # A place was clicked: that may have been it, and nothing can show more.
        return Account(True)
    if not proofs and any(was_aimed_at(literal, one) for one in world.deeds):
        return Account(False, why=f"{literal.text!r} was pressed, and nothing shows what came of it", idle=True)
    return _settled(literal, proofs, False, f"nothing that was done has to do with {literal.text!r}")


def _state(literal: Literal, world: World) -> Account:
    wanted = literal.place == "checked"
    own = [
        one for one in world.deeds if one.checked is not None and any(same_label(literal.text, n) for n in one.names)
    ]
    proofs = [
        one for one in world.proofs if same_label(literal.text, label_of(one.predicate)) and _tells_state(one, wanted)
    ]
    if proofs:
        return _settled(literal, proofs, any(one.checked is wanted for one in own), "")
    if own and own[-1].checked is not wanted:
        return Account(False, why=f"{literal.text!r} was set to the opposite of {literal.place}", wrong=True)
    if own and own[-1].sure:
        return Account(True, news=True)
    return Account(False, why=f"nothing shows that {literal.text!r} is {literal.place}")


_SAYS_STATE = MappingProxyType(
    {
        True: frozenset({"checked", "on", "true", "yes", "selected", "pressed"}),
        False: frozenset({"unchecked", "off", "false", "no"}),
    }
)
"""The words in which a condition on a control, a field or a setting says that it is on or off."""


def _tells_state(finding: Finding, wanted: bool) -> bool:
    predicate = finding.predicate
    said = getattr(predicate, "state", None) or getattr(predicate, "value", None)
    return str(said).casefold() in _SAYS_STATE[wanted]


def _document(literal: Literal, world: World) -> Account:
    """Account for pages and charts."""
    path = world.derivation.path_of(literal)
    found = [
        one
        for one in world.proofs
        if isinstance(one.predicate, DocumentPredicate)
        and (one.predicate.pages is not None if literal.role is Role.COUNT else one.predicate.chart is not None)
        and (not literal.place or covers(one.predicate, literal.place) or literal.role is Role.COUNT)
        and _is_in(one, path)
    ]
    what = (
        f"{literal.text} pages or slides" if literal.role is Role.COUNT else f"a {literal.text} chart {literal.place}"
    )
    return _settled(literal, found, False, f"nothing shows {what.strip()}")


def _source(literal: Literal, world: World) -> Account:
    if (there := _around(literal, world)) is not None:
        return there
    proofs = [one for one in world.proofs if is_mentioned(literal, (), [one])]
    if is_mentioned(literal, world.deeds, world.proofs, world.answer):
        return Account(True, news=any(not one.stale for one in proofs), slight=is_slight(proofs))
    if _is_slip(literal, world) or _is_shown_by_act(literal, world):
        return Account(True)
    return Account(False, why=f"nothing that was done or found has to do with {literal.text!r}")


def _called(literal: Literal, world: World) -> Account:
    """Account for a name that a file gets: one that was not there, and came there as it was before the run, was moved or renamed.
    Otherwise it is a file that the request works with, unless it asks for it to be renamed. Blocking: looks at the files.
    """
    baseline = world.derivation.baseline
    news = [path for one in world.proofs if not one.stale and (path := path_on_disk(one.predicate)) is not None]
    folders = dict.fromkeys([*(Path(one).parent for one in news), *baseline.folders])
    own = [place for one in folders if not baseline.stood(place := one / literal.text).exists]
    if any(came_as_it_was(one, baseline.at) for one in own):
        return Account(True, news=True)
    if literal.place == RENAMED_PLACE:
        return Account(False, why=f"nothing shows that {literal.text} is a file that had another name before")
    return _source(literal, world)


def _cleared(literal: Literal, world: World) -> Account:
    stated = [one.predicate for one in world.proofs if not one.stale and not getattr(one.predicate, "exists", True)]
    if are_gone(literal.text, [Path(path) for one in stated if (path := path_on_disk(one)) is not None]):
        return Account(True, news=True)
    return Account(False, why=f"no condition shows that {literal.text} is gone: state the file with exists false")


def _look(literal: Literal, world: World) -> Account:
    """Account for a format by a condition that states it: as a property's value or name, as a style, as a chart's kind."""
    if literal.place == RIGHTS_PLACE:
        stated = [one for one in world.proofs if isinstance(one.predicate, FilePredicate) and one.predicate.mode]
        return _settled(literal, stated, False, f"no condition shows {literal.text!r}: state the mode of the file")
    found = [
        one
        for one in world.proofs
        if (gives_look(literal.text, one.predicate) or is_mentioned(literal, (), [one]))
        and (literal.place != SHAPE_PLACE or getattr(one.predicate, "property", None) in SHAPE_COLOURS)
    ]
    missing = f"no condition shows {literal.text!r}: state the property of {literal.place or 'the document'}"
    return _settled(literal, found, False, missing)


def _is_shown_by_act(literal: Literal, world: World) -> bool:
    """Tell whether a control shows it as a whole since something was done, as a field does whose picker was used."""
    return any(same_text(literal.text, text) for one in world.deeds if one.sure for text in one.values)


def _is_slip(literal: Literal, world: World) -> bool:
    """Tell whether the person misspelt a name: it was seen nowhere as it stands in the request, and one like it was worked on."""
    if literal.kind not in (Kind.WORDS, Kind.TEXT, Kind.FILE):
        return False
    path = world.derivation.baseline.path_of(literal.text) if literal.kind is Kind.FILE else None
    if (path is not None and path.exists()) or any(
        holds_text(literal.text, one.text) or holds_text(literal.text, one.label) for one in world.seen
    ):
        return False
    return is_misspelt(literal.text, [one.said for one in world.deeds])


def _mention(literal: Literal, world: World) -> Account:
    if literal.kind is Kind.NUMBER and is_to_be_worked_out(world.request, literal.at):
        return Account(True)
    if literal.kind is not Kind.CELL:
        return _source(literal, world)
    proofs = [one for one in world.proofs if covers(one.predicate, literal.place)]
    if any(literal.place in {place for _, place in one.cells} for one in world.deeds):
        return Account(True)
    held = bool(proofs) or is_mentioned(literal, world.deeds, (), "")
    return Account(held, any(not one.stale for one in proofs), "" if held else f"no condition is about {literal.place}")


def _negation(literal: Literal, world: World) -> Account:
    if literal.place == "save":
        saved = any(one.facts.saves or any(key in one.said.casefold() for key in _SAVE_KEYS) for one in world.deeds)
        return Account(not saved, why="the request says not to save, and it was saved", wrong=saved)
    if settings_tell(literal.text, world.proofs):
        return Account(True, news=True)
    held = is_kept(literal.text, world.derivation.baseline, world.proofs)
    return Account(held, why="" if held else f"no check covers {literal.text!r}")


def _quantifier(literal: Literal, world: World) -> Account:
    """Account for "every cell": a condition on cells must reach all that the words can mean, and change no other."""
    every = Every(literal.text, world.request, literal.at)
    found = [one for one in world.proofs if not one.stale and reaches_all(one.predicate, every, world.derivation)]
    what_stood = (world.request, world.literals, world.derivation.baseline, world.proofs)
    looks = lines_got_their_look(literal.text, *what_stood[1:]) or whole_text_got_its_look(
        literal.text, world.request, *what_stood[2:]
    )
    if found or looks or lines_were_carried(*what_stood) or changes_were_accepted(*what_stood):
        return Account(True, news=True)
    if reaches_all_pages(literal.text, world.proofs):
        return Account(True, news=True)
    both = _BOTH_FIELDS.search(world.request, literal.at)
    if both is not None and _starts_with(both.group(), literal.text) and _fields_that_got_it(world) > 1:
        return Account(True, news=True)
    if not _is_about_files(world):
        # A condition tells of all that is meant only in a file: what a page draws is for eyes.
        return Account(False, why=f"only a look at the screen tells whether {literal.text!r} is right", idle=True)
    return Account(False, why=f"no check covers {literal.text!r}")


def _is_about_files(world: World) -> bool:
    """Tell whether the request, what was done or what was found has to do with a file or a document."""
    named = any(one.document or one.kind in (Kind.FILE, Kind.FOLDER, Kind.CELL) for one in world.literals)
    done = any(
        one.path or one.cells or one.facts.into_document or one.facts.kind not in _IN_WINDOWS
        for one in world.deeds
        if not one.reads
    )
    kinds = (DocumentPredicate, FilePredicate)
    return named or done or any(isinstance(one.predicate, kinds) for one in (*world.findings, *world.tried))


_IN_WINDOWS = frozenset(
    {
        ActionKind.CLICK, ActionKind.POINT, ActionKind.DRAG, ActionKind.KEYS, ActionKind.TEXT, ActionKind.VALUE,
        ActionKind.SELECT, ActionKind.FORM, ActionKind.CHECK, ActionKind.EXPAND, ActionKind.PATH, ActionKind.WAIT,
        ActionKind.NOTE,
    }
)  # fmt: skip
"""What is done to controls and places of a window, as a person does it."""


def _starts_with(said: str, words: str) -> bool:
    return " ".join(said.split()).casefold().startswith(words.casefold())


_BOTH_FIELDS = any_case(r"\bboth\s+(?:of\s+the\s+|the\s+)?(?:[\w-]+\s+){0,2}(?:fields|boxes|inputs|entries)\b")


def _fields_that_got_it(world: World) -> int:
    """Return how many fields were given the only text that the request names."""
    texts = {one.text for one in world.literals if one.role in (Role.VALUE, Role.MENTION)}
    own = [one for one in world.deeds if one.sure and not one.reads and any(entered(text, one) for text in texts)]
    return len({(one.number, one.names) for one in own}) if len(texts) == 1 else 0


def _ranked(literal: Literal, world: World) -> Account:
    """Account for "the cheapest flight" by what was pressed. A request for an answer is judged by the answer, and one about files
    by its conditions.
    """
    rank = rank_of(literal)
    choice = judge_choice(rank, world.deeds, world.looks)
    if choice is Choice.RIGHT:
        return Account(True, news=True)
    if choice is Choice.WRONG:
        return Account(False, why=f"what was pressed is not {literal.text!r}", wrong=True)
    presses = any(one.facts.kind in _IN_WINDOWS and not one.texts and not one.reads for one in world.deeds)
    if rank.sorts or asks(world.request) or not presses or _is_about_files(world):
        return Account(True)
    return Account(False, why=f"nothing tells whether {literal.text!r} was chosen", idle=True)


def _ranged(literal: Literal, world: World) -> Account:
    """Account for "Drag Ada to the 1st position" by where the list showed it right after it was moved last."""
    own = [one for one in world.deeds if one.ranged is not None and exact_label(literal.text, [one.ranged[0]])]
    if not own or own[-1].ranged is None:
        return Account(False, why=f"nothing shows that {literal.text!r} stands at place {literal.place} of its list")
    _, number, shown = own[-1].ranged
    wanted = number_meant(literal.place, own[-1], world.looks)
    if wanted is None:
        return Account(False, why=f"nothing tells which place is {literal.place!r}", idle=True)
    if number != wanted:
        return Account(False, why=f"{literal.text!r} is number {number} of {shown} in its list", wrong=True)
    later = [one for one in world.deeds if one.at > own[-1].at and one.facts.kind is ActionKind.DRAG]
    return Account(not later, news=not later, why=f"something was dragged after {literal.text!r} stood there")


def _asked(literal: Literal, world: World) -> Account:
    """Leave it to `answers` to compare a cell's value with the answer."""
    return Account(True)


_RULES: Mapping[Role, Callable[[Literal, World], Account]] = MappingProxyType(
    {
        Role.VALUE: _value,
        Role.NEW: _new,
        Role.GONE: _gone,
        Role.MADE: _made,
        Role.RENAMED: _renamed,
        Role.COPIED: _renamed,
        Role.SYMBOL: _symbol,
        Role.INDENT: _indent,
        Role.BOOKMARKED: _bookmarked,
        Role.CALLED: _called,
        Role.CLEARED: _cleared,
        Role.SOURCE: _source,
        Role.CONTROL: _control,
        Role.STATE: _state,
        Role.COUNT: _document,
        Role.CHART: _document,
        Role.LOOK: _look,
        Role.ASKED: _asked,
        Role.RANKED: _ranked,
        Role.RANGED: _ranged,
        Role.NEGATION: _negation,
        Role.QUANTIFIER: _quantifier,
        Role.MENTION: _mention,
    }
)
