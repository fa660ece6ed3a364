"""How a mail program is told to open a window with a new mail in it. The person, or a click that is asked about, sends it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from email.errors import HeaderParseError
from email.headerregistry import Address
from email.utils import getaddresses
from pathlib import Path
from urllib.parse import quote

from ufo.errors import ToolError
from ufo.schema.patterns import regex

_UNSEEN = regex(r"[\x00-\x1f\x7f]")
_OF_LINES = str.maketrans(dict.fromkeys("\n\r\t", " "))
_TYPOGRAPHIC = "\N{RIGHT SINGLE QUOTATION MARK}"


@dataclass(frozen=True, slots=True)
class NewMail:
    to: tuple[str, ...] = ()
    subject: str = ""
    body: str = ""
    cc: tuple[str, ...] = ()
    bcc: tuple[str, ...] = ()
    attachments: tuple[Path, ...] = ()

    def require_sound(self) -> None:
        """Raise ToolError for what is no address, and for signs that nobody sees."""
        # Thunderbird takes the first of them for the end of a value.
        for text in (*self.to, *self.cc, *self.bcc, self.subject, self.body.translate(_OF_LINES)):
            if hidden := _UNSEEN.search(text):
                raise ToolError(f"{text[:80]!r} has a sign that nobody sees, {hidden[0]!r}; leave it out")
        for _, address in getaddresses([*self.to, *self.cc, *self.bcc]):
            try:
                Address(addr_spec=address)
            except (HeaderParseError, ValueError, IndexError) as error:
                raise ToolError(f"{address!r} is no address of mail") from error
            if "@" not in address:
                raise ToolError(f"{address!r} is no address of mail; look it up first")


def thunderbird_arguments(mail: NewMail) -> tuple[str, ...]:
    """Return Thunderbird's arguments (kb.mozillazine.org, "Command line arguments - Thunderbird")."""
    values = {
        "to": ",".join(mail.to),
        "cc": ",".join(mail.cc),
        "bcc": ",".join(mail.bcc),
        "subject": mail.subject,
        "body": mail.body,
        "attachment": ",".join(attachment.as_uri() for attachment in mail.attachments),
        "format": "text",
    }
    written = [f"{name}={_quoted(value)}" for name, value in values.items() if value]
    return ("-compose", ",".join(written))


def _quoted(value: str) -> str:
    """Return a value in quotes. A quote with a comma behind it would end it, and what follows could name files to attach."""
    sign = next((text for text in "'\"" if f"{text}," not in value), "'")
    return f"{sign}{value.replace(f'{sign},', f'{_TYPOGRAPHIC},')}{sign}"


def address_of(mail: NewMail) -> str:
    """Return the mail as an address that any mail program opens (RFC 6068), without attachments."""
    fields: Sequence[tuple[str, str]] = (
        ("cc", ",".join(mail.cc)),
        ("bcc", ",".join(mail.bcc)),
        ("subject", mail.subject),
        ("body", mail.body.replace("\n", "\r\n")),
    )
    rest = "&".join(f"{name}={quote(value, safe='')}" for name, value in fields if value)
    return f"mailto:{quote(','.join(mail.to), safe='@,')}{f'?{rest}' if rest else ''}"
