"""A page as the browser reports it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Field:
    """A form field. `names`: its label, name, id, placeholder and title, and the words beside it. `checked` is None where it
    cannot be ticked.
    """

    names: tuple[str, ...]
    value: str
    checked: bool | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """`text` is what the page shows, that of frames from the same origin included; `fields` leave out what is typed into
    password fields. `unread`: what keeps part of the page from being read, "" where all was.
    """

    address: str
    title: str
    text: str
    fields: tuple[Field, ...] = ()
    unread: str = ""
