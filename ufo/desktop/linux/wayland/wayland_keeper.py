"""Keeps what a person had copied on a Wayland seat after the process that borrowed the clipboard has ended."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import IO

from ufo.desktop.linux.screen.handing_over import hand_over_to, say_taken
from ufo.desktop.linux.wayland.bounded_pipes import Contents
from ufo.desktop.linux.wayland.data_control import DataControl
from ufo.errors import DesktopUnavailable


def hand_over(wayland: Path, contents: Contents) -> bool:
    """Start a keeper and give it the contents; tell whether it holds the clipboard now. Blocks until then."""

    def write(stream: IO[bytes]) -> None:
        stream.write(json.dumps([[kind, len(data)] for kind, data in contents.items()]).encode() + b"\n")
        stream.writelines(contents.values())

    return hand_over_to(__name__, str(wayland), write)


def main(arguments: list[str]) -> int:
    try:
        clipboard = DataControl(Path(arguments[0]))
        told = json.loads(sys.stdin.buffer.readline())
        clipboard.set({kind: sys.stdin.buffer.read(size) for kind, size in told})
    except DesktopUnavailable:
        return 1
    say_taken()
    clipboard.await_lost()
    clipboard.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
