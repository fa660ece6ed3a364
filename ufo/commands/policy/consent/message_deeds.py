"""Which controls carry out a deed that the request names, in whatever language they are labelled: "forward the mail to Ann" names
Forward, and then Send where Ann is the one it goes to.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import IntEnum
from types import MappingProxyType

from ufo.commands.policy.scene.scene import Scene
from ufo.commands.policy.words.request import Clause, Mention, Request, times_of, words_of
from ufo.desktop.snapshot import Element
from ufo.schema.action_class import ActionClass
from ufo.schema.patterns import any_case, regex
from ufo.schema.roles import EDITS_AND_COMBO_BOXES, WRITTEN


class Deed(IntEnum):
    SEND = 1
    FORWARD = 2
    REPLY = 3
    SUBMIT = 4


_LABELS = MappingProxyType(
    {
        Deed.SEND: "send senden abschicken absenden verschicken versenden enviar mandar envoyer invia inviare",
        Deed.FORWARD: "forward weiterleiten reenviar transférer inoltra inoltrare",
        Deed.REPLY: "reply answer antworten responder répondre rispondi rispondere",
        Deed.SUBMIT: "submit send senden absenden abschicken einreichen enviar soumettre envoyer invia inviare",
    }
)
_OBJECTS = frozenset(
    [
        "mail", "email", "e", "message", "letter", "form", "the", "now", "nachricht", "brief", "formular", "das", "die",
        "jetzt", "mensaje", "correo", "respuesta", "formulario", "el", "la", "ahora", "courriel", "réponse", "formulaire",
        "le", "maintenant", "messaggio", "risposta", "modulo", "il", "antwort",
    ]
)  # fmt: skip
"""Words that say no more than what is sent. "All", a name or a price is more."""
_PREAMBLE = any_case(r"^(?:on|in|at|auf|im|en|dans|sur)\b[^:]{1,80}:\s+")
_FORM = r"(?=.*\b(?:forms?|formular|formulario|formulaire|modulo|survey|questionnaire|umfrage|fragebogen)\b)"
_MESSAGE = (
    r"(?=.*(?:@|\b(?:e-?mails?|mails?|messages?|letters?|repl(?:y|ies)|it|nachricht|mail|brief|antwort|sie|ihn|es|mensaje|correo|respuesta"
    r"|courriel|réponse|messaggio|risposta)\b))"
)
_TO_SEND = r"(?:send|sende[nt]?|(?:ver)?schick(?:e|en|t)?|verschicke|env[ií]a(?:r)?|manda(?:r)?|envoie|envoye[rz]|invia(?:re)?)\b"
_DEEDS = MappingProxyType(
    {
        Deed.FORWARD: any_case(
            r"(?:forward|leite[nt]?\b.*\bweiter|reenv[ií]a(?:r)?|transf[eéè]re[rz]?|inoltra(?:re)?)\b"
        ),
        Deed.REPLY: any_case(
            r"(?:reply|answer|respond|(?:be)?antworte[nt]?|responde(?:r)?|contesta(?:r)?|répond(?:s|re|ez)|rispond(?:i|ere))\s+"
            r"(?!(?:me|us|the question|mir|uns)\b)\w"
        ),
        Deed.SUBMIT: any_case(
            rf"{_FORM}(?:submit|hand\s+in|reich(?:e|en)?\b.*\bein|einreichen|soumet(?:s|tre|tez)|{_TO_SEND})\b"
        ),
        Deed.SEND: any_case(
            rf"{_TO_SEND}{_MESSAGE}|(?:(?:e-?mail|message|mail)\s+(?:(?:the|it|this|my)\b|(?-i:[A-Z])|\S+@)"
            r"|write\s+to\s+(?!(?:me|us)\b)\w|schreib(?:e|en|t)?\s+(?:an\s+)?(?-i:[A-Z]))"
        ),
    }
)
_LEADS_TO = MappingProxyType(
    {
        Deed.SEND: frozenset({Deed.SEND}),
        Deed.FORWARD: frozenset({Deed.FORWARD, Deed.SEND}),
        Deed.REPLY: frozenset({Deed.REPLY, Deed.SEND}),
        Deed.SUBMIT: frozenset({Deed.SUBMIT}),
    }
)
_DRAFT = any_case(r"\b(?:drafts?|prepare|unsent|sketch|entwurf|entwürfe|borrador|brouillon|bozza)\b")
_ADDRESS = regex(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_TO_A_NAME = regex(r"\b(?:to|an|a|à)\s+((?:[A-ZÄÖÜ][\w'-]+)(?:\s+[A-ZÄÖÜ][\w'-]+)*)")
_RECIPIENTS = any_case(
    r"\W*(?:to|cc|bcc|recipients?|an|kopie|blindkopie|empfänger(?:in)?|para|à|destinataires?|destinatari[oai]?s?)\W*"
)
_FIELDS = EDITS_AND_COMBO_BOXES | WRITTEN
_STRIDE = 1000
"""Apart from what else a clause names: a reply is begun once and sent once."""


def of_deed(request: Request, name: str) -> Mention | None:
    """Return the clause whose deed the control of that name carries out, and says no more than that; None where there is none."""
    labels = _label_of(name)
    if not labels or _DRAFT.search(request.text):
        return None
    for clause in request.clauses:
        deed = None if clause.doubtful else _deed_of(clause)
        if deed is not None and all(_LEADS_TO[deed] & any_of for any_of in labels):
            part = max(min(_LEADS_TO[deed] & any_of) for any_of in labels) if len(labels) == 1 else Deed.SEND
            said = request.unmasked(clause.words).strip()
            return Mention(clause.number + _STRIDE * int(part), said, times_of(clause.words))
    return None


def other_recipient(scene: Scene, risk: ActionClass, mention: Mention) -> str:
    """Say why a message may not go to whom the request names; "" where it does, or where the request names nobody."""
    clause = next((one for one in scene.run.request.clauses if one.number == mention.number % _STRIDE), None)
    if clause is None or risk is not ActionClass.SEND:
        return ""
    named = [*_ADDRESS.findall(clause.rest), *_TO_A_NAME.findall(_ADDRESS.sub(" ", clause.rest))]
    if not named or _deed_of(clause) in (None, Deed.SUBMIT):
        return ""
    shown = list(_recipients(scene.selection.snapshot or ()))
    text = scene.run.request.text.casefold()
    for one in shown:
        if not _is_named(one, text):
            return f"it goes to {one!r}, whom the request does not name"
    elements = scene.selection.snapshot or ()
    said = [f"{one.name} {one.value or ''}".casefold() for one in elements]
    if any(map(_is_recipient_field, elements)) and not any(
        one.casefold() in words for one in named for words in (*said, scene.title.casefold())
    ):
        return f"nothing in {scene.title!r} shows that it goes to {named[0]!r}"
    return ""


def _deed_of(clause: Clause) -> Deed | None:
    words = _PREAMBLE.sub("", clause.words)
    told = f"{words} {clause.rest[len(clause.words) :]}" if clause.rest.startswith(clause.words) else words
    return next(
        (deed for deed, verb in _DEEDS.items() if verb.match(words) or (verb.match(told) and _is_cut(words))), None
    )


def _is_cut(words: str) -> bool:
    """Tell whether a clause was cut short by what its object is not: "the invoice that is | not paid yet to Ann"."""
    return words.rstrip().casefold().endswith((" is", " are", " was", " were", " ist", " sind"))


def _label_of(name: str) -> list[frozenset[Deed]]:
    """Return for each word of a label the deeds that it may stand for; none where a word is of no deed."""
    words = [one for one in words_of(name) if one not in _OBJECTS]
    found = [frozenset(deed for deed, labels in _LABELS.items() if one in labels.split()) for one in words]
    return found if all(found) else []


def _recipients(elements: Iterable[Element]) -> Iterable[str]:
    """Return whom the fields of a message name, one by one."""
    for one in filter(_is_recipient_field, elements):
        yield from (part.strip() for part in re.split(r"[,;\n]", one.value or "") if part.strip())


def _is_recipient_field(one: Element) -> bool:
    return one.role in _FIELDS and any(_RECIPIENTS.fullmatch(it) for it in (one.name, one.label) if it)


def _is_named(recipient: str, request: str) -> bool:
    """Tell whether the request names that recipient: by the whole address, or by a name in front of it or of its first part."""
    addresses = _ADDRESS.findall(recipient)
    if any(one.casefold() in request for one in addresses):
        return True
    if _ADDRESS.search(request):
        return False
    words = set(words_of(request.replace("'s ", " ")))
    return any(len(one) > 2 and one in words for one in words_of(recipient.partition("@")[0]))
