"""Asks a model how texts lie beside each other: one vector for each text, within the budget of the run."""

from __future__ import annotations

import asyncio
import math
import os
from collections.abc import Sequence
from dataclasses import dataclass

from ufo.config.settings import ModelSettings
from ufo.dotted import load
from ufo.errors import ConfigError
from ufo.llm.access import Access, access_to
from ufo.llm.budget import Forecast, Tariff
from ufo.llm.by_agent import ReadSecret, with_key
from ufo.llm.prices import usage_of
from ufo.llm.providers.failures import CALL_ERRORS, Asked, failure_of
from ufo.llm.providers.wire import EmbeddingWire, believed_usage
from ufo.llm.registry import Surroundings, tariff_of
from ufo.llm.retries import Backoff, Failure, Wasted, retrying
from ufo.llm.vendors import VENDORS
from ufo.platform.own_install import to_add_extra
from ufo.schema.usage import Usage

_BYTES_A_TOKEN = 3
_TIMEOUT_S = 60.0
"""How long one answer may take where `agents.embedding.timeout_s` says nothing."""
_MOST_DIMENSIONS = 8_192


async def open_embedder(
    settings: ModelSettings, secret: ReadSecret, around: Surroundings | None = None
) -> RemoteEmbedder:
    """Open the model that the settings name. Raises ConfigError where it is none that embeds, and SecretRefused."""
    around = around or Surroundings()
    keyed = await with_key(settings, secret)
    kind, _, model = settings.name.strip().partition(":")
    vendor = VENDORS.get(kind)
    if vendor is None or not vendor.embeds or not model.strip():
        known = ", ".join(f"{name}:NAME" for name, vendor in VENDORS.items() if vendor.embeds)
        raise ConfigError(f"{settings.name!r} embeds no texts here; `agents.embedding.name` is one of: {known}")
    access = access_to(kind, vendor, keyed, around.environ if around.environ is not None else os.environ)
    around.keys.learn(access.key)
    try:
        wire = load(vendor.embeds)(access, model.strip())
    except ImportError as error:
        raise ConfigError(
            f"the library for {vendor.title} cannot be loaded ({error}); {to_add_extra(vendor.extra)}"
        ) from error
    tariff = tariff_of(settings)
    if said := around.budget.require_price(settings.name, tariff):
        around.notice(said)
    return RemoteEmbedder(model.strip(), access, wire, settings, around, tariff)


@dataclass(frozen=True, slots=True)
class _Vectors:
    """An answer. `used`: what its endpoint told to have used, nothing where it told nothing."""

    vectors: list[list[float]]
    used: Usage


class RemoteEmbedder:
    """A model that embeds texts, at one endpoint. `name`: as the settings write it."""

    def __init__(  # noqa: PLR0913 open_embedder() makes it
        self,
        model: str,
        access: Access,
        wire: EmbeddingWire,
        settings: ModelSettings,
        around: Surroundings,
        tariff: Tariff,
    ) -> None:
        self.name = settings.name.strip()
        self._asked = Asked(model, access)
        self._wire = wire
        self._settings = settings
        self._around = around
        self._tariff = tariff
        self._backoff = Backoff(around.sleep, around.rand, within_s=settings.deadline_s)

    async def embed(self, texts: Sequence[str], *, asked: bool) -> list[list[float]]:
        """Return a vector for each text, all of one length. `asked`: the texts are questions, not documents. Raises
        ModelUnavailable, whose words never hold the key, and LimitReached.
        """
        tokens = sum(len(text.encode("utf-8", "replace")) for text in texts) // _BYTES_A_TOKEN + len(texts)
        forecast = Forecast(tokens, self._tariff.cost(Usage(input_tokens=tokens)))
        self._around.budget.require(forecast)
        wasted = Wasted()
        try:
            answer = await retrying(
                lambda: self._ask(list(texts), asked),
                self._settings.max_retry,
                self._backoff,
                self._around.notice,
                wasted,
            )
        finally:
            self._around.budget.lose(self._priced(wasted.used), wasted.unknown, forecast)
        self._around.budget.lose(self._priced(answer.used), not answer.used.tokens, forecast)
        return answer.vectors

    async def close(self) -> None:
        await self._wire.close()

    def _priced(self, usage: Usage) -> Usage:
        return usage.model_copy(update={"cost": self._tariff.cost(usage)}) if usage.tokens else Usage()

    async def _ask(self, texts: list[str], asked: bool) -> _Vectors | Failure:
        try:
            async with asyncio.timeout(self._settings.timeout_s or _TIMEOUT_S):
                result = await self._wire.model.embed(texts, input_type="query" if asked else "document")
            vectors = [[float(number) for number in embedding] for embedding in result.embeddings]
        except CALL_ERRORS as error:
            return failure_of(error, self._asked)
        used = usage_of(believed_usage(result.usage))
        wrong = _wrong(vectors, len(texts))
        if wrong:
            said = f"{self._asked.place} answered with {wrong}"
            return Failure(said, may_pass=False, used=used, may_be_billed=not used.tokens)
        return _Vectors(vectors, used)


def _wrong(vectors: list[list[float]], count: int) -> str:
    """Return what is wrong with an answer, "" where nothing is."""
    if len(vectors) != count:
        return f"{len(vectors)} vectors for {count} texts"
    lengths = {len(vector) for vector in vectors}
    if len(lengths) != 1 or not 0 < next(iter(lengths)) <= _MOST_DIMENSIONS:
        return "vectors of no length, of several lengths, or too long ones"
    if not all(math.isfinite(number) for vector in vectors for number in vector):
        return "vectors that hold no numbers"
    return ""
