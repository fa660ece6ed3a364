"""What a control says beside its accessible name: what is painted on it, its title, where it leads, what its form does."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from ufo.schema.action_class import ActionClass
from ufo.schema.patterns import regex
from ufo.tools.policy.words.action_words import class_of_label, worst

_SIGNS = regex(r"[^\W_]")
_WORD = regex(r"[^\W\d_]{3,}|[^\W\d_\x00-\x7f]{2,}")
_JOINED = regex(r"(?<=[a-z])(?=[A-Z])")
_PARTS = regex(r"[^a-z]+")
# Words that do not count as actions in an address, where they are as often nouns: "/blog/post/12".
_NOT_ACTIONS = frozenset(
    {"post", "posts", "share", "trash", "tweet", "reply", "buy", "checkout", "invite", "subscribe", "donate"}
)


@dataclass(frozen=True, slots=True)
class ControlWords:
    """What a control says. `painted`: words read from its picture; `words`: text, title, description and the like, as reported
    by its page.

    `address` is where a link leads, `action` where its form goes, both "" for none. `submits`: pressing it, or Enter in it,
    sends the form, whose default button says `default`; `presses`: pressing it does; `query`: what the form's fields hold;
    `scripted`: a script may send the form. `by_page`: the page itself reported this, so nothing else is missing.
    """

    painted: str = ""
    words: tuple[str, ...] = ()
    address: str = ""
    action: str = ""
    method: str = ""
    submits: bool = False
    default: str = ""
    presses: bool = False
    query: str = ""
    scripted: bool = False
    by_page: bool = False

    @property
    def all_words(self) -> tuple[str, ...]:
        return tuple(word for word in (self.painted, *self.words) if word)


def says_something(text: str) -> bool:
    """Return whether a text has letters or digits: an arrow or an aeroplane does not say what is sent."""
    return bool(_SIGNS.search(text))


def shows_words(painted: str) -> bool:
    """Return whether what was read is surely words: an icon is now and then read as a letter or two."""
    return bool(_WORD.search(painted))


def class_of_place(address: str) -> ActionClass:
    """Classify following an address by what it shows: ".../account/delete" deletes, whatever the link is called."""
    try:
        parts = urlsplit(address.strip())
    except ValueError:
        return ActionClass.EDIT
    if "".join(parts.scheme.split()).casefold() == "mailto":
        return ActionClass.EDIT
    return worst([ActionClass.EDIT, *map(class_of_label, action_words(address))])


def action_words(address: str) -> tuple[str, ...]:
    """Return what an address may name as an action: the end of its path and what its query asks for, as words."""
    try:
        parts = urlsplit(address.strip())
    except ValueError:
        return ()
    path = unquote(parts.path).rstrip("/").rpartition("/")[2].partition(".")[0]
    asked = [unquote(pair.partition("=")[2] or pair) for pair in parts.query.split("&") if pair]
    apart = [_JOINED.sub(" ", text).casefold() for text in (path, *asked)]
    said = [" ".join(part for part in _PARTS.split(text) if part) for text in apart]
    return tuple(text for text in said if _names_an_action(text))


def _names_an_action(text: str) -> bool:
    """Return whether a part of an address names an action: one to three words. A longer one is a headline."""
    words = text.split()
    return 0 < len(words) <= 3 and text not in _NOT_ACTIONS and words[0] not in _NOT_ACTIONS
