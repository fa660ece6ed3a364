"""The judgement of a model of its own on a whole request (facts/described_system.md §1.5 EvaluationAgentResponse, §1.13)."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator


class Complete(StrEnum):
    YES = "yes"
    NO = "no"
    UNSURE = "unsure"


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class SubScore(_Part):
    """The judgement on one part of the request."""

    name: str
    evaluation: Complete
    reason: str = ""

    @field_validator("evaluation", mode="before")
    @classmethod
    def _lower(cls, value: Any) -> Any:
        return value.strip().lower() if isinstance(value, str) else value


class EvaluationAgentResponse(_Part):
    """The answer of the model that judges. Keys may be spelled in upper or lower case, with spaces or dashes."""

    complete: Complete
    sub_scores: list[SubScore] = Field(default_factory=list)
    reason: str = ""

    @model_validator(mode="before")
    @classmethod
    def _accept_spellings(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        given = {str(key).strip().lower().replace("-", "_").replace(" ", "_"): value for key, value in data.items()}
        scores = given.get("sub_scores")
        if isinstance(scores, dict):
            given["sub_scores"] = [{"name": name, "evaluation": item} for name, item in scores.items()]
        return {key: value for key, value in given.items() if value is not None}

    @field_validator("complete", mode="before")
    @classmethod
    def _lower(cls, value: Any) -> Any:
        return value.strip().lower() if isinstance(value, str) else value


class Evaluation(_Part):
    """What became of the judgement on a request. `error`: why there is none; `complete` is then "unsure". `lowered_from`: the
    outcome that the run had without it, where the judgement made it less; "" where it changed nothing.
    """

    complete: Complete
    sub_scores: tuple[SubScore, ...] = ()
    reason: str = ""
    model: str = ""
    error: str = ""
    lowered_from: str = ""

    @property
    def text(self) -> str:
        """The judgement as one line for people."""
        if self.error:
            return f"not evaluated: {self.error}"
        lowered = f" (it was {self.lowered_from} without it)" if self.lowered_from else ""
        return f"complete: {self.complete}{lowered}{f'; {self.reason}' if self.reason else ''}"
