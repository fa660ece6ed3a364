"""Rules for tables, charts and saving."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Literal

from ufo.planner.intents import ExtractTable, InsertTable, Intent, MakeChart, Open, Save, Unclear
from ufo.planner.phrases.controls import without_article
from ufo.planner.phrases.places import is_document
from ufo.planner.phrases.rule import Draft, Rule, Said, rule
from ufo.planner.phrases.scopes import application_words
from ufo.planner.rules.text_rules import CELL
from ufo.planner.text.quotations import QUOTED, Clause, is_quotation
from ufo.planner.text.vocabulary import APPLICATION, ORDINAL, kind_of_application, ordinal_named
from ufo.schema.patterns import any_case

ChartKind = Literal["bar", "column", "line", "pie"]
_KINDS: dict[str, ChartKind] = {
    "bar": "bar", "bars": "bar", "horizontal bar": "bar", "column": "column", "columns": "column", "vertical bar": "column",
    "line": "line", "lines": "line", "pie": "pie", "cake": "pie",
}  # fmt: skip
_KIND = r"(?:horizontal\s+bar|vertical\s+bar|bars?|columns?|lines?|pie|cake)"
_CHART = r"(?:chart|graph|diagram|plot|charts|graphs)"
_RANGE = rf"{CELL}\s*(?::|-|\s+to\s+|\u2013)\s*{CELL}"
_TABLE = r"(?:tables?|data)"
_IT = r"(?:it|them|that|this|(?:the|that|this)\s+(?:extracted\s+|copied\s+)?(?:table|data|result))"
_ENDINGS = {
    "text": "txt",
    "plain text": "txt",
    "word": "docx",
    "excel": "xlsx",
    "opendocument": "odt",
    "web page": "html",
}
_FORMAT = r"(?:pdf|odt|ods|odp|docx|xlsx|pptx|csv|txt|plain\s+text|text|html|png|jpe?g|word|excel|rtf)"
_FILE_NOUN = r"(?:\s+(?:files?|documents?|format|sheet|spreadsheet|workbook|picture|image))?"
_NAMED_AS = r"(?:called|named|titled|under\s+the\s+name(?:\s+of)?|with\s+the\s+name|as)"
_AS_A_FORMAT = any_case(
    rf"^(?:(?:an?|the)\s+)?(?P<format>{_FORMAT}){_FILE_NOUN}\s*,?\s+{_NAMED_AS}\s+(?P<name>{QUOTED}|\S+)$"
)
_TITLED = (
    r"(?:\s*,?\s*(?:and\s+)?(?:titled|called|named|entitled|with\s+(?:the\s+)?title|(?:call|title|name)\s+it)"
    rf"\s+(?P<title>{QUOTED}|\S.*?))?"
)
_DOCUMENT = r"(?:document|file|spreadsheet|workbook|report|page|sheet)"


def _extract(said: Said) -> Draft:
    caption = without_article(said.raw("caption"))
    number = ordinal_named(said.raw("ordinal")) if said.raw("ordinal") else int(said.raw("number") or 0)
    if number < 0 or re.fullmatch(r"last|final", caption, re.IGNORECASE):
        return Unclear("", "", "say the table's number or its caption, not that it is the last")
    named = said.bare("named") or said.text("quoted") or said.clause.value(caption)
    app, document = _source(said)
    if not document and is_document(named) and not re.search(r"\bcaptioned\b", said.match.string, re.IGNORECASE):
        named, document = "", named
    return ExtractTable("", app, named, number, document)


def _source(said: Said) -> tuple[str, str]:
    """Return the application and the document that the words after "from" name, "" for each that they do not."""
    raw = without_article(said.raw("source"))
    if not raw or re.fullmatch(rf"(?:it|there|this|that|(?:open|current|active)?\s*{_DOCUMENT})", raw, re.IGNORECASE):
        return "", ""
    if is_quotation(raw):
        return "", said.clause.value(raw)
    if found := re.fullmatch(rf"(?:{_DOCUMENT})\s+(?:called\s+|named\s+)?(?P<name>\S.*)", raw, re.IGNORECASE):
        return "", said.clause.value(found["name"])
    if (
        found := re.fullmatch(
            rf"(?P<app>\S+(?:\s\S+)?)\s+{_DOCUMENT}\s+(?:called\s+|named\s+)?(?P<name>{QUOTED}|\S+)", raw, re.I
        )
    ) and kind_of_application(found["app"]):
        return found["app"], said.clause.value(found["name"])
    shorter = application_words(raw, said.clause)
    if kind_of_application(shorter) or kind_of_application(raw):
        return shorter, ""
    if is_document(raw):
        return "", raw
    return ("", shorter) if shorter != raw else (shorter, "")


def _insert(said: Said) -> Draft:
    app = application_words(said.raw("app"), said.clause) if said.raw("app") else ""
    return InsertTable("", app, (said.raw("cell") or "A1").upper().replace("$", ""))


def _chart(said: Said) -> Draft:
    kind = " ".join((said.raw("kind") or said.raw("as")).casefold().split())
    other = said.raw("other").casefold()
    if not kind and other and other not in ("new", "simple", "nice", "small", "suitable"):
        return Unclear("", "", f"only bar, column, line and pie charts can be made, not {other!r}")
    source = "".join(said.raw("range").upper().replace("$", "").split())
    source = re.sub(r"(?:TO|-|\u2013)(?=[A-Z]+\d)", ":", source)
    showing = "" if _WHOLE.fullmatch(said.raw("of")) else said.bare("of")
    return MakeChart("", "", _KINDS.get(kind, "column"), source, said.bare("title"), showing)


def _save(said: Said) -> Draft:
    raw = said.raw("path")
    if not raw:
        return Save("", "")
    if not is_quotation(raw):
        raw = re.sub(r"^(?:the\s+)?(?:name|file|filename|file\s+name|path)\s+(?=\S)", "", raw, flags=re.IGNORECASE)
        if re.fullmatch(
            r"(?:an?\s+)?(?:\w+\s+)?(?:pdf|odt|ods|docx|xlsx|csv|txt|text|html|png)(?:\s+(?:file|document|format))?",
            raw,
            re.I,
        ):
            return Unclear("", "", "it does not say under which name to save")
    path = said.clause.value(raw)
    if as_format := _AS_A_FORMAT.match(raw):
        path = _with_ending(said.clause.value(as_format["name"]), as_format["format"])
    folder = said.text("folder") or (f"~/{said.text('known')}" if said.raw("known") else "")
    if folder and not path.startswith(("/", "~")):
        path = f"{folder.rstrip('/')}/{path}"
    return Save("", "", path)


def _with_ending(name: str, format_name: str) -> str:
    """Return the name with the format's ending where it lacks it: "letter" as a PDF is "letter.pdf"."""
    ending = _ENDINGS.get(" ".join(format_name.casefold().split()), format_name.casefold())
    return name if name.casefold().endswith(f".{ending}") else f"{name}.{ending}"


def _convert(said: Said) -> Draft:
    """Save a document in another format, beside the original where no name is given."""
    source = said.text("source")
    if not is_document(source) or "." not in source:
        return None
    stem = source.rpartition("/")[2].rpartition(".")[0]
    path = _with_ending(
        said.text("name") or f"{source[: len(source) - len(source.rpartition('/')[2])]}{stem}", said.raw("format")
    )
    return (Open("", "", source, is_document=True), Save("", source, path))


def _save_other(said: Said) -> Draft:
    """Open the document first for "save letter.odt as letter2.odt", where the words name one."""
    source = said.text("source")
    saving = _save(said)
    if not is_document(source) or not isinstance(saving, Save):
        return None
    return (Open("", "", source, is_document=True), Save("", source, saving.path))


def _save_in(said: Said) -> Draft:
    path = said.text("path")
    if said.is_quoted("path") or is_document(path) and not re.search(r"\s(?:as|under)\s", path):
        return Save("", "", path)
    return Unclear("", "", "it does not say under which name to save")


_TARGET = (
    rf"(?:(?:a|an|the|my|new|fresh|empty|blank)\s+)*{APPLICATION}(?:\s+(?:document|file|sheet|spreadsheet|workbook))?"
)
_TRANSFERS = tuple(
    any_case(
        rf"^(?:{verbs})\s+(?P<table>(?:\S+\s+){{0,6}}?{_TABLE}\b.*?)\s+(?:{prepositions})\s+(?P<target>{_TARGET})$"
    )
    for verbs, prepositions in (
        ("copy|take|move|transfer|bring|export|get|pull|fetch|grab|extract", "to|into|onto"),
        ("put|paste|insert|place|write|import|move", "to|into|onto|in"),
    )
)


def transfer(clause: Clause, has_table: bool) -> tuple[Intent, ...]:
    """Return the two steps of "copy the data from Writer to Calc". Without a source, a table taken before is meant."""
    found = next((found for pattern in _TRANSFERS if (found := pattern.match(clause.words))), None)
    if found is None:
        return ()
    insert = InsertTable("", application_words(found["target"], clause))
    taken = RULES[0].apply(replace(clause, words=f"extract {found['table']}"))
    if not isinstance(taken, ExtractTable) or (has_table and not (taken.app or taken.document)):
        return (insert,) if has_table else ()
    return (taken, insert)


_TAKE = r"(?:extract|copy|take|get|grab|read(?:\s+out)?|pull(?:\s+out)?|fetch|export|collect)"
_PUT = r"(?:put|insert|paste|place|write|add|copy|move|transfer|enter|import|bring)"
_MAKE = r"(?:make|insert|create|draw|add|build|generate|produce|plot|render|turn\s+it\s+into|show)"
_OF = (
    rf"(?:\s+(?:of|from|for|with|using|out\s+of|based\s+on|showing|over|on|about)\s+(?:the\s+)?(?:cells?\s+|range\s+|cell\s+range\s+|(?:data|numbers|values|figures|table)\s+(?:in|from|at)\s+(?:cells?\s+)?)?"
    rf"(?:(?P<range>{_RANGE})|(?P<of>(?!title\b)\S.*?)))?"
)
_WHOLE = any_case(
    r"(?:all\s+(?:of\s+)?)?(?:it|them|that|this|these|everything|(?:(?:the|that|this|these|those|my|its|whole|all)\s+)*(?:(?!columns?\b)\w+\s+){0,2}?"
    r"(?:tables?|data|numbers|figures|values|cells|sheet|spreadsheet|results?|document|file|contents?))(?:\s+(?:above|there|here))?"
)
_SAVED = r"(?:(?:it|this|that|everything|(?:the|my|your|this|all)\s+(?:\w+\s+){0,2}\w+|changes|all)\s+)?"
_KNOWN_FOLDER = r"(?P<known>Documents|Desktop|Downloads|Pictures|Music|Videos)"
_IN_FOLDER = (
    rf"(?:\s+(?:in|into|inside|to|under)\s+(?:(?:the|my)\s+)?(?:(?:folder|directory)\s+(?P<folder>{QUOTED}|\S+)|"
    rf"{_KNOWN_FOLDER}(?:\s+(?:folder|directory))?))?"
)

RULES: tuple[Rule, ...] = (
    rule(
        rf"{_TAKE}\s+(?:(?:the|a|that|this)\s+)?(?:(?P<ordinal>{ORDINAL})\s+)?(?P<caption>{QUOTED}|(?:(?!{_TABLE}\b)\S+\s+){{0,4}}?(?!{_TABLE}\b)\S+)?\s*"
        rf"\b{_TABLE}(?:\s+(?:number\s+|no\.?\s*)?(?P<number>\d{{1,4}}))?"
        rf"(?:\s+(?:captioned|called|named|titled|labell?ed|about|of|with|on)\s+(?P<named>{QUOTED}|\S.*?)|\s+(?P<quoted>{QUOTED}|(?!(?:from|in|out|inside|within|to|into|and|as)\b)[^\W\d]\w*))?"
        rf"(?:\s+(?:from|in|out\s+of|inside|within)\s+(?P<source>\S.*))?",
        _extract,
    ),
    rule(
        rf"{_PUT}\s+{_IT}(?:\s+(?:there|here))?(?:\s+(?:in|into|to)\s+(?P<app>{_TARGET})(?=\s))?(?:\s+(?:in|into|at|to|from|starting\s+(?:at|from))"
        rf"\s+(?:the\s+)?(?:cell\s+)?(?P<cell>{CELL})(?:\s+on)?)?",
        _insert,
    ),
    rule(rf"insert\s+the\s+table\s+at\s+(?P<cell>{CELL})", _insert),
    rule(
        rf"{_MAKE}\s+(?:(?:a|an|the|another|me\s+a)\s+)?(?:new\s+)?(?:(?P<kind>{_KIND})|(?P<other>\w+))?\s*\b{_CHART}{_OF}{_TITLED}",
        _chart,
    ),
    rule(
        rf"(?:plot|chart|graph|show|visuali[sz]e|draw)\s+(?:(?:the\s+)?(?:cells?\s+|range\s+)?(?P<range>{_RANGE})|{_IT})(?:\s+(?:as|in)\s+(?:a\s+)?(?P<as>{_KIND})(?:\s+{_CHART})?)?{_TITLED}",
        _chart,
    ),
    rule(
        rf"(?:convert|turn|change|transform|export|save)\s+(?:the\s+(?:file|document)\s+)?(?P<source>{QUOTED}|\S+\.\w{{2,5}})\s+(?:to|into|as|in)\s+"
        rf"(?:(?:an?|the)\s+)?(?P<format>{_FORMAT}){_FILE_NOUN}(?:\s*,?\s+{_NAMED_AS}\s+(?P<name>{QUOTED}|\S+))?",
        _convert,
    ),
    rule(
        rf"(?:save|store|export)\s+(?:the\s+(?:file|document|spreadsheet)\s+)?(?P<source>{QUOTED}|\S+\.\w{{2,5}})\s+(?:as|under(?:\s+the\s+name)?)\s+"
        rf"(?P<path>{QUOTED}|\S+\.\w{{2,5}}){_IN_FOLDER}",
        _save_other,
    ),
    rule(
        rf"(?:save|store|export|saving|storing)\s+{_SAVED}(?:as|under|by\s+the\s+name(?:\s+of)?)\s+(?P<path>{QUOTED}|\S.*?){_IN_FOLDER}",
        _save,
    ),
    rule(
        rf"(?:save|store|export|saving|storing)\s+{_SAVED}(?:in|with|using|from)\s+(?P<app>{APPLICATION})\s+(?:as|under(?:\s+the\s+name)?)\s+(?P<path>{QUOTED}|\S.*)",
        lambda said: replace(saving, app=said.text("app")) if isinstance(saving := _save(said), Save) else saving,
    ),
    rule(rf"(?:save|store|export|saving|storing)\s+{_SAVED}(?:to|in|into|at)\s+(?P<path>{QUOTED}|\S.*)", _save_in),
    rule(
        r"(?:save|store|saving|storing)(?:\s+(?:it|this|that|everything|all|changes|(?:the|my|your|this|all)\s+(?:\w+\s+){0,2}\w+))?",
        _save,
    ),
)
