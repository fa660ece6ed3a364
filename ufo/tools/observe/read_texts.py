"""Remembers the texts that were read in this run, and checks whether an address would carry any of them away.

A page that is opened receives its whole address. A text from a document that is put into an address therefore reaches the
owner of the host, and a model that obeys a hostile text can be made to do that. What the request itself names may be sent
wherever the person wants.
"""

from __future__ import annotations

import base64
import binascii
import html
from collections.abc import Iterable, Iterator, Mapping
from re import Match
from urllib.parse import SplitResult, unquote_plus, urlsplit

from ufo.desktop.snapshot import Snapshot
from ufo.schema.patterns import regex
from ufo.schema.roles import TOOLS
from ufo.text.fold import letters
from ufo.text.words import words

_MOST_CHARACTERS = 4_000_000
_LONGEST = 100_000
_WORD = regex(r"[^\W_]+")
_OPAQUE = regex(r"[A-Za-z0-9+=]{32,}")
_ENCODED = (regex(r"[A-Za-z0-9+_-]{8,}={0,2}"), regex(r"[A-Za-z0-9+/_-]{8,}={0,2}"))
_CODES = regex(r"(?:\b\d{2,3}\b\W{1,3}){7,}\d{2,3}")
_CODE_OF_SIGN = regex(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4}))")
_SHORTEST_WORD, _SHORTEST_WHOLE, _LONGEST_WHOLE = 4, 8, 200
_LONG_WORD, _IN_A_ROW = 8, 3
_MOST_DECODINGS = 3
_MOST_KNOWN = 100_000
"""Words that are kept of what one host showed."""
# Words that are usual in addresses and that also appear on screens.
_USUAL_WORDS = """
http https html htm xhtml json text www wwww com index main page pages wiki search articles article about contact
product products docs document documents documentation download downloads login logout help home news blog posts item
items list lists category categories user users view show edit open file files image images media static assets public
private data name title type query lang language english sort order filter date time year month week today start stop
next previous first last from with this that then more info support settings account profile store shop cart special
main_page portal forum topic topics thread threads question questions answer answers latest stable current version
versions release releases issues pull commit tree blob master guide guides tutorial tutorials reference manual example
examples sample test tests table tables sheet sheets style styles report reports form forms menu link links address
email mail message messages video videos music photo photos maps python java linux windows default standard local
localhost true false none null utf8
"""
_USUAL = frozenset(_USUAL_WORDS.split())


class ReadTexts:
    """The texts read in one run, shared by all its agents."""

    def __init__(self) -> None:
        self._texts: dict[str, None] = {}
        self._written: dict[str, None] = {}
        self._shown: dict[str, set[str]] = {}
        self._words: set[str] = set()
        self._own_words: set[str] = set()
        self._unsorted: list[str] = []
        self._size = 0
        self._asked = ""

    def asked(self, request: str) -> None:
        """Record that a request begins. What earlier requests of the session named still counts as named."""
        self._asked = f"{self._asked}\n{request}"

    def add(self, texts: Iterable[str | None]) -> None:
        """Record texts that a tool returned or a screen showed."""
        for text in texts:
            if text and text not in self._texts:
                kept = text[:_LONGEST]
                self._texts[kept] = None
                self._unsorted.append(kept)
                self._size += len(kept)
        while self._size > _MOST_CHARACTERS:
            oldest = next(iter(self._texts))
            del self._texts[oldest]
            self._size -= len(oldest)

    def look(self, snapshot: Snapshot | None) -> None:
        for element in snapshot or ():
            self.add(
                (element.value, "" if element.role in TOOLS and not _may_hold_data(element.name) else element.name)
            )

    def shown(self, place: str, texts: Iterable[str]) -> None:
        """Record what a page itself showed, its address among it. `place`: its host, with the port where there is one."""
        known = self._shown.setdefault(place, set()) if place else set()
        if len(known) < _MOST_KNOWN:
            known.update(word for text in texts for word in words(text))

    def wrote(self, texts: Iterable[str]) -> None:
        """Record texts that the agents wrote themselves. They are read back later, but remain the agents' own."""
        fresh = [text for text in texts if text and text not in self._written]
        self._written.update(dict.fromkeys(fresh))
        self._sort()
        self._own_words.update(word for text in fresh for word in words(text) if word not in self._words)

    def held(self, document: str) -> tuple[str, ...]:
        """Return what was read in this run and stands in a document, and that neither the request names nor the agents thought of
        themselves: numbers, long words, several words in a row, and short texts as a whole. They count also backwards, in pieces,
        in base64, in hexadecimal digits and as codes of signs.
        """
        self._sort()
        known = {*words(self._asked), *self._own_words}
        pieces = list(_decoded(html.unescape(_CODE_OF_SIGN.sub(_sign, document))))
        pieces += [codes for piece in pieces for codes in _of_codes(piece)]
        pieces += [piece[::-1] for piece in pieces]
        listed = [words(piece) for piece in pieces]
        there = {word for words in listed for word in words}
        found = [word for word in there & self._words - known if _is_telling(word)]
        rows = {row for words in listed for row in _rows(words)} - set(_rows(words(self._asked)))
        for text in self._texts:
            found += [" ".join(row) for row in _rows(words(text)) if row in rows and not known.issuperset(row)]
        return tuple(dict.fromkeys([*sorted(found), *self._whole(pieces, known)]))

    def _sort(self) -> None:
        """Take the words of what was read since."""
        while self._unsorted:
            self._words.update(words(self._unsorted.pop()))

    def carried(self, address: str, known_there: Iterable[str] = ()) -> tuple[str, ...]:
        """Return texts of this run in the address that neither the request nor its host (`known_there`: now) named."""
        if not self._texts or self._is_read_whole(address):
            return ()
        parts = _split(address)
        if parts is None:
            return ()
        there = {word for text in known_there for word in words(text)} | self._shown.get(parts.netloc.casefold(), set())
        asked = {*words(self._asked), *there}
        self._sort()
        pieces = list(_pieces(parts, with_host=not self._is_known_host(parts.hostname or "")))
        found = [
            word
            for piece in pieces
            for word in words(piece)
            if _is_specific(word) and word in self._words and word not in asked
        ]
        return tuple(dict.fromkeys([*found, *self._whole(pieces, there), *self._opaque(parts)]))

    def _is_read_whole(self, address: str) -> bool:
        """Tell whether the whole address was read or requested: such a link carries nothing that its author did not know. An
        address that the agents wrote counts only where the request names it.
        """
        wanted = address.strip().casefold().rstrip("/")
        if any(wanted in text.casefold() for text in self._written):
            return wanted in self._asked.casefold()
        return wanted in self._asked.casefold() or any(wanted in text.casefold() for text in self._texts)

    def _is_known_host(self, host: str) -> bool:
        known = (self._asked, *self._texts)
        return any(host in text.casefold() for text in known) and not any(
            host in text.casefold() for text in self._written
        )

    def _whole(self, pieces: Iterable[str], there: set[str]) -> list[str]:
        """Return texts of several words that the pieces contain, also backwards. `there`: words that the host showed itself."""
        sent = [letters(piece) for piece in pieces]
        sent += [text[::-1] for text in sent]
        asked = letters(self._asked)
        candidates = ((text, letters(text)) for text in self._texts if len(text) <= _LONGEST_WHOLE)
        return [
            text
            for text, squashed in candidates
            if len(squashed) >= _SHORTEST_WHOLE
            and not there.issuperset(words(text))
            and squashed not in asked
            and squashed not in _USUAL
            and any(squashed in text for text in sent)
        ]

    def _opaque(self, parts: SplitResult) -> list[str]:
        """Return long unreadable strings in the address that were neither read nor requested: they may hide anything."""
        sent = f"{parts.path}?{parts.query}#{parts.fragment}"
        known = (self._asked, *self._texts)
        return [item for item in _OPAQUE.findall(sent) if not any(item in text for text in known)]


def texts_in(value: object) -> Iterator[str]:
    """Yield every text in arguments or in a result, including those in lists and tables."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for entry in value.values():
            yield from texts_in(entry)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from texts_in(item)


def _may_hold_data(name: str) -> bool:
    return any(sign.isdigit() for sign in name) or len(name.split()) > 2


def _split(address: str) -> SplitResult | None:
    try:
        parts = urlsplit(address.strip())
        _ = parts.hostname
    except ValueError:
        return None
    return parts


def _pieces(parts: SplitResult, *, with_host: bool) -> Iterator[str]:
    """Yield all parts of an address, percent-decoded, and what base64 or hexadecimal strings in them decode to."""
    texts = [parts.path, parts.query, parts.fragment, parts.username or "", parts.password or ""]
    if with_host:
        texts.append(parts.hostname or "")
    for text in texts:
        yield from _decoded(text)


def _decoded(text: str) -> Iterator[str]:
    plain = text
    for _ in range(_MOST_DECODINGS):
        decoded = unquote_plus(plain)
        if decoded == plain:
            break
        plain = decoded
    yield plain
    encoded = {item for pattern in _ENCODED for item in pattern.findall(plain)}
    yield from (shown for item in sorted(encoded) for shown in _decodings(item))


def _of_codes(text: str) -> Iterator[str]:
    """Yield what rows of decimal codes of signs stand for."""
    for row in _CODES.findall(text):
        yield "".join(chr(int(code)) for code in _WORD.findall(row) if code.isdecimal())


def _sign(found: Match[str]) -> str:
    return chr(int(found[1] or found[2], 16))


def _rows(words: list[str]) -> Iterator[tuple[str, ...]]:
    return zip(*(words[start:] for start in range(_IN_A_ROW)), strict=False)


def _is_telling(word: str) -> bool:
    """Tell whether a word by itself shows that a document holds what was read: a number, or one that is long and not usual."""
    is_long = len(word) >= (_LONG_WORD if word.isascii() else _SHORTEST_WORD)
    return _is_specific(word) and (is_long or any(sign.isdigit() for sign in word))


def _decodings(text: str) -> Iterator[str]:
    padded = text.rstrip("=").replace("-", "+").replace("_", "/")
    for decode in (_from_base64, bytes.fromhex):
        try:
            shown = decode(padded).decode()
        except (ValueError, binascii.Error):
            continue
        if shown.isprintable():
            yield shown


def _from_base64(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)


def _is_specific(word: str) -> bool:
    """Tell whether a word is a number, or a word that is not simply a usual part of addresses."""
    if any(sign.isdigit() for sign in word):
        return len(word) >= _SHORTEST_WORD
    # Scripts without spaces express in two characters what others express in a word.
    return word not in _USUAL and len(word) >= (_SHORTEST_WORD if word.isascii() else 2)
