"""Which application a request in English names, and what it says to open: `ufo` asks this also where a model plans."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ufo.schema.open_documents import document_of
from ufo.schema.patterns import any_case, regex
from ufo.schema.places import NAMED, Places, windows_of
from ufo.schema.target import TargetInfo
from ufo.text.fold import letters
from ufo_planner.grammar.quotations import QUOTED, mask
from ufo_planner.host.tasks import opens
from ufo_planner.text.applications import application_named, matching_windows, window_fit
from ufo_planner.text.documents import documents_named, is_another, names_a_file
from ufo_planner.text.vocabulary import is_product, kind_of_application

_WORD = regex(r"[^\W_][\w./:~+#@%&=?-]*[\w/+#]|[^\W_]")
_QUOTED = regex(QUOTED)
_LONGEST_NAME = 4
_INTRODUCED = any_case(
    r"(?:^|\b(?:in|into|inside|on|with|using|use|via|open|launch|start|run|to|from|of|switch\s+to))\s+"
    r"(?:(?:the|a|an|my|this|that|new|running|open)\s+)*$"
)
_ORDER = any_case(
    r":\s*|(?:^|[.!?;,]|\b(?:and|then|please))\s*(?=\w+\s+(?:an?|the|this|these|all|each|every|both|some|me|my|it|\d+)\b)"
)


class _Mention(NamedTuple):
    words: str
    start: int


def one_application(
    request: str, targets: Sequence[TargetInfo], applications: Sequence[str], folder: str = ""
) -> TargetInfo | None:
    """Return the window of the one application that is named, by itself or by its document. None where none or several are, or
    where it is not open: what to open it with takes understanding.
    """
    shown, rest = documents_named(request, windows_of(targets))
    if shown:
        own = {"", f"window {shown[0].id}"}
        others = {_place(entry.words, targets, applications) for entry in _unordered(rest, targets, applications)} - own
        is_one = len(shown) == 1 and not others and not names_a_file(rest)
        return shown[0] if is_one and not _may_be_another(request, shown[0], folder) else None
    mentions = _unordered(request, targets, applications)
    if not any(_INTRODUCED.search(_plain(request)[: mention.start]) for mention in mentions):
        return None
    places = {_place(mention.words, targets, applications) for mention in mentions} - {""}
    windows = matching_windows(mentions[0].words, targets)
    return windows[0] if len(places) == 1 and len(windows) == 1 else None


def _may_be_another(request: str, window: TargetInfo, folder: str) -> bool:
    """Tell whether the name may mean a file elsewhere: with folders before it, or in the working folder."""
    meant = Path(folder or "/", document_of(window))
    return f"/{meant.name}" in request or (meant.exists() and is_another(window, meant, meant.parent))


def _plain(request: str) -> str:
    return _QUOTED.sub(" ", mask(request).words)


def _unordered(request: str, targets: Sequence[TargetInfo], applications: Sequence[str]) -> list[_Mention]:
    """Return the names of applications and documents, without the words that begin an order ("draw a circle")."""
    plain = _plain(request)
    orders = {match.end() for match in _ORDER.finditer(plain)}
    return [mention for mention in _mentions(plain, targets, applications) if mention.start not in orders]


def _mentions(plain: str, targets: Sequence[TargetInfo], applications: Sequence[str]) -> list[_Mention]:
    """Return the names in the words from left to right, the longest first and none inside another."""
    words = [(found.group(), found.start()) for found in _WORD.finditer(plain)]
    found: list[_Mention] = []
    place = 0
    while place < len(words):
        for length in range(min(_LONGEST_NAME, len(words) - place), 0, -1):
            phrase = " ".join(word for word, _ in words[place : place + length])
            if _is_name(phrase, targets, applications):
                found.append(_Mention(phrase, words[place][1]))
                place += length
                break
        else:
            place += 1
    return found


def _is_name(phrase: str, targets: Sequence[TargetInfo], applications: Sequence[str]) -> bool:
    is_application = any(letters(phrase) == letters(name) for name in applications) or kind_of_application(phrase)
    return bool(is_application) or any(window_fit(phrase, window) >= NAMED for window in windows_of(targets))


def _place(words: str, targets: Sequence[TargetInfo], applications: Sequence[str]) -> str:
    """Return an identifier of what the words name. All names of one application give the same, what there is none of gives ""."""
    windows = matching_windows(words, targets)
    shown = windows and "window " + " ".join(sorted(str(window.id) for window in windows))
    return shown or application_named(words, applications) or (f"unknown {words}" if is_product(words) else "")


ENGLISH = Places(matching_windows, application_named, one_application, opens)
