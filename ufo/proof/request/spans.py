"""Finds where a request names something letter for letter: quotations, files, cells, numbers, dates, addresses."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ufo.proof.request.model import Kind
from ufo.schema.patterns import any_case, regex
from ufo.schema.secret import PLACEHOLDER
from ufo.schema.wants_answer import QUOTED
from ufo.verify.documents.numbers import number_in
from ufo.verify.documents.read_document import ENDINGS
from ufo.verify.documents.references import area_name, parse_reference

_MORE_ENDINGS = [
    ".py",
    ".sh",
    ".log",
    ".ini",
    ".xml",
    ".yaml",
    ".yml",
    ".conf",
    ".cfg",
    ".svg",
    ".tmp",
    ".bak",
    ".sql",
    ".tex",
    ".css",
    ".toml",
    ".rst",
    ".c",
    ".h",
    ".gz",
    ".tar",
    ".tgz",
    ".mp3",
    ".mp4",
    ".wav",
    ".ogg",
    ".epub",
    ".eps",
    ".tif",
    ".tiff",
    ".ics",
    ".vcf",
    ".desktop",
]
_ENDING = "|".join(sorted(map(re.escape, {*ENDINGS, *_MORE_ENDINGS}), key=len, reverse=True))
_CELL = r"(?:(?:'[^'\n]+'|[^\W\d]\w*)[!.])?\$?[A-Z]{1,3}\$?[1-9][0-9]{0,6}"
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?"
_SHEETS = regex(
    r"\b(?:[Cc]ells?|[Zz]ellen?|[Tt]abelle|cellule|celda|cella|range|[Ss]heets?|spreadsheets?|[Cc]alc|[Ee]xcel|columns?|rows?|workbook)\b|\.(?:f?ods|xlsx?|csv|tsv|xlsm)\b"
    rf"|\b(?i:in|into|put|set|change|clear) {_CELL}\b|\b{_CELL}(?: (?:should|must|shall|is|holds|contains|shows|to \S+)\b|\s?=)"
)
_NAMED_FILE = any_case(rf"(?:[~.\w-]*/)*[\w.()+-]+(?: [\w.()+-]+){{0,3}}(?:{_ENDING})")
_ENDS = regex(r"\s*$|\s+[A-Z]")
_PATH = regex(r"(?:~|\.{1,2})?(?:/[\w.()+ -]+)+/?|[\w.-]+/")

_RULES: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    (Kind.TEXT, QUOTED),
    (Kind.TEXT, PLACEHOLDER),
    (Kind.ADDRESS, regex(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?:https?|file|ftp)://[^\s,;\"'<>]*[^\s,;.:!?\"'<>)]")),
    (Kind.FILE, regex(rf"(?<![\w/])(?:(?:~|\.{{1,2}}|[\w.-]+)?/)?(?:[\w.+-]{{1,100}}/){{0,30}}"
            rf"[\w-]{{1,100}}(?:\.[\w-]{{1,50}}){{0,5}}(?:{_ENDING})(?![\w.-]*\w)", re.I)),
    (Kind.FOLDER, regex(r"(?<![\w/.<])(?:~|\.{1,2})?/(?!\s)[\w.+-]+(?:/[\w.+-]+)*/?(?<![.,])")),
    (Kind.FOLDER, regex(r"(?<![\w/.:<])(?=[^\s,;]*[A-Z\d_])(?=[^\s,;]*[A-Za-z]{2})[A-Za-z][\w.+-]*(?:/[\w.+-]+){2,}/?(?<![.,])")),
    (Kind.FORMULA, regex(r"(?<![\w=<>!])=(?=[A-Za-z(\d$+-])(?:\([^()\n]*\)|[^\s,;()])+(?<![.,;!?])")),
    (
        Kind.DATE,
        regex(
            rf"\b\d{{4}}-\d\d-\d\d\b|\b\d{{1,2}}[./]\d{{1,2}}[./]\d{{2,4}}\b|\b\d{{1,2}}:\d\d(?::\d\d)?(?:\s?(?i:[ap]\.?m)\b)?(?!\d)"
            rf"|\b\d{{1,2}}(?:st|nd|rd|th|\.)?\s+{_MONTH}(?:\s+\d{{4}})?\b|\b{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?\b(?:,?\s+\d{{4}}\b)?"
        ),
    ),
    (Kind.CELL, regex(rf"(?<![\w./+-]){_CELL}\s?:\s?\$?[A-Z]{{1,3}}\$?[1-9][0-9]{{0,6}}(?!\w)")),
    (
        Kind.CELL,
        regex(
            rf"(?<=\b[Ii]n )(?:cells? )?{_CELL} (?:to|through|until) {_CELL}(?!\w)"
            rf"|(?<=\b[Ii]nto )(?:cells? )?{_CELL} (?:to|through|until) {_CELL}(?!\w)"
            rf"|\b(?:cells?|range|from|of|over|across) {_CELL} (?:to|through|until) {_CELL}(?!\w)"
        ),
    ),
    (Kind.CELL, regex(rf"(?<![\w./+-]){_CELL}(?![\w(/]|\.\w)|(?<=\bcell )[a-z]{{1,3}}[1-9][0-9]{{0,6}}(?!\w)")),
    (
        Kind.NUMBER,
        regex(
            r"(?<![\w.,/:-])[-\u2212+]?(?:[$€£¥₹]\s?)?\d+(?:[.,'\u00a0\u202f]\d+)*(?:\s?[%€$£¥])?(?![\w/:]|-\w|[.,]\d)"
        ),
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Span:
    """A part of the request. `text` is without quotation marks; for a cell it is its plain address, with `sheet` beside it."""

    kind: Kind
    text: str
    start: int
    end: int
    sheet: str = ""
    quoted: bool = False


def spans_of(request: str) -> tuple[Span, ...]:
    """Return the spans in order, none inside another. What looks like a cell is one only where the request speaks of sheets or
    cells, or puts it behind "in" or "into".
    """
    taken = [False] * len(request)
    found: list[Span] = []
    has_sheets = bool(_SHEETS.search(request))
    for kind, rule in _RULES:
        for match in rule.finditer(request):
            if any(taken[match.start() : match.end()]):
                continue
            span = _made(kind, match, request, has_sheets)
            if span is None:
                continue
            found.append(span)
            taken[match.start() : match.end()] = [True] * (match.end() - match.start())
    return tuple(sorted(found, key=lambda one: one.start))


def _made(kind: Kind, match: re.Match[str], request: str, has_sheets: bool) -> Span | None:
    text = match.group()
    if kind is Kind.TEXT:
        is_placeholder = PLACEHOLDER.fullmatch(text) is not None
        return Span(kind, text, match.start(), match.end(), quoted=True) if is_placeholder else _quotation(match)
    if kind is Kind.CELL:
        return _cell(match, request, has_sheets)
    if kind is Kind.NUMBER:
        start = match.start() + len(text) - len(text.lstrip())
        return Span(kind, text.strip(), start, match.end()) if any(map(str.isdigit, text)) else None
    return Span(kind, text, match.start(), match.end())


def _quotation(match: re.Match[str]) -> Span | None:
    text = match.group()[1:-1].strip()
    if not text:
        return None
    if " " not in text and _ENDS.match(match.string, match.end()):
        # `… a folder "Reports."`: the full stop ends the person's sentence and not the name.
        text = text.removesuffix(".") or text
    kind = Kind.TEXT
    if _NAMED_FILE.fullmatch(text):
        kind = Kind.FILE
    elif len(text) > 1 and "/" in text and _PATH.fullmatch(text):
        kind = Kind.FOLDER
    return Span(kind, text, match.start(), match.end(), quoted=True)


def _cell(match: re.Match[str], request: str, has_sheets: bool) -> Span | None:
    before = request[: match.start()].rstrip().rpartition(" ")[2].casefold()
    if before in ("press", "hit", "key", "push", "din"):
        return None
    if not has_sheets and before not in ("in", "into", "to", "from", "and", "of", "at") and ":" not in match.group():
        return None
    text = re.sub(r"^(?:cells?|range|from|of|over|across) ", "", match.group())
    start = match.end() - len(text)
    whole = re.sub(r"\s*(?::|\b(?:to|through|until)\b)\s*", ":", text)
    reference = parse_reference(whole.upper() if whole.islower() else whole)
    if reference is None:
        return None
    return Span(Kind.CELL, area_name(reference.area), start, match.end(), sheet=reference.sheet)


_FIRST_MARK = 0xE000
_BLOCK = 0x100
_KINDS = list(Kind)


class Masked:
    """A request in which every span is one sign, so that patterns can be written over words and kinds."""

    def __init__(self, request: str, spans: Sequence[Span]) -> None:
        self.request = request
        self.spans = tuple(spans)
        self._by_mark: dict[str, Span] = {}
        parts: list[str] = []
        self._origin: list[int] = []
        end = 0
        for number, span in enumerate(self.spans[: _BLOCK - 1]):
            mark = chr(_FIRST_MARK + _KINDS.index(span.kind) * _BLOCK + number)
            self._by_mark[mark] = span
            parts.append(request[end : span.start])
            self._origin += range(end, span.start)
            parts.append(mark)
            self._origin.append(span.start)
            end = span.end
        parts.append(request[end:])
        self._origin += [*range(end, len(request)), len(request)]
        self.text = "".join(parts)

    def span(self, mark: str) -> Span | None:
        """Return the span of a sign, or None for any other text."""
        return self._by_mark.get(mark.strip())

    def marks_in(self, text: str) -> list[str]:
        return [sign for sign in text if sign in self._by_mark]

    def words(self, text: str) -> str:
        """Return what stands there in the request, without quotation marks."""
        shown = (self._by_mark[sign].text if sign in self._by_mark else sign for sign in text)
        return " ".join("".join(shown).split())

    def place_of(self, position: int) -> int:
        """Return the place in the request for a place in the masked text."""
        return self._origin[min(position, len(self._origin) - 1)]


def marks_of(*kinds: Kind) -> str:
    """Return a character class for patterns: the signs of spans of these kinds."""
    blocks = (_FIRST_MARK + _KINDS.index(kind) * _BLOCK for kind in kinds)
    return "[" + "".join(f"{chr(one)}-{chr(one + _BLOCK - 1)}" for one in blocks) + "]"


def numbers_in(text: str) -> list[str]:
    """Return the numbers of a text: "1,2,3" is not one number but three."""
    if number_in(text) is None and "," in text:
        return [one for one in text.split(",") if one]
    return [text]
