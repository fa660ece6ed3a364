"""What the server of records does with files on other machines."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath
from typing import Annotated, Any

from pydantic import Field

from ufo.errors import ToolError
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.file_names import named, readable
from ufo.schema.tool_facts import ActionKind, ToolFacts
from ufo.tools.data.sftp import PROGRAM, Ssh
from ufo.tools.observe.selection import ToolScope
from ufo.tools.servers.given_files import existing, new_file
from ufo.tools.servers.server import ToolServer
from ufo.tools.system.launch_arguments import resolve_path

_WORDS = (
    "files over ssh", "sftp", "ssh", "scp", "remote file", "other machine", "on server", "to server", "from server",
    "upload", "download by ssh",
)  # fmt: skip
_SHOWN = 300
Host = Annotated[
    str, Field(min_length=1, max_length=300, description='a host or alias of the person\'s ssh: "ada@example.org:2222"')
]
Sources = Annotated[list[str], Field(min_length=1, max_length=50, description="paths of files")]


def add_remote_files(server: ToolServer, scope: ToolScope, ssh: Ssh | None = None) -> None:
    """Add the tools. `ssh`: whose; None is the person's own."""
    own = ssh or Ssh()
    _add_sending(server, scope, own)

    @server.observes(ToolFacts(kind=ActionKind.LIST_REMOTE, words=_WORDS, program=PROGRAM))
    async def list_remote_files(
        host: Host, folder: Annotated[str, Field(description="without: the home there")] = "."
    ) -> dict[str, Any]:
        """List a folder of another machine, by the person's own ssh."""
        found = await own.listed(host, folder)
        rows = [
            {"name": readable(each.name), "kind": each.kind, "bytes": each.size, "changed": each.changed}
            for each in found[:_SHOWN]
        ]
        return {"host": host, "folder": folder, "count": len(found), "files": rows}

    @server.acts(ToolFacts(kind=ActionKind.FETCH_FILES, words=_WORDS, program=PROGRAM))
    async def fetch_remote_files(
        host: Host, sources: Sources, target: Annotated[str, Field(description="a folder here that is there")] = "."
    ) -> ActionReport:
        """Copy files of another machine into a folder here, by the person's own ssh. What is there already stays."""
        into = resolve_path(target, scope.working_folder)
        if not into.is_dir():
            raise ToolError(f"there is no folder {readable(into)!r}; make it first")
        ends = [new_file(scope, str(into / _name_of(source))) for source in sources]
        if len(set(ends)) < len(ends):
            raise ToolError("two of these files have the same name; fetch them one by one")
        done: list[Path] = []
        for source, end in zip(sources, ends, strict=True):
            try:
                await _fetched(own, host, source, end)
            except ToolError as error:
                if not done:
                    raise
                return _fetched_report(done, str(error))
            done.append(end)
        return _fetched_report(done)


def _add_sending(server: ToolServer, scope: ToolScope, own: Ssh) -> None:
    @server.destroys(ToolFacts(kind=ActionKind.SEND_FILES, words=_WORDS, program=PROGRAM))
    async def send_remote_files(
        host: Host,
        sources: Sources,
        target: Annotated[str, Field(description="a folder there; without: the home")] = ".",
        over: Annotated[bool, Field(description="whether files of these names there are replaced")] = False,
    ) -> ActionReport:
        """Copy files from here into a folder of another machine, by the person's own ssh."""
        files = [existing(scope, source) for source in sources]
        there = {each.name for each in await own.listed(host, target)}
        taken = [file.name for file in files if file.name in there]
        if taken and not over:
            raise ToolError(f"{', '.join(taken)} is there already; say over=true where it is to be replaced")
        sizes = {each.name: each.size for each in await own.send(host, files, target)}
        held = [file for file in files if sizes.get(file.name) == file.stat().st_size]
        said = [
            f"asked again, {host} has {str(PurePosixPath(target) / file.name)!r} of {sizes[file.name]:,} bytes"
            for file in held
        ]
        is_whole = len(held) == len(files)
        return ActionReport(
            value={"host": host, "files": [file.name for file in held]},
            effect=Effect.CONFIRMED if is_whole else Effect.PARTIAL if held else Effect.SUSPECTED_NOOP,
            route=Route.NATIVE,
            evidence=tuple(said),
            read_back=is_whole,
        )


def _name_of(source: str) -> str:
    name = PurePosixPath(source).name
    if not name or name in (".", ".."):
        raise ToolError(f"{source!r} names no file")
    return name


async def _fetched(ssh: Ssh, host: str, source: str, end: Path) -> None:
    part = end.with_name(f".{end.name}.part")
    part.unlink(missing_ok=True)
    await ssh.fetch(host, source, part)
    try:
        # A link, and no move: nothing that came to be there meanwhile is replaced.
        os.link(part, end)
    except OSError as error:
        raise ToolError(f"{readable(end)!r} could not be made: {error.strerror}") from error
    finally:
        part.unlink(missing_ok=True)


def _fetched_report(done: list[Path], failed: str = "") -> ActionReport:
    return ActionReport(
        value={"paths": [named(path) for path in done]},
        effect=Effect.PARTIAL if failed else Effect.CONFIRMED,
        route=Route.NATIVE,
        evidence=tuple(f"{named(path)} is there, {path.stat().st_size:,} bytes" for path in done),
        unfinished=failed,
    )
