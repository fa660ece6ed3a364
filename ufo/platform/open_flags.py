"""Flags of os.open that not every system has: 0 there, which asks for nothing."""

from __future__ import annotations

import os

CLOEXEC: int = getattr(os, "O_CLOEXEC", getattr(os, "O_NOINHERIT", 0))
NONBLOCK: int = getattr(os, "O_NONBLOCK", 0)
BINARY: int = getattr(os, "O_BINARY", 0)
