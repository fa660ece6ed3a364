"""How property tests look for examples: always the same ones in `make test`, new ones in `make fuzz`.

What a fuzz finds becomes an `@example` of its test, so that it is tried ever after.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

SAME = "same"
FUZZ = "fuzz"
_EXAMPLES, _FUZZED_EXAMPLES = 50, 2000
_CONSTANTS_OF_CODE = "is_local_module_file"


def register_profiles() -> None:
    """Chooses the one with the same examples; `--hypothesis-profile=fuzz` chooses the other."""
    if not hasattr(providers, _CONSTANTS_OF_CODE):
        raise RuntimeError("this hypothesis takes examples from the code in another way; see tests/properties.py")
    # Otherwise each word and number of the code that happens to be imported changes what every test tries.
    setattr(providers, _CONSTANTS_OF_CODE, lambda path: False)
    # Hypothesis derandomises by itself where CI is set, so that both profiles say which they are.
    # How long examples take to be made says how busy the machine is, and of the code nothing.
    unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.register_profile(SAME, unhurried, derandomize=True, database=None, max_examples=_EXAMPLES)
    examples = int(os.environ.get("FUZZ_EXAMPLES", _FUZZED_EXAMPLES))
    settings.register_profile(FUZZ, unhurried, derandomize=False, max_examples=examples, print_blob=True)
    settings.load_profile(SAME)


def examples(times: float) -> settings:
    """So many times the examples that other property tests try: less than one where each of them is slow."""
    return settings(max_examples=max(1, round(settings().max_examples * times)))
