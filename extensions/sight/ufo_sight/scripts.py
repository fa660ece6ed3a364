"""Tells which scripts OCR reads with its languages, and whether what a tree tells around a place is written in another one.

Letters of a script that OCR does not know are read as letters that it knows: words that nobody wrote.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from types import MappingProxyType

from ufo.desktop.snapshot import Element
from ufo.schema.geometry import Rect
from ufo.schema.roles import EMPTY_FRAMES

_LATIN = "LATIN"
_LANGUAGES = MappingProxyType(
    {
        "ARABIC": "ara fas kur_ara pus snd uig urd", "ARMENIAN": "hye", "BENGALI": "asm ben",
        "CJK": "chi_sim chi_sim_vert chi_tra chi_tra_vert jpn jpn_vert",
        "CYRILLIC": "aze_cyrl bel bul kaz kir mkd mon rus srp tat tgk ukr uzb_cyrl", "DEVANAGARI": "hin mar nep san",
        "ETHIOPIC": "amh tir", "GEORGIAN": "kat kat_old", "GREEK": "ell grc", "GUJARATI": "guj", "GURMUKHI": "pan",
        "HANGUL": "kor kor_vert", "HEBREW": "heb yid", "HIRAGANA": "jpn jpn_vert", "KANNADA": "kan",
        "KATAKANA": "jpn jpn_vert", "KHMER": "khm", "LAO": "lao", "MALAYALAM": "mal", "MYANMAR": "mya", "ORIYA": "ori",
        "SINHALA": "sin", "SYRIAC": "syr", "TAMIL": "tam", "TELUGU": "tel", "THAANA": "div", "THAI": "tha",
        "TIBETAN": "bod dzo",
    }
)  # fmt: skip
"""Unicode's name of a script → Tesseract's names of the languages that are written in it. All others are written in Latin."""
_CHARACTERISTIC = frozenset({_LATIN, *_LANGUAGES})


def scripts_of(languages: str) -> frozenset[str]:
    """Return the scripts that Tesseract reads with these languages, joined by `+`: it reads Latin with any of them."""
    names = set(languages.split("+"))
    return frozenset({_LATIN, *(script for script, written in _LANGUAGES.items() if names & set(written.split()))})


def is_unread(elements: Iterable[Element], region: Rect, scripts: frozenset[str]) -> bool:
    """Tell whether most letters of what the tree tells in the region are of a script that is not one of `scripts`."""
    near = [
        element for element in elements if element.role not in EMPTY_FRAMES and region.contains(element.rect.center)
    ]
    counts = Counter(
        script for element in near for letter in f"{element.name}{element.value or ''}" if (script := _script(letter))
    )
    return sum(count for script, count in counts.items() if script not in scripts) * 2 > counts.total()


@lru_cache(4096)
def _script(letter: str) -> str:
    """Return the script of a letter; "" for a sign that many scripts share."""
    script = unicodedata.name(letter, "").partition(" ")[0] if letter.isalpha() else ""
    return script if script in _CHARACTERISTIC else ""
