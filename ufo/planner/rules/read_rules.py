"""Rules for questions about what is shown, and for calculations."""

from __future__ import annotations

import re
from dataclasses import replace

from ufo.planner.intents import Compute, ControlPhrase, ReadValue, Unclear
from ufo.planner.phrases.controls import control_phrase, without_article
from ufo.planner.phrases.places import is_document
from ufo.planner.phrases.rule import Draft, Rule, Said, rule
from ufo.planner.text.quotations import Clause, is_quotation
from ufo.planner.text.spoken_arithmetic import expression, is_calculation
from ufo.schema.patterns import any_case

_ALL = any_case(
    r"^(?:(?:the|this|that|all|all\s+the|whole|entire|current|of)\s+)*(?:it|this|that|window|screen|application|app|text|document|content|"
    r"contents|everything|page|there|all|program|file|what(?:['\u2019]s|\s+is)(?:\s+(?:there|written|shown))?)?(?:\s+(?:of|in|on)\s+(?:the\s+|this\s+)?(?:window|document|page|screen|it|file))?$"
)
_VALUE_OF = any_case(
    r"^(?:the\s+)?(?:current\s+|displayed\s+|shown\s+|chosen\s+|selected\s+)?"
    r"(?:(?:value|text|content|contents|words?|number|state|reading|choice|selection)\s+(?:of|in|on|from|shown\s+in|that\s+is\s+in)"
    r"|(?:currently\s+|now\s+)?(?:chosen|selected|set|entered|filled\s+in|picked)\s+(?:in|on|for|as|under))\s+(?=\S)"
)
_RESULT = any_case(r"\b(?:(?:the|that|this)\s+(?:result|answer|sum|total|number|value)|it|that|this)\b")
_CALCULATE = any_case(r"^(?:compute|calculate|work\s+out|what\s+is)\s+")
_LISTED = any_case(
    r"(?:(?:the|all|which|what)\s+)*(?:files?|folders?|items?|entries|documents?)(?:\s+(?:and|or)\s+\w+)?"
    r"(?:\s+(?:are\s+)?(?:there|in\s+it|in\s+there|it\s+(?:holds|has|contains)|listed|shown)(?:\s+(?:are|is))?)*"
)
_SHOWN = r"(?:answers?|replies|responds?|prints?|says?|shows?|displays?|reads?|is|contains?|has|holds?|tells?|are)"
_LEFT = any_case(
    r"\s+(?:currently|now|shown|displayed|at\s+the\s+moment|back(?:\s+to\s+me)?|out|out\s+loud|to\s+me|set\s+to)$"
)


def _compute(said: Said) -> Draft:
    found = expression(said.clause.as_said(said.raw("what"))) or expression(said.text("what"))
    if found is None:
        return Unclear("", "", "it is not a calculation that can be understood")
    return Compute("", "", found)


def _compute_if_sum(said: Said) -> Draft:
    found = expression(said.text("what"))
    return Compute("", "", found) if found is not None and is_calculation(found) else None


def bare_sum(part: Clause) -> tuple[Compute, ...]:
    """Return the calculation of a clause that holds nothing else ("square root of 2"), or ()."""
    found = expression(part.as_said(part.words))
    return (Compute("", "", found),) if found is not None and is_calculation(found) else ()


def sum_going_on(part: Clause, before: str) -> tuple[Compute, ...]:
    """Continue the last calculation: in "multiply the result by 3", the expression before stands for "the result"."""
    words = _CALCULATE.sub("", part.words)
    if len(_RESULT.findall(words)) != 1:
        return ()
    found = expression(part.as_said(_RESULT.sub(f"({before})", words)))
    return (Compute("", "", found),) if found is not None and found != f"({before})" else ()


def _read(said: Said) -> Draft:
    raw = _LEFT.sub("", said.raw("what")).rstrip("?").strip()
    inner = re.fullmatch(
        r"(?:(?:shown|displayed|written|there|visible|said)\s+)?(?:in|on|inside|by)\s+(\S.*)", raw, re.IGNORECASE
    )
    if inner:
        raw = inner[1]
    if _LISTED.fullmatch(raw):
        return ReadValue("", "")
    named = said.clause.value(without_article(raw))
    if is_document(named) and not (re.search(r"\s(?:in|of|from|on)\s", raw, re.IGNORECASE)):
        return ReadValue("", named)
    bare = _VALUE_OF.sub("", raw)
    if not is_quotation(without_article(bare)) and (_ALL.match(raw) or _ALL.match(bare)):
        return ReadValue("", "")
    if is_quotation(without_article(bare)) or len(bare) <= 160:
        return ReadValue("", "", control_phrase(bare, said.clause))
    return None


def _read_state(said: Said) -> Draft:
    """Read a control that is on or off. The word "box" in its name does not make it a text box."""
    draft = _read(said)
    if isinstance(draft, ReadValue) and draft.control is not None and draft.control.role == "Edit":
        return replace(draft, control=replace(draft.control, role=None))
    return draft


def _read_question(said: Said) -> Draft:
    found = expression(said.text("what").rstrip("?"))
    if found is not None and is_calculation(found):
        return Compute("", "", found)
    return _read(said)


_TELL = (
    r"(?:(?:tell|show|give|let)\s+(?:me|us)(?:\s+know)?|report|say|find\s+out|look\s+up|check|see|read\s+out|read|note)"
)

_STATE = (
    r"(?:(?:currently|still|already)\s+)?(?:on|off|(?:un)?(?:checked|ticked|selected|pressed)|enabled|disabled|active|set)"
    r"(?:\s+or\s+(?:not|\w+))?"
)


def _of_owner(said: Said) -> Draft:
    """Return the price for "how much does the lamp cost", and the age for "how old is Mia"."""
    if said.raw("much") and not re.search(r"costs?\??$", said.match.string, re.IGNORECASE):
        return None
    return ReadValue(
        "", "", control_phrase(f"{'age' if said.raw('old') else 'price'} of {said.raw('owner')}", said.clause)
    )


_COLUMN = r"(?P<column>column\s+\S+|\S+\s+column|[A-Z]{1,2}[1-9]\d*\s*(?::|-|\s+to\s+)\s*[A-Z]{1,2}[1-9]\d*)"

RULES: tuple[Rule, ...] = (
    rule(
        rf"(?:{_TELL}\s+)?how\s+(?:(?P<much>much)\s+(?:does|do)|(?P<old>old)\s+(?:is|are))\s+(?P<owner>\S+(?:\s\S+){{0,3}}?)(?:\s+costs?)?\??",
        _of_owner,
    ),
    rule(
        rf"(?:sum|add|total)(?:\s+up)?\s+(?:the\s+)?(?:(?:values|numbers|cells)\s+(?:in|of)\s+)?(?:the\s+)?{_COLUMN}",
        lambda said: ReadValue("", "", ControlPhrase("sum", inside=said.text("column"))),
    ),
    rule(
        r"(?:compute|calculate|work\s+out|evaluate|calc|solve|figure\s+out|find)\s+(?P<what>[^a-z]*\d.*)",
        _compute_if_sum,
    ),
    rule(r"(?:compute|calculate|work\s+out|evaluate|calc|solve)(?:\s+(?P<what>\S.*))?", _compute),
    rule(r"(?:what(?:'s|\u2019s|\s+is|\s+are)|how\s+much\s+(?:is|are))\s+(?P<what>\S.*?)\??", _read_question),
    rule(
        r"(?P<what>(?:add|subtract|multiply|divide|sum)\s+\S.*|(?:the\s+)?(?:sum|product|difference|quotient)\s+of\s+\S.*)",
        _compute_if_sum,
    ),
    rule(r"(?P<what>[-(]*\d[\s\d.,+*/^()%\u00d7\u00f7\u2212x-]*=?\??)", _compute_if_sum),
    rule(
        r"what\s+(?:does|do)\s+(?P<what>\S.*?)\s+(?:say|show|display|read|contain|have|hold|tell(?:\s+(?:me|us))?|look\s+like)\??",
        _read,
    ),
    rule(
        rf"{_TELL}\s+(?:what|which\s+\w+|how\s+much|how\s+many)\s+(?:is\s+)?(?:shown\s+|displayed\s+|written\s+|there\s+)?"
        r"(?P<what>(?:in|on)\s+\S.*?)\??",
        _read,
    ),
    rule(
        rf"(?:{_TELL}\s+)?(?:which|what)\s+(?P<noun>\w+(?:\s\w+){{0,2}}?)\s+(?:does|do|did)\s+(?P<owner>\S.{{0,60}}?)\s+have\??",
        lambda said: ReadValue("", "", ControlPhrase(said.text("noun"), inside=said.bare("owner"))),
    ),
    rule(rf"(?:{_TELL}\s+)?(?:who|when|where)\s+(?:is|are|was|were)\s+(?P<what>the\s+\S.*?)\??", _read),
    rule(rf"(?:{_TELL}\s+)?(?:who|when)\s+(?P<what>the\s+\S.*?)\s+(?:is|are|was|were)\??", _read),
    rule(rf"(?:{_TELL}\s+(?:whether|if)\s+)(?P<what>\S.*?)\s+is\s+(?:now\s+)?{_STATE}\??", _read_state),
    rule(rf"is\s+(?P<what>\S.*?)\s+{_STATE}\??", _read_state),
    rule(rf"{_TELL}\s+(?:what|how\s+much)\s+(?P<what>\S.*?)\s+{_SHOWN}\??", _read_question),
    rule(rf"{_TELL}\s+what\s+(?:is|are)\s+(?P<what>\S.*?)\??", _read_question),
    rule(r"(?:tell|show|give)\s+(?:me|us)(?:\s+(?P<what>\S.*?))?\??", _read_question),
    rule(
        r"(?:read(?:\s+out)?|report|get|return|output|say|look\s+up|find\s+out)\s+(?:me\s+)?(?P<what>\S.*?)(?:\s+(?:to|for)\s+me)?\??",
        _read,
    ),
    rule(r"what(?:'s|\u2019s|\s+is)\s+(?:there\s+)?(?P<what>(?:in|on)\s+\S.*?)\??", _read),
)
