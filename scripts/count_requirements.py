"""Counts what the tables say of the specification: ids, tests, divergences, code blocks, mutations, and what is missing of each.

usage: .venv/bin/python -m scripts.count_requirements [--json] [PASS]
PASS: what `scripts.check_mutations --json` printed, for the number of survivors.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from tests.claims import claims, quick
from tests.mutations.table import MUTATIONS, WITHOUT
from tests.requirements import REQUIREMENTS
from tests.specification.table import SNIPPETS

_DOCUMENTS = "spec/"


def counts(tried: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return the numbers, and for each that should be 0 the ids that it counts. `tried`: what a pass of mutations found."""
    tests = claims()
    of_documents = [key for key, item in REQUIREMENTS.items() if item.source.startswith(_DOCUMENTS)]
    deferred = [key for key, item in REQUIREMENTS.items() if item.deferred]
    return {
        "ids": len(REQUIREMENTS),
        "ids of the five documents": len(of_documents),
        "by source": dict(
            sorted(Counter(requirement.source.split(" §")[0] for requirement in REQUIREMENTS.values()).items())
        ),
        "tests that claim one": len({test for item in tests.values() for test in item}),
        "ids that a test of `make test` shows": sum(bool(quick(test)) for test in tests.values()),
        "recorded divergences": sum(bool(requirement.divergence) for requirement in REQUIREMENTS.values()),
        "deferred, with the reason": deferred,
        "missing": [key for key in REQUIREMENTS if key not in tests and key not in deferred],
        "code blocks": len(SNIPPETS),
        "code blocks that a test runs": sum(bool(snippet.test) for snippet in SNIPPETS),
        "code blocks that fail without a recorded reason": [
            f"{snippet.document}:{snippet.line}" for snippet in SNIPPETS if not snippet.test and not snippet.divergences
        ],
        "mutations": sum(map(len, MUTATIONS.values())),
        "ids with a mutation": len(MUTATIONS),
        "ids without a mutation, with the reason": len(WITHOUT),
        "ids with neither": [key for key in REQUIREMENTS if key not in {*MUTATIONS, *WITHOUT, *deferred}],
        **_survivors(tried),
    }


def _survivors(tried: dict[str, Any] | None) -> dict[str, Any]:
    if tried is None:
        return {}
    others = {*tried["others"], *tried["failing"]}
    return {"mutations tried": tried["mutations"], "survivors": sorted(others)}


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="count_requirements", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("tried", nargs="?", metavar="PASS", type=Path)
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of lines")
    asked = parser.parse_args(words)
    try:
        tried = json.loads(asked.tried.read_text(encoding="utf-8")) if asked.tried else None
        found = counts(tried)
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(f"{asked.tried} is no pass of `scripts.check_mutations --json`: {error!r}", file=sys.stderr)
        return 2
    if asked.json:
        print(json.dumps(found))
    else:
        print("\n".join(_line(name, value) for name, value in found.items()))
    return 1 if any(found.get(name) for name in _SHOULD_BE_NONE) else 0


_SHOULD_BE_NONE = ("missing", "code blocks that fail without a recorded reason", "ids with neither", "survivors")


def _line(name: str, value: object) -> str:
    if isinstance(value, dict):
        value = ", ".join(f"{source} {count}" for source, count in value.items())
    if isinstance(value, list):
        value = f"{len(value)}{': ' + ', '.join(value) if value else ''}"
    return f"{name}: {value}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
