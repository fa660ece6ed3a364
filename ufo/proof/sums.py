"""Works out the sums that a reading gives: what comes of numbers that facts or the request have rests on these, and on nobody's
word. The arithmetic is plain and knows no word of any language.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from ufo.proof.tokens import number_readings
from ufo.schema.arithmetic import value_of
from ufo.schema.patterns import regex
from ufo.text.fold import folded
from ufo.text.numbers import plain_decimal

_NUMBER = regex(r"\d+(?:\.\d+)?")
_CLOCK = regex(r"(\d{1,3}):([0-5]\d)(?![\d:])")
_PERCENT = regex(r"(\d+(?:\.\d+)?)\s*%")
_SIGN = regex(r"[-+*/×÷^]")
_UNITS = frozenset({"1", "7", "10", "12", "24", "60", "100", "1000", "3600"})
"""By ones is counted, and by the others one unit turned into another; no fact tells them."""
_MOST, _LONGEST = 40, 2_000


@dataclass(frozen=True, slots=True)
class Sum:
    """`written`: as the reading gives it. `operands`: the numbers that it reckons with; `results`: what its result may be,
    as plain decimals. `fault`: why it proves nothing, "" where it is right. `is_wrong`: it comes to something else.
    """

    written: str
    operands: frozenset[str] = frozenset()
    results: frozenset[str] = frozenset()
    fault: str = ""
    is_wrong: bool = False


def worked_out(written: Iterable[str], told: Collection[str]) -> Iterator[Sum]:
    """Yield each sum with what is wrong with it. `told`: the numbers that it may rest on, as plain decimals."""
    for text in list(written)[:_MOST]:
        sides = folded(text[:_LONGEST]).rpartition("=")
        if _CLOCK.search(sides[0]) and (time := _CLOCK.fullmatch(sides[2].strip())):
            yield _of_times(text, sides[0], time[0], told)
            continue
        expression = _PERCENT.sub(r"(\1/100)", sides[0])
        operands = frozenset(plain_decimal(number) for number in _NUMBER.findall(sides[0]))
        value = value_of(expression) if _SIGN.search(expression.strip()) else None
        if value is None or not sides[1]:
            yield Sum(text, fault=f"'{text[:_LONGEST]}' is no sum that could be checked")
            continue
        results = frozenset(result for result in number_readings(sides[2].strip()) if _is_about(value, result))
        counts = {str(count) for count in range(2, len(_NUMBER.findall(sides[0])) + 1)}
        strange = operands - set(told) - _UNITS - counts
        if not results:
            yield Sum(text, fault=f"'{text}' is wrong: it comes to {float(value):.10g}", is_wrong=True)
        elif strange:
            yield Sum(text, fault=f"'{text}' reckons with {min(strange)}, which no fact that is named has")
        else:
            yield Sum(text, operands, results)


def _of_times(written: str, expression: str, result: str, told: Collection[str]) -> Sum:
    """Work out a sum of times, such as "18:12 + 0:15 = 18:27". Minutes may be told as a number."""
    operands = frozenset(plain_time(time[0]) for time in _CLOCK.finditer(expression))
    value = value_of(_CLOCK.sub(r"(\1+\2/60)", expression)) if _SIGN.search(expression) else None
    if value is None:
        return Sum(written, fault=f"'{written[:_LONGEST]}' is no sum that could be checked")
    hour, minute = result.split(":")
    if value != int(hour) + Fraction(int(minute), 60):
        told_value = f"{int(value)}:{round(value % 1 * 60):02}" if value >= 0 else f"{float(value):.10g}"
        return Sum(written, fault=f"'{written}' is wrong: it comes to {told_value}", is_wrong=True)
    strange = [time for time in operands if time not in told and not (time[:2] == "0:" and str(int(time[2:])) in told)]
    if strange:
        return Sum(written, fault=f"'{written}' reckons with {min(strange)}, which no fact that is named has")
    return Sum(written, operands, frozenset({plain_time(result)}))


def plain_time(time: str) -> str:
    """Return a time of day in hours and minutes as sums have it: "7:05" for "07:05:00"."""
    hour, minute = time.split(":")[:2]
    return f"{int(hour)}:{minute}"


def _is_about(value: Fraction, result: str) -> bool:
    """Tell whether the result is the value, rounded to the decimals that it has."""
    said = Decimal(result)
    return abs(value - Fraction(said)) * 2 <= Fraction(Decimal(1).scaleb(int(said.as_tuple().exponent)))
