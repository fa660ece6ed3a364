"""The line of a run that is recorded: everything goes over the network, and onto a file."""

from __future__ import annotations

import asyncio
import re
import time
from base64 import b64decode
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2

from ufo.config.settings import ModelSettings
from ufo.errors import ModelUnavailable, TraceError
from ufo.llm.provider import Completion, Provider, Turn, Wrapper
from ufo.llm.recording.line import Line
from ufo.llm.recording.record_file import (
    BACKUP,
    BROKEN_OFF,
    AnswerLine,
    ExchangeLine,
    GivenUp,
    LineBroken,
    Reply,
    asked_of,
    digest,
    model_line,
    reply_of,
    write,
)
from ufo.network.addresses import Endpoint
from ufo.secrets.masks import Masks

_PENDING = "ufo.exchange"
_LEAST = 8
"""The fewest characters of a key. Servers that need none get a word, which answers may have too."""
_HOLDS_KEY = re.compile(r"key|token|secret|auth|cookie|credential|password|session", re.IGNORECASE)
_SIGNATURE = re.compile(r"Signature=([0-9a-f]+)")


@dataclass(frozen=True, slots=True)
class RecordingLine:
    """`name`: the agent whose model is asked. `inner`: the line that is recorded. `keys`: what is masked in all that is kept."""

    path: Path
    name: str
    inner: Line
    keys: Masks

    def client(self, **options: Any) -> httpx2.AsyncClient:
        return _recorded(self.inner.client(**options), self)

    def note(self, settings: ModelSettings, base_url: str | None = None) -> None:
        self.inner.note(settings, base_url)
        write(self.path, model_line(self.name, settings, base_url))

    def without_http(self, settings: ModelSettings, opened: Callable[[], Provider]) -> Provider:
        provider = self.inner.without_http(settings, opened)
        write(self.path, model_line(self.name, settings, None, sees_pictures=provider.sees_pictures))
        return _RecordedAnswers(provider, self)

    def beside(self) -> Line:
        return RecordingLine(self.path, self.name + BACKUP, self.inner.beside(), self.keys)

    def clock(self) -> float:
        return self.inner.clock()


def _recorded(client: httpx2.AsyncClient, line: RecordingLine) -> httpx2.AsyncClient:
    """Let a client keep each exchange. What the library reads is what is kept: the body as it is unpacked, within its bound."""
    hooks = client.event_hooks
    client.event_hooks = {**hooks, "response": [_came, *hooks["response"], _begins_body]}
    send = client.send

    async def sending(request: httpx2.Request, **how: Any) -> httpx2.Response:
        await request.aread()
        pending = _Pending(line, request)
        request.extensions[_PENDING] = pending
        try:
            response = await send(request, **how)
        except BaseException as error:
            pending.keep(error)
            raise
        pending.is_sent = True
        if pending.is_over:
            pending.keep()
        return response

    client.send = sending  # type: ignore[method-assign]
    return client


@dataclass
class _Pending:
    """An exchange until its end. It is kept once, whoever notices the end first, with the answer that the library got: those
    before it, to which the client followed a redirect or sent a new token, are no part of it.
    """

    line: RecordingLine
    request: httpx2.Request
    began: float = field(default_factory=time.time)
    response: httpx2.Response | None = None
    pieces: list[bytes] = field(default_factory=list)
    is_sent: bool = False
    is_over: bool = False
    is_kept: bool = False

    def comes(self, response: httpx2.Response) -> None:
        self.response = response
        self.pieces = []
        self.is_over = False

    def ends(self, error: BaseException | None = None) -> None:
        """Note that a body is read or broken off. While it is being sent, another answer may follow. Raises LineBroken."""
        self.is_over = True
        if self.is_sent:
            self.keep(error)

    def keep(self, error: BaseException | None = None) -> None:
        """Keep the exchange. Raises LineBroken where it cannot be written, but not in the place of a cancellation."""
        if self.is_kept:
            return
        self.is_kept = True
        keys, reply = self.line.keys, self._reply(error)
        try:
            write(
                self.line.path,
                ExchangeLine(
                    line=self.line.name,
                    path=keys.text(self.request.url.path),
                    asked=asked_of(self.request.content, keys),
                    reply=reply,
                    began=self.began,
                    seconds=time.time() - self.began,
                ),
            )
        except TraceError as problem:
            if error is not None and not isinstance(error, Exception):
                return
            raise LineBroken(str(problem)) from error

    def _reply(self, error: BaseException | None) -> Reply:
        keys, reply = self.line.keys, Reply()
        sent = sent_keys(self.request)

        def masked(text: str) -> str:
            return sent.text(keys.text(text))

        if self.response is not None:
            reply = reply_of(self.response.status_code, self.response.headers, b"".join(self.pieces), masked)
        if error is None:
            return reply
        return reply.model_copy(update={"failed": _kind(error), "said": masked(str(error))})


def _kind(error: BaseException) -> str:
    given_up = (asyncio.CancelledError, TimeoutError, GeneratorExit, GivenUp)
    return BROKEN_OFF if isinstance(error, given_up) else type(error).__name__


async def _came(response: httpx2.Response) -> None:
    response.request.extensions[_PENDING].comes(response)


async def _begins_body(response: httpx2.Response) -> None:
    if isinstance(response.stream, httpx2.AsyncByteStream):
        response.stream = _Kept(response.stream, response.request.extensions[_PENDING])


class _Kept(httpx2.AsyncByteStream):
    def __init__(self, inner: httpx2.AsyncByteStream, pending: _Pending) -> None:
        self._inner = inner
        self._pending = pending

    async def __aiter__(self) -> AsyncIterator[bytes]:
        try:
            async for piece in self._inner:
                self._pending.pieces.append(piece)
                yield piece
        except BaseException as error:
            self._pending.ends(error)
            raise
        self._pending.ends()

    async def aclose(self) -> None:
        await self._inner.aclose()


class _RecordedAnswers(Wrapper):
    """Asks a provider that needs no HTTP client of ours, and keeps its answers."""

    def __init__(self, provider: Provider, line: RecordingLine) -> None:
        super().__init__(provider)
        self._line = line

    async def complete(self, turn: Turn) -> Completion:
        try:
            completion = await self._inner.complete(turn)
        except ModelUnavailable as error:
            self._keep(turn, failed=self._line.keys.text(str(error)))
            raise
        self._keep(
            turn,
            model=completion.model,
            text=self._line.keys.text(completion.text),
            usage=completion.usage,
            seconds=completion.seconds,
            truncated=completion.truncated,
            by=completion.by,
        )
        return completion

    def _keep(self, turn: Turn, **answer: Any) -> None:
        write(self._line.path, AnswerLine(line=self._line.name, digest=digest(turn), **answer))


def sent_keys(request: httpx2.Request) -> Masks:
    """Return masks of the keys in the headers and in the address of a request."""
    masks = Masks()
    for name, value in request.headers.items():
        if _HOLDS_KEY.search(name):
            for key in _keys_in(value):
                if len(key) >= _LEAST:
                    masks.learn(key)
    for secret in Endpoint.parse(str(request.url)).secrets:
        masks.learn(secret)
    return masks


def _keys_in(value: str) -> Iterator[str]:
    scheme, _, rest = value.partition(" ")
    if not rest:
        yield value
    elif (signed := _SIGNATURE.search(rest)) is not None:
        yield signed[1]
    else:
        yield rest
    if scheme.lower() == "basic":
        yield b64decode(rest).decode("utf-8", "replace").partition(":")[2]
