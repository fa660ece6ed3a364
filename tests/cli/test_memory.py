"""Pictures that are put away give their memory back."""

from __future__ import annotations

import subprocess
import sys

CODE = """
from pathlib import Path
from ufo.cli.memory import give_back_large_blocks

def resident_mb():
    return next(int(line.split()[1]) // 1024 for line in Path("/proc/self/status").read_text().splitlines() if "VmRSS" in line)

assert give_back_large_blocks()
pictures = [bytearray(8 << 20) for _ in range(20)]
full = resident_mb()
kept = pictures[-1]
del pictures
print(full - resident_mb())
"""


def test_freed_pictures_leave_the_process() -> None:
    said = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True, timeout=60)
    assert int(said.stdout) > 140


def test_what_is_loaded_is_kept_out_of_the_search_for_garbage() -> None:
    code = "import gc, ufo.schema.target; from ufo.cli.memory import prepare_memory as p; p(); print(gc.get_freeze_count())"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert int(said.stdout) > 10_000
