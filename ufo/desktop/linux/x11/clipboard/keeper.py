"""Keeps what a person had copied after the process that borrowed the clipboard has ended, until something else is copied."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import IO

from ufo.desktop.linux.screen.handing_over import hand_over_to, say_taken
from ufo.desktop.linux.x11.clipboard.incr import Content
from ufo.desktop.linux.x11.clipboard.selection import Clipboard
from ufo.errors import DesktopUnavailable


def hand_over(display_name: str, offer: Mapping[int, Content]) -> bool:
    """Start a keeper and give it the offer; tell whether it holds the clipboard now. Blocks until then. `offer` maps targets,
    as the atoms of that server, to contents.
    """
    return hand_over_to(__name__, display_name, lambda stream: _write(stream, offer))


def main(arguments: list[str]) -> int:
    try:
        clipboard = Clipboard(arguments[0])
    except DesktopUnavailable:
        return 1
    clipboard.hold(_read(sys.stdin.buffer))
    say_taken()
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
