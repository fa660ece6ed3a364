"""Tells whether "Reply" only opens the form for an answer: what sends an answer has one to send."""

from __future__ import annotations

from ufo.commands.observe.in_view import in_page
from ufo.commands.policy.scene.control_words import ControlWords
from ufo.commands.policy.scene.scene import Scene
from ufo.desktop.snapshot import Element
from ufo.schema.patterns import any_case
from ufo.schema.roles import EDITS_AND_COMBO_BOXES, TEXT_FIELDS

_ANSWERS = any_case(r"\W*repl(?:y|y to all|y all|y to sender|y to list)\W*")
_WRITABLE = TEXT_FIELDS | EDITS_AND_COMBO_BOXES


def only_opens_answer(scene: Scene, text: str, told: ControlWords) -> bool:
    """Tell whether a control with this text cannot send anything: it submits no form, this turn has written nothing, and no
    field of its page or window holds a text. Where a window does not tell all that it
    holds, it may.
    """
    look = scene.selection.snapshot
    if not _ANSWERS.fullmatch(text) or told.submits or scene.written or look is None:
        return False
    if look.degraded or look.is_deaf or look.more or look.cut:
        return False
    return not any(_holds_text(one) and (in_page(look, one) or not scene.is_browser) for one in look)


def _holds_text(one: Element) -> bool:
    is_field = one.role in _WRITABLE or "editable" in one.states
    return is_field and "readonly" not in one.states and bool((one.value or "").strip())
