"""Tells whether a hard token occurs in facts, each kind compared as what it is: 15 % is 0.15, a name is a name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal, InvalidOperation
from functools import cached_property

from ufo.proof.folding import folded
from ufo.proof.tokens import Token, TokenKind, hard_tokens, number_readings, plain_decimal
from ufo.schema.fact import Fact
from ufo.schema.patterns import regex
from ufo.verify.documents.model import Reference
from ufo.verify.documents.references import parse_reference

_ITEMS = regex(r"[\n,;、，；]+")
_SAME_ENDINGS = {"jpeg": "jpg", "htm": "html", "tif": "tiff", "yml": "yaml"}


class Literals:
    """The literals of a fact in the forms in which they are compared; each is worked out when it is first needed."""

    def __init__(self, fact: Fact) -> None:
        self.fact = fact

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """What the fact holds now, with its place, folded. A text that looks like a number is no witness of a number."""
        told = (*self.fact.texts, self.fact.place)
        return tuple(dict.fromkeys(folded(text) for text in told if text and text not in self.fact.mistyped))

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
        return frozenset(numbers | set(_numbers_of(self.dates)))

    @cached_property
    def dates(self) -> frozenset[str]:
        return frozenset(self.fact.dates) | {day for token in self.within for day in token.dates}

    @cached_property
    def within(self) -> tuple[Token, ...]:
        """The hard tokens of its texts: a number may stand in a sentence."""
        told = [text for text in self.fact.texts if text not in self.fact.mistyped and any(map(str.isdigit, text))]
        return tuple(token for text in told for token in hard_tokens(text.replace('"', " ")))

    @cached_property
    def gone(self) -> Literals:
        """What was there before, as literals of the same place."""
        return Literals(
            self.fact.model_copy(update={"texts": self.fact.gone, "numbers": (), "dates": (), "mistyped": ()})
        )


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


def occurs(token: Token, facts: Iterable[Fact]) -> bool:
    """Tell whether one of the facts has the token among what it holds now. What is gone does not count."""
    return occurs_in(token, [Literals(fact) for fact in facts])


def occurs_in(token: Token, known: Iterable[Literals]) -> bool:
    return any(_is_in(token, literals) for literals in known)


def _is_in(token: Token, known: Literals) -> bool:
    match token.kind:
        case TokenKind.QUOTED:
            return _quoted(token.text, known)
        case TokenKind.FILE:
            return is_path_of(token, known) or _holds_any(known.texts, token.text)
        case TokenKind.ENDING:
            return _has_ending(token.text, known)
        case TokenKind.CELL:
            return _covers(token.text, known) or _holds_any(known.texts, token.text.replace("$", ""))
        case TokenKind.ADDRESS:
            return any(_holds(text, _bare_address(token.text)) for text in map(_bare_address, known.texts))
        case TokenKind.DATE | TokenKind.TIME:
            return any(_same_moment(day, other) for day in token.dates for other in known.dates) or _holds_any(
                known.texts, token.text
            )
        case TokenKind.NUMBER:
            return _has_number(token, known)
        case TokenKind.CODE:
            return _holds_any((*known.texts, *known.mistyped), token.text)


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
    return bool(plain) and any(_holds(text, plain) or _holds(_tight(text), _tight(plain)) for text in texts)


def _tight(text: str) -> str:
    """Return a formula without its spaces and with one separator; other texts as they are."""
    return text.replace(" ", "").replace(";", ",") if text.startswith("=") else text


def _holds(text: str, wanted: str) -> bool:
    """Tell whether `wanted` stands in the text as whole words. Scripts without capitals put no space between words."""
    at = text.find(wanted)
    while at >= 0:
        end = at + len(wanted)
        if not (_joins(text[at - 1 : at], wanted[0]) if at else False) and not _joins(wanted[-1], text[end : end + 1]):
            return True
        at = text.find(wanted, at + 1)
    return False


def _joins(left: str, right: str) -> bool:
    if not left or not right or not (left.isalnum() and right.isalnum()):
        return False
    return (left.isdigit() and right.isdigit()) or (_is_spaced(left) and _is_spaced(right))


def _is_spaced(sign: str) -> bool:
    return sign.isdigit() or sign.upper() != sign.lower()


def is_path_of(token: Token, known: Literals) -> bool:
    """Tell whether a file's name in a request is one of the fact's paths."""
    wanted = path_parts(token.text)
    is_absolute = token.text.startswith(("/", "~", "\\")) or token.text[1:2] == ":"
    return bool(wanted) and any(_same_path(wanted, parts, is_absolute) for parts in known.paths)


def _same_path(wanted: tuple[str, ...], parts: tuple[str, ...], is_absolute: bool) -> bool:
    if not parts:
        return False
    size = len(wanted)
    if any(parts[at : at + size] == wanted for at in range(len(parts) - size + 1)):
        return True
    if is_absolute and wanted[-len(parts) :] == parts:
        return True
    # In scripts without spaces a word may stand right before the name.
    last, name = wanted[-1], parts[-1]
    return size == 1 and last.endswith(name) and not _is_spaced(last[: -len(name)][-1:] or "a")


def _has_ending(ending: str, known: Literals) -> bool:
    plain = folded(ending).lstrip("*").lstrip(".")
    same = {plain, _SAME_ENDINGS.get(plain, plain)}
    endings = {parts[-1].rpartition(".")[2] for parts in known.paths if parts and "." in parts[-1]}
    return bool(same & {_SAME_ENDINGS.get(one, one) for one in endings}) or any(
        _holds(text, plain) for text in known.texts
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


def _same_moment(wanted: str, other: str) -> bool:
    if wanted.startswith("--"):
        return other[4:10] == wanted[1:] or other == wanted
    if ":" in wanted:
        return f"T{wanted}" in other.replace(" ", "T") or other.startswith(wanted)
    return other[:10] == wanted or other == f"-{wanted[4:]}"


def _has_number(token: Token, known: Literals) -> bool:
    wanted = set(token.numbers)
    if token.is_percent:
        wanted = {_hundredth(number) for number in token.numbers} | (set() if known.references else wanted)
    return bool(wanted & known.numbers)


def _numbers_of(dates: Iterable[str]) -> Iterator[str]:
    """Return the year, month and day of each date, and the hour, for what a person writes in words ("24 December")."""
    for moment in dates:
        day, _, time = moment.partition("T")
        yield from (
            plain_decimal(part) for part in (*day.strip("-").split("-"), *time.split(":")[:1]) if part.isdigit()
        )


def _decimal(number: str) -> str:
    try:
        return plain_decimal_of(Decimal(number))
    except InvalidOperation:
        return (number_readings(number) or (number,))[0]


def plain_decimal_of(number: Decimal) -> str:
    sign = "-" if number < 0 else ""
    return sign + plain_decimal(f"{abs(number):f}")


def _hundredth(number: str) -> str:
    return plain_decimal_of(Decimal(number) / 100)
