"""Draws faults for requirements at random: where their sentences are decided, in lines that their own tests run."""

from __future__ import annotations

import random

from tests.mutations.equivalent import EQUIVALENT
from tests.mutations.faults import faults_in, place_of, shown
from tests.mutations.mutant import Mutation


def places_of(fixed: tuple[Mutation, ...]) -> dict[str, frozenset[int]]:
    """Return the lines that the fixed mutations of a requirement change, by path: there its sentence is decided."""
    places: dict[str, frozenset[int]] = {}
    for one in fixed:
        places[one.path] = places.get(one.path, frozenset()) | place_of(one)
    return places


def drawn(fixed: tuple[Mutation, ...], chance: random.Random) -> Mutation | None:
    """Return a fault that is none of the fixed ones; None where there is no other.

    The tests run these lines, or else they would not notice the fixed ones.
    """
    found = [fault for path, lines in places_of(fixed).items() for fault in faults_in(path, lines)]
    chance.shuffle(found)
    at_import = {one.path for one in fixed if one.at_import}
    mutations = (mutation for fault in found if (mutation := fault.mutation(fault.path in at_import)) is not None)
    known = {shown(one) for one in fixed} | EQUIVALENT.keys()
    return next((mutation for mutation in mutations if shown(mutation) not in known), None)
