"""Parses a request in English into intents: each clause by the first rule that fits, in the context of earlier clauses."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ufo.planner.clauses import item_lists, literal_check, prohibitions
from ufo.planner.clauses.split import MOST_CLAUSES, clauses
from ufo.planner.intents import (
    ChangePicture,
    ClickControl,
    Close,
    Compute,
    ExtractTable,
    GoTo,
    InsertTable,
    Intent,
    ListFolder,
    MakeChart,
    ManageFile,
    Open,
    ReadPart,
    ReadValue,
    SwitchTo,
    TypeInto,
    Unclear,
    WriteCell,
)
from ufo.planner.parse import file_names
from ufo.planner.parse.pronouns import pointed_back, spoken_of
from ufo.planner.phrases import descriptions
from ufo.planner.phrases.places import is_document
from ufo.planner.phrases.rule import Rule, by_rules
from ufo.planner.phrases.say import say
from ufo.planner.phrases.scopes import Scoped, scope_alone, trailing_document, trailing_scope
from ufo.planner.rules import (
    cell_rules,
    count_rules,
    document_rules,
    folder_rules,
    format_rules,
    line_rules,
    navigate_rules,
    picture_rules,
    press_rules,
    read_rules,
    sheet_rules,
    text_rules,
)
from ufo.planner.text.quotations import Clause, take_out
from ufo.planner.text.vocabulary import kind_of_application
from ufo.schema.patterns import any_case

_LONGEST_REQUEST = 20_000
_LONGEST_CLAUSE = 1_000
_KEPT_OF_UNCLEAR = 300
_NO_STEP = "it is not a step that can be carried out; say what to open, click, type, choose or read"
_CONDITION = any_case(r"(?:if|when(?:ever)?|unless|in\s+case|provided|as\s+long\s+as|should)\s")

# Rules whose words include their own place are tried before words like "in Calc" at the end are taken off.
_PLACES: tuple[Rule, ...] = (*picture_rules.RULES, *navigate_rules.RULES, *folder_rules.RULES, *count_rules.IN_FOLDERS)
_RULES: tuple[Rule, ...] = (
    *document_rules.RULES,
    *cell_rules.RULES,
    *sheet_rules.RULES,
    *format_rules.RULES,
    *line_rules.RULES,
    *count_rules.RULES,
    *text_rules.RULES,
    *read_rules.RULES,
    *press_rules.RULES,
)
_RESULT = any_case(r"^(?:the\s+)?(?:(?:final|computed)\s+)?(?:result|answer|sum|total|it|value)$")


@dataclass(frozen=True, slots=True)
class _Sofar:
    """What earlier clauses established: the application in use (`app`), and the one named just before this clause.

    `sheet` is the current sheet of the workbook in use, `written` the cells written last, in a row.
    """

    app: str = ""
    named_here: str = ""
    has_table: bool = False
    has_value: bool = False
    sheet: str = ""
    previous: Intent | None = None
    written: tuple[WriteCell, ...] = ()


def parse(request: str) -> tuple[Intent, ...]:
    """Return the steps that the request asks for, in order. Words that are not understood become `Unclear`; nothing raises.

    Each intent's `text` is a sentence from which `parse` gives that intent again.
    """
    parts = _parts(request)
    if isinstance(parts, Unclear):
        return (parts,)
    asked, forbidden = prohibitions.told_apart(parts)
    found = tuple(prohibitions.kept(_steps(asked, prohibitions.forbids_saving(forbidden)), forbidden))
    if found:
        return found
    nothing = "it says only what not to do" if forbidden else "it does not say what to do"
    return (Unclear(_shortened(request), "", nothing),)


def forbidden_in(request: str) -> tuple[str, ...]:
    """Return what the request forbids, in its own words."""
    parts = _parts(request)
    return () if isinstance(parts, Unclear) else tuple(one.said for one in prohibitions.told_apart(parts)[1])


def _parts(request: str) -> list[Clause] | Unclear:
    whole = take_out(request)
    words = re.sub(r"[^\S\r\n]+", " ", whole.words)
    words = re.sub(r" ?[\r\n][\s]*", "\n", words).strip()
    if not words:
        return Unclear("", "", "the request is empty")
    if len(words) > _LONGEST_REQUEST:
        reason = (
            f"the request is longer than {_LONGEST_REQUEST} characters; put texts to be typed between quotation marks"
        )
        return Unclear(f"a request of {len(request)} characters", "", reason)
    if literal_check.TAKEN_BACK.search(words):
        return Unclear(_shortened(request), "", "the request corrects itself; say it again as you mean it now")
    parts = clauses(item_lists.itemised(replace(whole, words=words)))
    if len(parts) > MOST_CLAUSES:
        return Unclear("a request of too many steps", "", f"the request has more than {MOST_CLAUSES} steps")
    return parts


def _steps(parts: Sequence[Clause], unsaved: bool) -> list[Intent]:
    """Return the steps of the clauses. Named files that change are saved; with `unsaved` only where a clause says so."""
    intents: list[Intent] = []
    named: set[str] = set()
    sofar = _Sofar()
    for said in parts:
        part = spoken_of(said, sofar.previous)
        app = scope_alone(part)
        if app:
            sofar = replace(sofar, app=app, named_here=app)
            named |= {app} if is_document(app) and not part.words.startswith("within ") else set()
            continue
        for intent in _read(part, sofar):
            intents += _with_implied(intent, sofar)
            sofar = replace(_after(intent, sofar), sheet=_sheet_after(intent, part, sofar))
        named |= file_names.named(part)
        sofar = replace(sofar, named_here="")
    intents = file_names.with_saving(picture_rules.merged(intents), set() if unsaved else named)
    if sofar.named_here and intents and not any(intent.app for intent in intents):
        # "What is 3*4? Use the calculator": the place comes after the step.
        intents = [_said_in(intent, sofar.named_here) for intent in intents]
    elif sofar.named_here:
        intents.append(Unclear(f"in {sofar.named_here}", "", f"it does not say what to do in {sofar.named_here!r}"))
    return _reported_once(intents)


def _read(part: Clause, sofar: _Sofar) -> tuple[Intent, ...]:
    if len(part.words) > _LONGEST_CLAUSE:
        return (_unclear(part, "this part is too long; put a text to be typed between quotation marks"),)
    part = descriptions.its_words(part)
    drafts = pointed_back(part, sofar.previous, sofar.written) or document_rules.transfer(part, sofar.has_table)
    drafts = drafts or file_names.made(part)
    drafts = drafts or by_rules(part, _PLACES)
    app = ""
    if not drafts:
        addition = file_names.added(part)
        scoped = (
            Scoped(addition.clause, addition.document) if addition else trailing_document(part) or trailing_scope(part)
        )
        drafts = _by_table(scoped.clause, sofar) or (by_rules(scoped.clause, _RULES) if scoped.clause.words else ())
        app = scoped.app if drafts else ""
        drafts = drafts or by_rules(part, _RULES)
        if not drafts or isinstance(drafts[-1], TypeInto):
            drafts = (
                file_names.vague(part)
                or descriptions.described(scoped.clause)
                or descriptions.described(part)
                or drafts
            )
    if not drafts:
        keys = press_rules.bare_keys(part.words)
        drafts = (keys,) if keys else read_rules.bare_sum(part)
    if not drafts:
        return (_unclear(part, literal_check.ON_CONDITION if _CONDITION.match(part.words) else _NO_STEP),)
    found = tuple(_finished(draft, part, app, sofar) for draft in drafts)
    if sofar.named_here and is_document(app) and not is_document(sofar.named_here):
        # "In gedit: replace … in notes.txt" says which program the file is opened in.
        opening = Open("", sofar.named_here, app, is_document=True)
        return (replace(opening, text=say(opening)), *found)
    return found


def _said_in(intent: Intent, app: str) -> Intent:
    placed = replace(intent, app=app)
    return placed if isinstance(placed, Unclear) else replace(placed, text=say(placed))


_IT = any_case(r"it|that|this|them")
_PASTE = any_case(r"^(?:paste|insert)(?:\s+(?:it|that|the\s+(?:table|data)))?$")


def _by_table(part: Clause, sofar: _Sofar) -> tuple[Intent, ...]:
    """Return the insertion of a table for "paste" after a table was taken."""
    return (InsertTable("", ""),) if sofar.has_table and _PASTE.match(part.words) else ()


def _finished(draft: Intent, part: Clause, app: str, sofar: _Sofar) -> Intent:
    draft = draft if isinstance(draft, Unclear) else _meant(draft, part, sofar)
    reason = draft.reason if isinstance(draft, Unclear) else literal_check.complaint(draft, part)
    if reason or isinstance(draft, Unclear):
        return _unclear(part, reason)
    named = draft.app or app or sofar.named_here
    if isinstance(draft, SwitchTo):
        named = draft.app or sofar.named_here or sofar.app
    elif isinstance(draft, Open):
        follows_application = isinstance(sofar.previous, Open) and not (
            sofar.previous.is_document or sofar.previous.is_address
        )
        folder = sofar.previous.what if isinstance(sofar.previous, Open) else ""
        if draft.is_document and "/" not in draft.what and folder.endswith("/"):
            draft = replace(draft, what=folder + draft.what)
        if not named and follows_application and (draft.is_document or draft.is_address):
            named = sofar.app
    elif isinstance(draft, ChangePicture | ListFolder):
        named = ""
    elif isinstance(draft, ManageFile):
        draft, named = _in_opened_folder(draft, sofar), ""
    else:
        named = named or _carried(draft, sofar)
    if isinstance(draft, ExtractTable) and not draft.document and is_document(named):
        draft, named = replace(draft, document=named), ""
    intent = replace(draft, app=named, text="")
    return replace(intent, text=say(intent))


def _in_opened_folder(draft: ManageFile, sofar: _Sofar) -> ManageFile:
    """Look for the file in the folder opened before: "open the folder archive and rename old.txt"."""
    folder = sofar.previous.what if isinstance(sofar.previous, Open) else ""
    if not folder.endswith("/"):
        return draft
    places = (
        part if not part or part.startswith(("/", "~")) else folder + part for part in (draft.source, draft.target)
    )
    source, target = places
    return replace(draft, source=source, target=target)


def _meant(draft: Intent, part: Clause, sofar: _Sofar) -> Intent:
    """Return the draft with what "it", "the result" and a cell without a sheet refer to in earlier clauses."""
    if (
        isinstance(draft, TypeInto)
        and _IT.fullmatch(draft.content.strip())
        and not _is_said_in_quotes(draft.content.strip(), part)
    ):
        known = sofar.has_value or sofar.has_table
        return (
            replace(draft, content=draft.content.replace(draft.content.strip(), "the result"))
            if known
            else Unclear("", "", "it does not say what to type")
        )
    if isinstance(draft, WriteCell) and not draft.sheet:
        return replace(draft, sheet=sofar.sheet)
    if isinstance(draft, InsertTable) and _means_a_value(part, sofar):
        cell = WriteCell("", draft.app, draft.cell, "the result", sofar.sheet)
        return cell if _names_a_cell(part) else TypeInto("", "", "the result")
    return draft


def _is_said_in_quotes(content: str, part: Clause) -> bool:
    return any(one.content == content for one in part.quotes)


def _means_a_value(part: Clause, sofar: _Sofar) -> bool:
    """Tell whether a value is meant and not a table: "write the result in mousepad" after a calculation."""
    if sofar.has_table or re.search(r"\b(?:table|data)\b", part.words, re.IGNORECASE):
        return False
    return sofar.has_value


def _names_a_cell(part: Clause) -> bool:
    return bool(re.search(rf"\b{text_rules.CELL}\b", part.words))


def _carried(draft: Intent, sofar: _Sofar) -> str:
    """Return the application in use, or "spreadsheet" for a table that was taken elsewhere."""
    taken = isinstance(sofar.previous, ExtractTable)
    if isinstance(draft, InsertTable | MakeChart) and taken and not _is_sheet(sofar.previous):
        return "spreadsheet" if isinstance(draft, InsertTable) or not draft.source else sofar.app
    if isinstance(draft, ExtractTable) and draft.document:
        return ""
    if isinstance(draft, Close) and draft.what:
        return ""
    return sofar.app


def _is_sheet(source: Intent | None) -> bool:
    if not isinstance(source, ExtractTable):
        return False
    if source.document.casefold().endswith((".ods", ".xlsx", ".xls", ".csv")):
        return True
    return kind_of_application(source.app) == "spreadsheet"


def _with_implied(intent: Intent, sofar: _Sofar) -> list[Intent]:
    """Insert the table first where a chart is asked for of a table that was taken elsewhere."""
    taken = sofar.previous
    if isinstance(intent, MakeChart) and isinstance(taken, ExtractTable) and _is_called(taken, intent.showing):
        whole = replace(intent, showing="")
        intent = replace(whole, text=say(whole))
    if (
        isinstance(intent, MakeChart)
        and isinstance(taken, ExtractTable)
        and not intent.source
        and not (intent.app == taken.app and not taken.document)
    ):
        draft = InsertTable("", intent.app)
        return [replace(draft, text=say(draft)), intent]
    return [intent]


def _is_called(table: ExtractTable, words: str) -> bool:
    """Tell whether the words begin with the table's caption: "the sales by region" after the sales table was taken."""
    return bool(table.caption and words) and bool(re.match(rf"{re.escape(table.caption)}\b", words, re.IGNORECASE))


def _after(intent: Intent, sofar: _Sofar) -> _Sofar:
    app = intent.app or sofar.app
    if isinstance(intent, Open):
        app = intent.app if intent.is_address and intent.app else "browser" if intent.is_address else intent.what
    elif isinstance(intent, GoTo):
        app = intent.app or "browser"
    elif isinstance(intent, ExtractTable):
        app = intent.document or app
    elif isinstance(intent, Close):
        app = ""
    has_table = sofar.has_table or isinstance(intent, ExtractTable)
    has_value = sofar.has_value or isinstance(intent, Compute | ReadValue | ReadPart)
    written = (*sofar.written, intent) if isinstance(intent, WriteCell) else ()
    return _Sofar(app, sofar.named_here, has_table, has_value, sofar.sheet, intent, written)


def _sheet_after(intent: Intent, part: Clause, sofar: _Sofar) -> str:
    if isinstance(intent, Open | SwitchTo | Close):
        return ""
    if not isinstance(intent, ClickControl) or intent.control.role != "TabItem":
        return sofar.sheet
    return intent.control.name if re.search(r"\b(?:work)?sheet\b", part.words, re.IGNORECASE) else sofar.sheet


def _reported_once(intents: list[Intent]) -> list[Intent]:
    """Drop a question for a result that is reported anyway: "compute 3+4 and tell me the result" asks once."""
    kept: list[Intent] = []
    for intent in intents:
        before = kept[-1] if kept else None
        if isinstance(intent, ReadValue) and _is_result(intent, before):
            continue
        kept.append(intent)
    return kept


def _is_result(intent: ReadValue, before: Intent | None) -> bool:
    says_result = intent.control is None or bool(_RESULT.match(intent.control.name)) and intent.control.role is None
    return says_result and isinstance(before, Compute) or intent.control is None and isinstance(before, ReadValue)


def _unclear(part: Clause, reason: str) -> Unclear:
    return Unclear(_shortened(part.as_said(part.words)), "", reason)


def _shortened(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _KEPT_OF_UNCLEAR else f"{flat[:_KEPT_OF_UNCLEAR]}\u2026"
