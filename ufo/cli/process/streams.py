"""Prepares standard output and error as they were passed to the process: closed, full, or in the encoding of another locale."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from ufo.errors import ConfigError
from ufo.faults import of_system
from ufo.platform.broken_pipes import READER_GONE


def ready_streams() -> None:
    """Make sure that any text can be printed, whatever encoding the locale has, also where the parent process closed a stream."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            # Otherwise the next file that is opened would get its number, and with it what is printed.
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 it lasts as long as we do
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def lost_output(error: OSError) -> ConfigError | None:
    """Silence standard output, which Python would try to write once more at its end, and return the error to report; None
    where only its reader is gone.
    """
    silence(sys.stdout)
    if error.errno in READER_GONE:
        return None
    return ConfigError(f"standard output cannot be written: {of_system(error)}")


def silence(stream: TextIO) -> None:
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def end_output() -> ConfigError | None:
    """Write what is left in the buffer. Returns what `lost_output` returns where that fails, else None."""
    try:
        sys.stdout.flush()
    except OSError as error:
        return lost_output(error)
    return None
