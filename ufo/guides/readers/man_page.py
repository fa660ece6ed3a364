"""Reads manual pages through `man`, which knows both formats that they are written in."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

from ufo.desktop.private.environment_filter import sessionless_environment
from ufo.errors import UnreadableDocument
from ufo.guides.readers.outline import Outline, Page
from ufo.platform.programs import how_to_install

_TIMEOUT_S = 20.0
_WIDTH = "200"
_OVERSTRUCK = re.compile(r".\x08|\x1b\[[0-9;]*m")
_SUBHEADING = re.compile(r"^ {2,3}\S")


def read_man_page(path: Path) -> Page:
    """Read a page, packed or not. Raises UnreadableDocument."""
    man = shutil.which("man")
    if man is None:
        raise UnreadableDocument(
            f"{path.name} is a manual page, which `man` reads; install it: {how_to_install('man')}"
        )
    try:
        done = subprocess.run(
            [man, "-E", "UTF-8", "-l", str(path.resolve())],
            env={**sessionless_environment(os.environ), "MANWIDTH": _WIDTH, "MANPAGER": "cat", "GROFF_NO_SGR": "1"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_TIMEOUT_S,
            check=False,
        )
    except (subprocess.TimeoutExpired, OSError) as error:
        raise UnreadableDocument(f"{path.name} could not be read by man: {error}") from error
    text = _OVERSTRUCK.sub("", done.stdout.decode("utf-8", "replace"))
    if done.returncode or not text.strip():
        raise UnreadableDocument(f"{path.name} is no manual page that man can read")
    return _page(text, path.name.partition(".")[0])


def _page(text: str, name: str) -> Page:
    outline = Outline()
    outline.heading(1, name)
    # The first and the last line name the page.
    lines = text.strip("\n").split("\n")[1:-1]
    block: list[str] = []
    for line in [*lines, ""]:
        is_heading = bool(line) and (not line.startswith(" ") or bool(_SUBHEADING.match(line)))
        if is_heading or not line.strip():
            outline.block(" ".join(block))
            block = []
        if is_heading:
            outline.heading(3 if line.startswith(" ") else 2, line)
        elif line.strip():
            block.append(line)
    return outline.page(name)
