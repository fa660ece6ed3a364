"""Tells whether a request asks for an answer, which only an agent that looked can give."""

from __future__ import annotations

import re

_ASKS = re.compile(
    r"\?|\b(?:what|which|who|whose|when|where|why|how\s+(?:many|much|long|far|old|big)|is\s+there|are\s+there|"
    r"tell|find\s+out|look\s+up|check\s+(?:if|whether)|determine|give\s+me|show\s+me|let\s+me\s+know|summari[sz]e|describe)\b",
    re.IGNORECASE,
)
_ORDERS = re.compile(
    r"(?:^|[.!?;:,\n]|\b(?:and|then|please|also))\s*"
    r"(?:read|report|list|name|count|compare|compute|calculate|return|get|fetch|extract|collect)\b(?![.\w])",
    re.IGNORECASE,
)
"""Verbs that are nouns elsewhere: "the name field" asks for nothing."""
_POLITE = re.compile(
    r"(?<![^.;!?\s])(?:(?:(?:would|do)\s+you\s+mind|(?:could|can|would|will)\s+you)\b|"
    r"(?:is\s+it|would\s+it\s+be)\s+possible\s+to\b)(?P<what>[^?]*)\?",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?:[^.!?;\n]|[.!?](?=\S))+[.!?;\n]?")
_TELLS = re.compile(
    r"\?|\b(?:tell|let\s+me\s+know|say|answer|report|give\s+me|show\s+me|read\s+(?:out|me|off))\b", re.IGNORECASE
)
_CARRIED = re.compile(
    r"\b(?:find|look\s+up|compute|calculate|work\s+out|count|list|sum\s+up|add\s+up|read|extract|collect|get|fetch|determine|"
    r"summari[sz]e|compare|check)\b.*?(?:(?:\band\b|\bthen\b|,)\s+(?:then\s+)?(?:write|put|enter|type|insert|store|copy|paste|add|append|note|record|fill)"
    r"\s+(?:(?:it|them|that|this|those|these|each)\b|(?:in\s+)?the\s+(?:results?|answers?|numbers?|sum|total|values?|names?|count|list|price|average|"
    r"differences?|text|addresses)\b)|\binto\s+(?:[\w/.~-]+\.[a-z]\w{1,4}|[A-Z]{1,3}\d+)\b)",
    re.IGNORECASE | re.DOTALL,
)
"""What is found is written somewhere: it is no answer in words."""
QUOTED = re.compile(
    "\"[^\"]*\"|\u201e[^\u201c\u201d]*[\u201c\u201d]|\u201c[^\u201d]*\u201d|\u2018[^\u2019]*\u2019|\u00ab[^\u00bb]*\u00bb|(?<!\\w)'[^']*'(?!\\w)"
)


def wants_an_answer(words: str) -> bool:
    """Tell whether the words ask for an answer. In doubt they do, so that the model has the last word. Quoted text is ignored,
    and "Can you …?" is a polite order.
    """
    plain = as_orders(without_quotations(words))
    return bool(_ASKS.search(plain) or _ORDERS.search(plain))


def as_orders(words: str) -> str:
    """Return the words with each "Can you …?" as the order that it is, and without what is found only to be written somewhere, as
    in "find out which is cheapest and write it into B2".
    """
    return _SENTENCE.sub(_without_carried, _POLITE.sub(r"\g<what>.", words))


def _without_carried(sentence: re.Match[str]) -> str:
    text = sentence.group()
    return text if _TELLS.search(text) else _CARRIED.sub("write it", text)


def without_quotations(words: str) -> str:
    return QUOTED.sub(" ", words)
