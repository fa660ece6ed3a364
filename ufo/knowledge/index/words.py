"""Splits text into the words that are searched: folded, and in pairs of characters where a script has no spaces."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

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

_KIN = (
    ("make", "create", "new"), ("add", "insert"), ("remove", "delete", "erase", "clear"), ("show", "display", "view", "see"),
    ("picture", "image", "photo"), ("colour", "color"), ("change", "modify", "edit", "alter"), ("mark", "highlight", "emphasize"),
    ("off", "disable", "deactivate"), ("on", "enable", "activate"), ("choose", "select", "pick"), ("compute", "calculate"),
    ("size", "scale", "resize"), ("repeat", "recur"), ("mirror", "flip"), ("centre", "center"), ("bigger", "larger", "enlarge"),
    ("preferences", "settings", "options"), ("uppercase", "capital"), ("undo", "revert"), ("find", "search"),
)  # fmt: skip
_DOING = frozenset({
    "write", "type", "put", "enter", "open", "close", "save", "start", "press", "click", "take", "give", "set",
    "turn", "keep", "let", "get", "go", "find", "search", "compute", "calculate", "work", "try", "help", "tell",
    "say", "read", "move", "file", "document", "window", "application", "automatically", "make", "create", "new",
    "add", "insert", "remove", "delete", "show", "display", "view", "see", "change", "modify", "edit", "on",
    "off", "choose", "select", "pick", "enable", "disable",
})  # fmt: skip
"""Words of requests that say little about what they are about."""
_KIN_OF = {word: group for group in _KIN for word in group}


def words(text: str) -> list[str]:
    """Return the words of a text, in its order, as they are searched."""
    if text.isascii():
        return _PLAIN.findall(text.lower())
    found: list[str] = []
    for match in _RUN.finditer(folded(text)):
        run, word = match.groups()
        if run is None:
            found.append(word)
        else:
            found += pairs(run)
    return found


def sought(text: str) -> list[str]:
    """Return the words of a question, each once, without those that say nothing by themselves, unless it has no others."""
    found = list(dict.fromkeys(words(text)))
    return [word for word in found if is_telling(word)] or found


def is_telling(word: str) -> bool:
    """Tell whether a word says something by itself; "the" and single letters do not."""
    return word not in _COMMON and (len(word) > 1 or not word.isascii() or word.isdigit())


def kin(word: str) -> tuple[str, ...]:
    """Return words that people use for the same, the word itself first: a request says "make" where a guide says "create"."""
    return tuple(dict.fromkeys((word, *_KIN_OF.get(word, ()))))


def is_doing(word: str) -> bool:
    """Tell whether nearly every request has a word like this one, such as "open": it says little about the topic."""
    return word in _DOING


def folded_words(text: str) -> str:
    """Return what the full-text index would not find in a text by itself: pairs of characters where a script has no spaces, and
    the words that `folded` writes otherwise than the text; "" where there are none. The index folds Latin letters only.
    """
    if text.isascii():
        return ""
    written = {match[2] for match in _RUN.finditer(text.lower())}
    found: list[str] = []
    for match in _RUN.finditer(folded(text)):
        run, word = match.groups()
        if run is not None:
            found += pairs(run)
        elif word not in written:
            found.append(word)
    return " ".join(found)


def pairs(run: str) -> list[str]:
    """Return the overlapping pairs of characters of a run. Most Chinese words have two, which no trigram would find."""
    return [run[at : at + 2] for at in range(len(run) - 1)] or [run]


def folded(text: str) -> str:
    """Return a text in lower case and without accents on letters of scripts that have them."""
    apart = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text).casefold())
    bare = "".join(one for one in apart if not "\u0300" <= one <= "\u036f")
    return unicodedata.normalize("NFC", bare)


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """Return what the forms of an English word have in common, roughly: freeze, freezes, freezing. Other words stay nearly as
    they are.
    """
    if len(word) < 4 or not word.isascii():
        return word
    bare = _without_plural(word)
    for ending in ("ing", "ed"):
        rest = bare.removesuffix(ending)
        if rest != bare and len(rest) >= 3 and any(one in "aeiouy" for one in rest):
            bare = rest[:-1] if rest[-1] == rest[-2] and rest[-1] not in "lsz" else rest
            break
    bare = bare.removesuffix("e") if len(bare) > 3 else bare
    return f"{bare[:-1]}i" if bare.endswith("y") else bare


def _without_plural(word: str) -> str:
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    if word.endswith(("sses", "shes", "ches", "xes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word
