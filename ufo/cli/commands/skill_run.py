"""`ufo skill run`: does a saved skill again, with other values, and proves it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ufo.cli.commands.run import Manner, Way, work
from ufo.cli.settings import command_settings, given
from ufo.errors import ConfigError
from ufo.skills.request_match import choose
from ufo.skills.store import SkillStore


def run(name: str, values: Sequence[str], overrides: Mapping[str, Any], consents: bool, as_json: bool) -> int:
    settings = command_settings(**given(overrides))
    chosen = choose(SkillStore(settings.skills.folder).read(name), dict(map(_pair, values)))
    return work(chosen.request, settings, Manner(consents, as_json), Way(skill=chosen))


def _pair(text: str) -> tuple[str, str]:
    key, separator, value = text.partition("=")
    if not separator or not key:
        raise ConfigError(f"{text!r} is not key=value; write e.g. file=report.ods")
    return key, value
