"""What the commands of `ufo` print for programs. The page tells what they tell: what a list holds is decided in one place."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from typing import Any

from ufo.errors import ConfigError, UfoError
from ufo.platform.process_groups import kill_group

_WITHIN_S = 60.0
_MOST_BYTES = 8 * 1024 * 1024
UFO = (sys.executable, "-P", "-m", "ufo")
"""-P: the working folder's own modules are not ours."""
_AT_ONCE = asyncio.Semaphore(4)


def own_environment() -> dict[str, str]:
    """Return our own environment for a command of ours: what it reads there, the person set for it."""
    return dict(os.environ)


class CommandFailed(UfoError):
    """A command ended with an error, in its own words."""


async def answer_of(*arguments: str) -> Any:
    """Run `ufo ARGUMENTS --json` and return the object that it printed. Raises CommandFailed."""
    async with _AT_ONCE:
        child = await asyncio.create_subprocess_exec(
            *UFO,
            *_with_json(arguments),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=own_environment(),
            start_new_session=True,
            limit=_MOST_BYTES,
        )
        try:
            async with asyncio.timeout(_WITHIN_S):
                out, _ = await child.communicate()
        except TimeoutError:
            raise CommandFailed(
                f"`ufo {arguments[0]}` did not answer within {_WITHIN_S:g} s; try it in a terminal"
            ) from None
        finally:
            if child.returncode is None:
                kill_group(child.pid)
                await child.wait()
    return _read(arguments[0], out, child.returncode)


def _with_json(arguments: tuple[str, ...]) -> list[str]:
    """Put the option before what a person named, which may look like an option."""
    cut = arguments.index("--") if "--" in arguments else len(arguments)
    return [*arguments[:cut], "--json", *arguments[cut:]]


def _read(command: str, out: bytes, code: int | None) -> Any:
    lines = out.decode("utf-8", "replace").splitlines()
    try:
        said = json.loads(lines[-1]) if lines else None
    except (ValueError, RecursionError):
        said = None
    if isinstance(said, dict) and "error" in said and "exit_code" in said:
        raise CommandFailed(str(said["error"]))
    if said is None:
        raise CommandFailed(f"`ufo {command}` ended with {code} and said nothing; try it in a terminal")
    return said


def require_words(text: str, what: str, most: int = 200) -> str:
    """Return a name that a page sent, trimmed. Raises ConfigError for one that is empty, too long, or no line."""
    words = text.strip()
    if not words or len(words) > most or not words.isprintable():
        raise ConfigError(f"{what} must be one line of at most {most} letters")
    return words
