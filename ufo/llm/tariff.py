"""What a model costs, as a value. `prices.py` makes it; this module needs no library of models."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ufo.schema.outcome import Usage


@dataclass(frozen=True, slots=True)
class Tariff:
    """`cost` returns the price of a usage in USD, None where it is not known. `words` say the price and where it is from."""

    cost: Callable[[Usage], float | None]
    words: str
    is_known: bool = True


UNKNOWN = Tariff(lambda _: None, "price unknown", is_known=False)
FREE = Tariff(lambda _: 0.0, "nothing")
OWN_MACHINE = Tariff(lambda _: 0.0, "nothing: it runs on your own machine")
