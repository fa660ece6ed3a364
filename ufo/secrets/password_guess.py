"""Finds passwords that a person wrote into a request in clear, before anything is logged: what looks like one and stands beside
the label of a field for secrets.

It is a guess, by a closed list of labels and by nearness, in any language that the list has: a password is known for certain only
when it goes into a password field. A wrong guess costs a word in the log; a missing one is made up for when the field is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ufo.schema.patterns import any_case, regex
from ufo.schema.quotations import closing, quotations
from ufo.schema.secret import PLACEHOLDER

_LABEL = any_case(
    r"(?<![\w./-])(?:pass[\s-]?(?:words?|phrases?|codes?|keys?|wd)|pwd?|pin(?:[\s-]?(?:code|number))?|secret|tokens?|api[\s-]?key"
    r"|credentials?|cvv|cvc|kennwort|passwort|mot de passe|contrase(?:ñ|n)a|clave|senha|parola d'ordine|wachtwoord|lösenord"
    r"|has[łl]o|пароль|(?:ال)?رمز السري|كلمة (?:ال)?(?:مرور|سر))(?!\w|\.\w)|密[码碼]|口令|パスワード|暗証番号|비밀번호|암호"
)
_TOKEN = regex(r"[^\s\"“”„«»「」『』,;、，；：。！？؛،\u2e80-\u9fff\uac00-\ud7af\u3040-\u30ff]+")
_TELLING = regex(r"\d|[^\w\s'’-]|_|[a-z][A-Z]")
_NO_PASSWORD = any_case(r"[^@]+@[^@]+\.[a-z]+|\w+://.*|[~.]{0,2}/.*|.*\w\.[a-z]\w{0,4}")
"""Mail addresses, addresses, paths and names of files."""
_SIGN = regex(r"['\"”»’]?\s*[:=：＝]\s*$")
_ENDS = regex(r"[.;!?](?=\s|$)|[\n,，、。；！？،؛]")
_WORDS = regex(r"\w+")
_EDGES = ".,;:!?()[]"
_HELD = "\ua66e"
"""A rare letter, in the place of a placeholder: a word that is no password."""
_MOST_WORDS, _MOST_LETTERS, _SHORTEST = 4, 40, 3


@dataclass(frozen=True, slots=True)
class _Value:
    """What may be a password. `is_telling`: it is quoted, or looks like one; `is_odd`: it looks like one."""

    start: int
    end: int
    text: str
    is_telling: bool
    is_odd: bool


def passwords_in(request: str) -> tuple[str, ...]:
    """Return what stands beside the label of a password, a PIN, a token or the like: quoted, with a digit or a sign, or behind a
    colon. A value that ends in a punctuation mark is returned with and without it.
    """
    request = PLACEHOLDER.sub(lambda found: _HELD * len(found[0]), request)
    values = _values(request)
    found: dict[str, None] = {}
    for label in _LABEL.finditer(request):
        for value in _beside(request, label.start(), label.end(), values):
            found |= dict.fromkeys((value.text, value.text.rstrip(_EDGES)))
    return tuple(text for text in found if text)


def asks_for_a_secret(question: str) -> bool:
    """Tell whether the answer to the question, or what goes into a field of that label, is a password or the like."""
    return _LABEL.search(question) is not None


def _values(request: str) -> list[_Value]:
    """Return all that may be a password, in order. A label is none."""
    quoted = [quotation for quotation in quotations(request) if _LABEL.search(quotation.text) is None]
    values = [
        _Value(quotation.start, quotation.end, quotation.text.strip(), True, _is_odd(quotation.text))
        for quotation in quoted
    ]
    for token in _TOKEN.finditer(request):
        text = token[0].strip("'‘’`").rstrip(_EDGES[:3])
        inside = any(quotation.start < token.end() and token.start() < quotation.end for quotation in quoted)
        if inside or len(text) < _SHORTEST or _NO_PASSWORD.fullmatch(text) or _LABEL.search(text):
            continue
        if _HELD not in text:
            values.append(_Value(token.start(), token.end(), text, _is_odd(text), _is_odd(text)))
    return sorted(values, key=lambda value: value.start)


def _is_odd(text: str) -> bool:
    return " " not in text and _TELLING.search(text.rstrip(_EDGES)) is not None


def _beside(request: str, start: int, end: int, values: Sequence[_Value]) -> list[_Value]:
    """Return the nearest value before the label, the nearest behind it, or both where either may be meant. Words that are
    merely quoted may be a name, so that before a label they count only where the label is quoted too, as that of a field.
    """
    behind = [value for value in values if value.start >= end]
    if behind and _SIGN.fullmatch(request[end : behind[0].start]):
        return behind[:1]
    after = next((value for value in behind if value.is_telling), None)
    if after is not None and not _is_near(request[end : after.start]):
        after = None
    is_field = bool(closing(request[start - 1 : start]))
    before = next((value for value in reversed(values) if value.end <= start and value.is_telling), None)
    if before is not None and not (_is_near(request[before.end : start]) and (before.is_odd or is_field)):
        before = None
    if after is None:
        return [] if before is None else [before]
    closed = [after, *(value for value in behind if value.is_telling and _follows(request, after, value))]
    return closed if before is None or not _follow_words(request[closed[-1].end :]) else [before, *closed]


def _follow_words(rest: str) -> bool:
    """Tell whether words follow before the clause ends."""
    return _WORDS.search(_ENDS.split(rest, maxsplit=1)[0]) is not None


def _is_near(between: str) -> bool:
    return len(between) <= _MOST_LETTERS and len(_WORDS.findall(between)) <= _MOST_WORDS and not _ENDS.search(between)


def _follows(request: str, value: _Value, other: _Value) -> bool:
    """Tell whether another value stands right behind: a new password behind the old one."""
    between = request[value.end : other.start]
    return other.start >= value.end and _is_near(between) and len(_WORDS.findall(between)) <= 1
