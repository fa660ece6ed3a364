"""Decides by code alone which changes no word of the request reaches, whatever a reading says of them.

The anchors of a change are what the words that are said to ask for it have in common with it: their hard tokens, and
names of rows, columns, sheets and files that stand in them. Changes that the same words are said to ask for are
compared: a loss, or one of several like changes, that lacks an anchor which another one has was not asked for by
these words, or the other one was not.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from itertools import pairwise

from ufo.conditions.readers.model import Area
from ufo.conditions.readers.references import parse_reference
from ufo.proof.occurs import Literals, holds, inflects, is_path_of, occurs_in, path_parts
from ufo.proof.quotes import Naming, Span
from ufo.proof.tokens import Token, TokenKind, number_readings
from ufo.schema.fact import Channel, FactKind
from ufo.schema.patterns import regex
from ufo.text.fold import folded
from ufo.text.numbers import numerals

_WORDS = regex(r"[^\W\d_]+")
_DIGITS = regex(r"[0-9]+")
_SHEETS = (".xlsx", ".ods", ".xls", ".gnumeric")
_COLUMN = regex(r"(?<![^\W_])[A-Z](?![^\W_])")
_LITERALS = regex(r"\"[^\"]*\"|'[^']*'|\w*\d\w*")
_COMMAS = (", ", ",", "、", "; ", "، ")
_LEADING_ZERO = regex(r"0[0-9]+")


@dataclass(frozen=True)
class AllFacts:
    """All facts of the request. `worked_out`: the results of right sums of such numbers as these have."""

    known: tuple[Literals, ...]
    worked_out: frozenset[str] = frozenset()

    @cached_property
    def unchanged(self) -> list[Literals]:
        """What is told as it was."""
        return [other for other in self.known if other.fact.kind is FactKind.STATE and not other.fact.news]

    @cached_property
    def new_files(self) -> set[str]:
        changes = (other for other in self.known if other.fact.kind is FactKind.CHANGE and not other.fact.loss)
        return {other.document for other in changes if other.fact.place == other.document}

    @cached_property
    def numbers_read(self) -> frozenset[str]:
        """The numbers that the run read, and those of states that it brought; not what stands around a change."""
        kinds = (FactKind.READ, FactKind.STATE)
        read = (other for other in self.known if other.fact.kind in kinds and other.fact.news)
        return frozenset(number for other in read for number in other.numbers) | self.worked_out


@dataclass(frozen=True)
class Asking:
    """Words of a request that are said to ask for changes. `tokens`: theirs; `changes`: facts, by their ids; `beside`: all."""

    words: str
    tokens: tuple[Token, ...]
    changes: Mapping[str, Literals]
    beside: AllFacts

    @cached_property
    def anchors(self) -> Mapping[str, frozenset[object]]:
        return {fact: frozenset(self._anchors(known)) for fact, known in self.changes.items()}

    def _anchors(self, known: Literals) -> Iterator[object]:
        for token in self.tokens:
            inflected = token.kind is TokenKind.QUOTED and any(
                inflects(folded(token.text), name) for name in known.names
            )
            if inflected or occurs_in(token, [known]) or (known.fact.gone and occurs_in(token, [known.gone])):
                yield token
        told = {folded(token.text) for token in self.tokens}
        yield from (name for name in known.names if name not in told and self.naming.has(name))
        yield from known.columns & self._letters

    @cached_property
    def not_reckoned(self) -> Mapping[str, Literals]:
        """The changes but for those to a number that comes of a right sum, whose literals the request need not have."""
        worked_out = self.beside.worked_out
        return {fact: known for fact, known in self.changes.items() if worked_out.isdisjoint(known.numbers)}

    @cached_property
    def naming(self) -> Naming:
        return Naming(self.words)

    @cached_property
    def _letters(self) -> frozenset[str]:
        """The letters of columns that stand by themselves."""
        return frozenset(_COLUMN.findall(self.words))


def unasked(
    request: str,
    tokens: Sequence[Token],
    known: Mapping[str, Literals],
    asked: Mapping[str, Span],
    own_words: Collection[str] = (),
    worked_out: frozenset[str] = frozenset(),
) -> dict[str, str]:
    """Return for each fact that nobody can have asked for why. `asked`: where the words stand that are said to ask for it.
    `own_words`: the facts for which some words of a part stand alone, which need no literal: "delete the last slide".
    `worked_out`: the results of right sums.
    """
    told: dict[str, str] = {}
    beside = AllFacts(tuple(known.values()), worked_out)
    whole = Asking(request, tuple(tokens), {fact: known[fact] for fact in asked}, beside)
    for span in dict.fromkeys(asked.values()):
        within = tuple(token for token in tokens if span.start <= token.start < span.end)
        ids = (fact for fact, other in asked.items() if other == span)
        changes = {fact: known[fact] for fact in ids if known[fact].fact.must_be_asked_for}
        _tell(told, _RULES_OF_WORDS, Asking(request[span.start : span.end], within, changes, beside))
    _tell(told, _RULES_OF_REQUEST, whole)
    for fact, why in _less_anchored_loss(whole):
        if fact not in own_words:
            told.setdefault(fact, why)
    return told


def _tell(told: dict[str, str], rules: Sequence[Rule], asking: Asking) -> None:
    for rule in rules:
        for fact, why in rule(asking):
            told.setdefault(fact, why)


def _less_anchored(asking: Asking) -> Iterator[tuple[str, str]]:
    for fact, known in asking.not_reckoned.items():
        own = asking.anchors[fact]
        more = [
            anchors - own
            for other, anchors in asking.anchors.items()
            if own < anchors
            and not asking.changes[other].fact.by_product
            and _compares(known, asking.changes[other], anchors - own)
            and not all(isinstance(anchor, Token) and anchor.kind is TokenKind.NUMBER for anchor in anchors - own)
        ]
        if more:
            named = sorted(anchor.text if isinstance(anchor, Token) else str(anchor) for anchor in more[0])
            yield fact, f"{known.fact.line}: the request names '{named[0]}', which this is not"


def _is_exchanged(known: Literals, other: Literals) -> bool:
    """Tell whether two texts changed places: each went where the other one was, so that nothing is lost."""
    here, there = ({folded(text) for text in found.fact.gone} for found in (known, other))
    come, went = ({folded(text) for text in found.fact.texts} for found in (known, other))
    return bool(here & went - {""}) and bool(there & come - {""})


def _less_anchored_loss(asking: Asking) -> Iterator[tuple[str, str]]:
    """Of a document nothing is lost of which no word of the whole request tells more than of another change in it."""
    for fact, known in asking.not_reckoned.items():
        own = asking.anchors[fact]
        beside = [other for other, changed in asking.changes.items() if changed.document == known.document]
        if any(_is_exchanged(known, asking.changes[other]) for other in beside):
            continue
        if known.document and known.fact.loss and any(own < asking.anchors[other] for other in beside):
            yield fact, f"{known.fact.line}, which no word of the request names"


def _compares(known: Literals, other: Literals, lacking: frozenset[object]) -> bool:
    """Tell whether a change that lacks anchors which another one has is suspicious: it took something away, or is like it.

    An act has the names of the program by which the work was done, which a document need not have. Cells may be the ends of a
    range in words ("E2 to E4"), so that what lies between has none of them.
    """
    if (known.fact.kind, known.fact.channel) != (other.fact.kind, other.fact.channel):
        return False
    if known.fact.loss:
        return True
    cells = all(isinstance(anchor, Token) and anchor.kind is TokenKind.CELL for anchor in lacking)
    return not cells and _shape(known) == _shape(other)


def _shape(known: Literals) -> str:
    said = known.fact.line.removeprefix(known.fact.place).partition(": ")[2] or known.fact.line
    return _LITERALS.sub("", said)


def _beside_named(asking: Asking) -> Iterator[tuple[str, str]]:
    """A file beside the one that the words name: that is as it was, and another one of its kind was changed, which they name
    less.
    """
    files = [token for token in asking.tokens if token.kind is TokenKind.FILE]
    for fact, changed in asking.changes.items():
        if (
            not changed.document
            or changed.document in asking.beside.new_files
            or changed.fact.kind is not FactKind.CHANGE
        ):
            continue
        for other in asking.beside.unchanged:
            is_like = other.fact.place == other.document != "" and _ending(other) == _ending(changed)
            if is_like and _is_meant(other, changed, files, asking):
                yield fact, f"{changed.fact.line}, and {other.document}, which the request names, is as it was"


def _is_meant(other: Literals, changed: Literals, files: Sequence[Token], asking: Asking) -> bool:
    own = [token for token in files if is_path_of(token, changed)]
    meant = [token for token in files if is_path_of(token, other)]
    if any(token not in meant for token in own):
        return False
    if meant:
        # The name alone means the file in the folder itself.
        return not own or len(path_parts(other.document)) < len(path_parts(changed.document))
    more, less = (asking.naming.words_of_name(_stem(known.document)) for known in (other, changed))
    is_beside = path_parts(other.document)[:-1] == path_parts(changed.document)[:-1]
    return less < more and (bool(less) or is_beside or not asking.naming.words_of_name(changed.document))


def _stem(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[0]


def _next_in_a_list(asking: Asking) -> Iterator[tuple[str, str]]:
    """One of several things that the words list side by side, of which another is as it was."""
    for fact, changed in asking.changes.items():
        for other in asking.beside.unchanged if changed.document else ():
            pairs = ((name, beside) for name in changed.names for beside in other.names if name != beside)
            if other.document == changed.document and any(_is_listed(asking.naming.folded, *pair) for pair in pairs):
                yield fact, f"{changed.fact.line}, and {other.fact.place}, which the request names too, is as it was"


def _is_listed(words: str, name: str, beside: str) -> bool:
    """Tell whether two names stand one after the other with nothing but a comma between them."""
    return any(
        f"{text}{comma}{other}" in words for text, other in ((name, beside), (beside, name)) for comma in _COMMAS
    )


def _in_another_folder(asking: Asking) -> Iterator[tuple[str, str]]:
    """A file in a folder that no word names, beside one that the request names and that is as it was."""
    named = [path_parts(token.text) for token in asking.tokens]
    places = (path_parts(other.fact.place) for other in asking.beside.unchanged if not other.document)
    folders = [place for place in places if len(place) > 1 and place in named]
    for fact, changed in asking.changes.items():
        own = path_parts(changed.document)[:-1]
        for folder in folders if own and not holds(asking.naming.folded, own[-1]) else ():
            if folder != own and folder[:-1] == own[:-1]:
                yield fact, f"{changed.fact.line}, and {'/'.join(folder)}, which the request names, is as it was"


def _ending(known: Literals) -> str:
    return known.document.rpartition(".")[2].casefold()


def _mistyped(asking: Asking) -> Iterator[tuple[str, str]]:
    quoted = {token.text for token in asking.tokens if token.kind is TokenKind.QUOTED}
    for fact, known in asking.changes.items():
        kept = [text for text in known.fact.mistyped if text not in quoted and not text.startswith("0")]
        # Beside "01067" all of them are texts on purpose.
        are_codes = any(_LEADING_ZERO.fullmatch(text) for text in (*known.fact.mistyped, *known.fact.texts))
        if kept and not are_codes and known.fact.kind is FactKind.CHANGE:
            yield fact, f"{known.fact.line}: '{kept[0]}' is kept as a text there, and no number or date"


def _around_a_cell(asking: Asking) -> Iterator[tuple[str, str]]:
    """A cell that the request names is the whole of a change or one of its corners. In the middle of one it is an exception that
    was not kept, or the others were not asked for.
    """
    cells = [(token, area) for token in asking.tokens if (area := _area(token)) is not None]
    for fact, known in asking.changes.items():
        for place in known.references:
            inside = [token for token, area in cells if _is_single(area) and _is_within(area, place.area)]
            covered = any(area.holds(place.area) for _, area in cells)
            if inside and not covered and known.fact.kind is FactKind.CHANGE:
                yield fact, f"{known.fact.line}: the request names '{inside[0].text}' in it by itself"


def _area(token: Token) -> Area | None:
    reference = parse_reference(token.text) if token.kind is TokenKind.CELL else None
    return reference.area if reference is not None else None


def _is_single(area: Area) -> bool:
    return (area.column, area.row) == (area.end_column, area.end_row)


def _is_within(area: Area, around: Area) -> bool:
    """Tell whether the area lies in the other one and is neither its first nor its last cell."""
    begins = (area.column, area.row) == (around.column, around.row)
    return around.holds(area) and not begins and (area.end_column, area.end_row) != (around.end_column, around.end_row)


def _to_others(asking: Asking) -> Iterator[tuple[str, str]]:
    """What reaches outward goes to none but the addresses that the request names, where it names any."""
    named = [token for token in asking.tokens if token.kind is TokenKind.ADDRESS and "@" in token.text]
    words = folded(asking.words)
    for fact, known in asking.changes.items():
        if not named or not (known.fact.outward or known.fact.channel is Channel.MAIL):
            continue
        strange = [token.text for token in known.recipients if not holds(words, folded(token.text))]
        if strange:
            yield fact, f"{known.fact.line}: the request does not name '{strange[0]}'"


def _to_nearly_named(asking: Asking) -> Iterator[tuple[str, str]]:
    """Where the request names no address, a recipient is somebody else of whose name it has a piece beside another name."""
    if any(token.kind is TokenKind.ADDRESS and "@" in token.text for token in asking.tokens):
        return
    words = [(found[0], found.start()) for found in _WORDS.finditer(asking.words)]
    for fact, known in asking.changes.items():
        if not known.fact.outward or not known.recipients:
            continue
        for name in known.names[: 2 * len(known.recipients)]:
            pieces = [piece for piece in _WORDS.findall(name) if len(piece) > 2]
            missing = [piece for piece in pieces if not any(inflects(folded(word), piece) for word, _ in words)]
            if "@" not in name and missing and _is_beside_a_name(pieces, words, asking.words):
                yield fact, f"{known.fact.line}: the request does not name '{missing[0]}'"


def _is_beside_a_name(pieces: Sequence[str], words: Sequence[tuple[str, int]], text: str) -> bool:
    """Tell whether a piece of the name stands right beside another word with a capital within a sentence."""
    for (left, start), (right, at) in pairwise(words):
        own = [any(inflects(folded(word), piece) for piece in pieces) for word in (left, right)]
        begins = not text[:start].strip() or text[:start].rstrip()[-1] in ".!?:"
        other = right if own[0] else left
        if own[0] != own[1] and at == start + len(left) + 1 and other.istitle() and not (begins and other is left):
            return True
    return False


def _numbers_in_mail(asking: Asking) -> Iterator[tuple[str, str]]:
    """Numbers in a message that neither the request nor anything that was read has."""
    digits = frozenset(_DIGITS.findall(folded(asking.words)))
    for fact, changed in asking.changes.items():
        is_mail = changed.fact.outward and changed.fact.channel is Channel.MAIL
        numbers = [token.text for token in changed.within if token.kind is TokenKind.NUMBER] if is_mail else []
        unsaid = [
            text for text in numbers if digits.isdisjoint(_DIGITS.findall(folded(text))) and _is_unsaid(text, asking)
        ]
        if unsaid:
            yield fact, f"{changed.fact.line}: nobody said '{unsaid[0]}', and it was read nowhere"


def _from_nowhere(asking: Asking) -> Iterator[tuple[str, str]]:
    """New numbers of a sheet that are no results of formulas, stand nowhere in the request, and were read nowhere: somebody
    reckoned them who cannot be checked.
    """
    sources = {other.document for other in asking.beside.unchanged if other.document}
    for fact, changed in asking.changes.items():
        is_new = changed.document.endswith(_SHEETS) and changed.references and not _replaces(changed)
        if not is_new or sources - {changed.document}:
            continue
        others = {*changed.fact.mistyped, *(place.sheet for place in changed.references)}
        values = [text for text in changed.fact.texts if _is_value(text) and text not in others]
        unsaid = [text for text in values if _is_unsaid(text, asking)]
        if unsaid and not _is_series(values):
            yield fact, f"{changed.fact.line}: nobody said '{unsaid[0]}', it was read nowhere, and no formula gives it"


def _replaces(changed: Literals) -> bool:
    """Tell whether it put something in the place of something else, or a formula."""
    return bool(changed.fact.gone) or changed.has_formula or changed.fact.loss


def _is_value(text: str) -> bool:
    """Tell whether the text is a number to reckon with, and no code that begins with 0."""
    return bool(number_readings(text)) and not (text.startswith("0") and text[1:2].isdigit())


def _is_unsaid(text: str, asking: Asking) -> bool:
    said = {number for token in asking.tokens for number in token.numbers} | numerals(asking.words)
    return not any(number in said or number in asking.beside.numbers_read for number in number_readings(text))


def _is_series(values: Sequence[str]) -> bool:
    numbers = [Decimal(number_readings(text)[0]) for text in values]
    steps = {after - before for before, after in pairwise(numbers)}
    return len(numbers) > 2 and len(steps) == 1


Rule = Callable[[Asking], Iterator[tuple[str, str]]]
"""Yields the ids of changes that words of the request do not reach, each with why."""
_RULES_OF_WORDS: tuple[Rule, ...] = (_less_anchored, _beside_named, _next_in_a_list, _mistyped)
"""For changes that the same words are said to ask for."""
_RULES_OF_REQUEST: tuple[Rule, ...] = (
    _in_another_folder,
    _around_a_cell,
    _to_others,
    _to_nearly_named,
    _numbers_in_mail,
    _from_nowhere,
)
"""For all changes together."""
