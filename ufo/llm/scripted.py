"""A provider with prepared answers, for tests, demonstrations and scripts of known tasks.

Its reader agrees with everything: what the closure still holds against that reader, code alone holds.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel

from ufo.errors import ConfigError, ModelUnavailable
from ufo.llm.provider import Completion, Turn
from ufo.schema.fact import Fact, FactKind
from ufo.schema.inputs import OrderInputs, ReadingInputs
from ufo.schema.patterns import regex
from ufo.schema.reading import Ordered, PartVerdict, ReadChange, Reading, ReadPart
from ufo.schema.usage import Usage
from ufo.text.words import word_set

Said = str | Mapping[str, Any] | BaseModel | Completion | Exception
Answer = Said | Callable[[Turn], Said]
_SENTENCE = regex(r"(?:[^.!?。！？؟।…\n]|[.!?…](?!\s|$))+[.!?。！？؟।…]*")
_WORD = regex(r"\w+")


def agreed(turn: Turn) -> Reading | Ordered:
    """Return the answer to a turn of a reader. Raises ValueError for any other."""
    asked = turn.reading
    if asked is None:
        raise ValueError("the agreeing reader only reads")
    return Ordered(ordered=True, quote=asked.request) if isinstance(asked, OrderInputs) else agreeing(asked)


def agreed_on_news(turn: Turn) -> Reading | Ordered:
    """Return the same, but what is as it was shows nothing: so what stands elsewhere is not found there."""
    asked = turn.reading
    if isinstance(asked, ReadingInputs):
        asked = replace(asked, facts=tuple(fact for fact in asked.facts if fact.news or fact.kind is FactKind.READ))
    return agreed(replace(turn, reading=asked))


def agreeing(inputs: ReadingInputs) -> Reading:
    """Return the reading of a mind that agrees with everything."""
    sentences = [found[0].strip() for found in _SENTENCE.finditer(inputs.request) if _WORD.search(found[0])]
    worded = [(sentence, word_set(sentence)) for sentence in sentences]
    ids = [fact.id for fact in inputs.facts]
    return Reading(
        parts=[ReadPart(quote=sentence, verdict=PartVerdict.SHOWN, shown_by=ids) for sentence in sentences],
        changes=[
            ReadChange(fact=fact.id, asked_by=words, limited_by=words)
            for fact in inputs.facts
            if fact.must_be_asked_for and (words := _nearest(fact, worded))
        ],
    )


def _nearest(fact: Fact, sentences: Sequence[tuple[str, frozenset[str]]]) -> str:
    told = word_set(fact.line)
    return max(sentences, key=lambda sentence: len(told & sentence[1]), default=("", told))[0]


class ScriptedProvider:
    """Gives its answers in order, one for each call; an exception is raised, and a callable is called with the turn.

    `turns` keeps every turn that it was asked. `usage` is the usage of each answer. Turns of the reader are no part of the list:
    `reader` answers them, by default one that agrees to everything, so that code alone decides. `readings` keeps these turns.
    """

    def __init__(
        self,
        answers: Iterable[Answer],
        name: str = "scripted",
        usage: Usage = Usage(model_calls=1),  # noqa: B008 - frozen
        sees_pictures: bool = False,
        reader: Callable[[Turn], Said] = agreed_on_news,
    ) -> None:
        self._answers = iter(answers)
        self._name = name
        self._usage = usage
        self._sees_pictures = sees_pictures
        self._reader = reader
        self.turns: list[Turn] = []
        self.readings: list[Turn] = []
        self.closed = False

    @classmethod
    def from_file(cls, path: Path) -> ScriptedProvider:
        """Read the answers, objects or texts, from a YAML or JSON list or from JSON lines (`.jsonl`). Raises ConfigError."""
        try:
            text = path.read_text(encoding="utf-8")
            lines = [line for line in text.splitlines() if line.strip()]
            answers = [json.loads(line) for line in lines] if path.suffix == ".jsonl" else yaml.safe_load(text)
        except (OSError, ValueError, yaml.YAMLError) as error:
            raise ConfigError(f"cannot read the script {str(path)!r}: {error}; correct `model.name`") from error
        if not isinstance(answers, list) or not all(isinstance(answer, (dict, str)) for answer in answers):
            raise ConfigError(f"the script {str(path)!r} must be a list of answers, each an object or a text")
        return cls(answers, name=f"scripted:{path}")

    @property
    def name(self) -> str:
        return self._name

    @property
    def sees_pictures(self) -> bool:
        return self._sees_pictures

    async def complete(self, turn: Turn) -> Completion:
        if turn.reading is not None:
            self.readings.append(turn)
            return self._completion(self._reader(turn), Usage())
        self.turns.append(turn)
        answer = next(self._answers, None)
        if answer is None:
            raise ModelUnavailable(
                f"the script has {len(self.turns) - 1} answers and was asked for one more ({turn.agent} agent)"
            )
        return self._completion(answer(turn) if callable(answer) else answer, self._usage)

    def _completion(self, said: Said, usage: Usage) -> Completion:
        if isinstance(said, Exception):
            raise said
        if isinstance(said, Completion):
            return said
        return Completion(_text(said), usage, self._name)

    async def close(self) -> None:
        self.closed = True


def _text(said: str | Mapping[str, Any] | BaseModel) -> str:
    if isinstance(said, str):
        return said
    plain = said.model_dump(mode="json") if isinstance(said, BaseModel) else dict(said)
    return json.dumps(plain, ensure_ascii=False)
