"""Creates the provider of operator agents from a model's name in the settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from urllib.parse import urlsplit

from ufo.config.settings import ModelSettings
from ufo.errors import ConfigError
from ufo.llm.access import Access, endpoint
from ufo.llm.fallback import FallbackProvider
from ufo.llm.operator.anthropic_computer import AnthropicWire
from ufo.llm.operator.computer_wire import Wire
from ufo.llm.operator.openai_computer import OpenAIWire
from ufo.llm.operator.operator_provider import OperatorProvider
from ufo.llm.operator.pictures import FORMS, kind_and_name, limit_of
from ufo.llm.provider import Provider
from ufo.llm.registry import Surroundings, create, metered, on_line
from ufo.llm.retries import Backoff
from ufo.llm.vendors import VENDORS, vendor_of_key

_WITHOUT_A_WIRE = ("scripted", "hand")
"""Providers whose answers are in our terms already."""


@dataclass(frozen=True, slots=True)
class _Kind:
    """Where a provider is by itself, the variable that holds its key, and its wire."""

    base_url: str
    variable: str
    wire: Callable[[str], Wire]


_KINDS: Mapping[str, _Kind] = MappingProxyType(
    {
        "openai": _Kind("https://api.openai.com/v1", "OPENAI_API_KEY", OpenAIWire),
        "anthropic": _Kind("https://api.anthropic.com/v1", "ANTHROPIC_API_KEY", AnthropicWire),
    }
)


def create_operator(
    settings: ModelSettings, surroundings: Surroundings | None = None, backup: ModelSettings | None = None
) -> Provider:
    """Create the provider that works by sight. `backup`: a second one, which goes on where the first does
    not answer if it is of the same kind. Raises ConfigError for a model without
    computer use, and where a key is missing.
    """
    settings, backup, around = on_line(settings, backup, surroundings or Surroundings())
    provider = _named(settings, around)
    if backup is None and settings.backup is not None:
        backup = settings.model_copy(update={"name": settings.backup})
    if backup is not None and _can_go_on_for(settings.name, backup.name):
        second = _named(backup, replace(around, line=around.line.beside()))
        provider = FallbackProvider(provider, second, around.notice, clock=around.line.clock)
    return provider


def _can_go_on_for(name: str, backup: str) -> bool:
    """Tell whether one model can take over a conversation from another: it must read the same wire and the same pictures."""
    kind = kind_and_name(name)[0]
    return kind in _KINDS and kind_and_name(backup)[0] == kind and limit_of(name) == limit_of(backup)


def _named(settings: ModelSettings, around: Surroundings) -> Provider:
    kind, model = kind_and_name(settings.name)
    known = _KINDS.get(kind)
    if known is None and kind in _WITHOUT_A_WIRE:
        return create(settings.model_copy(update={"backup": None}), around)
    if known is None or not model:
        raise ConfigError(
            f"the model {settings.name!r} has no computer use, which operator agents need; set `agents.operator.name` to one "
            f"that has: {FORMS}"
        )
    if not settings.visual_mode:
        raise ConfigError(
            f"operator agents work by sight, and {settings.name!r} gets no pictures; set `agents.operator.visual_mode` to true, "
            f"and where `ufo doctor --model {settings.name}` found that it sees none, choose another or let it look again"
        )
    where = endpoint(settings.base_url or known.base_url)
    own = urlsplit(where.base).hostname == urlsplit(known.base_url).hostname
    given = settings.api_key.get_secret_value().strip() if settings.api_key is not None else ""
    # A key from the environment was meant for its provider; no other endpoint gets it unless the settings say so.
    key = given or (around.environ.get(known.variable, "").strip() if own else "")
    if own and not key:
        raise ConfigError(
            f"the model {settings.name!r} needs a key; set {known.variable} or `agents.operator.api_key`, or "
            "`agents.operator.base_url` to an endpoint that needs none"
        )
    if not key.isascii() or not key.isprintable():
        raise ConfigError(
            "the model's key holds a character that no key has; copy it again to `agents.operator.api_key`"
        )
    owner = vendor_of_key(key) if key and own else None
    if owner is not None and owner.title != VENDORS[kind].title:
        raise ConfigError(
            f"the key for {settings.name!r} is one of {owner.title}'s, by its beginning, and was not sent to "
            f"{VENDORS[kind].title}; give each its own key"
        )
    access = Access(kind, VENDORS[kind], where, own, around.environ, key, line=around.line)
    around.line.note(settings)
    backoff = Backoff(around.sleep, around.rand, within_s=settings.deadline_s)
    provider = OperatorProvider(known.wire(model), model, access, settings, backoff, around.notice)
    return metered(provider, settings, around)
