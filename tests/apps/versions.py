"""Applications whose newer versions tell less of themselves, or more (docs/toolkits.md): tests say what, and of which version."""

from __future__ import annotations

import re

from bench.versions import version_of, version_of_package


def is_from(version: str, *first: int) -> bool:
    """Whether it is that version or a later one."""
    return tuple(int(item) for item in re.findall(r"\d+", version)) >= first


FILES_ARE_UNTOLD = is_from(version_of("pcmanfm"), 1, 4)
# Entries of menus have no words. The row of folders of a dialog tells those that are scrolled out of sight too.
IS_GTK_4_16 = is_from(version_of_package("libgtk-4-1"), 4, 16)
