"""From options of the command line to settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def given(overrides: Mapping[str, Any]) -> dict[str, Any]:
    """Only the options that were given; None stands for one that was not."""
    kept: dict[str, Any] = {}
    for key, value in overrides.items():
        if isinstance(value, Mapping):
            value = given(value)
        if value is not None and value != {}:
            kept[key] = value
    return kept
