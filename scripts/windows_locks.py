"""Prints the parts of lock files that Windows needs, with their hashes: pip reads markers for the system that it runs on, not for
the one that `--platform` names.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from packaging.requirements import Requirement

WINDOWS = {
    "implementation_name": "cpython",
    "os_name": "nt",
    "platform_machine": "AMD64",
    "platform_python_implementation": "CPython",
    "platform_system": "Windows",
    "python_full_version": "3.11.9",
    "python_version": "3.11",
    "sys_platform": "win32",
}
_PART = re.compile(r"^(?=[^\s#-])(?P<named>.*?)(?P<hashes>(?: \\\n    --hash=\S+)+)$", re.M)


def for_windows(lock: str, left_out: frozenset[str]) -> str:
    """Return the lines of a lock file whose markers hold on Windows, without markers."""
    kept = []
    for part in _PART.finditer(lock):
        needed = Requirement(part["named"])
        if needed.name not in left_out and (needed.marker is None or needed.marker.evaluate(WINDOWS)):
            needed.marker = None
            kept.append(f"{needed}{part['hashes']}")
    return "\n".join([*kept, ""])


if __name__ == "__main__":
    names, *files = sys.argv[1:]
    print("".join(for_windows(Path(file).read_text("utf-8"), frozenset(names.split())) for file in files), end="")
