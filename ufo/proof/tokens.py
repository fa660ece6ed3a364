"""Finds the hard tokens of a text: what it means letter for letter, whatever its language.

What stands in quotation marks, numbers, dates and times in digits, addresses, paths, names of files and their endings, cells.
They are told by Unicode classes and by their shapes. No word of any language is known here.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum

from ufo.conditions.readers.references import parse_reference
from ufo.schema.patterns import any_case, regex
from ufo.secrets.masks import HIDDEN
from ufo.text.fold import ascii_digits
from ufo.text.numbers import plain_decimal
from ufo.text.scripts import MARKS, is_unspaced


class TokenKind(StrEnum):
    QUOTED = "quoted"
    ADDRESS = "address"
    """An e-mail address, or a page's address or host."""
    FILE = "file"
    """The name of a file, with its path where the text has one."""
    ENDING = "ending"
    """The ending of a file's name by itself: ".tmp", "PDF"."""
    CELL = "cell"
    DATE = "date"
    TIME = "time"
    NUMBER = "number"
    CODE = "code"
    """Letters and digits in one: "Q3", "IMG_0001", "1.2.3"."""


@dataclass(frozen=True, slots=True)
class Token:
    """`text`: as it is written, without its quotation marks; `start`, `end`: where it stands with them. `numbers`, `dates`: what
    it may mean (plain decimals, ISO dates), of which one must be found: "10.12." may be a day, or a number that ends a sentence.
    """

    kind: TokenKind
    text: str
    start: int
    end: int
    numbers: tuple[str, ...] = ()
    dates: tuple[str, ...] = ()
    is_percent: bool = False

    @property
    def side_by_side(self) -> tuple[Token, ...]:
        """The numbers between whose digits only a space stands, which may be one number or several."""
        if self.kind is not TokenKind.NUMBER or self.is_percent or " " not in self.text:
            return ()
        return tuple(token for piece in self.text.split(" ") for token in hard_tokens(piece))


_CLOSED_BY = {
    "“": "”“", "„": "“”", "‟": "”", "«": "»", "»": "«", "‹": "›", "›": "‹", "「": "」", "『": "』", "《": "》", "〈": "〉",
    "〝": "〞〟", "＂": "＂", '"': '"', "‘": "’", "‚": "‘’", "'": "'", "`": "`", "”": "”", "＇": "＇", "﹁": "﹂", "﹃": "﹄",
}  # fmt: skip
"""Each mark that opens a quotation, with those that may close it. "“" closes where "„" opened."""
_APOSTROPHES = frozenset("'’‘＇")
_LONGEST_QUOTE = 4000

_URL = any_case(r"(?:https?|ftp|file)://[^\s<>\"'“”«»「」，。、]+|www\.[^\s<>\"'“”«»「」，。、]+")
_W = rf"\w{MARKS}"
_MAIL = regex(r"[\w.+%-]+@[\w-]+(?:\.[\w-]+)+")
_FILE = regex(
    rf"(?:[~{_W}.-]*/)+[{_W}.~+-]*|(?:[A-Za-z]:)?\\[{_W}.\\~-]+"
    rf"|[^\W_][{_W}+~()-]*(?:\.[{_W}~-]+)*\.[A-Za-z][A-Za-z0-9]{{0,7}}(?![A-Za-z0-9_])"
)
_HOST = any_case(
    r"[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|org|net|io|dev|de|fr|es|pl|jp|cn|eu|uk|edu|gov|example|test|invalid|local)(?![a-z0-9_])"
)
_ENDING = regex(r"(?<![A-Za-z0-9_.])(?:\*)?\.[A-Za-z][A-Za-z0-9]{0,7}(?![A-Za-z0-9_])")
_FORMAT = any_case(
    r"(?<![A-Za-z0-9_.-])(?:pdf|csv|tsv|png|jpe?g|gif|bmp|webp|tiff|svg|od[stpg]|xlsx?|docx?|pptx?|html|xml|json|yaml|zip|rtf|txt|epub)"
    r"(?![A-Za-z0-9_]|\.\w)"
)
"""Names of formats that stand without a dot: no words of a language, and the same in every script."""
_SHEET = rf"(?:'[^'\n]{{1,60}}'|[{_W}]{{1,60}})[!.]"
_CELL = regex(
    rf"(?<![A-Za-z0-9_$])(?:{_SHEET})?\$?[A-Za-z]{{1,3}}\$?[1-9]\d{{0,6}}(?:\s?[:：–-]\s?\$?[A-Za-z]{{1,3}}\$?[1-9]\d{{0,6}})?(?![A-Za-z0-9_])"
)
_COLUMNS = regex(r"(?<![A-Za-z0-9_$])\$?[A-Z]{1,3}:\$?[A-Z]{1,3}(?![A-Za-z0-9_])")
_ISO = regex(r"(?<!\d)(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)")
_EAST = regex(r"(?:(\d{1,4})\s?[年년]\s?)?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日号號일]")
_DAY = regex(r"(?<![\d.,])(\d{1,2})([./-])\s?(\d{1,2})\2\s?(\d{4}|\d{2})(?!\d)")
_SHORT_DAY = regex(r"(?<![\d.,/])(\d{1,2})/(\d{1,2})(?![\d/])|(?<![\d.,/])(\d{1,2})\.[ \u00a0]?(\d{1,2})\.(?![\d])")
_TIME = regex(r"(?<![\d:])([01]?\d|2[0-3])[:：]([0-5]\d)(?:[:：]([0-5]\d))?(?![\d:])")
_SPACES = "\u00a0\u202f\u2009 "
_MARKS = ".,'’٫٬"
_NUMBER = regex(rf"[+\-−–]?\d+(?:[{_MARKS}]\d+|[{_SPACES}]\d{{3}}(?!\d))*")
_ENUMERATES = regex(r"[)）]\s")
"""What makes of a number that stands free the place of an item in a list."""
_PERCENT = regex(r"\s?[%٪％﹪]")


def hard_tokens(text: str) -> tuple[Token, ...]:
    """Return the hard tokens of the text, in its order. None lies within another one, or in the mask of a secret."""
    taken: list[Token] = []
    plain = HIDDEN.sub(lambda mask: " " * len(mask[0]), ascii_digits(text))
    for find in (_quotations, _addresses, _cells, _files, _endings, _dates, _times, _numbers):
        for token in find(plain, text):
            if not any(token.start < other.end and other.start < token.end for other in taken):
                taken.append(token)
    return tuple(sorted(taken, key=lambda token: token.start))


def _quotations(plain: str, text: str) -> Iterator[Token]:
    at = 0
    while at < len(plain):
        end = _closing(plain, at) if plain[at] in _CLOSED_BY else -1
        inner = text[at + 1 : end].strip() if end > 0 else ""
        # 'My sheet'!A1 is a cell.
        if inner and not (plain[at] == "'" and plain[end + 1 : end + 2] == "!"):
            yield _quotation(inner, at, end + 1)
            at = end
        at += 1


def _quotation(inner: str, start: int, end: int) -> Token:
    plain = ascii_digits(inner)
    is_file = _FILE.fullmatch(plain) and "\n" not in inner
    return Token(TokenKind.FILE if is_file and "." in plain[1:] else TokenKind.QUOTED, inner, start, end)


def _closing(text: str, at: int) -> int:
    """Return where the quotation that opens at `at` closes, or -1 where none does."""
    opening = text[at]
    if not _opens(text, at):
        return -1
    for end in range(at + 1, min(len(text), at + _LONGEST_QUOTE)):
        if text[end] in _CLOSED_BY[opening] and not _is_apostrophe(text, end):
            return end
    return -1


def _opens(text: str, at: int) -> bool:
    before = text[at - 1] if at else " "
    if text[at] == '"':
        return not before.isdigit()
    if text[at] in _APOSTROPHES or text[at] == "`":
        return not before.isalnum() or _may_touch_a_quotation(before)
    return text[at] != "”" or not before.isalnum()


def _is_apostrophe(text: str, at: int) -> bool:
    after = text[at + 1 : at + 2]
    within = text[at] in _APOSTROPHES and text[at - 1].isalnum() and after.isalnum()
    return within and not _may_touch_a_quotation(after)


def _may_touch_a_quotation(sign: str) -> bool:
    """Tell whether words of its script stand beside a quotation mark without a space. Korean has spaces, and its endings none."""
    return is_unspaced(sign) or unicodedata.name(sign, "").startswith("HANGUL")


def _addresses(plain: str, text: str) -> Iterator[Token]:
    for pattern in (_URL, _MAIL, _HOST):
        for found in pattern.finditer(plain):
            end = found.start() + len(found[0].rstrip(".,;:!?)…"))
            if pattern is not _HOST or _stands_alone(plain, found.start(), end):
                yield Token(TokenKind.ADDRESS, text[found.start() : end], found.start(), end)


def _stands_alone(text: str, start: int, end: int) -> bool:
    return not (text[start - 1 : start] in tuple("./@_~\\") and start) and text[end : end + 1] not in tuple("/@_\\")


def _cells(plain: str, text: str) -> Iterator[Token]:
    for pattern in (_CELL, _COLUMNS):
        for found in pattern.finditer(plain):
            start, end = found.span()
            reference = found[0].replace("：", ":").replace("–", ":").replace(" ", "")
            if (pattern is _COLUMNS or parse_reference(reference)) and not _is_within_name(plain, start, end):
                yield Token(TokenKind.CELL, text[start:end], start, end)


def _is_within_name(text: str, start: int, end: int) -> bool:
    """Tell whether what stands there is a piece of a longer name, as "A1" in "A1.txt", "x-A1" and "v/A1"."""
    follows = text[end : end + 1] in tuple("./-@\\") and text[end + 1 : end + 2].isalnum()
    return follows or (start > 0 and text[start - 1] in "./-@\\~")


def _files(plain: str, text: str) -> Iterator[Token]:
    for found in _FILE.finditer(plain):
        name = found[0].rstrip(".")
        if name.strip("/.\\~-") and not _is_no_name(name):
            yield Token(
                TokenKind.FILE,
                text[found.start() : found.start() + len(name)],
                found.start(),
                found.start() + len(name),
            )


def _is_no_name(name: str) -> bool:
    if all(sign.isdigit() or sign in "./\\-" for sign in name) or _slashed_words(name):
        return True
    # "i.e.", "z.B." are no files.
    return all(len(piece) == 1 for piece in name.split("."))


def _slashed_words(name: str) -> bool:
    """Tell whether it is two words of which one is meant ("and/or"), and no path: one slash in the middle and no dot."""
    return name.count("/") == 1 and "." not in name and not name.startswith(("/", "~")) and not name.endswith("/")


def _endings(plain: str, text: str) -> Iterator[Token]:
    for pattern in (_ENDING, _FORMAT):
        for found in pattern.finditer(plain):
            yield Token(TokenKind.ENDING, text[found.start() : found.end()], *found.span())


def _dates(plain: str, text: str) -> Iterator[Token]:
    for found in _ISO.finditer(plain):
        yield _day_token(found.span(), text, [_iso(found[1], found[3], found[4])])
    for found in _EAST.finditer(plain):
        # A year of an emperor's era says nothing without its name.
        year = found[1] if len(found[1] or "") == 4 else ""
        yield _day_token(found.span(), text, [_iso(year, found[2], found[3])])
    for found in _DAY.finditer(plain):
        years = [found[4]] if len(found[4]) == 4 else [f"20{found[4]}", f"19{found[4]}"]
        both = [(found[3], found[1]), (found[1], found[3])]
        yield _day_token(found.span(), text, [_iso(year, month, day) for year in years for month, day in both])
    for found in _SHORT_DAY.finditer(plain):
        first, second = found[1] or found[3], found[2] or found[4]
        days = [_iso("", second, first), _iso("", first, second)]
        numbers = number_readings(found[0][:-1]) if found[3] else ()
        # "34.43." is no day but a number at the end of a sentence, and "v1.2." a code.
        if (found[1] or any(days)) and _letters_before(plain, found.start()) == found.start():
            yield replace(_day_token(found.span(), text, days), numbers=numbers)


def _day_token(span: tuple[int, int], text: str, dates: list[str]) -> Token:
    start, end = span
    known = tuple(dict.fromkeys(day for day in dates if day))
    return Token(TokenKind.DATE if known else TokenKind.CODE, text[start:end], start, end, dates=known)


def _iso(year: str, month: str, day: str) -> str:
    """Return the day in ISO form, "--12-24" without a year, and "" for none."""
    try:
        found = date(int(year or 2000), int(month), int(day))
    except ValueError:
        return ""
    return found.isoformat() if year else f"--{found.month:02}-{found.day:02}"


def _times(plain: str, text: str) -> Iterator[Token]:
    for found in _TIME.finditer(plain):
        seconds = f":{found[3]}" if found[3] else ""
        yield Token(
            TokenKind.TIME,
            text[found.start() : found.end()],
            *found.span(),
            dates=(f"{int(found[1]):02}:{found[2]}{seconds}",),
        )


def _numbers(plain: str, text: str) -> Iterator[Token]:
    for found in _NUMBER.finditer(plain):
        start, end = found.span()
        if start and plain[start] in "+-−–" and plain[start - 1].isalnum():
            start += 1
        before = _letters_before(plain, start)
        if before < start:
            after = _letters_after(plain, end)
            yield Token(TokenKind.CODE, text[before:after], before, after)
            continue
        if _ENUMERATES.match(plain, end) and (start == 0 or plain[start - 1].isspace()):
            continue
        values = number_readings(plain[start:end])
        percent = _PERCENT.match(plain, end)
        if not values:
            yield Token(TokenKind.CODE, text[start:end], start, end)
            continue
        stop = percent.end() if percent else end
        yield Token(TokenKind.NUMBER, text[start:stop], start, stop, numbers=values, is_percent=bool(percent))


def _letters_before(text: str, at: int) -> int:
    """Return where the name begins that leads up to the digits at `at`; `at` itself where they stand free.

    Only scripts with capitals write a name and its number together; in others a word stands right before a number.
    """
    start = at
    while start and (_is_in_name(text[start - 1]) or (text[start - 1].isdigit() and start < at)):
        start -= 1
    if start == at and at > 1 and text[at - 1] == "-" and text[at - 2].isalpha() and _is_cased(text[at - 2]):
        return _letters_before(text, at - 1)
    return start


def _letters_after(text: str, at: int) -> int:
    while at < len(text) and (_is_in_name(text[at]) or text[at].isdigit()):
        at += 1
    return at


def _is_in_name(sign: str) -> bool:
    return sign == "_" or _is_cased(sign)


def _is_cased(sign: str) -> bool:
    return unicodedata.category(sign) in ("Lu", "Ll", "Lt")


def number_readings(written: str) -> tuple[str, ...]:
    """Return what a written number may mean as plain decimals: "1.000" is "1000" and "1". Empty for what is none ("1.2.3")."""
    plain = ascii_digits(written).strip()
    if not _NUMBER.fullmatch(plain):
        return ()
    body = plain.replace("−", "-").replace("–", "-").lstrip("+")
    sign = "-" if body.startswith("-") else ""
    body = body.lstrip("-").replace("٫", ",").replace("٬", "’")
    if body.count("'") + body.count("’") + sum(body.count(space) for space in _SPACES):
        for group in ("'", "’", *_SPACES):
            body = body.replace(group, "")
    dots, commas = body.count("."), body.count(",")
    if dots and commas:
        group, mark = (",", ".") if body.rindex(".") > body.rindex(",") else (".", ",")
        readings = (
            [body.replace(group, "").replace(mark, ".")]
            if body.count(mark) == 1 and _grouped(body.split(mark)[0], group)
            else []
        )
    elif dots + commas == 1:
        mark = "." if dots else ","
        readings = [body.replace(mark, ".")] + ([body.replace(mark, "")] if _grouped(body, mark) else [])
    elif dots + commas:
        mark = "." if dots else ","
        readings = [body.replace(mark, "")] if _grouped(body, mark) else []
    else:
        readings = [body]
    return tuple(dict.fromkeys(sign + plain_decimal(reading) for reading in readings))


def _grouped(body: str, mark: str) -> bool:
    """Tell whether the digits stand in groups: of three from the right, or as in India of two before the last three."""
    first, *rest = body.split(mark)
    if not rest:
        return True
    return (
        1 <= len(first) <= 3
        and len(rest[-1]) == 3
        and all(len(group) == 3 for group in rest) | all(len(group) == 2 for group in rest[:-1])
    )
