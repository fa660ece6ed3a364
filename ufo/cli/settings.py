"""Loads the settings of a command: its options over the person's settings. A line reports what of ./ufo.yaml does not count."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ufo.cli.output import Terminal
from ufo.config.load import load_settings
from ufo.config.settings import Settings


def command_settings(**overrides: Any) -> Settings:
    """Load the settings as `load_settings` does, with remarks on standard error. Raises ConfigError."""
    return load_settings(print_remark, **overrides)


def given(overrides: Mapping[str, Any]) -> dict[str, Any]:
    """Return only the options that were given; None stands for one that was not."""
    kept: dict[str, Any] = {}
    for key, value in overrides.items():
        if isinstance(value, Mapping):
            value = given(value)
        if value is not None and value != {}:
            kept[key] = value
    return kept


def print_remark(remark: str) -> None:
    """Print one line on standard error."""
    Terminal(stderr=True).print(f"ufo: {remark}", style="yellow", markup=False, highlight=False, soft_wrap=True)
