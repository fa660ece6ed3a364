"""Settings for a command: what of ./ufo.yaml does not count is told in one line, on standard error."""

from __future__ import annotations

from typing import Any

from ufo.cli.output import Terminal
from ufo.config.load import load_settings
from ufo.config.settings import Settings


def command_settings(**overrides: Any) -> Settings:
    """As `load_settings`. Raises ConfigError."""
    return load_settings(_tell, **overrides)


def _tell(remark: str) -> None:
    Terminal(stderr=True).print(f"ufo: {remark}", style="yellow", markup=False, highlight=False, soft_wrap=True)
