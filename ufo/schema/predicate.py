"""Conditions as values that cross rooms, and what was found of them. The kinds themselves are in `ufo/conditions`.

`Predicate` is the type of a condition of any kind. Its fields are read by the table of kinds, which is imported when the first
condition is read: the kinds know the readers of documents and of the desktop, and this room is below them.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

from ufo.dotted import load

_READER = "ufo.conditions.table:read_condition"
_UNION = "ufo.conditions.table:union_of"


class _OfAnyKind:
    """Reads a condition of any kind, and tells the schema of all of them."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(lambda data: load(_READER)(data))

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return handler(load(_UNION)().core_schema)


if TYPE_CHECKING:
    from ufo.conditions.condition import Condition

    Predicate = Condition
else:
    Predicate = Annotated[Any, _OfAnyKind]


class Truth(StrEnum):
    SATISFIED = "satisfied"
    UNSATISFIED = "unsatisfied"
    UNKNOWN = "unknown"

    @classmethod
    def of(cls, holds: bool) -> Truth:
        return cls.SATISFIED if holds else cls.UNSATISFIED


class Finding(BaseModel):
    """The result of checking one predicate.

    `channel`: where the evidence came from (file, accessibility, windows). `independent`: False where the action went
    through the same channel, so that the evidence does not prove what it did. `stale`: the predicate held before anything
    was done, so that it proves nothing about what was done. `derived`: nobody stated it, it follows from what was done.
    `withdrawn`: why it was taken back by whoever stated it.
    """

    model_config = ConfigDict(frozen=True)

    predicate: Predicate
    truth: Truth
    evidence: str
    channel: str
    independent: bool = True
    stale: bool = False
    derived: bool = False
    withdrawn: str = ""

    @property
    def proves(self) -> bool:
        return self.truth is Truth.SATISFIED and self.independent and not self.withdrawn


def refuted(findings: Sequence[Finding]) -> list[Finding]:
    return [finding for finding in findings if finding.truth is Truth.UNSATISFIED and not finding.withdrawn]
