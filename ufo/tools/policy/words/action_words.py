"""Classes of action, and which of them a text on a control stands for.

Words only ever raise a class: nothing on the screen makes an action look safer than it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from types import MappingProxyType

from ufo.schema.action_class import ActionClass
from ufo.schema.patterns import regex
from ufo.text.labels import whole_label
from ufo.tools.policy.words import risky_words as words


def worst(classes: Iterable[ActionClass]) -> ActionClass:
    return max(classes, key=lambda class_: class_.severity, default=ActionClass.OBSERVE)


_LETTER = r"[^\W\d_]"


def _pattern(spaced: str, unspaced: str) -> re.Pattern[str]:
    """Compile a pattern for whole words. Scripts without spaces have no word boundaries to look for."""
    parts = [rf"(?<!{_LETTER})(?:{spaced})(?!{_LETTER})", *([unspaced] if unspaced else [])]
    return re.compile("|".join(parts))


_RISKS = MappingProxyType(
    {
        ActionClass.SYSTEM: _pattern(words.SYSTEM, words.SYSTEM_UNSPACED),
        ActionClass.DELETE: _pattern(words.DELETE, words.DELETE_UNSPACED),
        ActionClass.SEND: _pattern(words.SEND, words.SEND_UNSPACED),
        ActionClass.OVERWRITE: _pattern(words.OVERWRITE, words.OVERWRITE_UNSPACED),
        ActionClass.CLOSE_UNSAVED: _pattern(words.CLOSE_UNSAVED, words.CLOSE_UNSAVED_UNSPACED),
        ActionClass.RUN_PROGRAM: _pattern(words.RUN_PROGRAM, ""),
    }
)
_PAYS = _pattern(words.PAY, words.PAY_UNSPACED)
_EXISTS = _pattern(words.EXISTS, words.EXISTS_UNSPACED)
_CONSENTS = regex(f"(?:{words.CONSENTS})")
_MOST_WORDS = 12


def class_of_label(label: str) -> ActionClass:
    """Return what a control with this text does when it is pressed; EDIT where nothing in it is risky.

    Of a long text the first words count: a headline may be about anything, but a button's own word cannot be hidden behind
    length.
    """
    text = " ".join(whole_label(label).split()[:_MOST_WORDS])
    return worst([ActionClass.EDIT, *(risk for risk, pattern in _RISKS.items() if pattern.search(text))])


def class_of_context(text: str) -> ActionClass:
    """Return what consenting to a dialog with this text does."""
    plain = whole_label(text)
    found = [risk for risk, pattern in _RISKS.items() if pattern.search(plain)]
    if _EXISTS.search(plain):
        found.append(ActionClass.OVERWRITE)
    return worst([ActionClass.EDIT, *found])


def pays(label: str) -> bool:
    """Return whether what a control with this text sends is money."""
    return bool(_PAYS.search(whole_label(label)))


def class_words(text: str) -> list[str]:
    """Return the words by which a text is judged."""
    return whole_label(text).split()


def is_consent(label: str) -> bool:
    """Return whether a label is OK, Yes, Continue, Replace or the like: the dialog says what it does, not the button."""
    return bool(_CONSENTS.fullmatch(whole_label(label)))


def is_risk_alone(label: str) -> bool:
    """Return whether the text is a risky word by itself or nearly so, and not a sentence or a file name that contains one."""
    text = whole_label(label)
    return len(text.split()) <= 3 and "." not in text and class_of_label(text) is not ActionClass.EDIT
