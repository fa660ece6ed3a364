"""Keeps what a person had copied after the process that borrowed the clipboard has ended, until something else is copied.

The owner of a clipboard holds its contents, which are lost when it ends. This module runs as a program, which ends with the
X server at the latest.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
from collections.abc import Mapping
from typing import IO

from ufo.desktop.linux.x11.clipboard.incr import Content
from ufo.desktop.linux.x11.clipboard.selection import Clipboard
from ufo.desktop.private.environment_filter import desktop_environment
from ufo.errors import DesktopUnavailable

_TAKEN = b"."
_TAKEN_S = 10.0


def hand_over(display_name: str, offer: Mapping[int, Content]) -> bool:
    """Start a keeper and give it the offer; tell whether it holds the clipboard now. Blocks until then. `offer` maps targets,
    as the atoms of that server, to contents.
    """
    keeper = subprocess.Popen(
        [sys.executable, "-P", "-m", __name__, display_name],
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
            _write(keeper.stdin, offer)
            keeper.stdin.close()
        except OSError:
            return False
        ready, _, _ = select.select([keeper.stdout], [], [], _TAKEN_S)
        return bool(ready) and keeper.stdout.read(1) == _TAKEN


def main(arguments: list[str]) -> int:
    try:
        clipboard = Clipboard(arguments[0])
    except DesktopUnavailable:
        return 1
    clipboard.hold(_read(sys.stdin.buffer))
    os.write(sys.stdout.fileno(), _TAKEN)
    # The other process would wait for these pipes to close.
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, sys.stdin.fileno())
    os.dup2(nothing, sys.stdout.fileno())
    clipboard.wait_until_lost()
    return 0


def _write(stream: IO[bytes], offer: Mapping[int, Content]) -> None:
    head = [[target, item.kind, item.format, len(item.data)] for target, item in offer.items()]
    stream.write(json.dumps(head).encode() + b"\n")
    for content in offer.values():
        stream.write(content.data)


def _read(stream: IO[bytes]) -> dict[int, Content]:
    head = json.loads(stream.readline())
    return {target: Content(kind, form, stream.read(size)) for target, kind, form, size in head}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
