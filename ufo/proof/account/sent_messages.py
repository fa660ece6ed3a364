"""Tells whether a message went to whom the request names: found by name, addressed by name, and sent."""

from __future__ import annotations

from collections.abc import Sequence

from ufo.proof.independence import plain
from ufo.proof.request.match import holds_text, same_text
from ufo.proof.request.model import Deed, Literal, Role
from ufo.schema.patterns import any_case, regex
from ufo.schema.wants_answer import without_quotations

_PLACE = any_case(r"^\s*(?:on|in)\b[^:]*:")
_SENDS = any_case(r"(?:^|[.!?,:;]|\b(?:and|then|please|to|you)\s)\s*(?P<verb>forward|e-?mail|send|reply|share)\b")
_AWAITED = any_case(
    r"(?P<who>(?-i:[A-Z][\w'\u2019-]+))\s+(?:is\s+(?:still\s+)?waiting\s+for|(?:wants?|needs?)(?:\s+to\s+(?:see|read|have|get))?|"
    r"(?:should|must)\s+(?:get|have|read|see|receive)|would\s+like(?:\s+to\s+(?:see|read|have|get))?|asked\s+for)\s+"
    r"(?:the|that|this)\s+(?:e-?mail|mail|message)\s+(?:by|from|of)\b"
)
_NAMED = regex(r"(?<=[\w,] )[A-Z][\w'\u2019-]+")
_ANSWERS = frozenset({"email", "e-mail", "send"})
"""What these ask for may also be done by a reply."""


def was_sent_to_whom_it_names(request: str, literals: Sequence[Literal], deeds: Sequence[Deed]) -> bool:
    """Tell whether all names of the request were worked on, the request's own verb was pressed, a name or the quoted text was
    written, and something pressed after that had an effect.
    """
    told = _PLACE.sub("", request)
    awaited = _AWAITED.search(without_quotations(told))
    sends = _SENDS.search(without_quotations(told))
    verb = "forward" if awaited is not None else sends["verb"].casefold() if sends is not None else ""
    who = [awaited["who"]] if awaited is not None else []
    names = list(dict.fromkeys([*who, *_NAMED.findall(without_quotations(told))]))
    if not verb or not names or any(one.role is not Role.MENTION or not one.quoted for one in literals):
        return False
    done = [one for one in deeds if not one.reads]
    texts = who or [*names, *(one.text for one in literals)]
    written = [
        at for at, one in enumerate(done) if one.sure and any(same_text(text, it) for it in one.texts for text in texts)
    ]
    quoted = all(any(same_text(one.text, it) for deed in done for it in deed.texts) for one in literals)
    if not written or not quoted or not _was_pressed(verb, done):
        return False
    is_shown = all(any(holds_text(one, f"{deed.said}\n{deed.showed}") for deed in done) for one in names)
    return is_shown and any(one.reacted and not one.texts for one in done[written[-1] + 1 :])


def _was_pressed(verb: str, done: Sequence[Deed]) -> bool:
    wanted = {verb, "reply"} if verb in _ANSWERS else {verb}
    return any(
        one.reacted and not one.texts and wanted & {plain(name).split(" ")[0] for name in one.names} for one in done
    )
