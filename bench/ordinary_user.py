"""Runs a part of the matrix as an ordinary user, because some applications refuse to be started by root."""

from __future__ import annotations

import asyncio
import contextlib
import os
import pwd
import shutil
import sys
import tempfile
from pathlib import Path

_USER = "nobody"
_ROOT = Path(__file__).parents[1]
_SECONDS = 360
_TAIL_CHARS = 200


class NotRun(Exception):
    """The part was not run; the message says why, in words for the table."""


def is_root() -> bool:
    return os.geteuid() == 0


async def run_as_ordinary_user(module: str, *arguments: str) -> str:
    """Return what a module of this project prints when an unprivileged user with a temporary home folder runs it. Raises
    NotRun.
    """
    if shutil.which("setpriv") is None:
        raise NotRun("it refuses root, and there is no setpriv to run it as another user")
    with tempfile.TemporaryDirectory(prefix="ufo-user-") as home:
        user = pwd.getpwnam(_USER)
        os.chown(home, user.pw_uid, user.pw_gid)
        process = await asyncio.create_subprocess_exec(
            "setpriv",
            f"--reuid={user.pw_uid}",
            f"--regid={user.pw_gid}",
            "--clear-groups",
            "--inh-caps=-all,+dac_read_search",
            "--ambient-caps=-all,+dac_read_search",
            sys.executable,
            "-m",
            module,
            *arguments,
            cwd=_ROOT,
            env={**_plain(), "HOME": home, "USER": _USER, "LOGNAME": _USER, "PYTHONPATH": str(_ROOT)},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            async with asyncio.timeout(_SECONDS):
                told, errors = await process.communicate()
        except TimeoutError as error:
            raise NotRun(f"as {_USER} it did not end within {_SECONDS} s") from error
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    if process.returncode:
        raise NotRun(f"as {_USER}: {errors.decode(errors='replace').strip()[-_TAIL_CHARS:]}")
    return told.decode()


def _plain() -> dict[str, str]:
    return {"PATH": os.environ.get("PATH", os.defpath), "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}
