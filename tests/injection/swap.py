"""Exchanges a folder and a link at one stroke, at chance moments, until it is ended: `python swap.py FOLDER LINK_TO`."""

from __future__ import annotations

import ctypes
import os
import random
import sys
from pathlib import Path

_HERE = -100
_EXCHANGE = 2
_LONGEST = 60_000


def main(place: Path, end: Path) -> None:
    link = place.with_name("way")
    link.symlink_to(end)
    system = ctypes.CDLL(None, use_errno=True)
    sys.stdout.write("swaps\n")
    sys.stdout.flush()
    while True:
        for _ in range(random.randrange(_LONGEST)):
            pass
        if system.renameat2(_HERE, os.fsencode(place), _HERE, os.fsencode(link), _EXCHANGE):
            raise OSError(ctypes.get_errno(), "not exchanged")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
