"""Facts: what code found out about the world, one numbered line each (design.md §11). Nothing that a model says is a fact.

The difference of the world between the beginning and the end of a request, acts that reached outward, values that were read,
and conditions that code found to hold. A reading ties them to the words of the request, and the closure compares their literals.
"""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field


class FactKind(StrEnum):
    CHANGE = "change"
    """A difference of the world between the beginning and the end of the request."""
    ACT = "act"
    """Something that was done to a control, a page, a program or a message, and what came of it."""
    READ = "read"
    """A value that was read, with its place: what an answer may rest on."""
    STATE = "state"
    """What is so at the end and is no difference: a stated condition that holds, or something named that is as it was."""


class Channel(StrEnum):
    """Where the evidence for a fact came from."""

    FILE = "file"
    DOCUMENT = "open document"
    SETTINGS = "settings"
    MAIL = "mail"
    DATABASE = "database"
    PAGE = "page"
    WINDOWS = "windows"
    PROCESS = "process"
    ACCESSIBILITY = "accessibility"
    PICTURE = "picture"
    HOST = "host asked again"
    """Another machine, which told what it holds after the act."""
    RESULT = "result of the act"
    """What the tool that acted reported itself; it is no witness of its own act."""


class Fact(BaseModel):
    """One fact. `id`: its number in the list that a reading is given ("7"), "" before it is listed. `line`: it in words, one line
    of at most 300 characters, as the reader and the person get it. `place`: where it is ("sales.xlsx, Sheet1!D2:D11", a path, a
    window's title, a page's address).

    `texts`: every literal that the fact holds, whole: paths and names of files, sheets and ranges, texts before and after,
    names of controls. `numbers`: numbers as plain decimals ("0.15" for 15 %), of the place too ("2" slides). `dates`: days and
    moments in ISO form. `mistyped`: texts that look like a number or a date where a number or date would be stored otherwise.
    What is in `before` only (texts that are gone) stands in `gone`, not in `texts`.

    `independent`: False where only the channel that acted tells it. `satisfied`: False for a condition that does not hold.
    `news`: it came to be since the request began. `outward`: the class of an act that reached outward ("send", "delete",
    "run_program", …), which must be asked for; "" otherwise. `by_product`: why nobody has to ask for this change; "" where
    somebody has to. `by_run`: False where somebody else changed it meanwhile. `partial`: of what it covers only a part
    ("3 of 19 filled cells of C2:C20"); "" where it is whole. `loss`: content that was there before is gone or replaced.
    """

    model_config = ConfigDict(frozen=True)

    kind: FactKind
    line: str
    id: str = ""
    place: str = ""
    texts: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    dates: tuple[str, ...] = ()
    mistyped: tuple[str, ...] = ()
    channel: Channel = Channel.FILE
    independent: bool = True
    satisfied: bool = True
    news: bool = True
    outward: str = ""
    by_product: str = ""
    by_run: bool = True
    partial: str = ""
    loss: bool = False

    @property
    def must_be_asked_for(self) -> bool:
        """Whether somebody must have asked for it: an outward act, or a change by this run that is no by-product."""
        return bool(self.outward) or (self.kind is FactKind.CHANGE and self.by_run and not self.by_product)


class Facts(BaseModel):
    """All facts of a request, numbered. `left_out`: what was not looked at, each with its reason, for the person."""

    model_config = ConfigDict(frozen=True)

    facts: tuple[Fact, ...] = ()
    left_out: tuple[str, ...] = Field(default=())

    def numbered(self) -> Facts:
        """Return the same with the ids "1", "2", … in order."""
        return self.model_copy(
            update={"facts": tuple(fact.model_copy(update={"id": str(at)}) for at, fact in enumerate(self.facts, 1))}
        )
