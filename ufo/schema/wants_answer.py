"""Tells whether a request asks for an answer, which only an agent that looked can give."""

from __future__ import annotations

import re

_ASKS = re.compile(
    r"\?|\b(?:what|which|who|whose|when|where|why|how\s+(?:many|much|long|far|old|big)|is\s+there|are\s+there|"
    r"tell|read|report|list|name|find\s+out|look\s+up|check\s+(?:if|whether)|determine|extract|get|fetch|summari[sz]e|"
    r"describe|count|compare|compute|calculate|return|give\s+me|show\s+me|collect|copy)\b",
    re.IGNORECASE,
)
QUOTED = re.compile(
    "\"[^\"]*\"|\u201e[^\u201c\u201d]*[\u201c\u201d]|\u201c[^\u201d]*\u201d|\u2018[^\u2019]*\u2019|\u00ab[^\u00bb]*\u00bb|(?<!\\w)'[^']*'(?!\\w)"
)


def wants_an_answer(words: str) -> bool:
    """Tell whether the words ask for an answer. In doubt they do, so that the model has the last word. Quoted text is ignored."""
    return bool(_ASKS.search(without_quotations(words)))


def without_quotations(words: str) -> str:
    return QUOTED.sub(" ", words)
