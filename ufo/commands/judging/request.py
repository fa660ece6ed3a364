"""The person's request, read for what it asks for in so many words: what to press, which files, what to run, and what not.

Only the request itself is read here, never what a screen, a document, a model or a tool says. What is quoted, fenced or stands
behind "type:" is material and asks for nothing. What is said under a condition, or in a way that is not known here, is no consent.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

_QUOTES = re.compile(
    r"\"([^\"\n]*)\"|«([^»\n]*)»|[„“]([^“”\n]*)[“”]|`([^`\n]+)`|(?<![\w'])'([^'\n]+?)'(?!\w)|(?<!\w)‘([^’\n]*)’(?!\w)"
)
_FENCES = re.compile(r"```.*?(?:```|\Z)|^\s*>.*$|<[^<>\n]{1,40}>.*?</[^<>\n]{1,40}>", re.DOTALL | re.MULTILINE)
_MATERIAL = re.compile(
    r"\b(?:type|write|enter|insert|add|append|paste|put|reply|answer|say|says|saying|text|message|note|mail|e-?mail|title|subject"
    r"|summari[sz]e|translate|read|search|find|look|comment|caption|heading|tippe|schreibe?|trage?|gib|écris|tape|escribe"
    r"|following|below|content|body)\b[^.!?\n:]*:(?!//|\d|\\)",
    re.IGNORECASE,
)
_SENTENCES = re.compile(r"[.!?;]+(?=\s|$)|\n+|\s[\u2013\u2014-]+\s")
_CLAUSES = re.compile(r",|\b(?:and then|and|then|und dann|und|dann|danach|et|puis|y|luego|poi)\b", re.IGNORECASE)
_FILLERS = re.compile(
    r"(?:(?:please|kindly|now|next|finally|lastly|first|second|third|also|just|simply|only|and|then|so|but|instead|ok|okay|hi|hello"
    r"|hey|ufo|afterwards|after that|go ahead and|go on and|(?:can|could|would|will) you|you (?:can|may|should|must)|make sure to"
    r"|i (?:want|need|would like) you to|i'd like you to|do not forget to|don't forget to|never forget to|not only|bitte|jetzt"
    r"|anschließend|zuletzt|s'il (?:te|vous) plaît|por favor|per favore|\d+[.)]|[-*•(:])[\s,]*)+",
    re.IGNORECASE,
)
_PLACE = re.compile(r"(?:in|on|at|from|using|with|via|within|inside|auf|im|dans|en|sur)\s+(?:[^\s,]+\s+){1,8}?(?=VERB)")
_PRESS = (
    r"(?:press|click|hit|tap|push|choose|select|activate|drücke?n?|klicke?n?|appuie[sz]?|appuyez|cliquez?|clique|pulsa|presiona"
    r"|premi|clicca)"
)
_PRESSED = re.compile(
    rf"{_PRESS}(?:\s+(?:on|onto|auf|sur|en|su))?(?:\s+(?:the|that|this|its|every|each|all|den|die|das|le|la|el|il))?"
    r"(?:\s+(?:button|link|menu item|menu entry|option|item|entry|icon|knopf|schaltfläche|bouton|botón|pulsante))?"
    r"(?:\s+(?:called|named|labell?ed|marked|saying|that says|namens))?\s+",
    re.IGNORECASE,
)
_AFTER_NAME = re.compile(
    r"(?:\s+(?:button|link|menu item|menu entry|option|item|entry|icon|knopf|schaltfläche|bouton|botón))?"
    r"(?=\s*$|\s*[,;.!?()\x02]|\s+(?:and|then|in|on|at|of|from|for|once|twice|again|now|please|so|but|there|und|dann|im|auf|et"
    r"|puis|y|luego|after|every|each|\d+ times)\b|\s+to (?:finish|complete|confirm|continue|proceed|send|submit|order|place|buy"
    r"|save|close|see|get|open|go)\b)",
    re.IGNORECASE,
)
_NEGATION = re.compile(
    r"\b(?:do not|don'?t|does not|doesn'?t|did not|didn'?t|never|not|neither|nor|no|without|avoid|refrain|mustn'?t|shouldn'?t"
    r"|cannot|can'?t|won'?t|needn'?t|stop|skip|leave out|rather than|instead of|except)\b",
    re.IGNORECASE,
)
_NO_NEGATION = re.compile(
    r"\b(?:(?:do not|don'?t|never) (?:forget|fail|hesitate) to|not only|no problem|without (?:delay|hesitation)|no doubt)\b",
    re.IGNORECASE,
)
_NEGATED_ANYWHERE = re.compile(
    r"\b(?:nicht|nie|niemals|kein\w*|ohne|pas|jamais|sans|ne|n'\w+|nunca|sin|jamás|non|mai|senza|não|nem|niet|nooit|zonder|bez"
    r"|inte|ikke|не|нельзя|никогда|без)\b|不|别|勿|ない|않|마세요",
    re.IGNORECASE,
)
_NEGATED_AFTER = re.compile(
    r"['\"]?(?: button| link)?(?: (?:must|should|may|shall|can|could|is|are|will|has|needs|to|darf|soll|wird|doit|debe))*"
    r"(?:n't| not| never| no| nicht| nie| pas| jamais| nunca)\b",
    re.IGNORECASE,
)
_NEGATION_ENDS = re.compile(
    rf"\b(?:but|instead|however)\b|,\s*(?:(?:so|please|then|just|now)\s+)*(?={_PRESS}\b|send\b|submit\b|save\b|run\b)",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"\b(?:if|unless|in case|provided|assuming|as long as|whenever|when|until|till|before|whether|should (?:the|it|there|you)|except"
    r"|once (?!more\b|again\b)\w+|as soon as|only after|depending|maybe|perhaps|wenn|falls|sofern|bevor|sobald|quand|lorsque|avant|cuando"
    r"|antes|quando|prima)\b|\bsi\b",
    re.IGNORECASE,
)
_TOLD_WHEN = re.compile(
    r"\b(?:tell|say|report|show|let me know|inform|note)\b(?: me| us)?\s*(?:when|if|whether|once|as soon as)\b",
    re.IGNORECASE,
)
_ASKS_FIRST = re.compile(
    r"\b(?:ask|check with|confirm with|consult|wait for|warn)\s+(?:me|us|my)\b"
    r"|\blet me (?:decide|confirm|check|see|review|approve|do|press|click)\b"
    r"|\bmy (?:ok|okay|consent|approval|permission|confirmation|go[- ]ahead)\b|\b(?:i will|i'll|i want to|let me) "
    r"(?:press|click|send|submit|do|decide)\b|\bfrag\w* mich\b|\bdemande\w*[- ]moi\b",
    re.IGNORECASE,
)
_EVERY = re.compile(r"\b(?:every|all|each|any|always|alle|jede[nrs]?|tous|toutes|todos|todas)\b", re.IGNORECASE)
_TIMES = re.compile(r"\b(?:(twice|two times)|(\d{1,3}) times|(thrice|three times))\b", re.IGNORECASE)
_FILES = re.compile(
    r"(?:~|\.{1,2})?/[^\s,;:\"'()<>\x01\x02]+|[^\s,;:\"'()<>/\x01\x02]+(?:/[^\s,;:\"'()<>\x01\x02]+)*\.[A-Za-z]\w{0,7}\b"
)
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_MANY = 1_000_000


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of the request that tells to do one thing. `rest` is its sentence from its verb on, quotes as marks;
    `words` are its own alone, as the person wrote them."""

    number: int
    rest: str
    words: str
    doubtful: bool


@dataclass(frozen=True, slots=True)
class Mention:
    """Where the request names an act. `said`: the person's own words; `times`: how often it is asked for."""

    number: int
    said: str
    times: int = 1


@dataclass(frozen=True)
class Request:
    """`open_documents` are the names of what stood open when the request was made; `folder` is the working folder."""

    text: str = ""
    open_documents: tuple[str, ...] = ()
    folder: Path = Path()

    @property
    def is_given(self) -> bool:
        return bool(self.text.strip())

    @cached_property
    def asks_first(self) -> bool:
        """The person wants to be asked: then nothing is consented to beforehand."""
        return bool(_ASKS_FIRST.search(self._masked[0]))

    @property
    def asks_to_act(self) -> bool:
        """Whether it may consent to anything that is pressed."""
        return any(not one.doubtful and one.words for one in self.clauses)

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        return tuple(self._clauses())

    @cached_property
    def negated(self) -> tuple[str, ...]:
        """What is told not to do, in the person's words, each from its negation on; none of what is under a condition."""
        found = [one[start:end] for one in self._sure for start, end in _negations(one, everywhere=False)]
        return tuple(" ".join(self.unmasked(one).split()) for one in found)

    def refusing(self, name: str) -> str:
        """The person's words that tell not to press the control of that name; "" where there are none."""
        wanted = rf"(?<!\w){re.escape(plain(name))}(?!\w)"
        for said in self.negated if plain(name) else ():
            if re.search(wanted, plain(said)):
                return said
        for sentence in map(self.unmasked, self._sure if plain(name) else ()):
            found = re.search(wanted, plain(sentence))
            if found is None:
                continue
            before, after = plain(sentence)[: found.start()], plain(sentence)[found.end() :]
            near = " ".join(before.split()[-3:])
            if _NEGATED_AFTER.match(after) or _NEGATED_ANYWHERE.search(near):
                return " ".join(sentence.split())
        return ""

    def pressing(self, name: str) -> Mention | None:
        """Where the request tells to press the control of exactly that name."""
        wanted = plain(name)
        for clause in self.clauses:
            verb = _PRESSED.match(clause.rest)
            if clause.doubtful or verb is None or not wanted:
                continue
            end = self._named_at(clause.rest, verb.end(), wanted)
            if end is not None:
                said = self.unmasked(clause.rest[:end]).strip()
                return Mention(clause.number, said, _times(clause.words, name))
        return None

    def names_document(self, document: Path) -> bool:
        """Whether the request is about that file: by its path or name, or as what stands open where it names no file."""
        files = [*self.files, *(text for text in self._masked[1] if _FILES.fullmatch(text))]
        if any(self.means(one, document) for one in files):
            return True
        if any(Path(one).name == document.name and "/" in one for one in files):
            return False
        stem = plain(document.stem)
        if len(stem) > 2 and re.search(rf"(?<!\w){re.escape(stem)}(?!\w)", plain(self.text)):
            return True
        return not files and document.name in self.open_documents

    @cached_property
    def files(self) -> tuple[str, ...]:
        return tuple(_FILES.findall(self._masked[0]))

    def files_of(self, clause: Clause) -> tuple[str, ...]:
        quoted = [self._masked[1][int(mark)] for mark in re.findall(r"\x01(\d+)\x01", clause.words)]
        return (*_FILES.findall(clause.words), *(one for one in quoted if _FILES.fullmatch(one)))

    def means(self, named: str, path: Path) -> bool:
        """Whether a file as the request names it is that path: a bare name is one in the working folder or what stood open."""
        try:
            meant = (self.folder / Path(named.rstrip(".")).expanduser()).resolve()
        except (OSError, RuntimeError):
            return False
        if meant == path or (not path.is_absolute() and meant.name == path.name):
            return True
        return "/" not in named and named == path.name and path.name in self.open_documents

    def unmasked(self, text: str) -> str:
        quoted = self._masked[1]
        return re.sub(r"\x01(\d+)\x01", lambda mark: f"'{quoted[int(mark[1])]}'", text).replace("\x02", "…")

    def quoted(self, mark: str) -> str:
        return self._masked[1][int(mark)]

    @cached_property
    def _masked(self) -> tuple[str, tuple[str, ...]]:
        """The text with its quotes as marks, and the quotes."""
        text = unicodedata.normalize("NFC", self.text).replace("\u2019", "'")
        text = "".join(one for one in text if unicodedata.category(one) != "Cf")
        text = _FENCES.sub(" \x02 ", text)
        quotes: list[str] = []

        def mark(found: re.Match[str]) -> str:
            quotes.append(next(one for one in found.groups() if one is not None))
            return f"\x01{len(quotes) - 1}\x01"

        text = _QUOTES.sub(mark, text)
        open_quote = re.search(r"[\"«„“`]", text)
        if open_quote is not None:
            text = text[: open_quote.start()] + "\x02"
        material = _MATERIAL.search(text)
        if material is not None:
            text = text[: material.end()] + "\x02"
        return text, tuple(quotes)

    @cached_property
    def _sure(self) -> tuple[str, ...]:
        """The sentences that are under no condition."""
        return tuple(one for one in self._sentences if not _CONDITION.search(_TOLD_WHEN.sub("", one)))

    @cached_property
    def _sentences(self) -> tuple[str, ...]:
        return tuple(one.strip() for one in _SENTENCES.split(self._masked[0]) if one and one.strip())

    def _clauses(self) -> Iterator[Clause]:
        number = 0
        for sentence in self._sentences:
            refused = _negations(sentence)
            doubtful = bool(_CONDITION.search(_TOLD_WHEN.sub("", sentence)))
            starts = [0, *(found.end() for found in _CLAUSES.finditer(sentence))]
            ends = [*(found.start() for found in _CLAUSES.finditer(sentence)), len(sentence)]
            for start, end in zip(starts, ends, strict=True):
                at = _head(sentence, start)
                said_no = any(first <= at < last for first, last in refused)
                number += 1
                yield Clause(number, sentence[at:], sentence[at:end], doubtful or said_no)

    def _named_at(self, text: str, at: int, wanted: str) -> int | None:
        """Where the name ends that begins there, if it is the wanted one and nothing of it is left out or added."""
        mark = re.match(r"\x01(\d+)\x01", text[at:])
        if mark is not None:
            end = at + mark.end()
            return end if plain(self.quoted(mark[1])) == wanted and _AFTER_NAME.match(text[end:]) else None
        for end in range(at + 1, len(text) + 1):
            if plain(text[at:end]) == wanted and (end == len(text) or not text[end].isalnum()):
                return end if _AFTER_NAME.match(text[end:]) else None
        return None


def plain(text: str) -> str:
    """Lower case, one kind of apostrophe, without mnemonic marks, dots at the end and invisible characters."""
    text = unicodedata.normalize("NFKC", text).replace("\u2019", "'").replace("…", "").replace("_", "")
    text = "".join(one for one in text if unicodedata.category(one) != "Cf")
    return " ".join(text.casefold().split()).rstrip(".").strip()


def words_of(text: str) -> list[str]:
    return _WORD.findall(plain(text))


def times_of(words: str, name: str = "") -> int:
    return _times(words, name)


def _times(words: str, name: str) -> int:
    left = plain(words).replace(plain(name), " ") if name else plain(words)
    if _EVERY.search(left):
        return _MANY
    found = _TIMES.search(left)
    if found is None:
        return 1
    return 2 if found[1] else 3 if found[3] else int(found[2])


def _negations(sentence: str, *, everywhere: bool = True) -> list[tuple[int, int]]:
    """Where something is told not to be done. Of languages that put the "not" elsewhere, the whole sentence is."""
    covered = [found.span() for found in _NO_NEGATION.finditer(sentence)]
    found = [one for one in _NEGATION.finditer(sentence) if not any(a <= one.start() < b for a, b in covered)]
    spans = []
    for one in found:
        end = _NEGATION_ENDS.search(sentence, one.end())
        spans.append((one.start(), end.start() if end else len(sentence)))
    if everywhere and _NEGATED_ANYWHERE.search(sentence):
        spans.append((0, len(sentence)))
    return spans


def _head(sentence: str, start: int) -> int:
    """Where what a clause tells to do begins, behind "please", "then" and "in the shop"."""
    at = start + len(sentence[start:]) - len(sentence[start:].lstrip())
    filler = _FILLERS.match(sentence, at)
    at = filler.end() if filler else at
    place = re.compile(_PLACE.pattern.replace("VERB", rf"{_PRESS}\b"), re.IGNORECASE).match(sentence, at)
    return place.end() if place else at
