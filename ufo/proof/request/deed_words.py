"""The words in which requests tell what is to be done to files and texts, by the kind of evidence that each deed leaves.

They are in the languages of common desktops. A deed whose word is not here is told by no evidence.
"""

from __future__ import annotations

from enum import StrEnum
from types import MappingProxyType

from ufo.proof.request import clause_words as say
from ufo.proof.request.model import Kind
from ufo.proof.request.spans import marks_of
from ufo.schema.patterns import any_case


class DeedKind(StrEnum):
    WRITE = "write"
    REMOVE = "remove"
    RENAME = "rename"
    MOVE = "move"
    COPY = "copy"
    REPLACE = "replace"
    ORDER = "order"
    CHANGE = "change"
    """Anything else that a file shows afterwards: a look, a size, a setting."""
    KEEP = "keep"
    """What leaves the contents of files as they are, or is done to a window."""
    UNKNOWN = "unknown"


_ENGLISH = MappingProxyType(
    {
        DeedKind.WRITE: "put|write|enter|type|insert|add|append|prepend|note|jot|paste|fill|complete|draft|key|summari[sz]e",
        DeedKind.REMOVE: "remove|delete|erase|drop|clear|empty|strike|cross|trash|bin|wipe|discard|shred|cut",
        DeedKind.RENAME: "rename",
        DeedKind.MOVE: "move",
        DeedKind.COPY: "copy|duplicate|clone|back\\s+up|backup",
        DeedKind.REPLACE: "replace|swap|substitute|exchange",
        DeedKind.ORDER: "sort|order|reverse|shuffle",
        DeedKind.CHANGE: (
            "set|change|make|turn|give|format|apply|mark|highlight|paint|colou?r|scale|resize|crop|rotate|flip|convert|pack|zip|"
            "compress|unpack|unzip|extract|update|correct|adjust|fix|alter|bold|underline|draw|plot|merge|split|join|shorten|"
            "lowercase|uppercase|capitali[sz]e|indent|translate|trim|accept|reject|freeze|protect|encrypt|lock|raise|increase|"
            "combine|concatenate|tidy|clean|rewrite|reformat|rearrange|group|hide|proofread|spell-?check|"
            "lower|reduce|decrease|create|generate|produce|build|need|want|switch|enable|disable|activate|deactivate|number"
        ),
        DeedKind.KEEP: f"make\\s+sure|ensure|{say.VERBS}|leave|list|count|watch|play|view|forward|reply",
    }
)
_OTHERS = MappingProxyType(
    {
        DeedKind.WRITE: (
            "schreib(?:e|en|t)?|f(?:\u00fc|ue)g(?:e|en|t)?|trag(?:e|en|t)?|eintragen|hinzuf(?:\u00fc|ue)gen|einf(?:\u00fc|ue)gen|"
            "notier(?:e|en|t)?|erg(?:\u00e4|ae)nz(?:e|en|t)?|"
            "escrib(?:e|a|ir)|a\u00f1ad(?:e|a|ir)|agreg(?:a|ar|ue)|anot(?:a|ar|e)|inserta(?:r)?|pon|poner|ponga|"
            "\u00e9cri(?:s|re|vez)|ajoute[rz]?|ins[\u00e8\u00e9]re[rz]?|scriv(?:i|ere|a)|aggiung(?:i|ere)|inseri(?:sci|re)"
        ),
        DeedKind.REMOVE: (
            "l(?:\u00f6|oe)sch(?:e|en|t)?|entfern(?:e|en|t)?|streich(?:e|en)?|leere|leeren|vernicht(?:e|en)|"
            "borr(?:a|ar|e|ad)|elimin(?:a|ar|e|are|er|ez)|suprim(?:e|ir)|quita(?:r)?|"
            "supprime[rz]?|efface[rz]?|enl[e\u00e8]ve[rz]?|cancella(?:re)?|rimuov(?:i|ere)"
        ),
        DeedKind.RENAME: "(?:um)?benenn(?:e|en|t)?|renombr(?:a|ar|e)|renomme[rz]?|rinomina(?:re)?",
        DeedKind.MOVE: "verschieb(?:e|en|t)?|muev(?:e|a)|mover|d\u00e9place[rz]?|sposta(?:re)?",
        DeedKind.COPY: "kopier(?:e|en|t)?|duplizier(?:e|en)?|copi(?:a|ar|e|er|ez|are)|duplic(?:a|ar|are)|dupliqu(?:e|er|ez)",
        DeedKind.REPLACE: (
            "ersetz(?:e|en|t)?|(?:aus|ver)?tausch(?:e|en|t)?|reemplaz(?:a|ar)|sustitu(?:ye|ir)|cambia(?:r)?|"
            "remplace[rz]?|\u00e9change[rz]?|sostitui(?:sci|re)|scambia(?:re)?"
        ),
        DeedKind.ORDER: "sortier(?:e|en|t)?|ordn(?:e|en)|ordena(?:r)?|trie[rz]?|ordina(?:re)?",
        DeedKind.CHANGE: (
            "(?:\u00e4|ae)nder(?:e|n)|setz(?:e|en|t)?|stell(?:e|en)|mach(?:e|en|t)?|erstell(?:e|en)|formatier(?:e|en)|"
            "k(?:\u00fc|ue)rz(?:e|en)|dreh(?:e|en)|skalier(?:e|en)|verkleiner(?:e|n)|\u00fcbersetz(?:e|en)|schneid(?:e|en)|"
            "wandl(?:e|en)|f(?:\u00e4|ae)rb(?:e|en)|haz|hacer|crea(?:r|re)?|formatea(?:r)?|convierte|gira(?:r)?|traduce|traducir|redimensiona(?:r)?|"
            "redimensionne[rz]?|tourne[rz]?|tradui(?:s|re)|fai(?:s|re)|cr\u00e9e[rz]?|"
            "mets|mettre|modifi(?:e|er|ez|ca|care)|imposta(?:re)?"
        ),
        DeedKind.KEEP: (
            "(?:\u00f6|oe)ffn(?:e|en)|speicher(?:e|n)?|zeig(?:e|en)?|lies|lesen|such(?:e|en)|finde|drucke?n?|starte?n?|schlie(?:\u00df|ss)en?|"
            "abr(?:e|ir)|guarda(?:r)?|muestra|mostrar|lee|leer|busca(?:r)?|ouvr(?:e|ir|ez)|enregistre[rz]?|sauvegarde[rz]?|"
            "montre[rz]?|lire|cherche[rz]?|apri(?:re)?|salva(?:re)?|mostra(?:re)?|legg(?:i|ere)|cerca(?:re)?"
        ),
    }
)
"""These words occur as verbs alone, and in some of the languages at the end of a sentence."""

A_COPY = any_case(
    rf"\b(?:make|create|save|keep|put|mach\w*|erstell\w*|haz|hacer|crea\w*|fais|faire)\s+"
    r"(?:(?:me\s+)?(?:a|an|one|the|eine|una|une)\s+)?(?:exact\s+|second\s+|new\s+)?"
    rf"(?:copy|duplicate|backup|kopie|sicherungskopie|copia|copie)\s+(?:of|von|de|di)\s+(?P<whole>(?:\w+\s+){{0,2}}(?={say.FILE}))?"
)
OF_FILE = (
    r"(?:(?:the|die|das|el|la|le|il|lo|my|meine)\s+)?(?:(?:whole|new|old|ganze)\s+)?"
    r"(?:(?:file|document|folder|directory|datei|dokument|ordner|archivo|fichero|documento|carpeta|fichier|dossier|cartella)\s+)?"
)
OTHERS = "|".join(_OTHERS.values())


def _named(words: str, kind: DeedKind) -> str:
    return f"(?P<{kind.value}>{words})"


_VERB_PLACE = r"(?:^|(?<=[,;:(.])|\b(?:please|to|and|also|then|you|should|must|just|now|kindly|simply|or|but)\s)\s*"
_AFTER_PLACE = rf"(?<={say.PLACE})\s*,?\s+"
ENGLISH_DEED = any_case(
    rf"(?:{_VERB_PLACE}|{_AFTER_PLACE})(?:{'|'.join(_named(words, kind) for kind, words in _ENGLISH.items())})(?![\w.-])"
)
OTHER_DEED = any_case(
    r"(?<![\w.-])(?<!\bder )(?<!\bdie )(?<!\bdas )(?<!\bel )(?<!\bla )(?<!\ble )(?<!\bune )(?<!\buna )"
    rf"(?:{'|'.join(_named(words, kind) for kind, words in _OTHERS.items())})(?![\w.-])"
)
STATEMENT = any_case(
    r"\b(?:is|are|was|were|has|have|had|says?|contains?|lies|stands|holds|shows?|belongs?|comes?|there"
    r"|ist|sind|war|hat|haben|steht|liegt|enth(?:\u00e4|ae)lt|gibt|es|est\u00e1|est\u00e1n|son|tiene|hay|contiene|est|sont|contient)\b"
)
OUGHT = any_case(
    r"\b(?:must|should|shall|has\s+to|have\s+to|needs?\s+to|muss|soll|sollen|sollte|debe|tiene\s+que|doit|deve)\b"
)
"""Says what something is to be like: a deed without a verb of its own."""
FRAGMENT = any_case(
    r"\W*(?:in|on|at|from|of|with|for|using|into|inside|under|beside|by|as|after|before|via|im|auf|aus|von|mit|bei|en|de|del|con"
    r"|dans|sur|avec|nel|nella|su)\b"
)
FILLER = any_case(
    r"\W*(?:(?:please|kindly|now|also|just|can you|could you|would you|will you|bitte|por favor|kannst du)\b\W*)+"
)

_NUMBERS = {
    "once": 1, "twice": 2, "thrice": 3, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "due": 2, "tre": 3,
    "zwei": 2, "drei": 3, "vier": 4, "f\u00fcnf": 5,
}  # fmt: skip
TIMES = any_case(
    rf"\b(?P<single>twice|thrice)\b|(?:\b(?P<words>two|three|four|five|six|seven|eight|nine|ten|dos|tres|cuatro|cinco|deux|trois|"
    rf"quatre|cinq|due|tre)|(?P<number>{marks_of(Kind.NUMBER)}))\s+(?:times|veces|fois|volte|mal)\b"
    r"|\b(?P<joined>zwei|drei|vier|f\u00fcnf)mal\b"
)
"""How often a text is to be written."""


def times_meant(said: str) -> int | None:
    """Return the number that such words tell, or None where it is no whole number."""
    word = said.casefold()
    return _NUMBERS.get(word) or (int(word) if word.isdecimal() else None)


_PLACES = {
    "first": 1, "top": 1, "start": 1, "beginning": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "last": -1, "end": -1,
    "bottom": -1, "anfang": 1, "erste": 1, "zweite": 2, "dritte": 3, "letzte": -1, "ende": -1, "principio": 1, "primera": 1,
    "segunda": 2, "tercera": 3, "\u00faltima": -1, "final": -1, "d\u00e9but": 1, "premi\u00e8re": 1, "deuxi\u00e8me": 2,
    "troisi\u00e8me": 3, "derni\u00e8re": -1, "fin": -1,
}  # fmt: skip
_LINES = r"(?:line|row|paragraph|zeile|l\u00ednea|ligne)"
AT_PLACE = any_case(
    r"\b(?:(?:to|at|on|into)\s+the\s+(?:very\s+)?(?P<at>end|top|start|beginning|bottom)\b(?:\s+of\b)?|(?:am|ans)\s+(?P<german>ende|anfang)\b"
    r"|al\s+(?P<spanish>final|principio)\b|(?:\u00e0\s+la|au)\s+(?P<french>fin|d\u00e9but)\b)"
)
AT_LINE = any_case(
    rf"\b(?P<line>first|second|third|fourth|fifth|last|erste|zweite|dritte|letzte|primera|segunda|tercera|\u00faltima|premi\u00e8re|"
    rf"deuxi\u00e8me|troisi\u00e8me|derni\u00e8re)n?\s+{_LINES}\b"
)


def place_meant(clause: str) -> int | None:
    """Return the number of the line that the words of a clause name, from 1, -1 for the last; None where they name none."""
    match = AT_LINE.search(clause) or AT_PLACE.search(clause)
    said = next((one for one in match.groupdict().values() if one), "") if match is not None else ""
    return _PLACES.get(said.casefold())
