"""Answers that a person gives before a run: what they were not there to be asked. Whoever asks is told of them first."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from ufo.errors import ConfigError
from ufo.schema.file_names import readable

_MOST_BYTES = 20_000
"""They stand in each prompt."""
_FORM = 'write {"question": "answer"} in JSON, or lines "question: answer"'


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """`question`: in the person's words; an agent may ask it in others. Nothing compares them by rules."""

    question: str
    answer: str


def read_answers(path: Path) -> tuple[GivenAnswer, ...]:
    """Return the answers of a file of at most 20,000 bytes. Raises ConfigError with what is wrong with it. Blocking."""
    try:
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise ConfigError(f"the answers in {readable(path)!r} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{readable(path)!r} is no text in UTF-8; {_FORM}") from error
    if len(data) > _MOST_BYTES:
        raise ConfigError(f"{readable(path)!r} has more than {_MOST_BYTES:,} bytes; leave out what will not be asked")
    given = _of_json(path, text) if text.lstrip()[:1] in ("{", "[") else _of_lines(path, text)
    if not given:
        raise ConfigError(f"{readable(path)!r} holds no answer; {_FORM}")
    return given


def _of_json(path: Path, text: str) -> tuple[GivenAnswer, ...]:
    try:
        told = json.loads(text)
    except ValueError as error:
        raise ConfigError(f"{readable(path)!r} is no JSON: {error}") from error
    pairs = told.items() if isinstance(told, dict) else ()
    if not pairs or not all(isinstance(answer, str | int | float) and str(answer).strip() for _, answer in pairs):
        raise ConfigError(f"{readable(path)!r} is no object of questions with an answer each; {_FORM}")
    return tuple(GivenAnswer(question.strip(), _said(answer)) for question, answer in pairs)


def _said(answer: str | float) -> str:
    return answer.strip() if isinstance(answer, str) else json.dumps(answer)


def _of_lines(path: Path, text: str) -> tuple[GivenAnswer, ...]:
    given: list[GivenAnswer] = []
    for number, line in enumerate(text.splitlines(), start=1):
        question, _, answer = line.partition(": ")
        if not line.strip():
            continue
        if not question.strip() or not answer.strip():
            raise ConfigError(f"line {number} of {readable(path)!r} is no question with its answer; {_FORM}")
        given.append(GivenAnswer(question.strip(), answer.strip()))
    return tuple(given)
