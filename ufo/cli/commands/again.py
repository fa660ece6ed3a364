"""`ufo skill run`, `ufo demo replay` and `ufo demo keep`: does a saved skill again with other values and proves it, proves a
recording by doing it again, or keeps it because the person says so.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from ufo.cli.commands.run import Manner, Way, work
from ufo.cli.output import Terminal, print_json
from ufo.cli.settings import command_settings, given
from ufo.cli.shown import Keeping, Wish, outcome_code, tell
from ufo.errors import ConfigError
from ufo.recipes.recording.recording_folder import read_recording
from ufo.recipes.replay.request_match import choose
from ufo.recipes.store import DemonstrationStore, SkillStore


def run(name: str, values: Sequence[str], overrides: Mapping[str, Any], consents: bool, as_json: bool) -> int:
    settings = command_settings(**given(overrides))
    chosen = choose(SkillStore(settings.skills.folder).read(name), dict(map(_pair, values)))
    return work(chosen.request, settings, Manner(consents, as_json), Way(skill=chosen))


def replay(
    name: str,
    values: Sequence[str],
    overrides: Mapping[str, Any],
    *,
    consents: bool = False,
    as_json: bool = False,
    unverified: bool = False,
) -> int:
    """Do it once more on a fresh desktop, and keep it where that proves it; with `unverified`, keep it as it is."""
    settings = command_settings(**given(overrides))
    store = DemonstrationStore(settings.knowledge.folder)
    before, recording = store.kept(name), read_recording(store.place(name))
    console = Terminal(stderr=as_json)
    wish = Wish(
        request=before.request if before is not None else "",
        unverified=unverified or before is not None,
        plays=not unverified,
        consents=consents,
        replaces=before is not None,
        as_json=as_json,
        values=dict(map(_pair, values)),
    )
    kept = asyncio.run(Keeping(settings, console, wish).keep(recording))
    if as_json:
        print_json({**kept.as_object(), "exit_code": outcome_code(kept)})
    else:
        tell(console, kept)
    return outcome_code(kept)


def _pair(text: str) -> tuple[str, str]:
    key, separator, value = text.partition("=")
    if not separator or not key:
        raise ConfigError(f"{text!r} is not key=value; write e.g. file=report.ods")
    return key, value
