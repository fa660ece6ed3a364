"""Requests that correct themselves: "change it to Tuesday, no wait, to Wednesday"; "tick Newsletter, not Gift wrap"."""

from __future__ import annotations

import re

from ufo.planner.clauses.split import VERBS
from ufo.planner.text.quotations import QUOTED

NOT_FOLLOWED = "the request corrects itself in a way that cannot be followed; say it once more, as it is meant now"
_MOST = 5
_WORD = (
    r"(?:no,?\s+wait|wait,?\s+no|no,?\s+sorry|sorry,?\s+no|(?:sorry,?\s+)?i\s+mean(?:t)?|or\s+rather|scratch\s+that|correction"
    r"|make\s+that|no,?\s+(?:rather|better|actually)|actually|(?:no|wait|sorry|oops)(?=\s*[,:.!\u2013\u2014-]))"
)
_MARK = re.compile(
    rf"\s*(?:[,;:.!?\n]|\s[\u2013\u2014-])\s*(?:(?:but|and|oh|ah|uh|um|er|hm+),?\s+)?\b{_WORD}(?=[\s,:;.!])[\s,:;.!\u2013\u2014-]*",
    re.IGNORECASE,
)
_INSTEAD = re.compile(r"\s+instead(?=\s*(?:$|[,.;!\n]|and\b|then\b))", re.IGNORECASE)
_VERB = re.compile(rf"(?P<verb>{VERBS})\b", re.IGNORECASE)
_PREPOSITION = re.compile(r"(?P<word>to|into|in|as|at|from|on|by|with|for)\s", re.IGNORECASE)
_NUMBER_WORDS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_TOKENS = (QUOTED, r"[^\s,]+\.[a-z]\w{1,4}", rf"(?:[\d.,]*\d|{_NUMBER_WORDS})(?:\s?%)?", r"[A-Za-z]{1,3}[1-9]\d{0,6}")
_LOOKS = r"(?:bold|italics?|underlined?)"
_NOT_THAT = re.compile(
    rf"(?P<before>{QUOTED}|[\w.%-]+),\s+(?:and\s+|but\s+)?not\s+(?!{_LOOKS}\b)(?:(?:the|a|an|in|to)\s+)?(?P<other>{QUOTED}|[\w.%-]+(?:\s(?!in\b|on\b|from\b|of\b)[\w.-]+)?)"
    r"(?:\s*,(?=\s)|(?=\s*(?:$|[.;!\n]))|(?=\s(?:in|on|from|of)\s))",
    re.IGNORECASE,
)
_A_FILE = re.compile(r"[^\s,]+\.[A-Za-z]\w{0,5}\b")
_IN_A_FILE = re.compile(rf"\s(?:in|of|from)\s+(?:the\s+(?:file|document)\s+)?(?:{_A_FILE.pattern})$")
_END_OF_VALUE = re.compile(r"\s*(?:[;\n]|[.!](?=\s|$)|,|\sand\s|\sthen\s)")
_DICTATES = re.compile(r"\b(?:type|write|enter|append|add|insert|put|reply|say)\b[^.;\n]*$", re.IGNORECASE)


def corrected(words: str) -> str | None:
    """The words as they are meant in the end, quotations taken out; None where that cannot be told."""
    words = _NOT_THAT.sub(lambda found: _without_the_other(found, words), words)
    for _ in range(_MOST):
        mark = _MARK.search(words)
        if mark is None or not words[: mark.start()].strip():
            return words
        after = _INSTEAD.sub("", words[mark.end() :], count=1)
        joined = _joined(words[: mark.start()], after)
        if joined is None:
            return None
        words = joined
    return None


def _still_in(corrected_words: str, after: str) -> str:
    """ "By Tuesday in letter.odt, no wait, by Wednesday": the file that is named is the one that was meant all along."""
    place = _IN_A_FILE.search(corrected_words)
    if place is None or _A_FILE.search(after):
        return after
    end = _END_OF_VALUE.search(after)
    at = end.start() if end else len(after)
    return f"{after[:at]}{place.group()}{after[at:]}"


def _without_the_other(found: re.Match[str], words: str) -> str:
    """ "Type to be, not to be" may be meant as it stands: in what is dictated only quotations are told apart."""
    dictated = _DICTATES.search(words[: found.start()])
    both = re.fullmatch(QUOTED, found["before"]) and re.fullmatch(QUOTED, found["other"])
    return found.group() if dictated and not both else found["before"]


def _joined(before: str, after: str) -> str | None:
    """From where the words after begin like some before: at the same verb, the same preposition, a value of the same kind."""
    if found := _VERB.match(after):
        starts = [
            one.start("verb")
            for one in re.finditer(
                rf"(?:^|[,.;\n]\s*|\b(?:and|then|please)\s+)(?P<verb>{found['verb']})\b", before, re.I
            )
        ]
        return f"{before[: starts[-1]]}{after}" if starts else None
    if found := _PREPOSITION.match(after):
        place = before.casefold().rfind(f" {found['word'].casefold()} ")
        return f"{before[:place]} {_still_in(before[place:], after)}" if place > 0 else None
    for token in _TOKENS:
        value = re.match(
            rf"(?:the\s+|it\s+is\s+|it['\u2019]s\s+)?(?P<value>{token})(?=$|[\s,.;!])", after, re.IGNORECASE
        )
        last = re.search(rf"(?:^|\s)(?P<value>{token})$", before, re.IGNORECASE)
        if value and last:
            return f"{before[: last.start('value')]}{after[value.start('value') :]}"
    return None
