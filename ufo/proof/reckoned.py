"""Facts that code reckons from tables that were read: sums, counts, averages and bounds of columns, whole and by group.

They are told where a number of the answer is one of them, so that a sum rests on its addends and not on the word of
whoever added. What is told is always true of what was read; whether it is what was asked for, the reading says.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from ufo.proof.literals import listed, shortened
from ufo.proof.occurs import plain_decimal_of, rounds_to
from ufo.proof.tables_read import TableRead, number_of, tables_in
from ufo.proof.tokens import Token, hard_tokens
from ufo.schema.fact import Channel, Fact, FactKind
from ufo.schema.patterns import regex
from ufo.schema.seen import Seen

MOST_RECKONED = 6
_MOST_GROUPS = 200
_ROOM, _LONGEST_NAME, _LONGEST_PLACE = 170, 24, 60
_PLACES = Decimal("0.000001")
_DAY = regex(r"\d{4}-\d{2}-\d{2}(?:[ T].*)?")
_UNNAMED = "(empty)"


@dataclass(frozen=True, slots=True)
class _Figures:
    """What comes of numbers. `of`: whose they are, "" for all rows."""

    of: str
    numbers: tuple[Decimal, ...]

    @property
    def told(self) -> dict[str, Decimal]:
        total = sum(self.numbers, Decimal(0))
        return {
            "sum": total,
            "rows": Decimal(len(self.numbers)),
            "average": (total / len(self.numbers)).quantize(_PLACES),
            "lowest": min(self.numbers),
            "highest": max(self.numbers),
        }


def reckoned(seen: Iterable[Seen], answer: str, request: str) -> tuple[Fact, ...]:
    """Return at most `MOST_RECKONED` facts, those of whole columns first."""
    wanted = [token for token in hard_tokens(answer) if token.numbers]
    bounds = [Decimal(token.numbers[0]) for token in hard_tokens(request) if token.numbers]
    found: dict[str, Fact] = {}
    for table in tables_in(seen) if wanted else ():
        for fact in (*_wholes(table, wanted), *_splits(table, wanted, bounds)):
            found.setdefault(fact.line, fact)
    return tuple(found.values())[:MOST_RECKONED]


def _wholes(table: TableRead, wanted: Sequence[Token]) -> Iterator[Fact]:
    for column, numbers in _columns(table):
        figures = _Figures("", tuple(numbers.values())).told
        if any(_is(token, number) for token in wanted for number in figures.values()):
            said = ", ".join(f"{name} {plain_decimal_of(number)}" for name, number in figures.items())
            yield _fact(table, f"{_name(table, column)}: {said}", (table.heads[column],), figures.values())


def _splits(table: TableRead, wanted: Sequence[Token], bounds: Sequence[Decimal]) -> Iterator[Fact]:
    """Iterate over the sums and counts of the rows that another column has alike, or that lie on one side of a bound."""
    for column, numbers in _columns(table):
        for by in range(len(table.heads)):
            keys = {row: _key(table.rows[row][by]) for row in numbers}
            if by != column and 1 < len(set(keys.values())) <= min(_MOST_GROUPS, len(keys) - 1):
                yield from _split(table, (column, f"by {_name(table, by)}"), _grouped(numbers, keys), wanted)
        for bound in bounds:
            sides = {row: _side(number, bound) for row, number in numbers.items()}
            yield from _split(table, (column, "by size"), _grouped(numbers, sides), wanted)


def _split(
    table: TableRead, what: tuple[int, str], groups: Sequence[_Figures], wanted: Sequence[Token]
) -> Iterator[Fact]:
    column, how = what
    told = [(group.of, group.told) for group in groups]
    for figure, verb in (("sum", "sum"), ("rows", "number of rows")):
        if any(_is(token, figures[figure]) for token in wanted for _, figures in told):
            ordered = sorted(told, key=lambda one: one[1][figure], reverse=True)
            said = [f"{shortened(of, _LONGEST_NAME)} {plain_decimal_of(figures[figure])}" for of, figures in ordered]
            names = (table.heads[column], *(of for of, _ in ordered))
            of_column = f" of {_name(table, column)}" if figure == "sum" else ""
            line = f"{verb}{of_column} {how}: {_fitting(said)}"
            yield _fact(table, line, names, [figures[figure] for _, figures in ordered])


def _fitting(said: Sequence[str]) -> str:
    kept = list(said)
    while len(kept) > 1 and len("; ".join(kept)) > _ROOM:
        kept.pop()
    more = f"; and {len(said) - len(kept)} more" if len(kept) < len(said) else ""
    return "; ".join(kept) + more


def _fact(table: TableRead, said: str, names: Iterable[str], numbers: Iterable[Decimal]) -> Fact:
    return listed(
        Fact(
            kind=FactKind.READ,
            line=f"reckoned from {len(table.rows)} rows that were read in {shortened(table.place, _LONGEST_PLACE)}, {said}",
            place=table.place,
            texts=(*names, table.place),
            numbers=tuple(dict.fromkeys(map(plain_decimal_of, numbers))),
            channel=Channel.DOCUMENT,
            news=False,
        )
    )


def _columns(table: TableRead) -> Iterator[tuple[int, Mapping[int, Decimal]]]:
    """Iterate over the columns with numbers, by row; "1.234" is read in both ways that it may be meant."""
    for column in range(len(table.heads)):
        read = {at: numbers for at, row in enumerate(table.rows) if (numbers := number_of(row[column]))}
        if len(read) > 1:
            yield column, {row: Decimal(numbers[0]) for row, numbers in read.items()}
            if any(len(numbers) > 1 for numbers in read.values()):
                yield column, {row: Decimal(numbers[-1]) for row, numbers in read.items()}


def _grouped(numbers: Mapping[int, Decimal], keys: Mapping[int, str]) -> list[_Figures]:
    groups: dict[str, list[Decimal]] = defaultdict(list)
    for row, number in numbers.items():
        groups[keys[row]].append(number)
    return [_Figures(of, tuple(own)) for of, own in groups.items()]


def _key(cell: str) -> str:
    """Return by what rows are alike: a day by its month."""
    return cell[:7] if _DAY.fullmatch(cell) else cell or _UNNAMED


def _side(number: Decimal, bound: Decimal) -> str:
    said = plain_decimal_of(bound)
    return f"above {said}" if number > bound else f"below {said}" if number < bound else f"just {said}"


def _is(token: Token, number: Decimal) -> bool:
    return any(Decimal(said) == number or rounds_to(Decimal(said), number) for said in token.numbers)


def _name(table: TableRead, column: int) -> str:
    return f"'{shortened(table.heads[column], _LONGEST_NAME)}'"
