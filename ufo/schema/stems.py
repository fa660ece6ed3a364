"""Words without their usual English endings, for finding a text by words of another form."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from ufo.schema.patterns import regex

_WORD = regex(r"[^\W_]+")
_ENDING = regex(r"(?<=\w{3})(?:ing|ed|s)$")


@lru_cache(maxsize=4096)
def stems(text: str) -> tuple[str, ...]:
    """Return the words without their usual English endings, so that "merging" is "merge" and "filters" is "filter"."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return tuple(_stem(word) for word in _WORD.findall(plain))


def _stem(word: str) -> str:
    bare = word if word.endswith("ss") else _ENDING.sub("", word)
    if bare != word and len(bare) > 3 and bare[-1] == bare[-2] and bare[-1] not in "ls":
        bare = bare[:-1]
    return bare[:-1] if len(bare) > 4 and bare.endswith("e") else bare
