"""Draws faults for requirements at random: where their sentences are decided, in lines that their own tests run."""

from __future__ import annotations

import random
from collections.abc import Mapping

from tests.mutations.equivalent import EQUIVALENT
from tests.mutations.faults import faults_in, place_of, shown
from tests.mutations.mutant import Mutation

Covered = Mapping[str, frozenset[int]]


def places_of(fixed: tuple[Mutation, ...]) -> dict[str, set[tuple[int, int]]]:
    """Return the functions in which the fixed mutations of a requirement stand, by path, each as its first and last line."""
    places: dict[str, set[tuple[int, int]]] = {}
    for one in fixed:
        places.setdefault(one.path, set()).add(place_of(one))
    return places


def drawn(fixed: tuple[Mutation, ...], ran: Covered, chance: random.Random) -> Mutation | None:
    """Return a fault that changes what the tests can see; None where there is none beside the fixed ones.

    What runs only while modules are imported, or in another program, has no lines in `ran`: then the whole function counts.
    """
    found = [
        fault
        for path, places in places_of(fixed).items()
        for first, last in sorted(places)
        for fault in faults_in(path, first, last, _lines(ran.get(path, frozenset()), first, last))
    ]
    chance.shuffle(found)
    mutations = (mutation for fault in found if (mutation := fault.mutation()) is not None)
    return next((mutation for mutation in mutations if shown(mutation) not in EQUIVALENT), None)


def _lines(ran: frozenset[int], first: int, last: int) -> frozenset[int]:
    within = frozenset(range(first, last + 1))
    return ran & within or within
