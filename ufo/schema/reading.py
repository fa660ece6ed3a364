"""A reading: which words of a request which facts show, and which words asked for which change (design.md §11).

A mind with a fresh context gives it. It is checked by the closure (`ufo.proof.closure`), which needs no language.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, field_validator


class PartVerdict(StrEnum):
    SHOWN = "shown"
    NOT_SHOWN = "not_shown"
    CONTRADICTED = "contradicted"
    NOTHING_TO_SHOW = "nothing_to_show"
    """Words that ask for nothing that could be seen afterwards: a greeting, a reason, which application to use."""


class _Answer(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


def _ids(value: Any) -> Any:
    if value is None or value == "":
        return []
    if isinstance(value, str | int):
        value = [value]
    return [str(item) for item in value] if isinstance(value, list | tuple) else value


class ReadPart(_Answer):
    """A part of the request. `quote`: its words, letter for letter. `shown_by`: the ids of the facts that show it, or that
    contradict it. `examples`: texts in the quote that only show a form, such as "Total: 12.34 EUR". `compared_with`: numbers and
    texts in it that the work is only compared with, such as 10 in "all above 10". `sums`: how numbers of the quote, of work or
    answer come of numbers that were told, such as "18 * 75 % = 13.5". `sure`: where code doubted it, since only what was read has
    a literal of the quote, why that is enough. `why`: what is missing or contradicted, for the person and for whoever works on.
    """

    quote: str
    verdict: PartVerdict
    shown_by: list[str] = Field(default_factory=list)
    examples: list[str] = Field(default_factory=list)
    compared_with: list[str] = Field(default_factory=list)
    sums: list[str] = Field(default_factory=list)
    sure: str = ""
    why: str = ""

    _shown = field_validator("shown_by", "examples", "compared_with", "sums", mode="before")(_ids)

    @field_validator("verdict", mode="before")
    @classmethod
    def _spelled(cls, value: Any) -> Any:
        return value.strip().lower().replace(" ", "_").replace("-", "_") if isinstance(value, str) else value


class ReadChange(_Answer):
    """Who asked for a change or an outward act. `fact`: its id. `asked_by`: the words of the request that ask for it, letter for
    letter; "" for nobody. `limited_by`: where the fact covers only a part, the words of the request that want only that part.
    `sure`: where code doubted that these words reach it, why they do.
    """

    fact: str
    asked_by: str = ""
    limited_by: str = ""
    sure: str = ""

    @field_validator("fact", mode="before")
    @classmethod
    def _as_text(cls, value: Any) -> Any:
        return str(value) if isinstance(value, int) else value

    @field_validator("asked_by", "limited_by", "sure", mode="before")
    @classmethod
    def _nobody(cls, value: Any) -> Any:
        return "" if value is None else value


class Reading(_Answer):
    """The answer of the mind that reads: every part of the request, and every change and outward act among the facts. `look`:
    files and places in them that it wants to be shown before it answers for good.
    """

    parts: list[ReadPart] = Field(default_factory=list)
    changes: list[ReadChange] = Field(default_factory=list)
    look: list[str] = Field(default_factory=list)

    _places = field_validator("look", mode="before")(_ids)


class Ordered(_Answer):
    """Whether the request orders exactly one act. `quote`: its words that do, letter for letter, or that forbid it; "" where
    there are none. `forbidden`: the request says that the act is not to be done. `pays`: it would pay or send money. `why`:
    what speaks against it.
    """

    ordered: bool
    quote: str = ""
    forbidden: bool = False
    pays: bool = False
    why: str = ""


class PartAccount(BaseModel):
    """A part of the request as a person sees it. `start`, `end`: its place in the request. `shown_by`: the lines of the facts
    that show it. `open`: why it is not shown, or what contradicts it; "" where it is shown or there is nothing to show. `doubt`:
    what code found against it, and `sure`: with what words whoever read overruled that; "" where nothing was overruled.
    """

    model_config = ConfigDict(frozen=True)

    quote: str
    start: int
    end: int
    verdict: PartVerdict
    shown_by: tuple[str, ...] = ()
    open: str = ""
    doubt: str = ""
    sure: str = ""


class ChangeAccount(BaseModel):
    """A change as a person sees it. `asked_by`: the words that asked for it, "" for nobody. `by_product`: why nobody has to.
    `open`: why it counts as not asked for; "" where it is asked for or a by-product. `is_denied`: the reading itself says that
    nobody asked for it. `doubt`, `sure`: as of a part.
    """

    model_config = ConfigDict(frozen=True)

    line: str
    asked_by: str = ""
    by_product: str = ""
    open: str = ""
    is_denied: bool = False
    doubt: str = ""
    sure: str = ""


class Account(BaseModel):
    """What became of each part of a request and who asked for each change: the closure's result, kept in the run's summary.

    `refuted`: what facts contradict, which fails the run; `open`: what keeps it from VERIFIED; both in words, for the person
    and for whoever works on. `doubts`: what of `open` whoever read should look at again: words
    that were left out or made up, and, where the reading itself calls all shown and asked for, what code finds open.
    `left_out`: what was not looked at. `read_by`: who gave the reading, "" where there was none.
    """

    model_config = ConfigDict(frozen=True)

    request: str
    parts: tuple[PartAccount, ...] = ()
    changes: tuple[ChangeAccount, ...] = ()
    refuted: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    read_by: str = ""
