"""Derives what must hold for each literal of a request, as predicates that are checked without a model."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from urllib.parse import quote

from ufo.proof.conditions.file_places import Baseline
from ufo.proof.conditions.table_accounts import stated_cells
from ufo.proof.request.clauses import is_line
from ufo.proof.request.model import Kind, Literal, Role
from ufo.schema.predicate import DocumentPredicate, ElementPredicate, FilePredicate, PagePredicate, Predicate
from ufo.verify.documents.references import parse_reference

_PAGED = (".odp", ".odg", ".pptx", ".pdf")
_SHEETS = (".ods", ".xlsx", ".fods", ".xlsm")
_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".svg")
PLACES_OF_FILE_MANAGERS = ("~/.config/gtk-3.0/bookmarks", "~/.gtk-bookmarks", "~/.local/share/user-places.xbel")
"""Where file managers keep the folders that a person has marked."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A predicate for a literal. `may_refute`: if it does not hold, the run went wrong; otherwise it counts only where it
    holds.
    """

    literal: Literal
    predicate: Predicate
    may_refute: bool = True


@dataclass(frozen=True, slots=True)
class Derivation:
    """Derives conditions from what is known at the time: before the first act, or at the end. `written`: files that came of the
    run, newest last. `saves`: whether the request asks for its document to be saved.
    """

    baseline: Baseline
    written: tuple[str, ...] = ()
    saves: bool = False

    def conditions(self, literals: Sequence[Literal]) -> tuple[Condition, ...]:
        return tuple(dict.fromkeys(one for literal in literals for one in self._of(literal)))

    def path_of(self, literal: Literal) -> Path | None:
        """Return the document that the literal belongs in: by name, otherwise the newest file that came of the run."""
        if literal.document:
            return self.baseline.path_of(literal.document, self.written)
        return Path(self.written[-1]) if self.written else None

    def _of(self, literal: Literal) -> Iterable[Condition]:
        rule = _RULES.get(literal.role)
        return rule(self, literal) if rule is not None else ()

    def sheet_of(self, literal: Literal) -> str:
        """Return the name of its sheet, or "" where the request names none."""
        return self._sheet(literal.sheet, self.path_of(literal)) or ""

    def stated_in_table(self, literal: Literal) -> tuple[tuple[str, str, str], ...]:
        path = self.path_of(literal) if literal.row else None
        before = self.baseline.stood(path).document if path is not None else None
        return tuple(stated_cells(literal, self.sheet_of(literal), before))

    def _in_table(self, literal: Literal) -> Iterable[Condition]:
        """Return conditions for the cell where the value belongs, by the table as it stood before. Rows may be moved, so these
        refute nothing: the cell is looked up again at the end.
        """
        path = self.path_of(literal)
        for sheet, address, text in self.stated_in_table(literal) if path is not None else ():
            stated = DocumentPredicate(path=str(path), sheet=sheet or None, start=address, cells=((text,),))
            if path is not None and self.is_only_open(path):
                is_open = stated.model_copy(update={"path": path.name, "open": True})
                yield Condition(literal, is_open, may_refute=False)
            yield Condition(literal, stated, may_refute=False)

    def _value(self, literal: Literal) -> Iterable[Condition]:
        if literal.row:
            yield from self._in_table(literal)
        if parse_reference(literal.place) is not None:
            yield from self._in_cell(literal)
        elif is_line(literal.place):
            yield from self._in_line(literal)
        elif literal.place and not literal.is_hidden:
            yield Condition(literal, ElementPredicate(name=literal.place, value=literal.text), may_refute=False)
            yield Condition(literal, PagePredicate(field=literal.place, value=literal.text), may_refute=False)
        elif not literal.place:
            yield from self._in_text(literal)

    def _in_cell(self, literal: Literal) -> Iterable[Condition]:
        """Return conditions for a cell. A formula has none, as the application computes its result; that it was entered is
        checked by the deeds.
        """
        if literal.kind is Kind.FORMULA:
            return
        path = self.path_of(literal)
        sheet = self._sheet(literal.sheet, path)
        stated = DocumentPredicate(path="", sheet=sheet, start=literal.place, cells=((literal.text,),))
        if path is not None and not self.is_only_open(path):
            yield Condition(literal, stated.model_copy(update={"path": str(path)}), literal.firm)
            return
        name = path.name if path is not None else ""
        yield Condition(literal, stated.model_copy(update={"path": name, "open": True}), literal.firm)
        if path is not None:
            yield Condition(literal, stated.model_copy(update={"path": str(path)}), may_refute=False)
        yield Condition(literal, ElementPredicate(name=literal.place, value=literal.text), may_refute=False)

    def _sheet(self, sheet: str, path: Path | None) -> str | None:
        """Return the name of a sheet; "#2" is the second of the document."""
        if not sheet.startswith("#"):
            return sheet or None
        document = self.baseline.stood(path).document if path is not None else None
        names = [one.name for one in document.sheets] if document is not None else []
        number = len(names) if sheet == "#last" else int(sheet[1:])
        return names[number - 1] if 0 < number <= len(names) else f"Sheet{sheet[1:]}"

    def _in_line(self, literal: Literal) -> Iterable[Condition]:
        path, number = self.path_of(literal), int(literal.place.rpartition(" ")[2])
        if path is None:
            return
        stated = DocumentPredicate(path=str(path), paragraph=literal.text, nth=number)
        if self.is_only_open(path):
            stated = stated.model_copy(update={"path": path.name, "open": True})
        yield Condition(literal, stated, literal.firm)

    def _in_text(self, literal: Literal) -> Iterable[Condition]:
        path = self.path_of(literal)
        if path is None or not literal.text or path.suffix.casefold() in _PICTURES or literal.kind is Kind.FORMULA:
            return
        if not literal.document or self.is_only_open(path):
            # The request does not say that it must be saved in this file, so it may stand elsewhere.
            yield Condition(literal, FilePredicate(path=str(path), contains=literal.text), may_refute=False)
            if not self.written:
                open_one = DocumentPredicate(path=path.name, open=True, paragraph=literal.text)
                yield Condition(literal, open_one, may_refute=False)
            return
        yield Condition(literal, FilePredicate(path=str(path), contains=literal.text), literal.firm)

    def _gone(self, literal: Literal) -> Iterable[Condition]:
        if literal.kind in (Kind.FILE, Kind.FOLDER) and not literal.instead_of and not literal.document:
            file = self.baseline.path_of(literal.text)
            yield Condition(literal, FilePredicate(path=str(file), exists=False))
            return
        path = self.path_of(literal)
        if path is None or is_line(literal.place) or _is_part_of(literal.text, literal.instead_of):
            return
        for spelled in spellings(literal, self.baseline.stood(path).text):
            if not self.is_only_open(path):
                yield Condition(literal, DocumentPredicate(path=str(path), lacks=spelled))
            else:
                yield Condition(literal, DocumentPredicate(path=path.name, open=True, lacks=spelled))

    def _new(self, literal: Literal) -> Iterable[Condition]:
        path = self.path_of(literal)
        old = Literal(Role.GONE, literal.instead_of, quoted=literal.quoted)
        if path is None or spellings(old, self.baseline.stood(path).text) or is_line(literal.place):
            yield from self._value(literal if is_line(literal.place) else _without_place(literal))
        elif literal.place:
            # In "Change the colour to red", "colour" is not a text to replace but the name of a control.
            yield from self._value(literal)

    def _made(self, literal: Literal) -> Iterable[Condition]:
        path = self.baseline.path_of(literal.text, self.written)
        if literal.kind is Kind.FOLDER:
            yield Condition(literal, FilePredicate(path=str(path)))
        else:
            yield Condition(literal, FilePredicate(path=str(path), changed_after=self.baseline.at))

    def _renamed(self, literal: Literal) -> Iterable[Condition]:
        """Return conditions for the old and the new file. A new name without a folder belongs in the folder of the old one."""
        old = self.baseline.path_of(literal.instead_of)
        new = Path(literal.text).expanduser()
        new = new if new.is_absolute() else old.parent / new
        yield Condition(literal, FilePredicate(path=str(old), exists=literal.role is Role.COPIED))
        yield Condition(literal, FilePredicate(path=str(new)))

    def _symbol(self, literal: Literal) -> Iterable[Condition]:
        path = self.path_of(literal)
        if path is not None:
            yield Condition(literal, FilePredicate(path=str(path), contains=literal.text), may_refute=False)

    def _indent(self, literal: Literal) -> Iterable[Condition]:
        path = self.path_of(literal)
        if path is not None:
            yield Condition(literal, DocumentPredicate(path=str(path), lacks="\t"), may_refute=False)

    def _bookmarked(self, literal: Literal) -> Iterable[Condition]:
        """Return a condition for each list of places that there may be: which one a file manager keeps is not known."""
        address = quote(literal.text)
        for place in PLACES_OF_FILE_MANAGERS:
            yield Condition(literal, FilePredicate(path=place, contains=address), may_refute=False)

    def _counted(self, literal: Literal) -> Iterable[Condition]:
        path = self.path_of(literal)
        if path is not None and path.suffix.casefold() in _PAGED and not self.is_only_open(path):
            yield Condition(literal, DocumentPredicate(path=str(path), pages=int(literal.text)))

    def _charted(self, literal: Literal) -> Iterable[Condition]:
        path = self.path_of(literal)
        kind = literal.text if literal.text in ("bar", "column", "line", "pie") else "any"
        refers, sheet = literal.place or None, literal.sheet if not literal.sheet.startswith("#") else ""
        stated = DocumentPredicate(path="", chart=kind, chart_refers_to=refers, sheet=sheet or None)
        if path is None or self.is_only_open(path):
            name = path.name if path is not None else ""
            yield Condition(literal, stated.model_copy(update={"path": name, "open": True}))
        elif path.suffix.casefold() in _SHEETS:
            yield Condition(literal, stated.model_copy(update={"path": str(path)}))

    def is_only_open(self, path: Path) -> bool:
        """Tell whether the request does not say that the document is to be saved, and it was not."""
        if self.saves or path.suffix.casefold() in (".txt", ".md", ".csv") and not path.exists():
            return False
        stood = self.baseline.stood(path)
        try:
            return stood.exists and path.stat().st_mtime < self.baseline.at
        except OSError:
            return False


def spellings(literal: Literal, text: str) -> tuple[str, ...]:
    """Return how the text was spelled there before. A word counts only as a whole word; a quoted text counts as it is."""
    if not literal.text:
        return ()
    if literal.quoted:
        return (literal.text,) if literal.text in text else ()
    found = re.finditer(rf"(?<!\w){re.escape(literal.text)}(?!\w)", text, re.IGNORECASE)
    return tuple(dict.fromkeys(match.group() for match in found))


def _is_part_of(old: str, new: str) -> bool:
    """Tell whether the old text is part of the new one, as in "cat" → "cat food"."""
    return bool(new) and old.casefold() in new.casefold()


def _without_place(literal: Literal) -> Literal:
    return Literal(
        Role.VALUE,
        literal.text,
        literal.kind,
        document=literal.document,
        firm=literal.firm,
        quoted=literal.quoted,
        at=literal.at,
    )


_RULES: Mapping[Role, Callable[[Derivation, Literal], Iterable[Condition]]] = MappingProxyType(
    {
        Role.VALUE: Derivation._value,
        Role.NEW: Derivation._new,
        Role.GONE: Derivation._gone,
        Role.MADE: Derivation._made,
        Role.RENAMED: Derivation._renamed,
        Role.COPIED: Derivation._renamed,
        Role.SYMBOL: Derivation._symbol,
        Role.INDENT: Derivation._indent,
        Role.BOOKMARKED: Derivation._bookmarked,
        Role.COUNT: Derivation._counted,
        Role.CHART: Derivation._charted,
    }
)
