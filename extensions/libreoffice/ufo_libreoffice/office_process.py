"""Runs the `office` package. Start it as `/usr/bin/python3 -I office_process.py`: python3-uno belongs to the system Python, not
to a virtual environment.

This file's folder is put on the path, so that `office` has a name of its own and nothing else of this project is imported.
"""

from __future__ import annotations

import json
import runpy
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.append(str(Path(__file__).resolve().parent))
    try:
        runpy.run_module("office", run_name="__main__", alter_sys=True)
    except ImportError as missing:
        print(json.dumps({"id": 0, "error": {"kind": "missing", "message": str(missing)}}), flush=True)  # noqa: T201 the answer itself
