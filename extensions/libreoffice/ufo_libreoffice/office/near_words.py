"""Finds the words of a text that are like those that it does not have."""

from __future__ import annotations

import difflib

_MOST_WORDS = 20_000


def near_words(whole: str, text: str) -> list[str]:
    words, wide = whole.split()[:_MOST_WORDS], max(1, len(text.split()))
    known = {" ".join(words[at : at + wide]).strip(".,;:!?()\"'") for at in range(len(words) - wide + 1)}
    shown = {word.casefold(): word for word in sorted(known)}
    return [shown[match] for match in difflib.get_close_matches(text.casefold(), shown, 3, 0.7)]
