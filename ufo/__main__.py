"""Runs `python -m ufo`, for where the command `ufo` is not on the path."""

import contextlib
import importlib
import sys
from pathlib import Path


def main() -> None:
    # `python -m` looks for modules in the working folder first, and the files there may be a stranger's.
    with contextlib.suppress(FileNotFoundError):
        if not sys.flags.safe_path and sys.path[0] == str(Path.cwd()) != str(Path(__file__).parents[1]):
            del sys.path[0]
    importlib.import_module("ufo.cli.entry").main()


if __name__ == "__main__":
    main()
