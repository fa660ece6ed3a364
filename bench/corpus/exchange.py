"""Hands the prompts of items to whoever reads them, and takes the readings: by files, or by a model."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import cast

from bench.corpus.judge import Work
from bench.corpus.works import inputs_of
from ufo.config.load import load_settings
from ufo.errors import ModelError
from ufo.llm.provider import Provider, Turn
from ufo.llm.registry import create
from ufo.llm.turn import answer
from ufo.prompts.reading import ReadingPrompter
from ufo.schema.inputs import HostInputs
from ufo.schema.message import Message
from ufo.schema.reading import Reading

RULES = "RULES.txt"
_HOW = (
    "\n\nAnswer each prompt in this folder with one JSON object as above: in a file of its name that ends in .json, or many in "
    'one file as {"en-001": {…}, "en-002": {…}}.\n'
)


def export_prompts(works: Iterable[Work], folder: Path) -> int:
    """Write one prompt file an item, and what holds for all of them into RULES.txt. Return how many."""
    folder.mkdir(parents=True, exist_ok=True)
    prompter = ReadingPrompter()
    count = 0
    for work in works:
        rules, prompt = prompter.render(inputs_of(work.item, work.facts))
        (folder / RULES).write_text(_text(rules) + _HOW, encoding="utf-8")
        (folder / f"{work.item.id}.txt").write_text(_text(prompt) + "\n", encoding="utf-8")
        count += 1
    return count


def _text(message: Message) -> str:
    return "\n".join(part.text for part in message.parts if hasattr(part, "text"))


def read_by_model(works: Iterable[Work], model: str) -> dict[str, Reading]:
    """Return the readings of a model, by their items' ids; those that it gives no usable answer to are printed and left out."""
    settings = load_settings()
    return asyncio.run(_read(create(settings.model.model_copy(update={"name": model})), list(works)))


async def _read(provider: Provider, works: list[Work]) -> dict[str, Reading]:
    prompter = ReadingPrompter()
    found: dict[str, Reading] = {}
    try:
        for work in works:
            inputs = inputs_of(work.item, work.facts)
            turn = Turn("reader", prompter.render(inputs), Reading, HostInputs(inputs.request, (), ()), reading=inputs)
            try:
                answered = await answer(provider, turn)
            except ModelError as error:
                print(f"{work.item.id}: {error}")
            else:
                found[work.item.id] = cast(Reading, answered.response)
    finally:
        await provider.close()
    return found
