"""Tells all that files say of a request at its end: what is different, what of the request's literals is as it was, and what
stands around the changes.
"""

from __future__ import annotations

from ufo.proof.around_changes import ChangedDocument, around_changes
from ufo.proof.difference.own_writes import OwnWrites
from ufo.proof.difference.world import WorldBefore
from ufo.proof.named import named_literals
from ufo.schema.fact import Facts


def facts_of_world(world: WorldBefore, request: str, own: OwnWrites | None = None) -> Facts:
    """Return the facts, not numbered yet: changes first. `own`: what this run wrote; without it all counts as its own. Blocking."""
    changes = world.difference(own)
    named = named_literals(request, world.files)
    kept_so = [fact.model_copy(update={"news": False}) for fact in world.as_it_was(named)]
    documents = [ChangedDocument(*document) for document in world.changed_documents()]
    around = around_changes(request, documents, world.places)
    return changes.model_copy(update={"facts": (*changes.facts, *kept_so, *around)})
