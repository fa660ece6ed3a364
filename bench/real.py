"""Describes the real applications of the matrix and what is opened in each: menus, dialogs, lists and popovers, each by the
clicks and keys with which a person opens it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Press:
    """A click into the middle of a control with the role (one of several, separated by "|") whose name or label matches the
    pattern from its beginning; of several, the `place`th in the order of the list.
    """

    role: str
    name: str
    button: str = "left"
    place: int = 0


@dataclass(frozen=True, slots=True)
class Chord:
    """Keys that are pressed together."""

    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Words:
    """Text that is typed into whatever has the keyboard focus."""

    text: str


Step = Press | Chord | Words


@dataclass(frozen=True, slots=True)
class Part:
    """Something that opens, and what a person does to open it."""

    name: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Real:
    """A real application. `document` is written before it starts and given to it. `first` is done before anything is measured,
    such as closing a greeting. `refuses_root`: where this program runs as root, the application is started as an ordinary
    user.
    """

    name: str
    program: str
    arguments: tuple[str, ...] = ()
    document: tuple[str, str] | None = None
    first: tuple[Step, ...] = ()
    parts: tuple[Part, ...] = ()
    refuses_root: bool = False
