"""Writes plain texts and numbers that follow each other in a form one right after the other, and looks once whether they hold.

Only what the accessibility interface sets without the focus is written so. What does not hold then is filled alone, as is every
field whose value counts only once it is typed, chosen or left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ufo.conditions.world import BROWSERS
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import ElementVerb
from ufo.errors import NotActionable, StaleElement
from ufo.schema.command import ActionReport, Route
from ufo.tools.act.office_fields import has_forms
from ufo.tools.effects.judge import same_text
from ufo.tools.observe.control_names import named
from ufo.tools.verbs.combo_box import box_of
from ufo.tools.verbs.context import VerbContext, already_shows, same
from ufo.tools.verbs.date_boxes import boxes
from ufo.tools.verbs.date_sections import sections
from ufo.tools.verbs.set_number import number, same_number
from ufo.tools.verbs.typed_values import is_code

_LEFT_ALONE = frozenset({"disabled", "readonly", "offscreen", "password", "multiline"})
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class Wish:
    """A field as it was seen last, and what it is to hold."""

    element: Element
    value: bool | int | float | str | list[str]

    @property
    def text(self) -> str:
        return f"{self.value:.10g}" if isinstance(self.value, float) else str(self.value)

    def holds(self, now: Element) -> bool:
        if self.element.role == "Spinner":
            return same_number(self.text, now.value, self.element.value)
        return same_text(self.text, now.value)


async def put_at_once(context: VerbContext, wishes: Sequence[Wish]) -> list[ActionReport | None]:
    """Fill the fields from the first on that can be written so, and return their reports, None for one that does not hold. Empty
    where fewer than two can. Raises DesktopError where the window is gone or does not answer.
    """
    if len(wishes) < 2 or {context.window.app_root, context.window.process} & BROWSERS or has_forms(context.window):  # noqa: PLR2004
        return []
    run = list(_run(await context.seen(wishes[0].element), wishes))
    if len(run) < 2:  # noqa: PLR2004 one alone has its own way
        return []
    written = [await _written(context, wish, verb) for wish, verb in run]
    look = await context.look()
    return [_report(context, wish, route, look) for (wish, _), route in zip(run, written, strict=True)]


def _run(look: Snapshot, wishes: Sequence[Wish]) -> Iterator[tuple[Wish, ElementVerb]]:
    """Iterate over the wishes up to the first that has to be filled alone."""
    for wish in wishes:
        verb = _verb(look, wish)
        if verb is None:
            return
        yield wish, verb


def _verb(look: Snapshot, wish: Wish) -> ElementVerb | None:
    """Return what writes into the field at once; None where that is not enough."""
    element, text = wish.element, wish.text
    if element.by_sight or element.states & _LEFT_ALONE or isinstance(wish.value, bool | list):
        return None
    if len(text) > _LONGEST or "\n" in text or boxes(look, element):
        return None
    if element.role == "Spinner":
        return "set_value" if number(text) is not None and sections(element.value) is None else None
    is_plain = element.role == "Edit" and "editable" in element.states
    return "set_text" if is_plain and not is_code(element, text) and box_of(look, element) is None else None


async def _written(context: VerbContext, wish: Wish, verb: ElementVerb) -> Route | None:
    """Write, and return the route; None where nothing was done: it holds already, or has to be filled alone."""
    try:
        current = await context.actor.ready(wish.element)
        return None if wish.holds(current) else await context.act(current, verb, wish.text)
    except (StaleElement, NotActionable):
        # Filled alone, it is refused with the reason.
        return None


def _report(context: VerbContext, wish: Wish, route: Route | None, look: Snapshot) -> ActionReport | None:
    now = same(look, wish.element)
    if now is None or not wish.holds(now):
        return None
    if route is None:
        return already_shows(now)
    return context.confirm(wish.element, now, f"{named(now)} now shows {now.value!r}", route, now.value)
