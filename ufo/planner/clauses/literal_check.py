"""Checks whether words can be taken literally: a text to type or a control's name must not hold instructions *about* it.

"12 unless it is 12 already" is no value of a cell, and "hello at the top and bye at the bottom" is no line. Written letter
for letter, they would be there and be proved, yet not be what was asked for. Quotation marks make anything literal.
"""

from __future__ import annotations

from ufo.planner.clauses.verb_forms import DONE
from ufo.planner.intents import (
    AppendRow,
    ChooseMenu,
    ClickControl,
    Compute,
    ControlPhrase,
    EditLine,
    Format,
    GoTo,
    Intent,
    ListFolder,
    Open,
    ReadPart,
    ReadValue,
    ReplaceText,
    SelectItem,
    SetChecked,
    TypeInto,
    Unclear,
    WaitFor,
    WriteCell,
)
from ufo.planner.phrases.descriptions import NOT_ITS_WORDS, SHOWN_ELSEWHERE, is_described
from ufo.planner.text.quotations import Clause
from ufo.schema.patterns import any_case, regex

TAKEN_BACK = any_case(
    r"\S\s*(?:[,;:.!?\n]|\s[\u2013\u2014-])\s*(?:(?:but|and|oh|ah|uh|um|er|hm+),?\s+)?\b(?:no,?\s+(?:wait|sorry|rather|better|actually)"
    r"|(?:wait|sorry),?\s+no|(?:sorry,?\s+)?i\s+mean(?:t)?|or\s+rather|scratch\s+that|correction|make\s+that|actually"
    r"|(?:no|wait|sorry|oops)(?=\s*[,:.!\u2013\u2014-]))(?=[\s,:;.!\u2013\u2014-])"
)
"""Words that take back an earlier part of the request, without a clear sign of which part."""
_LIMITED = any_case(
    r"\b(?:unless|except(?:\s+for)?|instead\s+of|rather\s+than|but\s+(?:not|only)|otherwise|respectively|no,?\s+wait|or\s+rather"
    r"|i\s+mean|(?:only\s+)?if\s+(?:it|that|this|there|the|they|all|its|no|none|nothing|any|not)|in\s+case|provided|as\s+long\s+as)\b|,\s*(?:and\s+|but\s+)?not\b"
)
_PLACE = (
    r"(?:at|on|in)\s+the\s+(?:very\s+)?(?:top|bottom|end|start|beginning|(?:first|second|last|next)\s+(?:line|one))"
)
_PLACED = any_case(
    r"\s(?:on|in|as)\s+(?:two|three|four|five|several|separate|different|\d+|(?:its|their)\s+own|one\s+line\s+each)\s+(?:lines?|rows?|cells?)$"
    r"|\s(?:once|twice|thrice|(?:two|three|four|five|six|ten|\d+)\s+times)$"
    r"|\b(?:each|every\s+one|all)\s+(?:on|in)\s+(?:a|an|its|their|the\s+same|separate|one)\b"
    rf"|{_PLACE}\s+(?:and|,)|\b(?:below|beneath|under(?:neath)?|above|beside|next\s+to)\s+(?:it|that|this|them)\b"
)
_OF_BEFORE = any_case(
    r"^(?:(?:twice|half|double|triple|thrice|\w+\s+times|the\s+same(?:\s+as)?)\s+(?:of\s+)?)?(?:that|this|those|these|it|them)\W*$"
    r"|^(?:the\s+)?same(?:\s+\w+)?$|^(?:its|their)\s+\w+$"
)
_CONDITION = any_case(r"\s(?:if|in\s+case|provided|as\s+long\s+as)\s+\S")
ON_CONDITION = (
    "a step that depends on a condition is not decided here; ask for the value first, then say what to do, "
    "and put a text that contains a condition between quotation marks"
)
_ANOTHER_DOING = any_case(rf"\sand\s+\S.*\s(?:{DONE})$")
"""An action on something else: "12 and express shipping chosen"."""
_WHOSE = any_case(r"(?:his|her|its|their)\s+\w")
_A_CELL = any_case(
    r"(?:the|that|those)\s+(?:\w+\s+)?of\s|(?:twice|double|half|triple|the\s+same)(?:\s+(?:of|as|that|this|it)\b.*)?$|\S+\s+(?:more|less)(?:\s+than\b.*)?$"
)
_IN_A_CELL = any_case(r"\s(?:in|into|to|at)\s+(?:cell\s+)?[A-Z]{1,3}[1-9]\d{0,6}(?:\s|$)")
_WITH_ANOTHER = any_case(r"\s(?:and|,)\s+\S.*\s(?:with|by)\s+\S")
_SEVERAL = regex(
    r"^(?:both\s|(?:every|each|all)\s+(?:of\s+)?(?:the\s+)?[a-z]|either\s)|\b(?:after|before|once|when|if)\s+(?:you|it|that)\b|\s(?:and|or),?\s*$"
)
_ALL_OF_THEM = any_case(r"^(?:everything|all|both|all\s+of\s+them|every\s?one|them)$")
_WHICH_CONTROL = "it does not name the controls one by one; give the name of each between quotation marks"
_MIXED = "there are words beside the quotation; put the whole text to write in one pair of quotation marks"


def complaint(draft: Intent, part: Clause) -> str:
    """Return why the text or control of a step cannot be meant literally, or "" where it can."""
    if _depends(draft, part):
        return ON_CONDITION
    unquoted = _unquoted(part, *_written(draft))
    if unquoted and SHOWN_ELSEWHERE.search(part.words):
        return NOT_ITS_WORDS
    for text in unquoted:
        if _is_mixed(text, part):
            return _MIXED
        if _is_instruction(text) or _is_another_cell(draft, text) or _is_another_step(draft, text):
            return NOT_ITS_WORDS
    control = getattr(draft, "control", None)
    if isinstance(control, ControlPhrase) and _is_no_name(control, part):
        return _WHICH_CONTROL
    if isinstance(draft, SetChecked) and any(map(_ALL_OF_THEM.match, _unquoted(part, draft.control.name))):
        return _WHICH_CONTROL
    if isinstance(draft, Format) and any(
        _is_mixed(one, part) or _LIMITED.search(one) or one.endswith(" and") for one in _unquoted(part, *draft.what)
    ):
        return "put the words that are meant between quotation marks, and say after them how they should look"
    return ""


def _depends(draft: Intent, part: Clause) -> bool:
    """Tell whether a step is conditional. Dictation may contain "if", and so may a control's name unless "it" etc. follow."""
    found = _CONDITION.search(part.words)
    if found is None or isinstance(draft, ReadValue | ReadPart | ListFolder | Compute | Unclear):
        return False
    if isinstance(draft, TypeInto) and draft.control is None and not draft.replace:
        return False
    is_control = isinstance(draft, ClickControl | SetChecked | SelectItem | ChooseMenu | WaitFor | Open | GoTo)
    return not is_control or _LIMITED.search(part.words) is not None


def _written(draft: Intent) -> tuple[str, ...]:
    match draft:
        case TypeInto() | WriteCell():
            return (draft.content,)
        case ReplaceText():
            return (draft.old, draft.new)
        case EditLine():
            return (draft.content, draft.line)
        case AppendRow():
            return draft.values
    return ()


def _unquoted(part: Clause, *texts: str) -> list[str]:
    """Return the texts that quotation marks do not make literal."""
    quoted = {one.content.strip() for one in part.quotes}
    return [text for text in texts if text.strip() not in quoted]


def _is_instruction(content: str) -> bool:
    text = content.strip()
    if not text or text.startswith("="):
        return False
    told = _LIMITED.search(text) or _PLACED.search(text) or _OF_BEFORE.match(text) or _ANOTHER_DOING.search(text)
    return bool(told) or is_described(text)


def _is_another_cell(draft: Intent, content: str) -> bool:
    """Tell whether a cell's new content describes another cell: "set the price of the lamp to that of the chair"."""
    is_row = isinstance(draft, TypeInto) and draft.control is not None and draft.control.inside is not None
    return (is_row or isinstance(draft, AppendRow | WriteCell)) and bool(_A_CELL.match(content))


def _is_another_step(draft: Intent, content: str) -> bool:
    """Tell whether `content` holds another step: "5 in B2 and the same", or "tea and bread with cake" in place of milk."""
    replaces = isinstance(draft, ReplaceText) or isinstance(draft, TypeInto) and draft.replace
    return (
        isinstance(draft, WriteCell)
        and not content.startswith("=")
        and bool(_IN_A_CELL.search(content))
        or replaces
        and bool(_WITH_ANOTHER.search(content))
    )


def _is_no_name(control: ControlPhrase, part: Clause) -> bool:
    return any(
        _LIMITED.search(said) or _SEVERAL.search(said) or _WHOSE.match(said) or _is_mixed(said, part)
        for said in _unquoted(part, control.name, control.near or "", control.inside or "")
    )


def _is_mixed(text: str, part: Clause) -> bool:
    """Tell whether words stand beside a quotation. It is then unclear whether to write all of them or the quotation alone."""
    return not text.startswith("=") and any(one.raw in text for one in part.quotes if len(one.raw) > len("''"))
