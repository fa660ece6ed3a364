"""Tells what a form held when it was sent. After that nothing of it may be left to see, so that the look right before the press
is what shows that its fields and boxes had come out as they were meant to.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from ufo.proof.independence import plain
from ufo.proof.request.match import same_text
from ufo.proof.request.model import Deed, Look
from ufo.schema.form import Form, FormPart
from ufo.schema.roles import LIST_AND_TREE_ITEMS
from ufo.schema.tool_facts import ActionKind

_DOTS = frozenset("\u2022\u25cf*")
_DECLINES = frozenset(
    {"no thanks", "no, thanks", "not now", "maybe later", "later", "close", "dismiss", "skip", "got it"}
)
_SHOWS_CHOSEN = frozenset({"checked", "selected"})


def sent_in(deeds: Sequence[Deed]) -> Deed | None:
    """Return the deed that sent a form: the last one, where it pressed something in a form, something reacted to it, and the page
    did not complain. What only put away a question of the next page counts for nothing. None where there is none.
    """
    done = [one for one in deeds if not one.reads and one.facts.kind not in (ActionKind.WAIT, ActionKind.NOTE)]
    written = {name for one in done if one.texts or one.checked is not None for name in one.names}
    while len(done) > 1 and _puts_away(done[-1], done[-2], written):
        done.pop()
    last = done[-1] if done else None
    if last is None or last.form is None or last.complaint or not last.reacted or last.doubtful:
        return None
    return last


def _puts_away(deed: Deed, before: Deed, written: AbstractSet[str]) -> bool:
    """Tell whether the deed said no to an offer or closed it, where most fields were gone that had been written and that the
    deed before it saw. A page's own search field may be on every page.
    """
    seen = _names_in(before) & written
    held = 2 * len(seen & _names_in(deed)) >= len(seen)
    is_press = deed.facts.kind is ActionKind.CLICK and not deed.texts and deed.checked is None
    return is_press and not held and bool(deed.names & _DECLINES)


def _names_in(deed: Deed) -> frozenset[str]:
    return frozenset(plain(one.name) for one in deed.form.parts) if deed.form is not None else frozenset()


def holds_all_written(deeds: Sequence[Deed], looks: Sequence[Look]) -> bool:
    """Tell whether the form held, when it was sent, all that was written and ticked in the run: nothing of it was changed by
    its page.
    """
    sent = sent_in(deeds)
    if sent is None or sent.form is None:
        return False
    own = [one for one in deeds if one is not sent and not one.reads and (one.texts or one.checked is not None)]
    last = {_field(one): one for one in own}
    return bool(last) and all(_holds(sent.form, one, _same_look(one, sent, looks)) for one in last.values())


def holds_just(chosen: Sequence[Deed], form: Form) -> bool:
    """Tell whether what these deeds chose was chosen in the form, what they cleared was not, and no other box was ticked. Where
    they chose entries of a list, no other entry was chosen either.
    """
    if not form.is_whole:
        return _shows_a_part(chosen, form)
    shown = {plain(one.name) for one in form.parts if one.state in _SHOWS_CHOSEN}
    ticked = {plain(one.name) for one in form.parts if one.state in ("checked", "mixed")}
    values = {plain(one.value) for one in form.parts if one.value}
    wanted: set[str] = set()
    for one in chosen:
        is_there = bool(one.names & (shown | values))
        if is_there is (one.checked is False):
            return False
        wanted |= one.names if is_there else frozenset()
    entries = {plain(one.name) for one in form.parts if one.state == "selected"}
    if any(one.items or one.role in LIST_AND_TREE_ITEMS for one in chosen) and not entries <= wanted:
        return False
    several = [one for one in form.parts if one.state == "checked"]
    return ticked <= wanted and len(several) == len(ticked)


def _shows_a_part(chosen: Sequence[Deed], form: Form) -> bool:
    """Tell whether what is in sight of a longer list fits. The one call that chose all its entries has read them back, the others
    out of sight too; nothing else is known to be so.
    """
    wanted = {plain(item) for one in chosen for item in one.items}
    shown = {plain(one.name) for one in form.parts if one.state in _SHOWS_CHOSEN}
    return all(one.items and one.sure for one in chosen) and len(chosen) == 1 and bool(shown) and shown <= wanted


def _field(deed: Deed) -> object:
    return deed.names or deed.number or deed.at


def _same_look(deed: Deed, sent: Deed, looks: Sequence[Look]) -> bool:
    """Tell whether both were chosen from one look, so that their ids mean the same controls."""
    return any(one.shows_before(deed) and one.shows_before(sent) for one in looks)


def _holds(form: Form, deed: Deed, by_number: bool) -> bool:
    if deed.facts.kind is ActionKind.KEYS and not deed.number:
        return any(_shows(one, deed.texts[-1]) for one in form.parts)
    own = [one for one in form.parts if _is_meant(one, deed, by_number)]
    if deed.checked is not None:
        return bool(own) and all(one.state == ("checked" if deed.checked else "unchecked") for one in own)
    return bool(own) and all(_shows(one, deed.texts[-1]) for one in own)


def _is_meant(part: FormPart, deed: Deed, by_number: bool) -> bool:
    if by_number and deed.number and part.number:
        return deed.number == part.number
    return bool(part.name) and plain(part.name) in deed.names


def _shows(part: FormPart, text: str) -> bool:
    is_hidden = bool(part.value) and _DOTS.issuperset(part.value)
    return len(part.value) == len(text) if is_hidden else same_text(text, part.value)
