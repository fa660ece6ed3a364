"""Lets an item happen on disk, and finds its facts as a run does."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from bench.corpus.files import write_files
from bench.corpus.items import Item
from ufo.proof.around_changes import ChangedDocument, around_changes
from ufo.proof.difference.places import Places
from ufo.proof.difference.reading.read_content import read_content
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
        changed = [
            working / name for name, content in item.after.items() if name in item.before and content is not None
        ]
        places = Places(working, home)
        before = {path: read_content(path) for path in changed}
        write_files(working, item.after)
        told = world.difference()
        documents = [ChangedDocument(path, before[path], read_content(path)) for path in changed]
        around = around_changes(item.request, documents, places)
        unchanged = [working / name for name in item.before if name not in item.after]
        named = named_as_before(item.request, unchanged, places)
    return Facts(facts=(*told.facts, *item.facts, *named, *around), left_out=told.left_out).numbered()


def inputs_of(item: Item, facts: Facts) -> ReadingInputs:
    return ReadingInputs(item.request, facts.facts, item.answer)
