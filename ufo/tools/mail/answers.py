"""An answer to a mail: to whom, below which subject, and what it quotes."""

from __future__ import annotations

from dataclasses import replace
from email.message import Message
from email.utils import formataddr, getaddresses

from ufo.errors import ToolError
from ufo.tools.mail.compose import UNSEEN, NewMail
from ufo.tools.mail.messages import header, text_of, written_at

_MOST_QUOTED = 10_000
_MOST_TO = 20


def as_answer(new: NewMail, message: Message) -> NewMail:
    """Return the new mail as an answer: to whom the other one wants answers, unless it names somebody; with its text quoted
    below, and known to mail programs as an answer. Raises ToolError where nobody can be answered.
    """
    wanted = getaddresses([header(message, "Reply-To") or header(message, "From")])
    to = new.to or tuple(formataddr(pair) for pair in wanted[:_MOST_TO] if pair[1])
    if not to:
        raise ToolError("that mail names nobody to answer to; say in `to` whom it is for")
    subject = header(message, "Subject")
    again = subject if subject[:3].casefold() == "re:" else f"Re: {subject}"
    moment = written_at(message)
    said = ", ".join(filter(None, (header(message, "From"), moment.strftime("%Y-%m-%d %H:%M") if moment else "")))
    quoted = "\n".join(f"> {UNSEEN.sub(' ', line)}" for line in text_of(message)[:_MOST_QUOTED].splitlines())
    body = f"{new.body}\n\n{said}:\n{quoted}\n" if quoted else new.body
    return replace(new, to=to, subject=new.subject or again, body=body, answers=header(message, "Message-ID"))
