"""Providers that record a model's answers to a file, and replay them to the same questions."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict, deque
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from ufo.errors import ConfigError, ModelUnavailable, TraceError
from ufo.llm.provider import Completion, Provider, Turn
from ufo.schema.outcome import Usage
from ufo.secrets import files


class _Record(BaseModel):
    """One line of a recording."""

    model_config = ConfigDict(frozen=True)

    digest: str
    agent: Literal["host", "app", "evaluation"]
    model: str
    text: str
    usage: Usage
    seconds: float
    truncated: bool = False
    by: str = ""


def digest(turn: Turn) -> str:
    """Return a digest of the agent, the texts of its messages and the repairs. Pictures are left out, because a caret may
    blink between two runs.
    """
    said = [turn.agent, [[message.role, message.text] for message in turn.messages], turn.repairs]
    return hashlib.sha256(json.dumps(said, ensure_ascii=False).encode()).hexdigest()


class RecordingProvider:
    """Asks `provider` and appends each answer to `path`. Raises TraceError where the file cannot be written."""

    def __init__(self, provider: Provider, path: Path) -> None:
        self._provider = provider
        self._path = path

    @property
    def name(self) -> str:
        return self._provider.name

    @property
    def sees_pictures(self) -> bool:
        return self._provider.sees_pictures

    async def complete(self, turn: Turn) -> Completion:
        completion = await self._provider.complete(turn)
        record = _Record(
            digest=digest(turn),
            agent=turn.agent,
            model=completion.model,
            text=completion.text,
            usage=completion.usage,
            seconds=completion.seconds,
            truncated=completion.truncated,
            by=completion.by,
        )
        try:
            with files.append(self._path) as file:
                file.write(record.model_dump_json() + "\n")
        except OSError as error:
            raise TraceError(
                f"cannot write the recording {str(self._path)!r} ({error.strerror}); free space or choose another file"
            ) from error
        return completion

    async def close(self) -> None:
        await self._provider.close()


class RecordedProvider:
    """Replays the answers of a recording: the same question asked twice gets its first answer, then its second."""

    def __init__(self, path: Path) -> None:
        """Read the recording. Raises ConfigError for a file that is not one."""
        self._path = path
        self._answers: dict[str, deque[_Record]] = defaultdict(deque)
        for record in _read(path):
            self._answers[record.digest].append(record)

    @property
    def name(self) -> str:
        return f"recorded:{self._path}"

    @property
    def sees_pictures(self) -> bool:
        return False

    async def complete(self, turn: Turn) -> Completion:
        answers = self._answers.get(digest(turn))
        if not answers:
            raise ModelUnavailable(
                f"the recording {str(self._path)!r} holds no answer to this question of the {turn.agent} agent; "
                "what it saw differs from the recorded run, so record it again"
            )
        record = answers.popleft()
        return Completion(record.text, record.usage, record.model, record.seconds, record.truncated, record.by)

    async def close(self) -> None:
        return None


def _read(path: Path) -> list[_Record]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"cannot read the recording {str(path)!r}: {error}; correct `model.name`") from error
    records: list[_Record] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            records.append(_Record.model_validate_json(line))
        except ValidationError as error:
            # A run that was killed leaves half a last line; the lines before it are complete.
            if number == len(lines):
                break
            raise ConfigError(f"line {number} of {str(path)!r} is no recorded answer; record it again") from error
    return records
