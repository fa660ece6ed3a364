"""Faults that no test can notice, each as `faults.shown` writes it, with the reason."""

from __future__ import annotations

EQUIVALENT = {
    "schema.py: _BUSY_MS = 30_000  ->  _BUSY_MS = 30001": "a wait that is a millisecond longer",
}
