"""Faults that no test can notice, each as `faults.shown` writes it, with the reason."""

from __future__ import annotations

EQUIVALENT: dict[str, str] = {}
