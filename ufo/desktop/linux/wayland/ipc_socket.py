"""One question to a compositor's own socket, each on a connection of its own, as Hyprland and niri take them."""

from __future__ import annotations

import json
import os
import socket
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from ufo.errors import DesktopUnavailable

ANSWER_S = 5.0
_READ_BYTES, _LONGEST = 1 << 16, 64 << 20
Json = Mapping[str, object] | Sequence[object] | str | float | bool | None


def exchange(path: Path, name: str, question: bytes, ends_with: bytes = b"") -> bytes:
    """Send a question, and return the answer: up to and with `ends_with`, or until the compositor ends the connection. Raises
    DesktopUnavailable where nobody answers there, or not in time. `name` is what a person calls the compositor.
    """
    deadline = time.monotonic() + ANSWER_S
    answer = bytearray()
    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(ANSWER_S)
            connection.connect(os.fspath(path))
            connection.sendall(question)
            while not (ends_with and answer.endswith(ends_with)):
                connection.settimeout(max(0.001, deadline - time.monotonic()))
                part = connection.recv(_READ_BYTES)
                if not part:
                    break
                answer += part
                if len(answer) > _LONGEST:
                    raise DesktopUnavailable(f"what answers at {str(path)!r} is not {name}")
    except TimeoutError as error:
        raise DesktopUnavailable(f"{name} did not answer within {ANSWER_S:g} s; see whether it is stopped") from error
    except OSError as error:
        raise DesktopUnavailable(
            f"{name} does not answer at {str(path)!r} ({error.strerror or error}); it may have ended: log in again, or use "
            "--desktop private"
        ) from error
    return bytes(answer)


def read_json(text: str, path: Path, name: str) -> list[Json]:
    """Return what stands in a text, one value after the other. Raises DesktopUnavailable where it is no JSON."""
    values: list[Json] = []
    rest = text.strip()
    try:
        while rest:
            value, at = json.JSONDecoder().raw_decode(rest)
            values.append(value)
            rest = rest[at:].lstrip()
    except ValueError as error:
        raise DesktopUnavailable(f"{name} answered {text[:80]!r} at {str(path)!r}, which cannot be read") from error
    return values
