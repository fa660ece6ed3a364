"""What the process does about memory before a run."""

from __future__ import annotations

import subprocess
import sys

from tests.waiting import WAITED_S

CODE = """
import threading
from pathlib import Path
from ufo.cli.process.surroundings import give_memory_back

def heaps():
    return Path("/proc/self/maps").read_text().count("---p 00000000 00:00 0")

assert give_memory_back()
before = heaps()
gate = threading.Barrier(9)

def work():
    kept = [bytes(20_000) for _ in range(50)]
    gate.wait()
    gate.wait()

threads = [threading.Thread(target=work) for _ in range(8)]
[one.start() for one in threads]
gate.wait()
print(heaps() - before)
gate.wait()
[one.join() for one in threads]
"""


def test_threads_share_their_memory() -> None:
    said = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True, timeout=WAITED_S)
    # A stack's guard page for each of the eight threads, and at most one arena besides the first.
    assert int(said.stdout) <= 9 + 1


def test_what_is_loaded_is_kept_out_of_the_search_for_garbage() -> None:
    code = (
        "import gc, ufo.schema.target; from ufo.cli.process.surroundings import prepare_memory\n"
        "prepare_memory(); print(gc.get_freeze_count())"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=WAITED_S)
    assert int(said.stdout) > 10_000
