"""Started as `/usr/bin/python3 -I office_process.py`: python3-uno belongs to the system Python, not to a virtual environment.

The package beside it is put on the path under a name of its own, so that nothing else of this project is imported here.
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
