"""`ufo skill run`: does a saved skill again with other values and proves it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ufo.cli.commands.run import Manner, Way, work
from ufo.cli.settings import command_settings, given, pairs
from ufo.recipes.replay.request_match import choose
from ufo.recipes.store import SkillStore


def run(name: str, values: Sequence[str], overrides: Mapping[str, Any], consents: bool, as_json: bool) -> int:
    settings = command_settings(**given(overrides))
    chosen = choose(SkillStore(settings.skills.folder).read(name), pairs(values))
    return work(chosen.request, settings, Manner(consents, as_json), Way(skill=chosen))
