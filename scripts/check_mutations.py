"""Breaks the code of each requirement on purpose and checks that its own tests, which pass on the code as it is, notice.

usage: .venv/bin/python -m scripts.check_mutations [OPTION…] [ID…]    (without an id: all of `tests/mutations/`)

Beside the fixed mutations it draws one fault at random for each requirement, another operator, constant, argument or statement on
the lines that the fixed ones change, which its tests run, and prints the rate. `--seed` draws the same again.
"""

from __future__ import annotations

import argparse
import json
import random
import secrets
import sys
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from tests.claims import claims
from tests.mutations.draw import drawn
from tests.mutations.faults import shown
from tests.mutations.mutant import Mutation
from tests.mutations.table import MUTATIONS
from tests.mutations.trial import Fate, fates, preload, unbroken

_Broken = Mapping[str, tuple[str, Mutation]]
"""The mutations that are tried, each with the requirement whose tests are run."""


@dataclass(frozen=True)
class _Told:
    """What a pass found. Progress goes to standard error, so that `--json` gives one object."""

    fates: dict[str, str]
    failing: list[str]
    drawn: dict[str, str] = field(default_factory=dict)
    """What each drawn fault is."""
    seed: int = 0
    began: float = field(default_factory=time.monotonic)

    def progress(self, says: str) -> None:
        print(f"{time.monotonic() - self.began:4.0f} s  {says}", file=sys.stderr, flush=True)

    @property
    def noticed(self) -> list[str]:
        noticed = [key for key, said in self.fates.items() if said == Fate.NOTICED]
        return [key for key in noticed if key.partition(", ")[0] not in self.failing]

    @property
    def all_fixed_noticed(self) -> bool:
        """Whether the pass is good. What is drawn differs from pass to pass: of that the rate tells."""
        return not self.failing and all(key in self.drawn or said == Fate.NOTICED for key, said in self.fates.items())

    @property
    def rate(self) -> str:
        """How many of the drawn faults were noticed, of those with which there was still a program to test."""
        noticed = sum(key in self.drawn for key in self.noticed)
        ran = sum(self.fates.get(key) != Fate.NOT_RUN for key in self.drawn)
        return f"{noticed} of {ran} drawn with --seed {self.seed}"

    def show(self, as_json: bool) -> None:
        fixed = [key for key in self.fates if key not in self.drawn]
        noticed = [key for key in self.noticed if key not in self.drawn]
        if as_json:
            others = {key: self.fates[key] for key in fixed if self.fates[key] != Fate.NOTICED}
            survived = {key: fault for key, fault in self.drawn.items() if self.fates[key] != Fate.NOTICED}
            counts = {"mutations": len(fixed), "noticed": len(noticed), "drawn": self.rate}
            print(json.dumps({**counts, "others": others, "drawn others": survived, "failing": self.failing}))
            return
        for key, said in self.fates.items():
            print(f"{key}: {said}{f': {self.drawn[key]}' if said != Fate.NOTICED and key in self.drawn else ''}")
        for key in self.failing:
            print(f"{key}: its tests FAIL on the code as it is, so that they show nothing")
        print(f"{len(noticed)} of {len(fixed)} noticed" + (f"; {self.rate}" if self.drawn else ""))


def main(words: list[str]) -> int:
    asked = _arguments(words)
    unknown = [item for item in asked.ids if item not in MUTATIONS]
    if unknown:
        print(f"no mutation for {', '.join(unknown)}; the ids are those of tests/mutations/")
        return 2
    chosen = {key: fixed for key, fixed in MUTATIONS.items() if key in asked.ids or not asked.ids}
    told = _Told({}, [], seed=asked.seed if asked.seed is not None else secrets.randbelow(10**6))
    faults = _drawn(chosen, len(chosen) if asked.draw is None else asked.draw, told)
    tried = [key for key in chosen if not asked.only_drawn or any(key == of for of, _ in faults.values())]
    preload({test for key in tried for test in claims()[key]})
    _run_unbroken(tried, told, asked.jobs)
    if not asked.only_drawn:
        _try(_fixed(chosen), told, asked.jobs)
    _try(faults, told, asked.jobs)
    told.show(asked.json)
    return 0 if told.all_fixed_noticed else 1


def _arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="check_mutations", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument(
        "ids", nargs="*", metavar="ID", help="requirements; all that have a mutation where none is named"
    )
    parser.add_argument("--jobs", type=_jobs, default=1, help="how many are tried side by side")
    parser.add_argument("--draw", type=int, metavar="N", help="how many faults are drawn; one for each id by itself")
    parser.add_argument("--only-drawn", action="store_true", help="leave out the fixed mutations")
    parser.add_argument("--seed", type=int, help="draw what this number draws; without it another each time")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of lines")
    return parser.parse_args(words)


def _jobs(word: str) -> int:
    if not word.isdecimal() or not int(word):
        raise argparse.ArgumentTypeError(f"{word!r} is no number from 1 on")
    return int(word)


def _run_unbroken(chosen: Iterable[str], told: _Told, jobs: int) -> None:
    claimed = {key: claims()[key] for key in chosen}
    bad: set[str] = set()
    for done, (file, failing) in enumerate(unbroken(claimed, jobs), 1):
        said = f"FAILS: {', '.join(sorted(failing))}" if failing else "passes"
        told.progress(f"unbroken, file {done}  {file} {said}")
        bad |= failing
    told.failing.extend(key for key, tests in claimed.items() if bad.intersection(tests))


def _fixed(chosen: Mapping[str, tuple[Mutation, ...]]) -> _Broken:
    return {
        (key if number == 1 else f"{key}, part {number}"): (key, one)
        for key, fixed in chosen.items()
        for number, one in enumerate(fixed, 1)
    }


def _drawn(chosen: Mapping[str, tuple[Mutation, ...]], count: int, told: _Told) -> _Broken:
    chance = random.Random(told.seed)
    ids = sorted(chosen)
    chance.shuffle(ids)
    ids = [ids[number % len(ids)] for number in range(count)] if ids else []
    faults = {f"{key}, drawn {number}": (key, drawn(chosen[key], chance)) for number, key in enumerate(ids, 1)}
    there = {name: (key, fault) for name, (key, fault) in faults.items() if fault is not None}
    told.drawn.update({name: shown(fault) for name, (_, fault) in there.items()})
    return there


def _try(broken: _Broken, told: _Told, jobs: int) -> None:
    tests = {name: claims()[key] for name, (key, _) in broken.items()}
    mutations = {name: one for name, (_, one) in broken.items()}
    for done, (name, fate) in enumerate(fates(mutations, tests, jobs), 1):
        told.progress(f"broken {done}/{len(broken)}  {name}: {fate}")
        told.fates[name] = fate


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
