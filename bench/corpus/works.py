"""Lets an item happen on disk, and finds its facts as a run does."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from bench.corpus.files import write_files
from bench.corpus.items import Item
from ufo.proof.difference.watched import Watched
from ufo.proof.difference.world import WorldBefore
from ufo.proof.named import named_as_before
from ufo.schema.fact import Facts
from ufo.schema.inputs import ReadingInputs


def facts_of(item: Item) -> Facts:
    """Return the difference that the item makes in a folder of its own, with what it says was found beside files; numbered."""
    with TemporaryDirectory(prefix="ufo-corpus-") as folder:
        root = Path(folder)
        working, home = root / "work", root / "home"
        for made in (working, home):
            made.mkdir()
        write_files(working, item.before)
        world = WorldBefore(Watched(working, home), root / "kept")
        world.take()
        write_files(working, item.after)
        told = world.difference()
        unchanged = [working / name for name in item.before if name not in item.after]
        named = named_as_before(item.request, unchanged, working)
    return Facts(facts=(*told.facts, *item.facts, *named), left_out=told.left_out).numbered()


def inputs_of(item: Item, facts: Facts) -> ReadingInputs:
    return ReadingInputs(item.request, facts.facts, item.answer)
