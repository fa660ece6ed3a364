"""Clauses that speak of what the one before was about: "click it", "make it bold", "multiply the result by 3"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ufo.llm.builtin.grammar import formulas, reading, writing
from ufo.llm.builtin.grammar.keys import chords_named
from ufo.llm.builtin.grammar.quotes import Clause, is_quotation
from ufo.llm.builtin.grammar.rules import by_rules
from ufo.llm.builtin.intents import (
    ClickControl,
    Compute,
    ControlPhrase,
    Intent,
    PressKeys,
    ReadValue,
    TypeInto,
    Unclear,
    WaitFor,
    WriteCell,
)

_MAKE_IT = re.compile(
    r"^make\s+(?:it|this|that|the\s+text)\s+(?P<how>bold|italics?|underlined?)$|^(?P<verb>underline)\s+(?:it|this|that|the\s+text)$",
    re.I,
)
_LONGEST_MARKED = 60
_INTO_IT = re.compile(
    r"^(?P<rest>\S.*?)\s+(?:in|into|to|on|inside)\s+(?:it|there|that\s+(?:field|box|entry))$", re.IGNORECASE | re.DOTALL
)
_READ_IT = re.compile(
    r"^(?:read|tell\s+me|show\s+me|report)(?:\s+out)?\s+(?:what\s+(?:is\s+in\s+)?)?(?:that|this|the\s+same)\s+(?:field|box|entry)"
    r"(?:\s+(?:says|shows|contains|holds))?$",
    re.IGNORECASE,
)
_CLICK_IT = re.compile(r"^(?:click|press|push|tap|hit|choose|select)(?:\s+on)?\s+(?:it|that|this)$", re.IGNORECASE)


def pointed_back(part: Clause, before: Intent | None, written: Sequence[WriteCell]) -> tuple[Intent, ...]:
    """ "Click it" after what was waited for; "then 8, then =" after keys that were pressed or clicked."""
    if cells := formulas.of_written(part, written):
        return cells
    found = _CLICK_IT.match(part.words)
    if found and isinstance(before, WaitFor) and before.what and not before.gone:
        return (ClickControl("", "", ControlPhrase(before.what)),)
    if _MAKE_IT.match(part.words) and isinstance(before, TypeInto) and before.content:
        return _formatted(part, before.content)
    if isinstance(before, Compute) and (sums := reading.sum_going_on(part, before.expression)):
        return sums
    if isinstance(before, TypeInto) and before.control is not None and _READ_IT.match(part.words):
        return (ReadValue("", "", before.control),)
    if isinstance(before, TypeInto | ClickControl) and (drafts := _typed_in_it(part, before)):
        return drafts
    if len(part.words) != 1 or is_quotation(part.words):
        return ()
    if isinstance(before, PressKeys):
        chords = chords_named(part.words)
        return (PressKeys("", "", chords),) if chords else ()
    return (ClickControl("", "", ControlPhrase(part.words)),) if isinstance(before, ClickControl) else ()


def _typed_in_it(part: Clause, before: TypeInto | ClickControl) -> tuple[Intent, ...]:
    """ "Type 12 in it" means the field spoken of just before; so does typing after a field was emptied."""
    found = _INTO_IT.match(part.words)
    emptied = isinstance(before, TypeInto) and before.replace and not before.content
    if before.control is None or not (found or emptied):
        return ()
    drafts = by_rules(replace(part, words=found["rest"]) if found else part, writing.RULES)
    if len(drafts) != 1 or not isinstance(drafts[0], TypeInto) or drafts[0].control is not None:
        return ()
    return (replace(drafts[0], control=before.control),)


def _formatted(part: Clause, content: str) -> tuple[Intent, ...]:
    """What was typed just before is marked first: a chord alone would only change what is typed next."""
    if len(content) > _LONGEST_MARKED or not content.isprintable():
        return (Unclear("", "", "select what is meant first; it is too long to be marked by keys"),)
    key = (_MAKE_IT.match(part.words) or [""])[0].casefold()
    letter = "b" if "bold" in key else "i" if "italic" in key else "u"
    return (PressKeys("", "", (*[("shift", "left")] * len(content), ("ctrl", letter), ("end",))),)
