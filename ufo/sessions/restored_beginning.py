"""The beginning of a request that is gone on with: what was stated of its end, and the world as it was before the first act."""

from __future__ import annotations

from dataclasses import replace

from ufo.errors import TraceError
from ufo.proof.beginning import Beginning, Places, go_on
from ufo.proof.stated import Stated
from ufo.sessions.unfinished import Unfinished, anew


def restored_beginning(was: Unfinished, places: Places) -> Beginning:
    """Return the beginning of an unfinished request. Raises TraceError where it is not known how the world stood. Blocking."""
    beginning = go_on(was.request, places, was.began_at)
    if beginning is None:
        raise TraceError(f"{was.run.run_id} does not hold how files stood before it; {anew(was.request)}")
    return replace(beginning, stated=_stated(was))


def _stated(was: Unfinished) -> Stated:
    stated = Stated()
    for end in was.ends:
        stated = stated.added(end.stated).without({one.predicate: one.withdrawn for one in end.withdrawn})
    return stated
