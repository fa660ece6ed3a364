"""Tells what was sent in a form: its texts show what no page shows any more, and a name of the request that it lacks is a gap."""

from __future__ import annotations

from collections.abc import Sequence

from ufo.proof.account.sent_form import sent_in
from ufo.proof.request.match import holds_text
from ufo.proof.request.model import Deed, Seen
from ufo.proof.request.moments import given_in_parts, same_moment
from ufo.schema.patterns import regex
from ufo.schema.wants_answer import without_quotations

_NAMED = regex(r"(?<!\bin )(?<!\bon )(?<!with )(?<!using )(?<=[\w,] )[A-ZÄÖÜ][\w'\u2019-]+")
_DATE = regex(r"\d{1,2}\.? [^\W\d_]+ \d{4}|[^\W\d_]+ \d{1,2},? \d{4}")
_FEW = 2


def texts_sent(deeds: Sequence[Deed]) -> tuple[str, ...]:
    """Return what the fields of the form held right before it was sent and its page took it, where it was all in sight."""
    sent = sent_in(deeds)
    if sent is None or sent.form is None or not sent.form.is_whole:
        return ()
    return tuple(part.value for part in sent.form.parts if part.value)


def names_left_out(request: str, deeds: Sequence[Deed], seen: Sequence[Seen]) -> tuple[str, ...]:
    """Return the names of the request, in capital letters, that neither the form of several fields held that was sent nor
    anything else showed that was done or read: what they belong to was left out, or given another name. What stands behind
    "in" or "with" may be the application.
    """
    if len(texts_sent(deeds)) < _FEW:
        return ()
    names = dict.fromkeys(
        one.removesuffix("'s").removesuffix("\u2019s") for one in _NAMED.findall(without_quotations(request))
    )
    held = [
        text for deed in deeds if deed.form is not None for part in deed.form.parts for text in (part.name, part.value)
    ]
    done = [text for deed in deeds for text in (deed.said, *deed.names)]
    said = [*held, *done, *(text for one in seen for text in (one.text, one.label))]
    fields = [(part.name, part.value) for deed in deeds if deed.form is not None for part in deed.form.parts]
    days = [one for one in _DATE.findall(request) if given_in_parts(one, fields) or _is_among(one, said)]
    return tuple(
        name
        for name in names
        if not any(holds_text(name, text) for text in said) and not any(name in day.split() for day in days)
    )


def _is_among(day: str, texts: Sequence[str]) -> bool:
    return any(same_moment(day, text) for text in texts)
