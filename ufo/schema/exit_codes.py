"""Exit codes of the command that do not belong to the outcome of a run. They have a file of their own, so that `ufo --help`
loads nothing else.
"""

from __future__ import annotations

EXIT_FAULT = 1
"""A fault of our own."""
EXIT_USAGE = 2
"""The command line, a setting or the machine cannot be used as it is; nothing was begun."""
EXIT_FAILED = 11
EXIT_DIFFERS = 14
"""A run was played again, and the world differs from what it was."""
EXIT_CANCELLED = 130
