"""Breaks the code of each requirement on purpose and checks that its own tests, which pass on the code as it is, notice.

usage: .venv/bin/python -m scripts.check_mutations [--jobs N] [--json] [ID…]    (without an id: all of `tests/mutations/`)
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import dataclass, field

from tests.claims import claims
from tests.mutations.mutant import Mutation
from tests.mutations.table import MUTATIONS
from tests.mutations.trial import Fate, fates, preload, unbroken


@dataclass(frozen=True)
class _Told:
    """What a pass found. Progress goes to standard error, so that `--json` gives one object."""

    fates: dict[str, str]
    failing: list[str]
    began: float = field(default_factory=time.monotonic)

    def progress(self, says: str) -> None:
        print(f"{time.monotonic() - self.began:4.0f} s  {says}", file=sys.stderr, flush=True)

    @property
    def noticed(self) -> list[str]:
        return [key for key, said in self.fates.items() if said == Fate.NOTICED and key not in self.failing]

    def show(self, as_json: bool) -> None:
        if as_json:
            others = {key: said for key, said in self.fates.items() if said != Fate.NOTICED}
            counts = {"mutations": len(self.fates), "noticed": len(self.noticed)}
            print(json.dumps({**counts, "others": others, "failing": self.failing}))
            return
        for key, said in self.fates.items():
            print(f"{key}: {said}")
        for key in self.failing:
            print(f"{key}: its tests FAIL on the code as it is, so that they show nothing")
        print(f"{len(self.noticed)} of {len(self.fates)} noticed")


def main(words: list[str]) -> int:
    asked = _arguments(words)
    unknown = [item for item in asked.ids if item not in MUTATIONS]
    if unknown:
        print(f"no mutation for {', '.join(unknown)}; the ids are those of tests/mutations/")
        return 2
    told = _tried({key: item for key, item in MUTATIONS.items() if key in asked.ids or not asked.ids}, asked.jobs)
    told.show(asked.json)
    return 0 if len(told.noticed) == len(told.fates) else 1


def _arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="check_mutations", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument(
        "ids", nargs="*", metavar="ID", help="requirements; all that have a mutation where none is named"
    )
    parser.add_argument("--jobs", type=_jobs, default=1, help="how many are tried side by side")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of lines")
    return parser.parse_args(words)


def _jobs(word: str) -> int:
    if not word.isdecimal() or not int(word):
        raise argparse.ArgumentTypeError(f"{word!r} is no number from 1 on")
    return int(word)


def _tried(mutations: dict[str, Mutation], jobs: int) -> _Told:
    claimed = {key: claims()[key] for key in mutations}
    preload({test for tests in claimed.values() for test in tests})
    told = _Told({}, [])
    bad: set[str] = set()
    for done, (file, failing) in enumerate(unbroken(claimed, jobs), 1):
        said = f"FAILS: {', '.join(sorted(failing))}" if failing else "passes"
        told.progress(f"unbroken, file {done}  {file} {said}")
        bad |= failing
    told.failing.extend(key for key, tests in claimed.items() if bad.intersection(tests))
    for done, (key, fate) in enumerate(fates(mutations, claimed, jobs), 1):
        told.progress(f"broken {done}/{len(mutations)}  {key}: {fate}")
        told.fates[key] = fate
    return told


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
