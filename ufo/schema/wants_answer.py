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
_POLITE = re.compile(r"(?<![^.;!?\s])(?:could|can|would|will)\s+you\b(?P<what>[^?]*)\?", re.IGNORECASE)
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
    """Return the words with each "Can you …?" as the order that it is."""
    return _POLITE.sub(r"\g<what>.", words)


def without_quotations(words: str) -> str:
    return QUOTED.sub(" ", words)
