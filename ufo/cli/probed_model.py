"""`ufo doctor --model`: what a model can do, and what ufo will do therefore."""

from __future__ import annotations

import asyncio
import os
from dataclasses import asdict, dataclass
from datetime import date
from random import SystemRandom

from ufo.cli.output import Terminal, print_answer, print_json, table
from ufo.config.load import load_settings
from ufo.config.settings import ModelSettings, Settings
from ufo.errors import ConfigError, ModelError
from ufo.llm.by_agent import with_key
from ufo.llm.probe.findings import Findings, informed, remember
from ufo.llm.probe.probe import needs_endpoint, probe
from ufo.llm.registry import create
from ufo.schema.exit_codes import EXIT_FAILED
from ufo.schema.secret import SecretRef
from ufo.secrets.secret_resolver import SecretStore

_LARGE_CONTEXT = 16_000
"""The tokens that the prompts of ufo hardly ever exceed with pictures and long lists."""


@dataclass(frozen=True, slots=True)
class Row:
    what: str
    found: str
    therefore: str


def doctor_model(model: str | None, base_url: str | None, as_json: bool) -> int:
    """Try the model, keep what was found out and print it. Return 0 where it answers. Raises ConfigError."""
    given = {key: value for key, value in (("name", model), ("base_url", base_url)) if value is not None}
    settings = load_settings(model=given)
    if reason := needs_endpoint(settings.model):
        raise ConfigError(f"{reason}; name one with --model, such as openai:NAME")
    try:
        found = asyncio.run(_probe(settings))
    except ModelError as error:
        return _failed(settings.model, str(error), as_json)
    kept = _kept(found)
    told = rows(settings.model, found)
    if as_json:
        what = {"model": found.model, "answers": True, "findings": found.model_dump(mode="json"), "kept": kept}
        print_json({**what, "therefore": [asdict(row) for row in told]})
    else:
        _print(found, told, kept)
    return 0


async def _probe(settings: Settings) -> Findings:
    store = SecretStore(settings.secrets)
    model = await with_key(settings.model, lambda secret: store.value(SecretRef(secret)))
    return await probe(model, create, SystemRandom(), date.today())


def _kept(found: Findings) -> str:
    """Keep the findings for the runs to come; return where, "" where that cannot be written."""
    try:
        return str(remember(found, os.environ))
    except OSError:
        return ""


def _failed(model: ModelSettings, error: str, as_json: bool) -> int:
    print_answer(
        as_json, {"model": model.name, "answers": False, "error": error}, f"{model.name} does not answer: {error}"
    )
    return EXIT_FAILED


def rows(model: ModelSettings, found: Findings) -> list[Row]:
    """Return what was found out, and what ufo does in a run with these settings."""
    told = informed(model, found)
    return [
        Row(
            "pictures",
            _yes(found.pictures),
            "sent" if told.visual_mode else "left out; ufo works by the lists of controls",
        ),
        Row("schema", _yes(found.by_schema), _form(told, found)),
        Row("tools", _yes(found.tools), "not needed: an answer names its tools itself"),
        Row("context", f"{found.context:,} tokens" if found.context else "not told", _context(told)),
        *(Row("doubt", doubt, "what was tried counts") for doubt in found.doubts),
    ]


def _form(told: ModelSettings, found: Findings) -> str:
    if told.answers == "prompt":
        return "the form of answers is told in the prompt, and slips are mended"
    return "answers by schema" if found.by_schema else "answers by schema, as `model.answers` says"


def _context(told: ModelSettings) -> str:
    if told.context_tokens is None:
        return "no limit is known; set `model.context_tokens` if it is small"
    room = f"{told.context_tokens - told.max_tokens:,} for the prompt, {told.max_tokens:,} for an answer"
    if told.context_tokens >= _LARGE_CONTEXT:
        return room
    return f"{room}; what does not fit is left out and told: pictures, older steps, tails of lists, words about tools"


def _yes(found: bool | None) -> str:
    return "not told" if found is None else "yes" if found else "no"


def _print(found: Findings, told: list[Row], kept: str) -> None:
    console = Terminal()
    place = f" at {found.place}" if found.place else ""
    console.say(f"{found.model}{place}, tried on {found.found}")
    console.print(table(("what", "found", "therefore"), [(row.what, row.found, row.therefore) for row in told]))
    where = f"Kept for runs in {kept}" if kept else "It could not be kept for runs: the cache folder cannot be written"
    console.say(where)
