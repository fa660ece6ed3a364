"""Names for plans, made from what they say: a file may be sorted or added to, and what is done stays done."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from ufo.runs.plans.plan import Plan


def keys_of(plans: Iterable[Plan]) -> list[str]:
    """Return a name for each plan, of letters, digits and a dash. The same plan twice has two names."""
    counted: dict[str, int] = {}
    keys = []
    for plan in plans:
        digest = hashlib.sha256(plan.model_dump_json().encode()).hexdigest()[:16]
        counted[digest] = counted.get(digest, 0) + 1
        keys.append(f"{digest}-{counted[digest]}")
    return keys
