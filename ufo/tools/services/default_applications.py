"""Which application opens a kind of file or address by default, and choosing another one (freedesktop.org)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ufo.errors import ToolError
from ufo.schema.patterns import regex
from ufo.tools.system.application_match import kinds_of_document
from ufo.tools.system.process import run_program

_TIMEOUT_S = 10.0
_KIND = regex(r"[a-z0-9][\w.+-]{0,80}/[\w.+-]{1,120}", 2)
_SCHEME = regex(r"[a-z][a-z0-9+.-]{1,30}", 2)
_DEFAULT = regex(r"^Default application for .*: (\S+)$", 8)
_HANDLER = regex(r"^\t(\S+\.desktop)$", 8)


@dataclass(frozen=True, slots=True)
class Opener:
    """Who opens a kind of file: desktop files' names, "" for none. `others`: all that say they can."""

    kind: str
    default: str
    others: tuple[str, ...]


def kind_meant(text: str) -> str:
    """Return the MIME type that "application/pdf", ".pdf", "a.pdf", "https" or "https://" means. Raises ToolError."""
    plain = text.strip()
    if _KIND.fullmatch(plain):
        return plain.casefold()
    if plain.startswith(".") or Path(plain).suffix:
        return kinds_of_document(f"x{plain}" if plain.startswith(".") else plain)[0]
    scheme = plain.removesuffix("//").removesuffix(":")
    if _SCHEME.fullmatch(scheme):
        return f"x-scheme-handler/{scheme.casefold()}"
    raise ToolError(f"{text!r} is no kind of file; write it like .pdf, application/pdf or https")


async def opener_of(kind: str, environment: Mapping[str, str]) -> Opener:
    """Return who opens a kind. Raises ToolError where the system does not say."""
    said = await _gio(environment, "mime", kind)
    default = _DEFAULT.search(said)
    return Opener(kind, default[1] if default else "", tuple(dict.fromkeys(_HANDLER.findall(said))))


async def choose_opener(kind: str, desktop_file: str, environment: Mapping[str, str]) -> tuple[str, str]:
    """Set who opens a kind, and return who did before and who does now, as read back. Raises ToolError."""
    before = (await opener_of(kind, environment)).default
    await _gio(environment, "mime", kind, desktop_file)
    return before, (await opener_of(kind, environment)).default


async def _gio(environment: Mapping[str, str], *arguments: str) -> str:
    plain = {**environment, "LC_ALL": "C.UTF-8"}
    done = await run_program(["gio", *arguments], Path("/"), _TIMEOUT_S, plain)
    if done.exit_code != 0:
        raise ToolError(" ".join(done.stderr.split())[:300] or "the system did not say who opens it")
    return done.stdout.replace("“", "").replace("”", "")
