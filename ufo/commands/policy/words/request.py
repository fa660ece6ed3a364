"""Reads the person's request for what it literally asks for: what to press, which files, what to run, and what not to do.

Only the request itself is read here, never what a screen, a document, a model or a tool says. Text that is quoted, fenced or
follows "type:" is material and asks for nothing. What is said under a condition, or in a form that is not known here, is no
consent.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ufo.commands.policy.words import request_words as words

_MANY = 1_000_000
_JUST = frozenset(["it", "all", "the", "everything", "file", "document"])


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of the request that says to do one thing. `rest` is its sentence from its verb on, with quotes as marks; `words`
    are the clause's own alone, as the person wrote them.
    """

    number: int
    rest: str
    words: str
    doubtful: bool


@dataclass(frozen=True, slots=True)
class Mention:
    """The place where the request names an act. `said`: the person's own words; `times`: how often it asks for the act."""

    number: int
    said: str
    times: int = 1


@dataclass(frozen=True)
class Request:
    """The person's request. `open_documents` are the names of what was open when it was made; `folder` is the working folder."""

    text: str = ""
    open_documents: tuple[str, ...] = ()
    folder: Path = Path()

    @property
    def is_given(self) -> bool:
        return bool(self.text.strip())

    @cached_property
    def asks_first(self) -> bool:
        """Whether the person wants to be asked. Then the request consents to nothing."""
        return bool(words.ASKS_FIRST.search(self._masked[0]))

    @cached_property
    def is_hedged(self) -> bool:
        """Whether anything in the request is a sign that it may not order what it names. Then it consents to nothing."""
        return bool(words.HEDGE.search(self.text.strip()))

    @property
    def asks_to_act(self) -> bool:
        """Whether the request may consent to anything that is pressed."""
        return any(not one.doubtful and one.words for one in self.clauses)

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        return tuple(self._clauses())

    @cached_property
    def negated(self) -> tuple[str, ...]:
        """What the request says not to do, in the person's words, each from its negation on. Sentences with a condition are
        left out.
        """
        found = [one[start:end] for one in self._sure for start, end in _negations(one, everywhere=False)]
        return tuple(" ".join(self.unmasked(one).split()) for one in found)

    def refusing(self, name: str) -> str:
        """Return the person's words that say not to press the control of that name; "" where there are none."""
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
            if words.NEGATED_AFTER.match(after) or words.NEGATED_ANYWHERE.search(near):
                return " ".join(sentence.split())
        return ""

    def pressing(self, name: str) -> Mention | None:
        """Return where the request says to press the control of exactly that name, or None."""
        wanted = plain(name)
        for clause in self.clauses:
            verb = words.PRESSED.match(clause.rest)
            if clause.doubtful or verb is None or not wanted:
                continue
            end = self._named_at(clause.rest, verb.end(), wanted)
            if end is not None:
                said = self.unmasked(clause.rest[:end]).strip()
                return Mention(clause.number, said, times_of(clause.words, name))
        return None

    def asks_plainly(self, name: str) -> bool:
        """Return whether a clause says just that name as what to do: "and save", "then save it"."""
        wanted = words_of(name)
        said = ([word for word in words_of(one.words) if word not in _JUST] for one in self.clauses if not one.doubtful)
        return bool(wanted) and wanted in said

    def names_document(self, document: Path) -> bool:
        """Return whether the request is about that file: by its path or name, or as an open document where the request names no
        file.
        """
        files = [*self.files, *(text for text in self._masked[1] if words.FILES.fullmatch(text))]
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
        return tuple(words.FILES.findall(self._masked[0]))

    def files_of(self, clause: Clause) -> tuple[str, ...]:
        quoted = [self._masked[1][int(mark)] for mark in re.findall(r"\x01(\d+)\x01", clause.words)]
        return (*words.FILES.findall(clause.words), *(one for one in quoted if words.FILES.fullmatch(one)))

    def means(self, named: str, path: Path) -> bool:
        """Return whether a file as the request names it is that path. A bare name is a file in the working folder, or an open
        document.
        """
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
        text = words.FENCES.sub(" \x02 ", text)
        quotes: list[str] = []

        def mark(found: re.Match[str]) -> str:
            quotes.append(next(one for one in found.groups() if one is not None))
            return f"\x01{len(quotes) - 1}\x01"

        text = words.QUOTES.sub(mark, text)
        text = words.ONCE_DONE.sub(" ", text)
        open_quote = re.search(r"[\"«„“`]", text)
        if open_quote is not None:
            text = text[: open_quote.start()] + "\x02"
        material = words.MATERIAL.search(text)
        if material is not None:
            text = text[: material.end()] + "\x02"
        return text, tuple(quotes)

    @cached_property
    def _sure(self) -> tuple[str, ...]:
        """The sentences without a condition."""
        return tuple(one for one in self._sentences if not words.CONDITION.search(words.TOLD_WHEN.sub("", one)))

    @cached_property
    def _sentences(self) -> tuple[str, ...]:
        return tuple(one.strip() for one in words.SENTENCES.split(self._masked[0]) if one and one.strip())

    def _clauses(self) -> Iterator[Clause]:
        number = 0
        for sentence in self._sentences:
            refused = _negations(sentence)
            doubtful = bool(words.CONDITION.search(words.TOLD_WHEN.sub("", sentence)))
            starts = [0, *(found.end() for found in words.CLAUSES.finditer(sentence))]
            ends = [*(found.start() for found in words.CLAUSES.finditer(sentence)), len(sentence)]
            for start, end in zip(starts, ends, strict=True):
                at = _head(sentence, start)
                said_no = any(first <= at < last for first, last in refused)
                number += 1
                until = min([end, *(first for first, _ in refused if at < first)])
                yield Clause(number, sentence[at:], sentence[at:until], doubtful or said_no)

    def _named_at(self, text: str, at: int, wanted: str) -> int | None:
        """Return where the name ends that begins at `at`, if it is exactly the wanted one with nothing left out or added, else
        None.
        """
        mark = re.match(r"\x01(\d+)\x01", text[at:])
        if mark is not None:
            end = at + mark.end()
            return end if plain(self.quoted(mark[1])) == wanted and words.AFTER_NAME.match(text[end:]) else None
        for end in range(at + 1, len(text) + 1):
            if plain(text[at:end]) == wanted and (end == len(text) or not text[end].isalnum()):
                return end if words.AFTER_NAME.match(text[end:]) else None
        return None


def plain(text: str) -> str:
    """Return the text in lower case, with one kind of apostrophe, without mnemonic marks, final dots and invisible characters."""
    text = unicodedata.normalize("NFKC", text).replace("\u2019", "'").replace("…", "").replace("_", "")
    text = "".join(one for one in text if unicodedata.category(one) != "Cf")
    return " ".join(text.casefold().split()).rstrip(".").strip()


def words_of(text: str) -> list[str]:
    return words.WORD.findall(plain(text))


def times_of(said: str, name: str = "") -> int:
    """Return how often a clause asks for its act: "every", "twice", else once. Words of the control's own name do not count."""
    left = plain(said).replace(plain(name), " ") if name else plain(said)
    if words.EVERY.search(left):
        return _MANY
    found = words.TIMES.search(left)
    if found is None:
        return 1
    return 2 if found[1] else 3 if found[3] else int(found[2])


def _negations(sentence: str, *, everywhere: bool = True) -> list[tuple[int, int]]:
    """Return the parts of a sentence that say what not to do. In languages with the "not" elsewhere, it is the whole sentence."""
    covered = [found.span() for found in words.NO_NEGATION.finditer(sentence)]
    found = [one for one in words.NEGATION.finditer(sentence) if not any(a <= one.start() < b for a, b in covered)]
    things = [found.span() for found in words.NEGATED_THING.finditer(sentence)]
    spans = []
    for one in found:
        ends = words.CLAUSES if any(a <= one.start() < b for a, b in things) else words.NEGATION_ENDS
        end = ends.search(sentence, one.end())
        spans.append((one.start(), min(end.start() if end else len(sentence), _bracket_end(sentence, one.start()))))
    if everywhere and words.NEGATED_ANYWHERE.search(sentence):
        spans.append((0, len(sentence)))
    return spans


def _bracket_end(sentence: str, at: int) -> int:
    """Return where the bracket around that place closes, or the sentence's end outside of brackets. What is said in a bracket
    says nothing of what follows it.
    """
    depth = 0
    for place, sign in enumerate(sentence):
        depth += (sign == "(") - (sign == ")")
        if place >= at and sign == ")" and depth == sentence[:at].count("(") - sentence[:at].count(")") - 1 >= 0:
            return place
    return len(sentence)


def _head(sentence: str, start: int) -> int:
    """Return where the clause's instruction begins, after "please", "then" and "in the shop"."""
    at = start + len(sentence[start:]) - len(sentence[start:].lstrip())
    filler = words.FILLERS.match(sentence, at)
    at = filler.end() if filler else at
    place = re.compile(words.PLACE.pattern.replace("VERB", rf"{words.PRESS}\b"), re.IGNORECASE).match(sentence, at)
    return place.end() if place else at
