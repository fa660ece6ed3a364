"""Lets an item happen on disk, and finds its facts as a run does."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from bench.corpus.files import write_files
from bench.corpus.items import Item
from ufo.proof.difference.watched import Watched
from ufo.proof.difference.world import WorldBefore
from ufo.proof.whole_world import facts_of_world
from ufo.schema.fact import Facts
from ufo.schema.inputs import ReadingInputs


def facts_of(item: Item) -> Facts:
    """Return the difference that the item makes in a folder of its own, with what it says was found beside files; numbered."""
    with TemporaryDirectory(prefix="ufo-corpus-") as folder, TemporaryDirectory(prefix="ufo-kept-") as kept:
        home = Path(folder)
        working = home / "work"
        working.mkdir()
        write_files(working, item.before)
        world = WorldBefore(Watched(working, home), Path(kept))
        world.take()
        write_files(working, item.after)
        told = facts_of_world(world, item.request)
    return Facts(facts=(*told.facts, *item.facts), left_out=told.left_out).numbered()


def inputs_of(item: Item, facts: Facts) -> ReadingInputs:
    return ReadingInputs(item.request, facts.facts, item.answer)
