"""`ufo demo replay` and `ufo demo keep`: proves a recording by doing it again, or keeps it because the person says so."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from ufo.cli.output import Terminal, print_json
from ufo.cli.settings import command_settings, given, pairs
from ufo.recipes.store import DemonstrationStore
from ufo_recording.commands.kept_demonstration import Keeping, Wish, outcome_code, tell
from ufo_recording.recording_folder import read_recording


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
        values=pairs(values),
    )
    kept = asyncio.run(Keeping(settings, console, wish).keep(recording))
    if as_json:
        print_json({**kept.as_object(), "exit_code": outcome_code(kept)})
    else:
        tell(console, kept)
    return outcome_code(kept)
