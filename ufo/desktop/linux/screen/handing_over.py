"""Hands the clipboard over to a process that keeps it after ours has ended.

The owner of a clipboard holds its contents, which are lost when it ends. Each window system has a module that runs as such a
process: it reads the contents, takes the clipboard, says so, and ends once something else is copied or the screen is gone.
"""

from __future__ import annotations

import os
import select
import subprocess
import sys
from collections.abc import Callable
from typing import IO

from ufo.desktop.private.environment_filter import desktop_environment

_TAKEN = b"."
_TAKEN_S = 10.0


def hand_over_to(module: str, screen: str, write: Callable[[IO[bytes]], None]) -> bool:
    """Run the module for that screen as a keeper, with what `write` writes as its input. Tell whether it holds the clipboard
    now. Blocks until then.
    """
    keeper = subprocess.Popen(
        [sys.executable, "-P", "-m", module, screen],
        env=desktop_environment(os.environ),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd="/",
        start_new_session=True,
    )
    assert keeper.stdin is not None and keeper.stdout is not None
    with keeper.stdin, keeper.stdout:
        try:
            write(keeper.stdin)
            keeper.stdin.close()
        except OSError:
            return False
        ready, _, _ = select.select([keeper.stdout], [], [], _TAKEN_S)
        return bool(ready) and keeper.stdout.read(1) == _TAKEN


def say_taken() -> None:
    """Tell the process that started this keeper that the clipboard is taken, and let go of its pipes."""
    os.write(sys.stdout.fileno(), _TAKEN)
    # The other process would wait for these pipes to close.
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, sys.stdin.fileno())
    os.dup2(nothing, sys.stdout.fileno())
