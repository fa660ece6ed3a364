"""Tells whether a hard token occurs in facts, each kind compared as what it is: 15 % is 0.15, a name is a name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal, InvalidOperation
from functools import cached_property

from ufo.conditions.readers.model import Reference
from ufo.conditions.readers.references import column_letters, parse_reference
from ufo.proof.tokens import Token, TokenKind, hard_tokens, number_readings
from ufo.schema.fact import Channel, Fact, FactKind
from ufo.schema.patterns import regex
from ufo.text.fold import folded
from ufo.text.literal_names import places
from ufo.text.numbers import plain_decimal

_DIGITS = regex(r"[0-9]+")
_WITH_UNIT = regex(r"\d[\d.,]*\s?[^\W\d_]{1,4}\.?")
_ITEMS = regex(r"[\n,;、，；]+")
_LONGEST_NAME = 40
_FEW = 4
_SHORTEST_STEM = 4
_ROUNDED = Decimal("0.005")
_UNITS = (Decimal(60), Decimal(3600), Decimal(1000), Decimal("0.01"))
_IN_MM = regex(r"(?<![\w.])(\d+(?:\.\d+)?) mm(?!\w)")
_NOTHING_ELSE = {"gone": (), "numbers": (), "dates": (), "mistyped": ()}
_SAME_ENDINGS = {"jpeg": "jpg", "htm": "html", "tif": "tiff", "yml": "yaml"}


class Literals:
    """The literals of a fact in the forms in which they are compared; each is worked out when it is first needed."""

    def __init__(self, fact: Fact) -> None:
        self.fact = fact

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """What the fact holds now, with its place, folded. A text that looks like a number is no witness of a number."""
        told = (*self.fact.texts, self.fact.place)
        if self.fact.kind is FactKind.STATE and not self.fact.news and self.fact.place == self.document:
            told = (self.fact.place.rpartition("/")[2],)
        return tuple(dict.fromkeys(folded(text) for text in told if text and text not in self.fact.mistyped))

    @cached_property
    def line(self) -> tuple[str, ...]:
        """Its words, which name what stands beside it; none where they also tell what is gone."""
        return () if self.fact.gone or self.fact.mistyped else (folded(self.fact.line),)

    @cached_property
    def has_formula(self) -> bool:
        return any(text.startswith("=") for text in self.fact.texts)

    @cached_property
    def mistyped(self) -> tuple[str, ...]:
        return tuple(map(folded, self.fact.mistyped))

    @cached_property
    def paths(self) -> tuple[tuple[str, ...], ...]:
        """The parts of each path among the literals, and of the document of the place."""
        told = (*self.fact.texts, self.document)
        return tuple(dict.fromkeys(path_parts(text) for text in told if text and "\n" not in text))

    @cached_property
    def document(self) -> str:
        """The document or file of the place, "" where the place is none."""
        return document_of(self.fact.place)

    @cached_property
    def references(self) -> tuple[Reference, ...]:
        """The cells of the place."""
        pieces = self.fact.place.removeprefix(self.document).split(", ")
        found = [parse_reference(piece) for piece in pieces if piece]
        return tuple(reference for reference in found if reference is not None)

    @cached_property
    def numbers(self) -> frozenset[str]:
        numbers = {_decimal(number) for number in self.fact.numbers}
        for token in self.within:
            numbers |= {*token.numbers, *(_hundredth(number) for number in token.numbers if token.is_percent)}
        lengths = {length for found in _IN_MM.finditer(self.fact.line) for length in _lengths(Decimal(found[1]))}
        return frozenset(numbers | set(_numbers_of(self.dates)) | lengths)

    @cached_property
    def reckoned(self) -> frozenset[str]:
        """The numbers, and the times, also as hours, minutes of the hour and minutes of the day: 16:30 is 16.5, 30 and 990."""
        found = set(self.numbers)
        for hour, minute in times_of(self.dates):
            minutes = hour * 60 + minute
            found |= {plain_decimal_of(Decimal(minutes) / 60), str(minute), str(minutes), f"{hour}:{minute:02}"}
        return frozenset(found)

    @cached_property
    def dates(self) -> frozenset[str]:
        return frozenset(self.fact.dates) | {day for token in self.within for day in token.dates}

    @cached_property
    def within(self) -> tuple[Token, ...]:
        """The hard tokens of its texts: a number may stand in a sentence."""
        told = [text for text in self.fact.texts if text not in self.fact.mistyped and any(map(str.isdigit, text))]
        if self.references:
            # "7,80 zł" in a cell is a text, which nothing can be reckoned with.
            told = [text for text in told if not _WITH_UNIT.fullmatch(text) and not self._is_day_as_text(text)]
        return tuple(token for text in told for token in hard_tokens(text.replace('"', " ")))

    def _is_day_as_text(self, text: str) -> bool:
        """Tell whether a cell shows a day and holds none."""
        days = [token for token in hard_tokens(text) if token.kind is TokenKind.DATE and token.text == text.strip()]
        return bool(days) and not any(_same_moment(day, other) for day in days[0].dates for other in self.fact.dates)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Short literals that are names of rows, columns, sheets or files: no numbers, cells or paths."""
        told = (folded(text.rpartition("/")[2]) for text in self.fact.texts if len(text) <= _LONGEST_NAME)
        return tuple(dict.fromkeys(name for name in told if _is_name(name)))

    @cached_property
    def columns(self) -> frozenset[str]:
        """The letters of the columns of its cells, where these are few."""
        areas = [reference.area for reference in self.references]
        letters = {
            column_letters(column) for area in areas for column in range(area.column, area.end_column + 1)[:_FEW]
        }
        return frozenset(letters) if len(letters) <= _FEW else frozenset()

    @cached_property
    def recipients(self) -> tuple[Token, ...]:
        """The e-mail addresses among the literals."""
        told = (token for text in self.fact.texts for token in hard_tokens(text))
        return tuple(token for token in told if token.kind is TokenKind.ADDRESS and "@" in token.text)

    @cached_property
    def gone(self) -> Literals:
        """What was there before, as literals of the same place."""
        return Literals(self.fact.model_copy(update={"texts": self.fact.gone, **_NOTHING_ELSE}))


def _is_name(name: str) -> bool:
    letters = sum(sign.isalpha() for sign in name)
    return letters * 2 > len(name) and (letters > 2 or not name.isascii()) and parse_reference(name) is None


def document_of(place: str) -> str:
    """Return the path or name of the file that a place begins with; "" where it begins with none."""
    head = place.split(", ")[0]
    last = path_parts(head)[-1:] or ("",)
    return head if "." in last[0].strip(".") and "://" not in head else ""


def path_parts(path: str) -> tuple[str, ...]:
    return tuple(
        part
        for part in folded(path).removeprefix("file://").replace("\\", "/").split("/")
        if part not in ("", ".", "~")
    )


def occurs_in(token: Token, known: Iterable[Literals]) -> bool:
    """Tell whether one of the facts has the token among what it holds now. What is gone does not count. "1 140" may be one number
    or two that stand side by side.
    """
    facts = tuple(known)
    if any(_is_in(token, literals) for literals in facts):
        return True
    pieces = token.side_by_side
    return bool(pieces) and all(any(_is_in(piece, literals) for literals in facts) for piece in pieces)


def _is_in(token: Token, known: Literals) -> bool:
    match token.kind:
        case TokenKind.QUOTED:
            return _quoted(token.text, known) or _holds_any(known.line, token.text)
        case TokenKind.FILE:
            said = (*known.texts, *known.line)
            return is_path_of(token, known) or any(
                _tells_file(text, token.text) or _tells_end_of(text, token.text) for text in said
            )
        case TokenKind.ENDING:
            return _has_ending(token.text, known)
        case TokenKind.CELL:
            bare = (text.replace("$", "") for text in known.texts)
            return _covers(token.text, known) or _holds_any(bare, token.text.replace("$", ""))
        case TokenKind.ADDRESS:
            return any(holds(text, _bare_address(token.text)) for text in map(_bare_address, known.texts))
        case TokenKind.DATE | TokenKind.TIME:
            return _has_moment(token, known) or (bool(token.numbers) and _has_number(token, known))
        case TokenKind.NUMBER:
            return _has_number(token, known)
        case TokenKind.CODE:
            return _holds_any((*known.texts, *known.mistyped), token.text)


_OPENING = "([{（［【《〈"


def _tells_file(text: str, name: str) -> bool:
    """Tell whether a sentence names the file; "old-notes.txt" does not name "notes.txt"."""
    plain = folded(name)
    return any(text[at - 1 : at] not in tuple("-_.~") for at in _whole(text, plain))


def _tells_end_of(text: str, name: str) -> bool:
    """Tell whether a sentence names a file right before whose name other words stand: "值班表.xlsx" of "请打开值班表.xlsx"."""
    if "." not in text or all(map(_is_spaced, filter(str.isalnum, name))):
        return False
    files = (told.text for told in hard_tokens(text) if told.kind is TokenKind.FILE)
    return any(_follows(folded(name), folded(file)) for file in files)


def _follows(words: str, name: str) -> bool:
    """Tell whether words end in a name, with no space before it, as in scripts without spaces, or a bracket alone."""
    before = words.removesuffix(name)
    said = before.rstrip(_OPENING)
    return bool(said) and before != words and said[-1].isalnum() and not _is_spaced(said[-1])


def _quoted(text: str, known: Literals) -> bool:
    if _holds_any((*known.texts, *known.mistyped), text):
        return True
    tokens = hard_tokens(text)
    if (
        len(tokens) == 1
        and tokens[0].end - tokens[0].start == len(text.strip())
        and tokens[0].kind is not TokenKind.QUOTED
    ):
        return _is_in(tokens[0], known)
    # A list may have gone into several cells or paragraphs.
    items = [item.strip() for item in _ITEMS.split(text) if item.strip()]
    return len(items) > 1 and all(_holds_any((*known.texts, *known.mistyped), item) for item in items)


def _holds_any(texts: Iterable[str], wanted: str) -> bool:
    plain = folded(wanted)
    return bool(plain) and any(holds(text, plain) or holds(_tight(text), _tight(plain)) for text in texts)


def _tight(text: str) -> str:
    """Return a formula without its spaces and with one separator; other texts as they are."""
    return text.replace(" ", "").replace(";", ",") if text.startswith("=") else text


def holds(text: str, wanted: str) -> bool:
    """Tell whether `wanted` stands in the text as whole words. Scripts without capitals put no space between words."""
    return any(True for _ in _whole(text, wanted))


def _whole(text: str, wanted: str) -> Iterator[int]:
    """Iterate over where it stands as whole words."""
    for at in places(text, wanted):
        end = at + len(wanted)
        if not _joins(text[at - 1 : at] if at else "", wanted[0]) and not _joins(wanted[-1], text[end : end + 1]):
            yield at


def _joins(left: str, right: str) -> bool:
    if not left or not right or not (left.isalnum() and right.isalnum()):
        return False
    return (left.isdigit() and right.isdigit()) or (_is_spaced(left) and _is_spaced(right))


def _is_spaced(sign: str) -> bool:
    return sign.isdigit() or sign.upper() != sign.lower()


def inflects(word: str, name: str) -> bool:
    """Tell whether two folded words are one but for their endings ("brezeln", "brezel"); short words must be the same."""
    same = zip(word, name, strict=False)
    shared = next((at for at, (left, right) in enumerate(same) if left != right), min(len(word), len(name)))
    if len(word) == len(name) and shared >= _SHORTEST_STEM - 1 and shared == len(name) - 1:
        return True
    return word == name or shared >= max(_SHORTEST_STEM, len(name) - 3, len(word) - 3)


def is_path_of(token: Token, known: Literals) -> bool:
    """Tell whether a file's name in a request is one of the fact's paths."""
    wanted = path_parts(token.text)
    is_absolute = token.text.startswith(("/", "~", "\\")) or token.text[1:2] == ":"
    # A folder is told by what changed in it, and not by what lies in it as it was.
    within = known.fact.kind is not FactKind.STATE or known.fact.news
    return bool(wanted) and any(_same_path(wanted, parts, is_absolute, within) for parts in known.paths)


def _same_path(wanted: tuple[str, ...], parts: tuple[str, ...], is_absolute: bool, within: bool) -> bool:
    if not parts:
        return False
    size = len(wanted)
    if parts[-size:] == wanted or (
        within and any(parts[at : at + size] == wanted for at in range(len(parts) - size + 1))
    ):
        return True
    if is_absolute and wanted[-len(parts) :] == parts:
        return True
    return size == 1 and _follows(wanted[-1], parts[-1])


def _has_ending(ending: str, known: Literals) -> bool:
    plain = folded(ending).lstrip("*").lstrip(".")
    same = {plain, _SAME_ENDINGS.get(plain, plain)}
    endings = {parts[-1].rpartition(".")[2] for parts in known.paths if parts and "." in parts[-1]}
    return bool(same & {_SAME_ENDINGS.get(text, text) for text in endings}) or any(
        holds(text, plain) for text in known.texts
    )


def _covers(text: str, known: Literals) -> bool:
    wanted = parse_reference(text.replace("：", ":").replace("–", ":").replace(" ", ""))
    if wanted is None:
        return False
    return any(_same_sheet(wanted, place) and place.area.holds(wanted.area) for place in known.references)


def _same_sheet(wanted: Reference, place: Reference) -> bool:
    return not wanted.sheet or not place.sheet or folded(wanted.sheet) == folded(place.sheet)


def _bare_address(text: str) -> str:
    plain = folded(text)
    for beginning in ("https://", "http://", "file://", "mailto:", "www."):
        plain = plain.removeprefix(beginning)
    return plain.rstrip("/")


def _has_moment(token: Token, known: Literals) -> bool:
    if not any(_same_moment(day, other) for day in token.dates for other in known.dates):
        return not known.references and _holds_any(known.texts, token.text)
    # A day that is written in the same form must be written in the same order: 03/07 is not 07/03.
    alike = [other for other in known.within if other.kind is token.kind and _form(other.text) == _form(token.text)]
    return not alike or any(_pieces(other.text) == _pieces(token.text) for other in alike)


def times_of(moments: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Iterate over the hours and minutes of those moments that have a time."""
    for moment in moments:
        hour, _, minute = moment.rpartition("T")[2].partition(":")
        if hour.isdigit() and minute[:2].isdigit():
            yield int(hour), int(minute[:2])


def times_said(token: Token) -> frozenset[str]:
    """Return the time of a token as sums have it."""
    return frozenset(f"{hour}:{minute:02}" for hour, minute in times_of(token.dates))


def has_day_in_words(token: Token, line: str) -> bool:
    """Tell whether a line has the day and the year of a date with letters between or before them, such as "20 listopada 2023".
    Which month these mean is for a reader to say.
    """
    return any(
        regex(
            rf"(?<!\d)0?{int(day)}\D{{0,4}}[^\W\d_]\D{{0,20}}{year}(?!\d)|[^\W\d_]\W{{0,3}}0?{int(day)}\D{{1,6}}{year}(?!\d)"
        ).search(folded(line))
        for date in token.dates
        if len(pieces := date.split("-")) == len(("year", "month", "day"))
        for year, _, day in [pieces]
    )


def has_day_in_pieces(token: Token, known: Literals) -> bool:
    """Tell whether the month and the day of a date, and its year where it has one, stand as numbers of their own, as in
    columns of a sheet. Which of them is the month is for a reader to say.
    """
    days = (date.removeprefix("--").split("-") for date in token.dates if ":" not in date)
    return any({plain_decimal(piece.lstrip("0")) for piece in pieces} <= known.numbers for pieces in days)


def _form(text: str) -> str:
    return "".join(sign for sign in folded(text) if not sign.isdigit())


def _pieces(text: str) -> list[str]:
    return [plain_decimal(digits) for digits in _DIGITS.findall(folded(text))]


def _same_moment(wanted: str, other: str) -> bool:
    if wanted.startswith("--"):
        return other[4:10] == wanted[1:] or other == wanted
    if ":" in wanted:
        return f"T{wanted}" in other.replace(" ", "T") or other.startswith(wanted)
    return other[:10] == wanted or other == f"-{wanted[4:]}"


def _has_number(token: Token, known: Literals) -> bool:
    wanted = set(token.numbers)
    if token.is_percent:
        shares = [Decimal(number) / 100 for number in token.numbers]
        # A formula may add 20 % by multiplying with 1.2.
        shares += [way for share in shares for way in (1 + share, 1 - share) if known.has_formula]
        wanted = {plain_decimal_of(share) for share in shares} | (set() if known.references else wanted)
    if wanted & known.numbers or _is_step(token, known):
        return True
    return known.fact.channel is Channel.SETTINGS and any(
        _is_multiple(number, known.numbers) for number in token.numbers
    )


def _is_step(token: Token, known: Literals) -> bool:
    """Tell whether each number that is gone became another one by the token: "by 50", "by 15 %", "times 3", "by 50p"."""
    old = [Decimal(number) for text in known.fact.gone for number in number_readings(text)[:1]]
    new = {Decimal(number) for number in known.numbers if number.replace(".", "").lstrip("-").isdigit()}
    if not old or not new:
        return False
    steps = [Decimal(number) for number in token.numbers]
    ways = [way for step in steps for way in _ways(step, is_percent=token.is_percent)]
    return any(all(_is_among(was * factor + by, new) for was in old) for factor, by in ways)


def _ways(step: Decimal, *, is_percent: bool) -> tuple[tuple[Decimal, Decimal], ...]:
    """Return by what a number is multiplied and what is added to it then."""
    number, none = Decimal(1), Decimal(0)
    if is_percent:
        return (number + step / 100, none), (number - step / 100, none)
    return (number, step), (number, -step), (step, none), (number, step / 100), (number, -step / 100)


def _is_among(value: Decimal, numbers: Iterable[Decimal]) -> bool:
    return any(abs(value - number) <= _ROUNDED for number in numbers)


def _is_multiple(number: str, numbers: Iterable[str]) -> bool:
    """Tell whether settings keep the number in another unit: minutes in seconds, seconds in milliseconds, percent in one, an
    hour of the afternoon by the other clock.
    """
    value = Decimal(number)
    return any(plain_decimal_of(other) in numbers for other in (*(value * unit for unit in _UNITS), value + 12))


def _numbers_of(dates: Iterable[str]) -> Iterator[str]:
    """Return the year, month and day of each date, and the hour by either clock, for what a person writes in words: "24
    December", "3 pm".
    """
    for moment in dates:
        day, _, time = moment.rpartition("T") if ":" in moment else (moment, "", "")
        yield from (plain_decimal(part) for part in day.strip("-").split("-") if part.isdigit())
        hour = time.partition(":")[0]
        if hour.isdigit():
            yield from {plain_decimal(hour), str(int(hour) % 12 or 12)}


def _lengths(mm: Decimal) -> Iterator[str]:
    """Return a length in cm and in inches, as people write it."""
    yield from (plain_decimal_of(round(mm / unit, 2)) for unit in (Decimal(10), Decimal("25.4")))


def _decimal(number: str) -> str:
    try:
        return plain_decimal_of(Decimal(number))
    except InvalidOperation:
        return (number_readings(number) or (number,))[0]


def plain_decimal_of(number: Decimal) -> str:
    sign = "-" if number < 0 else ""
    return sign + plain_decimal(f"{abs(number):f}")


def rounds_to(said: Decimal, exact: Decimal) -> bool:
    """Tell whether a number is given with fewer decimals, at least one: "34.4" for 34.42208."""
    decimals, held = -int(said.as_tuple().exponent), -int(exact.as_tuple().exponent)
    return 0 < decimals < held and abs(said - exact) * 2 <= Decimal(1).scaleb(-decimals)


def _hundredth(number: str) -> str:
    return plain_decimal_of(Decimal(number) / 100)
