"""The line of a run that is replayed: each request gets from the file what the same request got when it was recorded.

Nothing goes over the network. The provider reads the recorded bytes as it read them then, so that rate limits, refusals, cut
answers and the retries after them happen again; only the waits are left out.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from os.path import commonprefix
from pathlib import Path
from typing import Any

import httpx2
from pydantic import SecretStr

from ufo.config.settings import ModelSettings
from ufo.errors import ModelUnavailable
from ufo.llm.provider import Completion, Provider, Turn
from ufo.llm.recording.line import Line
from ufo.llm.recording.record_file import (
    BACKUP,
    BROKEN_OFF,
    AnswerLine,
    ExchangeLine,
    GivenUp,
    LineBroken,
    ModelLine,
    Reply,
    asked_of,
    digest,
    question_of,
    read,
)
from ufo.network.client import TooLarge
from ufo.secrets.masks import Masks

_NO_KEY = "key-of-no-one-4f1c09"
"""The key of a model that is replayed. It is masked in answers as any key is, so it is a word that no answer has."""
_AROUND = 60
"""How many characters are told from where a request begins to differ."""
_FAILURES: dict[str, type[httpx2.RequestError]] = {
    error.__name__: error
    for error in (
        httpx2.ConnectError, httpx2.ReadError, httpx2.WriteError, httpx2.CloseError, httpx2.RemoteProtocolError,
        httpx2.LocalProtocolError, httpx2.ConnectTimeout, httpx2.ReadTimeout, httpx2.WriteTimeout,
        httpx2.PoolTimeout, httpx2.ProxyError, httpx2.DecodingError,
    )
}  # fmt: skip
_WHOLE = ("TokenRefused", "LineBroken")
"""Errors whose text is a whole sentence, which is told as it is."""
_LIMITS, _SPARE_S = ("timeout_s", "deadline_s"), 0.5
"""The settings that bound how long an answer is waited for, and by how much less the recorded time may be."""
_RAISED_ANEW = "RedirectRefused"
"""What our own hook raises again over the headers of the answer."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A model of a recording: its settings as they were, and its backup's."""

    settings: ModelSettings
    backup: ModelSettings | None
    line: Line


class Recording:
    """A recording that is played. Each line of it is handed out once."""

    def __init__(self, path: Path) -> None:
        """Read the file. Raises ConfigError for one that is no recording."""
        self.path = path
        self.models: dict[str, ModelLine] = {}
        self.exchanges: list[ExchangeLine] = []
        self.answers: dict[tuple[str, str], deque[AnswerLine]] = defaultdict(deque)
        for entry in read(path):
            if isinstance(entry, ModelLine):
                self.models[entry.line] = entry
            elif isinstance(entry, ExchangeLine):
                self.exchanges.append(entry)
            elif isinstance(entry, AnswerLine):
                self.answers[entry.line, entry.digest].append(entry)
        self.exchanges.sort(key=lambda exchange: exchange.began)
        self._told = 0.0

    def model(self, agent: str) -> Recorded:
        """Return the model of an agent. Agents that had the same model share one, which was noted under the first of them."""
        name = agent if agent in self.models else next(iter(self.models))
        backup = self.models.get(name + BACKUP)
        return Recorded(
            _settings(self.models[name]), None if backup is None else _settings(backup), ReplayLine(self, name)
        )

    def take(self, line: str, question: str) -> ExchangeLine | None:
        """Return the next exchange of a line with that question, and hand it out no more."""
        for number, exchange in enumerate(self.exchanges):
            if exchange.line == line and exchange.question == question:
                self._told = exchange.began + exchange.seconds
                return self.exchanges.pop(number)
        return None

    def failure(self, exchange: ExchangeLine) -> Exception:
        """Return what broke an exchange off. Where no limit of time did it, its run ended, and nobody knows the answer."""
        if exchange.reply.failed != BROKEN_OFF:
            return _failure(exchange.reply)
        settings = self.models[exchange.line].settings if exchange.line in self.models else {}
        limits = [settings[name] for name in _LIMITS if settings.get(name)]
        if limits and exchange.seconds + _SPARE_S >= min(limits):
            return GivenUp("")
        return LineBroken(
            f"the recording {str(self.path)!r} holds no answer to this request of {exchange.line!r}: its run ended after "
            f"{exchange.seconds:.1f} s of waiting for it; record it again"
        )

    def clock(self, line: str) -> float:
        """Return when the next exchange of a model or its backup began, so that a model rests now as long as it did."""
        own = line.removesuffix(BACKUP)
        next_ones = (exchange.began for exchange in self.exchanges if exchange.line in (own, own + BACKUP))
        return next(next_ones, self._told)

    def difference(self, line: str, question: str) -> str:
        """Return where a request begins to differ from the recorded one that is likest to it."""
        left = [exchange.question for exchange in self.exchanges if exchange.line == line]
        if not left:
            return "all its answers were given"
        nearest = max(left, key=lambda asked: _same_start(asked, question))
        at = max(0, _same_start(nearest, question) - 20)
        return f"the next one asks {nearest[at : at + _AROUND]!r} where this one asks {question[at : at + _AROUND]!r}"


def _same_start(text: str, other: str) -> int:
    return len(commonprefix([text, other]))


def _settings(model: ModelLine) -> ModelSettings:
    return ModelSettings.model_validate({**model.settings, "api_key": SecretStr(_NO_KEY)})


@dataclass(frozen=True, slots=True)
class ReplayLine:
    recording: Recording
    name: str
    keys: Masks = field(default_factory=Masks)

    def client(self, **options: Any) -> httpx2.AsyncClient:
        return httpx2.AsyncClient(**options, transport=_Replay(self))

    def note(self, settings: ModelSettings, base_url: str | None = None) -> None:
        return None

    def without_http(self, settings: ModelSettings, opened: Callable[[], Provider]) -> Provider:
        model = self.recording.models[self.name]
        return _GivenAnswers(settings.name.strip(), model.sees_pictures, self)

    def beside(self) -> Line:
        return ReplayLine(self.recording, self.name + BACKUP)

    def clock(self) -> float:
        return self.recording.clock(self.name)


class _Replay(httpx2.AsyncBaseTransport):
    def __init__(self, line: ReplayLine) -> None:
        self._line = line

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        await request.aread()
        recording = self._line.recording
        question = question_of(request.url.path, asked_of(request.content, self._line.keys))
        found = recording.take(self._line.name, question)
        if found is None:
            raise LineBroken(
                f"the recording {str(recording.path)!r} holds no answer to this request of {self._line.name!r}: "
                f"{recording.difference(self._line.name, question)}; record it again"
            )
        reply = found.reply
        failure = recording.failure(found) if reply.failed and reply.failed != _RAISED_ANEW else None
        if not reply.status:
            raise failure or _failure(reply)
        return httpx2.Response(reply.status, headers=reply.headers, stream=_Body(reply, failure), request=request)


def _failure(reply: Reply) -> Exception:
    if reply.failed == TooLarge.__name__:
        return TooLarge(8 << 20)
    if reply.failed in _WHOLE:
        return LineBroken(reply.said)
    return _FAILURES.get(reply.failed, httpx2.ReadError)(reply.said)


class _Body(httpx2.AsyncByteStream):
    """The recorded body, and what broke it off."""

    def __init__(self, reply: Reply, failure: Exception | None) -> None:
        self._reply = reply
        self._failure = failure

    async def __aiter__(self) -> AsyncIterator[bytes]:
        yield self._reply.content
        if self._failure is not None:
            raise self._failure


class _GivenAnswers:
    """Gives recorded answers of a provider without HTTP: a question asked twice gets its first answer, then its second."""

    def __init__(self, name: str, sees_pictures: bool, line: ReplayLine) -> None:
        self.name = name
        self.sees_pictures = sees_pictures
        self._line = line

    async def complete(self, turn: Turn) -> Completion:
        recording, line = self._line.recording, self._line.name
        answers = recording.answers.get((line, digest(turn)))
        if not answers:
            raise ModelUnavailable(
                f"the recording {str(recording.path)!r} holds no answer to this question of the {turn.agent} agent; "
                "what it saw differs from the recorded run, so record it again"
            )
        answer = answers.popleft()
        if answer.failed:
            raise ModelUnavailable(answer.failed)
        return Completion(answer.text, answer.usage, answer.model, answer.seconds, answer.truncated, answer.by)

    async def close(self) -> None:
        return None
