"""Items of the corpus: a request, what a run left in the world, and the truth (tests/corpus/README.md)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, model_validator

from ufo.schema.fact import Fact

CORPUS = Path(__file__).parents[2] / "tests" / "corpus"

Fault = Literal[
    "", "collateral", "half_done", "wrong_place", "wrong_document", "negation", "quantifier", "wrong_value", "sum_or_unit",
    "hard_coded", "text_for_number", "wrong_recipient", "draft_for_sent", "wrong_format", "wrong_answer",
]  # fmt: skip
FileContent = str | dict[str, Any] | list[Any]
"""What a file holds, by its ending, as JSON."""


class Item(BaseModel):
    """`before`: the files before the run, by path; `after`: those that are different then, None for one that is gone. `facts`:
    what the run found beside files, without ids.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    request: str = Field(min_length=1)
    answer: str = ""
    truth: Literal["right", "wrong"]
    fault: Fault = ""
    note: str = ""
    before: dict[str, FileContent] = Field(default_factory=dict)
    after: dict[str, FileContent | None] = Field(default_factory=dict)
    facts: tuple[Fact, ...] = ()

    @model_validator(mode="after")
    def _told_whole(self) -> Item:
        if (self.truth == "wrong") != bool(self.fault):
            raise ValueError(f"{self.id}: a wrong work has a fault, and a right one has none")
        gone = [path for path, content in self.after.items() if content is None and path not in self.before]
        if gone:
            raise ValueError(f"{self.id}: {gone[0]} is gone afterwards and was not there before")
        return self

    @property
    def language(self) -> str:
        return self.id.split("-")[0]


@dataclass(frozen=True)
class Corpus:
    """`folder`: where the items lie, a file a language, and `readings/` with what was recorded."""

    folder: Path
    items: tuple[Item, ...]


def load_corpus(folder: Path = CORPUS, languages: Iterable[str] = ()) -> Corpus:
    """Read all items. Raises ValueError with the file and what is wrong with it."""
    wanted = frozenset(languages)
    items: list[Item] = []
    for path in sorted(folder.glob("*.json")):
        if not wanted or path.stem in wanted:
            items += _items_in(path)
    twice = {item.id for item in items if sum(other.id == item.id for other in items) > 1}
    if twice:
        raise ValueError(f"these ids stand twice in {folder}: {', '.join(sorted(twice))}")
    return Corpus(folder, tuple(sorted(items, key=lambda item: item.id)))


def _items_in(path: Path) -> list[Item]:
    try:
        return TypeAdapter(list[Item]).validate_python(json.loads(path.read_text(encoding="utf-8")))
    except (ValidationError, ValueError) as error:
        raise ValueError(f"{path}: {error}") from error
