"""Checks predicates about an open document on a copy that its application writes."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from ufo.errors import UfoError
from ufo.schema.predicate import DocumentPredicate, Finding, Truth
from ufo.verify.files import check_document
from ufo.verify.world import World

CHANNEL = "copy written by the application"


async def check_open_document(predicate: DocumentPredicate, world: World) -> Finding:
    name = Path(predicate.path).name if predicate.path else "the open document"
    with tempfile.TemporaryDirectory(prefix="ufo-copy-") as folder:
        try:
            path = await world.copy_of_document(predicate.path, Path(folder))
        except (UfoError, OSError) as error:
            evidence = f"{name} could not be read as it is open: {error}"
            return Finding(predicate=predicate, truth=Truth.UNKNOWN, evidence=evidence, channel=CHANNEL)
        stated = predicate.model_copy(update={"path": str(path), "open": False})
        found = await asyncio.to_thread(check_document, stated)
    said = f"{name}, as it is open: {found.evidence.removeprefix(f'{path.name}: ')}"
    return Finding(predicate=predicate, truth=found.truth, evidence=said, channel=CHANNEL)
