"""Passwords of PDF files that a tool is given: in clear, or as the person's secrets."""

from __future__ import annotations

from dataclasses import dataclass

from ufo.errors import SecretRefused, ToolError
from ufo.schema.secret import references
from ufo.tools.observe.selection import ToolScope

_LONGEST = 127
"""Bytes of a password that AES-256 takes into account (ISO 32000-2, section 7.6.4.3.3)."""


@dataclass(frozen=True, slots=True)
class _PdfFiles:
    """What a secret must be meant for: PDF files, where they are worked on without an application."""

    title: str = "a PDF file"
    app_root: str = "pdf"
    process: str = ""


async def password_of(scope: ToolScope, text: str) -> str:
    """Return the password that a text means, with the person's secrets put in; these are masked from then on. Raises
    SecretRefused.
    """
    if not references(text):
        return text
    if scope.keeper is None:
        raise SecretRefused("there are no secrets here; give the password itself")
    return await scope.keeper.resolved(text, _PdfFiles())


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
