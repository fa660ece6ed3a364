"""Recognises how the words of a clause tie its literals together: a value to its cell or field, a new text to an old one."""

from __future__ import annotations

import re

from ufo.proof.request import clause_words as say
from ufo.proof.request.bookmarked import BOOKMARKED
from ufo.proof.request.clauses import ARTICLE, Clause, Rule
from ufo.proof.request.drawn_colours import DRAWN_COLOURS
from ufo.proof.request.file_words import FILE_WORDS
from ufo.proof.request.given_names import NAMES
from ufo.proof.request.model import Kind, Literal, Role
from ufo.proof.request.program_words import PROGRAM_WORDS
from ufo.proof.request.spans import numbers_in
from ufo.proof.request.table_places import described_cell
from ufo.schema.patterns import any_case, regex
from ufo.verify.documents.model import Area
from ufo.verify.documents.references import area_name, parse_reference

_FIELD_WORD = any_case(r"\s+(?:field|box|entry|input|combo\s*box|list|option)$")
_FIELD_CALLED = any_case(r"(?:the\s+)?(?:field|box|entry)\s+(?:called\s+|named\s+)?(?=\S)")
_VERB = any_case(rf"(?:please\s+)?(?:{say.VERBS})(?:\s+(?:down|in|out))?\s+")
_VERB = any_case(rf"(?:{say.VERBS})\b")
_COUNTS = dict(
    zip(
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twelve"],
        [*range(1, 11), 12],
        strict=True,
    )
)
_SPLIT_LIST = any_case(r"\s*(?:,\s*and\b|,|\band\b|&)\s*")


def _items(clause: Clause, text: str) -> list[str]:
    """Return the parts of "1, 2 and 3", masked."""
    parts = [clause.bare(part) for part in _SPLIT_LIST.split(text) if part.strip()]
    split: list[str] = []
    for part in parts:
        span = clause.masked.span(part)
        several = numbers_in(span.text) if span is not None and span.kind is Kind.NUMBER else []
        split += several if len(several) > 1 else [part]
    return split


def _addresses(clause: Clause, text: str) -> list[tuple[str, str]]:
    """Return each cell with its sheet; ranges are listed row by row."""
    found: list[tuple[str, str]] = []
    for mark in clause.masked.marks_in(text):
        span = clause.masked.span(mark)
        reference = parse_reference(span.text) if span is not None else None
        if span is None or reference is None:
            continue
        area = reference.area
        rows = range(area.row, min(area.end_row, area.row + 200) + 1)
        columns = range(area.column, min(area.end_column, area.column + 50) + 1)
        found += [(area_name(Area(c, r, c, r)), span.sheet or clause.sheet) for r in rows for c in columns]
    return found


_FILLS = any_case(r"\b(?:fill|complete|replace|overwrite|update|populate|set|have|leave)\b")


def _cell_values(clause: Clause, match: re.Match[str]) -> None:
    places, items = _addresses(clause, match["cells"]), _items(clause, match["value"])
    said = [clause.meaning(one) for one in items]
    if not places or not said or _describes(clause, match["value"], said):
        return
    if _holds(clause, match["value"], Kind.CELL) or _begins_unknown(clause, match, items[0]):
        return
    if _is_means(clause, match):
        return
    if len(places) > 1 and len(said) == 1:
        said *= len(places)
    if len(said) != len(places):
        # The request does not say which value belongs where; a condition that covers all the cells has to show it.
        return
    clause.take(match, "value", "cells", *(("was",) if match.groupdict().get("was") else ()))
    state = bool(match.groupdict().get("state")) or clause.is_state
    for (text, kind, firm, quoted), (place, sheet) in zip(said, places, strict=True):
        clause.add(
            Role.VALUE,
            text,
            match,
            "value",
            kind=kind,
            place=place,
            sheet=sheet,
            firm=firm,
            quoted=quoted,
            is_state=state,
        )


def _describes(clause: Clause, text: str, said: list[tuple[str, Kind, bool, bool]]) -> bool:
    """Tell whether the words only describe the value: "the sum of A1 to A3" is no text for a cell."""
    return len(said) == 1 and not said[0][2] and clause.masked.span(text) is None


def _begins_unknown(clause: Clause, match: re.Match[str], first: str) -> bool:
    """Tell whether the clause begins with words and no known verb before them, as in "Increase the value in B2"."""
    is_first = not clause.text[: match.start("value")].strip()
    return is_first and clause.masked.span(first) is None and clause.bare(match["value"]) == match["value"].strip()


def _is_means(clause: Clause, match: re.Match[str]) -> bool:
    """Tell whether a bare word behind "with" tells the program that it is done with: "move it to C3 with Ledger"."""
    joined = clause.text[match.end("cells") : match.start("value")].split()
    is_bare = clause.masked.span(match["value"]) is None
    return is_bare and joined[-1:] == ["with"] and not _FILLS.search(clause.text, 0, match.start("cells"))


def _holds(clause: Clause, text: str, *kinds: Kind) -> bool:
    spans = (clause.masked.span(mark) for mark in clause.masked.marks_in(text))
    return any(span is not None and span.kind in kinds for span in spans)


def _empty_cells(clause: Clause, match: re.Match[str]) -> None:
    clause.take(match, "cells")
    for place, sheet in _addresses(clause, match["cells"]):
        clause.add(Role.VALUE, "", match, "cells", place=place, sheet=sheet)


def _changed(clause: Clause, match: re.Match[str]) -> None:
    _replaced(clause, match, may_be_name=True)


def _replaced(clause: Clause, match: re.Match[str], *, may_be_name: bool = False) -> None:
    old, new = clause.meaning(match["old"]), clause.meaning(match["new"])
    if _gives_a_look(clause, match, old):
        return
    if say.LINE.search(match["old"]):
        clause.take(match, "new")
        clause.add(Role.VALUE, new[0], match, "new", kind=new[1], firm=new[2], quoted=new[3])
        return
    if old[1] in (Kind.FILE, Kind.FOLDER) and new[1] in (Kind.FILE, Kind.FOLDER):
        _converted(clause, match, new)
        return
    if old[1] is Kind.CELL or new[1] is Kind.CELL or _PARTS_OF_SHEETS.search(clause.masked.words(match["old"])):
        return
    within = say.IN_FIELD.match(clause.text, match.end())
    clause.take(match, "old", "new")
    if within is not None:
        field = clause.meaning(within["field"])[0]
        clause.add(Role.VALUE, new[0], match, "new", kind=new[1], firm=new[2], quoted=new[3], place=field)
        return
    if may_be_name and not old[2]:
        # In "Change the title to …", "title" is the name of something, not a text to replace.
        clause.add(Role.VALUE, new[0], match, "new", kind=new[1], firm=new[2], quoted=new[3], place=old[0])
        return
    place = old[0] if may_be_name and not old[3] else ""
    clause.add(Role.GONE, old[0], match, "old", kind=old[1], firm=old[2], quoted=old[3], place=place, instead_of=new[0])
    clause.add(Role.NEW, new[0], match, "new", kind=new[1], firm=new[2], quoted=new[3], place=place, instead_of=old[0])


def _gives_a_look(clause: Clause, match: re.Match[str], old: tuple[str, Kind, bool, bool]) -> bool:
    """Note "Turn the bold lines into Heading 1": the words name what the lines become, and no text that replaces another. Of
    several that are only described, nothing shows by itself that each was meant.
    """
    said = clause.masked.words(clause.text[match.end("old") : match.end()]).strip()
    look = ARTICLE.sub("", _TOWARDS.sub("", said), count=1).strip(" .,")
    span = clause.masked.span(match["new"])
    is_quoted = span is not None and span.quoted
    if match.end("new") <= match.end("old") or not say.LOOK.fullmatch(look) or is_quoted:
        return False
    is_a_text = not old[3] and len(clause.masked.words(match["old"]).split()) == len(look.split()) == 1
    if is_a_text or (say.A_COLOUR.fullmatch(old[0]) and say.A_COLOUR.fullmatch(look)):
        return False
    described = old[0] if old[3] else clause.meaning(say.IN_FILE.sub("", match["old"]))[0]
    clause.take(match, "new", *(() if old[3] else ("old",)))
    clause.give_back(match.start("old") + one.start() for one in _MARK.finditer(match["old"]))
    clause.add(Role.LOOK, look, match, "new", place=described)
    if _SEVERAL.search(described) and not old[3] and not clause.every:
        clause.add(Role.QUANTIFIER, described, match, "old")
    return True


_TOWARDS = any_case(r"^.*?\b(?:in|un)?(?:to|with|by|through|for)\s+")
_SEVERAL = any_case(r"(?<![su])s\b")
_PARTS_OF_SHEETS = any_case(r"\b(?:sheet|tab|column|row|cell)\b")


def _converted(clause: Clause, match: re.Match[str], new: tuple[str, Kind, bool, bool]) -> None:
    """Note "Convert a.png to a.jpg": the new file is made, and the old one stays."""
    clause.take(match, "new")
    clause.add(Role.MADE, new[0], match, "new", kind=new[1], quoted=new[3])


def _file_renamed(
    clause: Clause, match: re.Match[str], old: str, new: tuple[str, Kind, bool, bool], copied: bool = False
) -> None:
    clause.take(match, "old", "new")
    role = Role.COPIED if copied else Role.RENAMED
    clause.add(role, new[0], match, "new", kind=new[1], instead_of=old, quoted=new[3])


def _renamed(clause: Clause, match: re.Match[str]) -> None:
    old, new = clause.meaning(match["old"]), clause.meaning(match["new"])
    verb = match["verb"].casefold()
    is_named = bool(match["what"]) or old[1] in (Kind.FILE, Kind.FOLDER)
    of_files = is_named or (new[1] is Kind.FILE and (old[3] or (verb == "rename" and old[2])))
    if not of_files or Kind.CELL in (old[1], new[1]):
        return
    into = bool(match["into"] or match["folder"]) or (verb != "rename" and new[1] is not Kind.FILE)
    name = f"{new[0].rstrip('/')}/{old[0].rpartition('/')[2]}" if into else new[0]
    copied = verb in ("copy", "duplicate")
    _file_renamed(clause, match, old[0], (name, Kind.FILE, True, new[3]), copied)


def _removed(clause: Clause, match: re.Match[str]) -> None:
    text, kind, firm, quoted = clause.meaning(match["old"])
    if kind is Kind.CELL or not text or _DESCRIBES_FILES.match(text):
        return
    what = match.groupdict().get("what")
    if say.PRONOUN.fullmatch(text) and _IS_PURPOSE.search(clause.text[: match.start()]):
        # "Click the bin to delete it": the click is what is asked for.
        clause.take(match, "old")
        return
    if kind is Kind.WORDS and (_PARTS_OF_SHEETS.search(text) or _ORDINAL.match(text)) and not what:
        return
    clause.take(match, "old")
    if what and "folder" in what or what and "directory" in what:
        kind = Kind.FOLDER
    elif what and kind in (Kind.WORDS, Kind.TEXT):
        kind = Kind.FILE
    clause.add(Role.GONE, text, match, "old", kind=kind, firm=firm or bool(what), quoted=quoted)


_IS_PURPOSE = any_case(r"\b(?:press|click|push|hit|tap)\w*\b.*\bto\s+$")
_DESCRIBES_FILES = any_case(r"(?:ending|named|called|which|that|with|whose|starting|containing)\b")
_ORDINAL = any_case(r"(?:first|second|third|fourth|fifth|last|next)\b")


def _gone_matter(clause: Clause, match: re.Match[str]) -> None:
    group = "old" if match.groupdict().get("old") else "lacking"
    text, kind, firm, quoted = clause.meaning(match[group])
    if kind is Kind.CELL or not text or say.DESCRIBED.fullmatch(text):
        return
    clause.take(match, group, 0)
    clause.add(Role.GONE, text, match, group, kind=kind, firm=firm, quoted=quoted)


def _saved(clause: Clause, match: re.Match[str]) -> None:
    text, kind, _, quoted = clause.meaning(match["path"])
    clause.take(match, "path")
    clause.add(Role.MADE, text, match, "path", kind=kind if kind is not Kind.TEXT else Kind.FILE, quoted=quoted)


def _saved_bare(clause: Clause, match: re.Match[str]) -> None:
    text = clause.masked.words(match["path"])
    if not ARTICLE.match(text) and not clause.masked.marks_in(match["path"]) and not _FORMAT.fullmatch(text):
        clause.take(match, "path")
        clause.add(Role.MADE, text, match, "path", kind=Kind.FILE)


_FORMAT = any_case(
    r"(?:PDF|ODT|ODS|ODP|DOCX?|XLSX?|PPTX?|CSV|TXT|PNG|JPE?G|HTML?|RTF|plain text)(?: (?:file|document))?"
)


def _file_made(clause: Clause, match: re.Match[str]) -> None:
    text, kind, _, quoted = clause.meaning(match["path"])
    is_folder = match["what"].casefold() in ("folder", "directory")
    if (kind is Kind.TEXT and not is_folder) or _BECOMES.match(clause.text, match.end("path")):
        return
    clause.take(match, "path")
    clause.add(Role.MADE, text, match, "path", kind=Kind.FOLDER if is_folder else kind, quoted=quoted)


_BECOMES = any_case(r"\s+(?:executable|readable|writable|read-only|private|public|smaller|larger|shorter|longer)\b")
"""In "make run.sh executable" the file is there already."""


def _folder_made(clause: Clause, match: re.Match[str]) -> None:
    text, _, _, quoted = clause.meaning(match["path"])
    clause.take(match, "path")
    clause.add(Role.MADE, text, match, "path", kind=Kind.FOLDER, quoted=quoted)


def _into_file(clause: Clause, match: re.Match[str]) -> None:
    path = clause.meaning(match["path"])[0]
    said = [clause.meaning(one) for one in _items(clause, match["value"])]
    if _describes(clause, match["value"], said):
        return
    clause.take(match, "value")
    for text, kind, firm, quoted in said:
        clause.add(Role.VALUE, text, match, "value", kind=kind, firm=firm, quoted=quoted, document=path)


def _into_field(clause: Clause, match: re.Match[str]) -> None:
    text, kind, firm, quoted = clause.meaning(match["value"])
    field = _label(clause, match["field"]) or _part_of_file(clause, match["field"])
    if kind in (Kind.CELL, Kind.FILE) and not quoted or not text or not quoted and _DOES_SOMETHING.match(text):
        return
    if not firm or not quoted and _FOR_EACH.fullmatch(match[0].strip()):
        return
    clause.take(match, "value", *(("field",) if field else ()))
    state = bool(match.groupdict().get("state")) or clause.is_state
    clause.add(Role.VALUE, text, match, "value", kind=kind, place=field, quoted=quoted, is_state=state)


def _part_of_file(clause: Clause, text: str) -> str:
    """Return "title of report.txt", or "" where the words name no such part of a file: a value that is set belongs there, and not
    anywhere in the file.
    """
    match = _PART.fullmatch(text.strip())
    if match is None or say.LINE.search(match["part"]) or _PARTS_OF_SHEETS.search(match["part"]):
        return ""
    return f"{match['part']} of {clause.masked.words(match['file'])}"


_PART = any_case(
    rf"(?:the\s+)?(?P<part>[a-z]\w+(?:\s\w+){{0,2}}?)\s+(?:of|in)\s+(?:the\s+)?(?:file\s+|document\s+)?(?P<file>{say.FILE})"
)
_FOR_EACH = any_case(r"and\s.+\sfor\s+(?:each|every|all)\b.*")
"""Without a verb of its own: "title and bullets for each" names the parts that each thing has, and no text."""
_DOES_SOMETHING = any_case(rf"(?:(?:{say.VERBS})|be)\b")


def _after_colon(clause: Clause, match: re.Match[str]) -> None:
    """Note "City: Graz". What stands before the colon is otherwise no field but the place where all of it happens, as in "In
    Chromium: Press Save".
    """
    if _label(clause, match["field"]):
        _into_field(clause, match)


def _from_to(clause: Clause, match: re.Match[str]) -> None:
    """Note "from: RAP to: ICT". A form shows such a place in its own words, so that it has to occur in what was done."""
    clause.take(match, "value")
    clause.add(Role.MENTION, match["value"], match, "value")


def _label(clause: Clause, text: str) -> str:
    """Return the label of a field, or "" where the words name a document, a window or nothing that a field is called."""
    words, kind, _, quoted = clause.meaning(_FIELD_CALLED.sub("", text.strip(), count=1), is_name=True)
    if quoted:
        return words
    named = _FIELD_WORD.sub("", words).strip()
    if clause.masked.marks_in(text) or not named or say.KEYS.fullmatch(named):
        return ""
    is_field = named != words
    return named if is_field or not (say.NO_FIELD.fullmatch(named) or _NEW_THING.match(named)) else ""


_NEW_THING = any_case(r"(?:new|fresh|empty|blank|each|every|all)\b")


def _into_table(clause: Clause, match: re.Match[str]) -> None:
    """Note "Raise the price of tea to 5": the words may be those of a row and a column. Where they may be a text to be
    replaced, the rule of replacements reads them instead.
    """
    place = clause.masked.words(_ARTICLES.sub("", say.IN_FILE.sub("", match["field"]).strip(), count=1))
    cell = described_cell(place)
    if cell is None or _holds(clause, match["field"], Kind.CELL) or say.CHANGE.search(clause.text, *match.span()):
        return
    _add_to_table(clause, match, place, cell)


def _marked(clause: Clause, match: re.Match[str]) -> None:
    """Note "Mark the invoice of Miller as paid": the row is named, but not which of its cells."""
    group = "field" if match["field"] else "whole"
    place = clause.masked.words(_ARTICLES.sub("", say.IN_FILE.sub("", match[group]).strip(), count=1))
    cell = described_cell(place)
    if cell is None or _holds(clause, match[group], Kind.CELL):
        return
    own = say.IN_FILE.sub("", match[group])
    is_of = _POSSESSIVE.search(own) is None
    _add_to_table(clause, match, place, (f"{cell[1]} of {cell[0]}" if is_of else cell[0], ""))


def _row_given(clause: Clause, match: re.Match[str]) -> None:
    row, column = clause.masked.words(match["name"]), clause.masked.words(match["field"])
    if clause.masked.marks_in(match["name"]) or say.NO_FIELD.fullmatch(row) or say.DESCRIBED.fullmatch(row):
        return
    _add_to_table(clause, match, f"{column} of {row}", (row, column))


def _add_to_table(clause: Clause, match: re.Match[str], place: str, cell: tuple[str, str]) -> None:
    text, kind, firm, quoted = clause.meaning(match["value"])
    if not text or not firm or kind in (Kind.FILE, Kind.FOLDER, Kind.CELL):
        return
    clause.take(match, "value", *(("was",) if match.groupdict().get("was") else ()))
    clause.take(match, "field" if match["field"] else "whole")
    own = [one.start() for one in _MARK.finditer(match.group()) if _is_file(clause, one.group())]
    clause.give_back(match.start() + at for at in own)
    state = bool(match.groupdict().get("state")) or clause.is_state
    more = {"firm": firm, "quoted": quoted, "is_state": state, "sheet": clause.sheet}
    clause.add(Role.VALUE, text, match, "value", kind=kind, place=place, row=cell[0], column=cell[1], **more)


def _is_file(clause: Clause, mark: str) -> bool:
    span = clause.masked.span(mark)
    return span is not None and span.kind in (Kind.FILE, Kind.FOLDER)


_ARTICLES = any_case(r"^(?:the|a|an|my|your|our)\s+")
_POSSESSIVE = regex(r"['\u2019]s?\s")
_MARK = regex(say.PLACE)


def _typed(clause: Clause, match: re.Match[str]) -> None:
    said = [clause.meaning(one) for one in _items(clause, match["value"])]
    clause.take(match, "value")
    for text, kind, _, quoted in said:
        clause.add(Role.VALUE, text, match, "value", kind=kind, quoted=quoted)


def _typed_bare(clause: Clause, match: re.Match[str]) -> None:
    text, kind, firm, _ = clause.meaning(match["value"])
    if firm and not say.KEYS.fullmatch(text):
        clause.take(match, "value")
        clause.add(Role.VALUE, text, match, "value", kind=kind)


def _pressed(clause: Clause, match: re.Match[str]) -> None:
    clause.take(match, "name")
    for part in re.split(r"\s*(?:>|\u203a|->|\u2192)\s*", match["name"]):
        text, kind, _, quoted = clause.meaning(part, is_name=True)
        if text and (quoted or not say.KEYS.fullmatch(text)):
            clause.add(Role.CONTROL, text, match, "name", kind=kind, quoted=quoted)


def _pressed_plain(clause: Clause, match: re.Match[str]) -> None:
    text = clause.masked.words(match["name"])
    is_plain = not (say.KEYS.fullmatch(text) or say.KIND_OF_CONTROL.fullmatch(text))
    if is_plain and not clause.masked.marks_in(match["name"]):
        clause.take(match, "name")
        clause.add(Role.CONTROL, text, match, "name", firm=False)


def _ticked(clause: Clause, match: re.Match[str]) -> None:
    text, _, _, quoted = clause.meaning(match["name"], is_name=True)
    clause.take(match, "name")
    clause.add(Role.STATE, text, match, "name", place="unchecked" if match["off"] else "checked", quoted=quoted)


def _in_row(clause: Clause, match: re.Match[str]) -> None:
    group = "name" if match["name"] else "beside"
    clause.take(match, group)
    clause.add(Role.MENTION, clause.meaning(match[group], is_name=True)[0], match, group, kind=Kind.TEXT)


def _counted(clause: Clause, match: re.Match[str]) -> None:
    words = clause.masked.words(match["count"]).casefold()
    number = _COUNTS.get(words) or (int(words) if words.isdecimal() else 0)
    if number and re.search(r"\b(?:make|create|have|has|with|of|draft|write|contain)\b", clause.text, re.IGNORECASE):
        clause.take(match, "count")
        clause.add(Role.COUNT, str(number), match, "count")


def _charted(clause: Clause, match: re.Match[str]) -> None:
    if not re.search(r"\b(?:make|create|insert|add|draw|plot|put|build|as)\b", clause.text, re.IGNORECASE):
        return
    drawn = clause.masked.span(match["range"]) if match["range"] else None
    if drawn is not None:
        clause.take(match, "range")
    at = "range" if drawn is not None else 0
    clause.found.append(
        Literal(
            Role.CHART,
            (match["kind"] or "any").casefold(),
            place=drawn.text if drawn is not None else "",
            sheet=drawn.sheet or clause.sheet if drawn is not None else "",
            at=clause.masked.place_of(clause._offset + match.start(at)),
        )
    )


RULES: tuple[tuple[re.Pattern[str], Rule, bool], ...] = (
    *PROGRAM_WORDS,
    *BOOKMARKED,
    *FILE_WORDS,
    (say.RENAME, _renamed, False),
    (say.REPLACE, _replaced, False),
    (say.INSTEAD, _replaced, False),
    (say.IS_REPLACED, _replaced, False),
    (say.SAY_INSTEAD, _replaced, False),
    (say.VALUES_INTO_CELLS, _cell_values, False),
    (say.CELL_TO_VALUE, _cell_values, False),
    (say.INTO_CELLS_VALUES, _cell_values, False),
    (say.EMPTY_CELLS, _empty_cells, False),
    (say.SAVE, _saved, False),
    (say.SAVE_BARE, _saved_bare, False),
    (say.MAKE_FILE, _file_made, False),
    (say.MAKE_FOLDER, _folder_made, False),
    (say.MARKED, _marked, False),
    (say.VALUE_INTO_TABLE_CELL, _into_table, False),
    (say.TABLE_CELL_TO_VALUE, _into_table, False),
    (say.TABLE_CELL_IS_VALUE, _into_table, False),
    (say.TABLE_CELL_MADE, _into_table, False),
    (say.ROW_GIVEN, _row_given, False),
    (say.CHANGE, _changed, False),
    (say.MUST_GO, _gone_matter, True),
    (say.NO_LONGER, _gone_matter, True),
    (say.REMOVE, _removed, False),
    (say.VALUE_INTO_FILE, _into_file, False),
    (say.AND_INTO_FILE, _into_file, False),
    (say.FIELD_WITH_VALUE, _into_field, False),
    (say.FIELD_QUOTED, _into_field, False),
    (say.FIELD_TO_VALUE, _into_field, False),
    (say.FIELD_IS_VALUE, _into_field, False),
    (say.VALUE_INTO_FIELD, _into_field, False),
    (say.FIELD_COLON, _after_colon, False),
    (say.FROM_TO, _from_to, False),
    (say.TICK, _ticked, False),
    (say.TICKED, _ticked, False),
    (say.ROW, _in_row, False),
    (say.PRESS, _pressed, False),
    (say.PRESS_QUOTED, _pressed, False),
    (say.PRESS_PLAIN, _pressed_plain, False),
    (say.TYPE, _typed, False),
    (say.TYPE_BARE, _typed_bare, False),
    *DRAWN_COLOURS,
    *NAMES,
    (say.COUNTED, _counted, False),
    (say.CHART, _charted, False),
)  # fmt: skip
"""The rules in their order: a later rule does not read again what an earlier one has taken. The last part of each tells whether
the rule says that something must not be."""
