"""Splits text into words, in any script. What differs is how a script without spaces is split, and whether accents count."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, groupby

from ufo.text.fold import unaccented
from ufo.text.scripts import is_unspaced

_UNSPACED = (
    "\u0e00-\u0eff"  # Thai, Lao
    "\u1000-\u109f\u1780-\u17ff"  # Burmese, Khmer
    "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff"  # Japanese syllables
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han
    "\u1100-\u11ff\uac00-\ud7af"  # Korean, whose words carry their particles
)
_INDIC = "\u0900-\u0963\u0966-\u0dff"
"""Whose vowel signs are no letters for `re`."""
_RUN = re.compile(f"([{_UNSPACED}]+)|((?:[^\\W_{_UNSPACED}]|[{_INDIC}])+)")
_PLAIN = re.compile(r"[a-z0-9]+")
_COMMON = frozenset({
    "a", "about", "after", "all", "also", "an", "and", "any", "are", "as", "at", "be", "been", "before", "but", "by",
    "can", "could", "do", "does", "done", "for", "from", "get", "given", "had", "has", "have", "how", "i", "if", "in",
    "into", "is", "it", "its", "just", "let", "like", "may", "me", "must", "my", "need", "not", "now", "of", "on",
    "once", "one", "or", "our", "out", "please", "said", "says", "shall", "should", "so", "some", "such", "that",
    "the", "their", "them", "then", "there", "these", "they", "this", "to", "up", "use", "used", "using", "want",
    "wanted", "wants", "was", "we", "were", "what", "when", "where", "which", "while", "who", "will", "with",
    "without", "would", "you", "your",
})  # fmt: skip

_DOING = frozenset({
    "write", "type", "put", "enter", "open", "close", "save", "start", "press", "click", "take", "give", "set",
    "turn", "keep", "let", "get", "go", "find", "search", "compute", "calculate", "work", "try", "help", "tell",
    "say", "read", "move", "file", "document", "window", "application", "automatically", "make", "create", "new",
    "add", "insert", "remove", "delete", "show", "display", "view", "see", "change", "modify", "edit", "on",
    "off", "choose", "select", "pick", "enable", "disable",
})  # fmt: skip
"""Words of requests that say little about what they are about."""


def words(text: str) -> list[str]:
    """Return the runs of letters and digits, without case and letter width; the whole run where a script has no spaces."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    if plain.isascii():
        return _PLAIN.findall(plain)
    runs = ("".join(run) for is_word, run in groupby(plain, _is_of_word) if is_word)
    return [run for run in runs if any(map(str.isalnum, run))]


def word_set(text: str) -> frozenset[str]:
    return frozenset(words(text))


def spaced_words(text: str) -> str:
    """Return the words with single spaces between them, in place of all other signs."""
    return " ".join(words(text))


def words_and_pairs(text: str) -> set[str]:
    """Return the same for comparing texts: of a run in a script without spaces, each pair of characters. Accents count."""
    return set(chain.from_iterable(map(_parted, words(text))))


@lru_cache(maxsize=4096)
def _is_of_word(sign: str) -> bool:
    return sign.isalnum() or unicodedata.category(sign).startswith("M")


def _parted(word: str) -> Iterator[str]:
    for unspaced, signs in groupby(word, is_unspaced):
        run = "".join(signs)
        yield from pairs(run) if unspaced else [run]


def searched(text: str) -> list[str]:
    """Return the words of a text, in its order, as they are searched."""
    if text.isascii():
        return _PLAIN.findall(text.lower())
    found: list[str] = []
    for match in _RUN.finditer(unaccented(text)):
        run, word = match.groups()
        if run is None:
            found.append(word)
        else:
            found += pairs(run)
    return found


def sought(text: str) -> list[str]:
    """Return the words of a question, each once, without those that say nothing by themselves, unless it has no others."""
    found = list(dict.fromkeys(searched(text)))
    return [word for word in found if is_telling(word)] or found


def is_telling(word: str) -> bool:
    """Tell whether a word says something by itself; "the" and single letters do not."""
    return word not in _COMMON and (len(word) > 1 or not word.isascii() or word.isdigit())


def is_doing(word: str) -> bool:
    """Tell whether nearly every request has a word like this one, such as "open": it says little about the topic."""
    return word in _DOING


def folded_words(text: str) -> str:
    """Return what the full-text index would not find in a text by itself: pairs of characters where a script has no spaces, and
    the words that `unaccented` writes otherwise than the text; "" where there are none. The index folds Latin letters only.
    """
    if text.isascii():
        return ""
    written = {match[2] for match in _RUN.finditer(text.lower())}
    found: list[str] = []
    for match in _RUN.finditer(unaccented(text)):
        run, word = match.groups()
        if run is not None:
            found += pairs(run)
        elif word not in written:
            found.append(word)
    return " ".join(found)


def pairs(run: str) -> list[str]:
    """Return the overlapping pairs of characters of a run. Most Chinese words have two, which no trigram would find."""
    return [run[at : at + 2] for at in range(len(run) - 1)] or [run]
