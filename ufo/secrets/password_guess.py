"""Finds passwords that a person wrote into a request in clear, by the words around them, before anything is logged.

It is a guess: a password is known for certain only when it goes into a password field. A wrong guess costs a word in the
log; a missing one is made up for when the field is known.
"""

from __future__ import annotations

import re

from ufo.schema.patterns import any_case, regex
from ufo.schema.secret import PLACEHOLDER

_WORD = (
    r"(?:pass[\s-]?(?:word|phrase|code|key|wd)|pwd?|pin(?:[\s-]?(?:code|number))?|secret|token|api[\s-]?key|credentials?|cvv|cvc"
    r"|kennwort|passwort|mot de passe|contrase(?:ñ|n)a|clave|senha|parola d'ordine|wachtwoord|lösenord|hasło"
    r"|пароль|密码|パスワード)"
)
_QUOTED = r"\"[^\"\n]+\"|“[^”\n]+”|„[^“”\n]+[“”]|«[^»\n]+»|‘[^’\n]+’|`[^`\n]+`|(?<!\w)'[^'\n]+'(?!\w)"
_ANY = rf"(?P<value>{_QUOTED}|[^\s\"“”„«»]+)"
_VALUE = rf"(?<!\S){_ANY}"
_INTO = r"(?:into|in|to|as|for|at|on|under|ins?|als|für|dans|en|como|nel)"
_FILLER = r"(?:(?:the|my|your|a|its|field|box|new|his|her|das|den|dem|die|le|la|el)\s+)*"
_AFTER = any_case(
    rf"\b{_WORD}s?['\"”»’]?(?:\s+(?:field|box|feld))?"
    rf"(?:\s*(?P<sign>[:=])\s*|(?:\s+(?:is|to|as|with|of|being|ist|auf|est|es|é|will\s+be|should\s+be))?\s+){_ANY}"
)
_FROM_TO = any_case(rf"\b{_WORD}\b[^.;\n]*?\sfrom\s+(?P<old>\S+)\s+to\s+{_VALUE}")
_BEFORE = any_case(rf"{_VALUE}['\"”»’]?\s+{_INTO}\s+{_FILLER}(?:\w+\s+){{0,2}}?['\"“«‘]?(?:\w+\s)?{_WORD}")
_SIGN_IN = any_case(
    rf"\b(?:log|sign)[\s-]?(?:in|on)\b[^.;\n]*?\b(?:as|user|with)\s+\S+\s*(?:/|,|and|with|:)\s*{_VALUE}"
)
_ASKED = any_case(rf"\b{_WORD}")
_EDGES = ".,;:!?()[]"
_QUOTES = "\"“”„«»‘’`'"
_SHORTEST = 3
_TELLING = regex(r"\d|[^\w\s'’-]|_|[a-z][A-Z]")


def passwords_in(request: str) -> tuple[str, ...]:
    """Return what the request itself calls a password, a PIN, a token or the like. A value that ends in a punctuation mark is
    returned with and without it.
    """
    request = PLACEHOLDER.sub(" ", request)
    found: dict[str, None] = {}
    for pattern in (_AFTER, _FROM_TO, _BEFORE, _SIGN_IN):
        at = 0
        while (match := pattern.search(request, at)) is not None:
            at = match.start() + 1
            is_sure = pattern in (_FROM_TO, _SIGN_IN) or bool(match.groupdict().get("sign"))
            for value in (match.groupdict().get("old"), match["value"]):
                if value and _is_telling(value, is_sure, pattern is _BEFORE):
                    found |= dict.fromkeys((value.strip(_QUOTES), _bare(value)))
    return tuple(one for one in found if one)


def asks_for_a_secret(question: str) -> bool:
    """Tell whether the answer to the question is a password or the like."""
    return _ASKED.search(question) is not None


def _is_telling(value: str, is_sure: bool, is_typed: bool) -> bool:
    """Tell whether the value looks like a password. A plain word may also continue the sentence, unless it is typed somewhere."""
    bare = _bare(value)
    if re.fullmatch(rf"{_WORD}s?", bare, re.IGNORECASE):
        return False
    if value[0] in _QUOTES and len(value) > 1:
        return True
    if len(bare) < _SHORTEST:
        return is_typed and bare.isdigit()
    return is_sure or _TELLING.search(bare) is not None or (is_typed and bare.casefold() not in _PLAIN)


def _bare(value: str) -> str:
    value = value.strip(_EDGES[:3]).strip()
    return value.strip(_QUOTES) if value[:1] in _QUOTES else value.rstrip(_EDGES[:6])


_PLAIN = frozenset(
    {
        "it",
        "them",
        "that",
        "this",
        "text",
        "typed",
        "type",
        "and",
        "the",
        "value",
        "one",
        "what",
        "which",
        "enter",
        "write",
    }
    | {
        "put",
        "set",
        "fill",
        "paste",
        "copy",
        "log",
        "sign",
        "change",
        "save",
        "use",
        "store",
        "click",
        "press",
        "look",
        "find",
    }
    | {
        "show",
        "open",
        "go",
        "move",
        "asked",
        "used",
        "needed",
        "given",
        "name",
        "user",
        "username",
        "mail",
        "e-mail",
        "email",
    }
    | {
        "address",
        "city",
        "field",
        "box",
        "something",
        "anything",
        "everything",
        "here",
        "there",
        "back",
        "down",
        "over",
    }
    | {"changed", "typing", "focus", "cursor"}
)
