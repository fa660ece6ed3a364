"""How a mail program is told to open a window with a new mail in it. The person, or a click that is asked about, sends it.

Sources of the arguments: kb.mozillazine.org, "Command line arguments - Thunderbird"; `claws-mail --help`, `sylpheed --help` and
their `scan_mailto_url`, which take `in-reply-to` from an address; RFC 6068.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from email.errors import HeaderParseError
from email.headerregistry import Address
from email.utils import getaddresses
from pathlib import Path
from urllib.parse import quote

from ufo.errors import ToolError
from ufo.schema.patterns import regex

UNSEEN = regex(r"[\x00-\x1f\x7f]")
_OF_LINES = str.maketrans(dict.fromkeys("\n\r\t", " "))
_TYPOGRAPHIC = "\N{RIGHT SINGLE QUOTATION MARK}"


@dataclass(frozen=True, slots=True)
class NewMail:
    """`answers`: the Message-ID of the mail that this one answers, "<1@example.org>"."""

    to: tuple[str, ...] = ()
    subject: str = ""
    body: str = ""
    cc: tuple[str, ...] = ()
    bcc: tuple[str, ...] = ()
    attachments: tuple[Path, ...] = ()
    answers: str = ""

    def require_sound(self) -> None:
        """Raise ToolError for what is no address, and for signs that nobody sees."""
        # Thunderbird takes the first of them for the end of a value.
        texts = (*self.to, *self.cc, *self.bcc, self.subject, self.answers, self.body.translate(_OF_LINES))
        for text in texts:
            if hidden := UNSEEN.search(text):
                raise ToolError(f"{text[:80]!r} has a sign that nobody sees, {hidden[0]!r}; leave it out")
        for _, address in getaddresses([*self.to, *self.cc, *self.bcc]):
            try:
                Address(addr_spec=address)
            except (HeaderParseError, ValueError, IndexError) as error:
                raise ToolError(f"{address!r} is no address of mail") from error
            if "@" not in address:
                raise ToolError(f"{address!r} is no address of mail; look it up first")


@dataclass(frozen=True, slots=True)
class MailProgram:
    """`id`: what stands in the id of its desktop entry. `arguments`: what it is started with. `attaches`: whether a new mail may
    come with files, `attaches_replies`: whether an answer may.
    """

    id: str
    arguments: Callable[[NewMail], tuple[str, ...]]
    attaches: bool = True
    attaches_replies: bool = True


def thunderbird_arguments(mail: NewMail) -> tuple[str, ...]:
    if mail.answers:
        return ("-compose", address_of(mail))
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


def _claws_arguments(mail: NewMail) -> tuple[str, ...]:
    # They would keep a carriage return as a sign of the text.
    address = address_of(mail, line_end="\n")
    files = tuple(str(attachment) for attachment in mail.attachments)
    return ("--compose", address, *(("--attach", *files) if files else ()))


_PROGRAMS = (
    MailProgram("thunderbird", thunderbird_arguments, attaches_replies=False),
    MailProgram("claws", _claws_arguments),
    MailProgram("sylpheed", _claws_arguments),
)
_ANY = MailProgram("", lambda mail: (address_of(mail),), attaches=False, attaches_replies=False)


def program_of(application_id: str) -> MailProgram:
    """Return how the mail program with that desktop entry is started; any takes an address."""
    return next((program for program in _PROGRAMS if program.id in application_id.casefold()), _ANY)


def _quoted(value: str) -> str:
    """Return a value in quotes. A quote with a comma behind it would end it, and what follows could name files to attach."""
    sign = next((text for text in "'\"" if f"{text}," not in value), "'")
    return f"{sign}{value.replace(f'{sign},', f'{_TYPOGRAPHIC},')}{sign}"


def address_of(mail: NewMail, line_end: str = "\r\n") -> str:
    """Return the mail as an address that any mail program opens (RFC 6068), without attachments."""
    fields: Sequence[tuple[str, str]] = (
        ("cc", ",".join(mail.cc)),
        ("bcc", ",".join(mail.bcc)),
        ("subject", mail.subject),
        ("body", mail.body.replace("\n", line_end)),
        ("in-reply-to", mail.answers),
    )
    rest = "&".join(f"{name}={quote(value, safe='')}" for name, value in fields if value)
    return f"mailto:{quote(','.join(mail.to), safe='@,')}{f'?{rest}' if rest else ''}"
