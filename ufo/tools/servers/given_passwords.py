"""Passwords that a tool is given, of PDF files and of hosts: in clear, or as the person's secrets."""

from __future__ import annotations

from dataclasses import dataclass

from ufo.errors import SecretRefused, ToolError
from ufo.schema.secret import references
from ufo.tools.observe.selection import ToolScope

_LONGEST = 127
"""Bytes of a password that AES-256 takes into account (ISO 32000-2, section 7.6.4.3.3)."""


@dataclass(frozen=True, slots=True)
class Meant:
    """What a secret must be meant for where no application gets it: PDF files, or a host."""

    title: str = "a PDF file"
    app_root: str = "pdf"
    process: str = ""

    @classmethod
    def for_host(cls, host: str, bare: str) -> Meant:
        """A host, which settings may name with its port or without."""
        return cls(f"the host {host}", host, bare)


PDF = Meant()


async def password_of(scope: ToolScope, text: str, meant: Meant = PDF) -> str:
    """Return the password that a text means, with the person's secrets put in; these are masked from then on. Raises
    SecretRefused.
    """
    if not references(text):
        return text
    if scope.keeper is None:
        raise SecretRefused("there are no secrets here; give the password itself")
    return await scope.keeper.resolved(text, meant)


async def new_password(scope: ToolScope, text: str) -> str:
    """Return the password that a new file gets. Raises ToolError for one that would not protect it as it stands."""
    meant = await password_of(scope, text)
    if text and not meant.strip():
        raise ToolError("a password of blanks protects nothing; give another one")
    if len(meant.encode("utf-8", "replace")) > _LONGEST:
        raise ToolError(f"a PDF file's password has at most {_LONGEST} bytes; give a shorter one")
    if not meant.isprintable():
        raise ToolError(
            "a PDF file's password has no line breaks or other signs that cannot be typed; give another one"
        )
    return meant
