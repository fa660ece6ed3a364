"""What a row of the fleet's database may set of a run. Whoever writes there is not trusted with the worker's machine: they send
it requests, and neither programs nor the addresses that its keys go to.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ufo.llm.provider import BUILTIN
from ufo.llm.vendors import VENDORS

_ALLOWED: Mapping[str, frozenset[str]] = {
    "model": frozenset({"name"}),
    "limits": frozenset({"max_step", "max_cost_usd", "max_time_s"}),
    "policy": frozenset({"only", "dry_run"}),
    "desktop": frozenset({"sandbox"}),
}


def complaint_about(overrides: Mapping[str, Any]) -> str:
    """Return what a task may not set, "" where all of it may be."""
    for section, values in overrides.items():
        names = _ALLOWED.get(section, frozenset())
        wrong = sorted(set(values) - names) if isinstance(values, Mapping) else [section]
        if wrong or not names:
            said = f"{section}.{wrong[0]}" if isinstance(values, Mapping) and wrong else section
            return f"a task may not set `{said[:80]}` on a worker; set it in the worker's own ufo.yaml"
    model = overrides.get("model", {}).get("name")
    if model is not None and not _is_of_a_vendor(model):
        return (
            f"a task may name a model of a provider that ufo knows, and not {str(model)[:80]!r}; set `model.name` in the "
            "worker's own ufo.yaml"
        )
    return ""


def _is_of_a_vendor(model: object) -> bool:
    kind, colon, name = str(model).strip().partition(":")
    return kind == BUILTIN and not colon or kind in VENDORS and bool(name.strip())
