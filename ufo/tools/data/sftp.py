"""Files on other machines, by the person's own `sftp`: their settings, keys and agent, and the hosts that they know.

No password is ever asked for or given, and a host whose key is not known or is another one gets nothing.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from ufo.errors import ToolError
from ufo.platform.scratch import scratch
from ufo.tools.system.process import Finished, run_program, unseen

PROGRAM = "sftp"
_HOST = re.compile(r"(?P<name>(?:[A-Za-z_][\w.-]*@)?[A-Za-z0-9][\w.-]*)(?::(?P<port>\d{1,5}))?")
_LONGEST_S = 50.0
_OPTIONS = (
    "-oLogLevel=ERROR", "-oBatchMode=yes", "-oPasswordAuthentication=no", "-oKbdInteractiveAuthentication=no",
    "-oConnectTimeout=10", "-oServerAliveInterval=10", "-oServerAliveCountMax=2", "-oForwardAgent=no", "-oForwardX11=no",
)  # fmt: skip
_MOST_BYTES = 400_000
_FIELDS = 9
"""Of a line of `ls -ln`: mode, links, owner, group, size, month, day, time, name."""
_REFUSALS = (
    (
        "REMOTE HOST IDENTIFICATION HAS CHANGED",
        "its key is not the one that you know, and it got nothing; find out why, and mend known_hosts yourself",
    ),
    ("Host key verification failed", "you do not know its key yet; connect to it once by ssh yourself, and compare the key"),
    ("Permission denied (", "it does not let you in without a password; add your key to the agent, or to it"),
    ("Could not resolve", "there is no machine of that name"),
    ("Connection refused", "nothing answers there"),
    ("timed out", "it does not answer"),
    ("Couldn't canonicalize", "there is no such file or folder"),
    ("not found", "there is no such file or folder"),
    ("No such file", "there is no such file or folder"),
    ("Permission denied", "the file or folder is not open to you there"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """`kind`: "file", "folder", "link" or "other"; `size` in bytes; `changed`: as the machine writes it."""

    name: str
    kind: str
    size: int
    changed: str


@dataclass(frozen=True)
class Ssh:
    """The person's ssh. `options`: further ones of its command line, such as another file of settings. `environment`: that of the
    person, of which only what ssh needs is passed.
    """

    options: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))

    async def listed(self, host: str, folder: str) -> list[RemoteFile]:
        """Return what is in a folder of another machine, or the one file. Raises ToolError."""
        return _files((await self._run(host, [_listing(folder)])).stdout)

    async def fetch(self, host: str, source: str, part: Path) -> None:
        """Copy a file of another machine to a path where nothing is. Raises ToolError; then nothing is there."""
        try:
            await self._run(host, [f"get {in_quotes(source)} {in_quotes(str(part))}"])
        except ToolError:
            await asyncio.to_thread(part.unlink, missing_ok=True)
            raise

    async def send(self, host: str, sources: Sequence[Path], folder: str) -> list[RemoteFile]:
        """Copy files into a folder of another machine, where each of these names is replaced in one step, and return what is in
        it then. Raises ToolError.
        """
        commands = []
        for source in sources:
            end = str(PurePosixPath(folder) / source.name)
            part = in_quotes(f"{end}.part")
            commands += [f"put {in_quotes(str(source))} {part}", f"rename {part} {in_quotes(end)}"]
        return _files((await self._run(host, [*commands, _listing(folder)])).stdout)

    async def _run(self, host: str, commands: Sequence[str]) -> Finished:
        named = _HOST.fullmatch(host)
        if named is None:
            raise ToolError(f"{host!r} is no host; give its name or alias, ada@example.org or example.org:2222")
        port = ("-P", named["port"]) if named["port"] else ()
        environment = {
            name: self.environment[name]
            for name in ("PATH", "HOME", "USER", "LOGNAME", "SSH_AUTH_SOCK")
            if name in self.environment
        }
        with scratch() as folder:
            batch = folder / "batch"
            batch.write_text("\n".join(commands) + "\n", encoding="utf-8")
            command = [PROGRAM, *_OPTIONS, *self.options, *port, "-b", str(batch), named["name"]]
            settings = {**unseen(environment, folder), "LC_ALL": "C.UTF-8"}
            done = await run_program(command, folder, _LONGEST_S, settings, _MOST_BYTES)
        if done.exit_code is None:
            raise ToolError(f"{host} was not done within {_LONGEST_S:g} s; nothing of it is left here")
        if done.exit_code:
            raise ToolError(f"{host}: {_refusal(done.stderr)}")
        return done


def in_quotes(path: str) -> str:
    """Return a path as sftp reads it: no sign of it stands for others, and it is no option. Raises ToolError."""
    if not path.isprintable() or "\\" in path or not path.strip():
        raise ToolError(f"{path!r} cannot be named over sftp; use another name")
    safe = f"./{path}" if path.startswith("-") else path
    return '"' + safe.replace('"', '\\"') + '"'


def _listing(folder: str) -> str:
    return f"ls -lan {in_quotes(folder)}"


def _files(listed: str) -> list[RemoteFile]:
    return [found for line in listed.splitlines() if (found := _file(line)) is not None]


def _refusal(said: str) -> str:
    for sign, means in _REFUSALS:
        if sign in said:
            return means
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    return lines[-1][:300] if lines else "it broke off"


def _file(line: str) -> RemoteFile | None:
    parts = line.split(None, _FIELDS - 1)
    if len(parts) < _FIELDS or not parts[4].isdecimal() or parts[8] in (".", ".."):
        return None
    kind = {"-": "file", "d": "folder", "l": "link"}.get(parts[0][0], "other")
    return RemoteFile(parts[8].rpartition("/")[2] or parts[8], kind, int(parts[4]), " ".join(parts[5:8]))
