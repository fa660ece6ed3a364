"""Loads the settings of a command: its options over the person's settings. A line reports what of ./ufo.yaml does not count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ufo.cli.output import print_remark
from ufo.config.load import load_settings
from ufo.config.settings import Settings
from ufo.errors import ConfigError


def command_settings(**overrides: Any) -> Settings:
    """Load the settings with the options that were given; None stands for one that was not. Raises ConfigError."""
    return load_settings(print_remark, **given(overrides))


def given(overrides: Mapping[str, Any]) -> dict[str, Any]:
    """Return only the options that were given."""
    kept: dict[str, Any] = {}
    for key, value in overrides.items():
        if isinstance(value, Mapping):
            value = given(value)
        if value is not None and value != {}:
            kept[key] = value
    return kept


def runs_in_use(log_dir: Path | None) -> Path:
    """Return the folder of runs that an option names, or else the settings."""
    return log_dir or command_settings().log_dir


def pairs(words: Sequence[str], example: str = "file=report.ods") -> dict[str, str]:
    """Return `key=value` words as a table. Raises ConfigError for a word that is none."""
    table = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key:
            raise ConfigError(f"{word!r} is not key=value; write e.g. {example}")
        table[key] = value
    return table
