"""Breaks the code of each requirement on purpose and checks that its own tests, which pass otherwise, notice.

usage: .venv/bin/python -m scripts.check_mutations [ID…]    (without an id: all of `tests/mutations/table.py`)
"""

from __future__ import annotations

import sys

from tests.claims import claims
from tests.mutations.mutant import Fate, fate, preload
from tests.mutations.table import MUTATIONS


def main(arguments: list[str]) -> int:
    unknown = [one for one in arguments if one not in MUTATIONS]
    if unknown:
        print(f"no mutation for {', '.join(unknown)}")
        return 2
    survivors = []
    chosen = {key: one for key, one in MUTATIONS.items() if key in arguments or not arguments}
    preload({test for key in chosen for test in claims()[key]})
    for key, mutation in chosen.items():
        said = fate(mutation, claims()[key]) if mutation.applies() else "the code that it breaks is GONE"
        print(f"{key}: {said}", flush=True)
        if said != Fate.NOTICED:
            survivors.append(key)
    print(f"{len(chosen) - len(survivors)} of {len(chosen)} noticed")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
