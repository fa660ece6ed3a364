"""Creates the provider for a model's name in the settings. Model libraries are imported only when used."""

from __future__ import annotations

import asyncio
import logging
import os
import random
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, cast

from ufo.config.agent_models import RECORDED
from ufo.config.settings import LimitSettings, ModelSettings
from ufo.dotted import load
from ufo.errors import ConfigError
from ufo.extensions import Group, find, installed, is_dotted, is_installed, missing, to_install
from ufo.faults import note_fault
from ufo.llm.access import access_to
from ufo.llm.budget import FREE, UNKNOWN, Budget, MeteredProvider, Tariff
from ufo.llm.fallback import FallbackProvider, ShortContext
from ufo.llm.provider import BUILTIN, Provider
from ufo.llm.recording.line import Line, Network
from ufo.llm.retries import Backoff
from ufo.llm.scripted import ScriptedProvider
from ufo.llm.vendors import VENDORS
from ufo.secrets.masks import Masks

_log = logging.getLogger(__name__)


WITH_A_BACKUP_S = 180.0
"""How long a model may take with all its tries where another one can be asked and the settings say nothing else."""


def _ignore(_: str) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What providers take from outside: waiting, random numbers, the environment, and who receives their notes: `notice` those
    about retries and long waits, `tell` those about the ordinary course of things. `budget`: what all of them may spend
    together. `keys`: the keys of all models, which no answer may repeat. `agent`: whose model is opened, and `line`: where its
    requests go.
    """

    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    rand: Callable[[], float] = random.random
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ)
    notice: Callable[[str], None] = _ignore
    tell: Callable[[str], None] = _ignore
    budget: Budget = field(default_factory=lambda: Budget(LimitSettings()))
    keys: Masks = field(default_factory=Masks)
    agent: str = "model"
    line: Line = field(default_factory=Network)


def create(
    settings: ModelSettings, surroundings: Surroundings | None = None, backup: ModelSettings | None = None
) -> Provider:
    """Create the provider that the settings name. `backup`: a second model with settings of its own, which wins over the one
    that `settings` name. Raises ConfigError for an unknown name, and where the provider lacks what it needs.
    """
    settings, backup, around = on_line(settings, backup, surroundings or Surroundings())
    first = settings
    if settings.deadline_s is None and (backup is not None or settings.backup is not None):
        first = settings.model_copy(update={"deadline_s": WITH_A_BACKUP_S})
    provider = _provider_named(settings.name, first, around)
    if backup is None and settings.backup is not None:
        backup = _for_backup(settings.backup, settings)
    if backup is None:
        return provider
    beside = replace(around, line=around.line.beside())
    second = ShortContext(_provider_named(backup.name, backup, beside), backup)
    return FallbackProvider(provider, second, around.notice, clock=around.line.clock)


def on_line(
    settings: ModelSettings, backup: ModelSettings | None, around: Surroundings
) -> tuple[ModelSettings, ModelSettings | None, Surroundings]:
    """Return the model and its backup with the line that their requests take: onto a recording, where the settings name one in
    `record`, or from one, where the model is "recorded:FILE"; then they are those of the recording. Raises ConfigError.
    """
    line = around.line
    kind, _, file = settings.name.strip().partition(":")
    record = settings.record
    if kind == RECORDED and file.strip():
        recorded = _recording(file).model(around.agent)
        settings, backup, line = recorded.settings, recorded.backup, recorded.line
        around = replace(around, sleep=_at_once)
    if record is not None:
        path = record.expanduser()
        line = _load("ufo.llm.recording.record:RecordingLine")(path, around.agent, line, around.keys)
    return settings.model_copy(update={"record": None}), backup, replace(around, line=line)


def is_recorded(settings: ModelSettings, agent: str) -> bool:
    """Tell whether the recording that the settings name has a model of that agent's own. Raises ConfigError."""
    return agent in _recording(settings.name.strip().partition(":")[2]).models


def _recording(file: str) -> Any:
    return _load("ufo.llm.recording.replay:Recording")(Path(file.strip()).expanduser())


async def _at_once(_: float) -> None:
    """Wait for nothing: what is replayed has been waited for."""


def _for_backup(name: str, settings: ModelSettings) -> ModelSettings:
    """Return the settings of a backup that has none of its own. A key, an address and prices are meant for one provider."""
    of_model = ("input_price", "output_price", "cached_price")
    of_provider = ("base_url", "api_key", "key_secret")
    is_same = name.strip().partition(":")[0] == settings.name.strip().partition(":")[0]
    bare = ModelSettings()
    moved = {field_name: getattr(bare, field_name) for field_name in (of_model if is_same else of_model + of_provider)}
    return settings.model_copy(update={"name": name, **moved})


def _provider_named(name: str, settings: ModelSettings, around: Surroundings) -> Provider:
    kind, _, rest = name.strip().partition(":")
    if kind not in _FORMS:
        outside = around.line.without_http(settings, lambda: _from_outside(name.strip(), settings, around))
        return MeteredProvider(outside, settings, tariff_of(settings), around)
    if kind != BUILTIN and not rest.strip():
        raise ConfigError(f"the model {name!r} lacks what comes after the colon; write {_FORMS[kind]}")
    if kind not in VENDORS:
        build = partial(_BUILDERS[kind], rest.strip(), settings, around)
        if kind != BUILTIN:
            return around.line.without_http(settings, build)
        # The planner goes by rules: what it says once it says again.
        around.line.note(settings)
        return build()
    return metered(_remote(kind, rest.strip(), settings, around), settings.model_copy(update={"name": name}), around)


def metered(provider: Provider, settings: ModelSettings, around: Surroundings) -> Provider:
    """Let a provider answer within the budget of its session only. Raises ConfigError where its price must be known."""
    tariff = tariff_of(settings)
    if said := around.budget.require_price(settings.name, tariff):
        around.notice(said)
    return MeteredProvider(provider, settings, tariff, around)


def tariff_of(settings: ModelSettings) -> Tariff:
    """Return what the model that the settings name costs. Raises ConfigError for prices that are set by halves."""
    kind = settings.name.strip().partition(":")[0]
    if kind in _BUILDERS:
        return FREE
    has_own = settings.input_price is not None or settings.output_price is not None
    # A provider from outside says itself what its answers cost, or its prices are set.
    return cast(Tariff, _load("ufo.llm.prices:tariff_of")(settings)) if kind in VENDORS or has_own else UNKNOWN


def _from_outside(name: str, settings: ModelSettings, around: Surroundings) -> Provider:
    """Create a provider of the user's: "ENTRY_POINT:MODEL", or "package.module:factory" with ":MODEL" after it if needed. Its
    factory is called as the builders of this module are.
    """
    kind, _, rest = name.partition(":")
    model = rest
    if kind not in installed(Group.PROVIDERS):
        attribute, _, model = rest.partition(":")
        kind = f"{kind}:{attribute}"
        if not is_dotted(kind) or not is_installed(kind):
            added = (f"{name}:NAME" for name in installed(Group.PROVIDERS) if name not in _FORMS)
            known = ", ".join([*_KNOWN, *added, "package.module:factory"])
            raise ConfigError(f"there is no model {name!r}; `model.name` is one of: {known}")
    factory = find(Group.PROVIDERS, kind)
    try:
        provider = factory(model, settings, around)
    except ConfigError:
        raise
    except Exception as error:  # noqa: BLE001 the boundary of code from outside
        raise ConfigError(f"the model {name!r} cannot be created: {note_fault(_log, kind, error)}") from error
    missing = [member for member in ("name", "sees_pictures", "complete", "close") if not hasattr(provider, member)]
    if missing:
        raise ConfigError(f"the model {name!r} is no provider: it has no {', '.join(missing)} (ufo/llm/provider.py)")
    return cast(Provider, provider)


def _builtin(rest: str, settings: ModelSettings, around: Surroundings) -> Provider:
    if rest:
        raise ConfigError(f"the built-in planner has no variant {rest!r}; write `builtin`")
    if planner := missing(Group.PROVIDERS, BUILTIN):
        raise ConfigError(
            "the built-in planner is not installed here; name a model with --model PROVIDER:NAME (`ufo models` lists the "
            f"providers), or install the planner: {to_install(planner)}"
        )
    return cast(Provider, find(Group.PROVIDERS, BUILTIN)(rest, settings, around))


def _remote(kind: str, model: str, settings: ModelSettings, around: Surroundings) -> Provider:
    access = access_to(kind, VENDORS[kind], settings, around.environ, around.line)
    around.line.note(settings, None if VENDORS[kind].base_url else access.place.base)
    backoff = Backoff(around.sleep, around.rand, within_s=settings.deadline_s)
    return cast(
        Provider, _load("ufo.llm.providers.remote_model:opened")(model, access, settings, backoff, around.notice)
    )


def _scripted(file: str, settings: ModelSettings, around: Surroundings) -> Provider:
    return ScriptedProvider.from_file(Path(file).expanduser())


def _hand(folder: str, settings: ModelSettings, around: Surroundings) -> Provider:
    provider = _load("ufo.llm.manual.manual_provider:ManualProvider")
    return cast(Provider, provider(Path(folder).expanduser().absolute(), settings, around.tell))


_BUILDERS: Mapping[str, Callable[[str, ModelSettings, Surroundings], Provider]] = {
    BUILTIN: _builtin,
    "hand": _hand,
    "scripted": _scripted,
}
_FORMS = {
    BUILTIN: BUILTIN,
    **{kind: f"{kind}:NAME" for kind in VENDORS},
    "hand": "hand:FOLDER",
    "scripted": "scripted:FILE",
    "recorded": "recorded:FILE",
}
_KNOWN = tuple(_FORMS.values())


def _load(path: str) -> Any:
    try:
        return load(path)
    except ImportError as error:
        raise ConfigError(
            f"the model's library cannot be loaded ({error}); install this package again with its dependencies"
        ) from error
