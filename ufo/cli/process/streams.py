"""Standard output and error as whoever started us gave them: closed, full, or in the letters of another locale."""

from __future__ import annotations

import errno
import io
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from ufo.errors import ConfigError
from ufo.faults import of_system


def ready_streams() -> None:
    """Any text can be printed, whatever the locale's letters are, also where whoever started us closed a stream."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            # The next file that is opened would have its number, and get what is printed.
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 it lasts as long as we do
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def lost_output(error: OSError) -> ConfigError | None:
    """What to say where standard output cannot be written; None where its reader only went away. Nothing is written there again:
    Python would try once more at its end."""
    silence(sys.stdout)
    if error.errno == errno.EPIPE:
        return None
    return ConfigError(f"standard output cannot be written: {of_system(error)}")


def silence(stream: TextIO) -> None:
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def end_output() -> ConfigError | None:
    """Writes what is left. As `lost_output`."""
    try:
        sys.stdout.flush()
    except OSError as error:
        return lost_output(error)
    return None
