"""Reads a request that is about drawn things alone, word for word: where one word is left over, nothing of it is read."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ufo.schema.patterns import any_case
from ufo.verify.pages.drawn_words import MEANT, Meant, meant


@dataclass(frozen=True, slots=True)
class Press:
    what: Meant
    in_middle: bool = False


@dataclass(frozen=True, slots=True)
class PressNamed:
    """A button, by its name."""

    name: str


@dataclass(frozen=True, slots=True)
class Into:
    """`what` must lie in `where`. Without `what`: everything that no step before it meant."""

    what: Meant | None
    where: Meant


@dataclass(frozen=True, slots=True)
class Towards:
    """`what` must have moved to that side."""

    what: Meant
    way: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Count:
    """How many there are or, with `sides`, how many sides it has."""

    what: Meant
    sides: bool = False


@dataclass(frozen=True, slots=True)
class Draw:
    """A line through something, or a circle around it. `shape`: "horizontal", "vertical" or "circle"."""

    shape: str
    at: Meant


Step = Press | PressNamed | Into | Towards | Count | Draw
_WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
_PLACE = any_case(r"\s*(?:on|in)\s+(?:the|this)\s+(?:open\s+)?(?:page|window|tab)\b[^:\n]{0,60}:")
_JOINTS = re.compile(r"(?:[\s.,;!?]+|\b(?:and|then|please|now|next|finally)\b)+", re.IGNORECASE)
_WHERE = re.sub(r"\?P<(\w+)>", r"?P<to_\1>", MEANT)
_DRAGS = r"(?:drag|move|put|place)"
_MOUSE = r"(?:\s+by\s+(?:pressing\s+and\s+)?dragging(?:\s+(?:the\s+)?(?:mouse|pointer))?)?"
_END = r"(?=\s*(?:[.,;!?]|$|\b(?:and|then|when)\b))"
_PRESS = any_case(
    rf"(?:find\s+(?:and\s+)?)?(?:click|press|tap|select|choose|pick)(?:\s+on)?\s+"
    rf"(?P<middle>the\s+cent(?:er|re)\s+of\s+|the\s+middle\s+of\s+)?{MEANT}{_END}"
)
_NAMED = any_case(
    r"(?:click|press|hit)(?:\s+on)?\s+(?:the\s+)?[\"“']?(?P<name>submit|ok|done|finish|save|apply|check|send|next)[\"”']?"
    rf"(?:\s+button)?(?:\s+when\s+(?:you\s+are\s+)?done)?{_END}"
)
_INTO = any_case(
    rf"{_DRAGS}\s+{MEANT}\s+(?:so\s+that\s+(?:it\s+is|they\s+are)\s+)?(?:completely\s+|fully\s+|entirely\s+)?(?:into|inside(?:\s+of)?|in)"
    rf"\s+{_WHERE}{_END}"
)
_REST = any_case(
    rf"(?:{_DRAGS}\s+)?(?:everything\s+else|all\s+(?:the\s+)?others|the\s+(?:rest|others))\s+(?:into|inside|in)\s+{_WHERE}{_END}"
)
_TOWARDS = any_case(rf"{_DRAGS}\s+{MEANT}\s+(?:to\s+the\s+)?(?P<way>left|right|up|down)(?:wards?)?{_END}")
_COUNT = any_case(
    rf"how\s+many\s+{MEANT}s?\s*(?:are\s+(?:there|shown|drawn)|do\s+you\s+see)?(?:\s+on\s+the\s+page)?{_END}"
)
_SIDES = any_case(
    rf"(?:press\s+the\s+button\s+that\s+(?:correctly\s+)?(?:denotes|tells|shows)\s+)?how\s+many\s+sides\s+(?:does\s+)?{MEANT}\s+(?:has|have){_END}"
)
_DRAW_LINE = any_case(
    rf"draw\s+an?\s+(?P<shape>horizontal|vertical)\s+line\s+(?:that\s+(?:runs|goes|passes)\s+)?through\s+{MEANT}{_MOUSE}{_END}"
)
_DRAW_CIRCLE = any_case(
    rf"draw\s+a\s+(?P<shape>circle)\s+(?:(?:centered|centred)\s+)?(?:around|on|at|about)\s+(?:the\s+marked\s+point|{MEANT}){_MOUSE}{_END}"
)


def drawn_steps(request: str) -> tuple[Step, ...] | None:
    """Return what the request says to do with drawn things, in its order; None where it says anything else."""
    steps: list[Step] = []
    place = _PLACE.match(request)
    at = place.end() if place is not None else 0
    while True:
        joint = _JOINTS.match(request, at)
        at = joint.end() if joint is not None else at
        if at >= len(request):
            return tuple(steps) or None
        read = _read(request, at)
        if read is None:
            return None
        step, at = read
        steps.append(step)


def _read(request: str, at: int) -> tuple[Step, int] | None:
    """Return the step that begins there, and where it ends: the one that takes most of the words."""
    found: list[tuple[Step, int]] = []
    for pattern, make in _STEPS:
        match = pattern.match(request, at)
        step = make(match) if match is not None else None
        if match is not None and step is not None:
            found.append((step, match.end()))
    return max(found, key=lambda one: one[1], default=None)


def _where(match: re.Match[str]) -> Meant | None:
    again = re.compile(MEANT, re.IGNORECASE)
    begins = [match.start(name) for name in match.groupdict() if name.startswith("to_") and match[name]]
    whole = again.fullmatch(match.string, min(begins), match.end()) if begins else None
    return meant(whole) if whole is not None else None


def _press(match: re.Match[str]) -> Step | None:
    what = meant(match)
    return None if what is None else Press(what, bool(match["middle"]))


def _into(match: re.Match[str]) -> Step | None:
    what, where = meant(match), _where(match)
    return None if what is None or where is None else Into(what, where)


def _rest(match: re.Match[str]) -> Step | None:
    where = _where(match)
    return None if where is None else Into(None, where)


def _towards(match: re.Match[str]) -> Step | None:
    what = meant(match)
    return None if what is None else Towards(what, _WAYS[match["way"].casefold()])


def _count(match: re.Match[str]) -> Step | None:
    what = meant(match)
    return None if what is None else Count(what)


def _sides(match: re.Match[str]) -> Step | None:
    what = meant(match)
    return None if what is None else Count(what, sides=True)


def _draw(match: re.Match[str]) -> Step | None:
    what = meant(match)
    if what is None and "marked point" in match[0].casefold():
        what = Meant("circle")
    return None if what is None else Draw(match["shape"].casefold(), what)


_STEPS = (
    (_PRESS, _press),
    (_NAMED, lambda match: PressNamed(match["name"].casefold())),
    (_INTO, _into),
    (_REST, _rest),
    (_TOWARDS, _towards),
    (_COUNT, _count),
    (_SIDES, _sides),
    (_DRAW_LINE, _draw),
    (_DRAW_CIRCLE, _draw),
)
