"""Rules whether the person's request orders an act, so that it needs no further yes, or forbids it.

A reader says in which words. Code holds it to them: they stand in the request, in a line of the person's own, and what they
order is what would be done. Whatever the model or the screen adds needs a question.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ufo.schema.action_class import ActionClass
from ufo.schema.fence import quoted
from ufo.schema.inputs import OrderInputs
from ufo.schema.reading import Ordered
from ufo.schema.tool_facts import ActionKind
from ufo.tools.policy.consent.mandate import Orders
from ufo.tools.policy.consent.target import PAY, Act, Target, chooses, target_of
from ufo.tools.policy.input.verbs import filling
from ufo.tools.policy.scene.request import Request
from ufo.tools.policy.scene.scene import Scene

_MOST_WHY = 200


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the request says about an act. `said`: the person's words that order or forbid it; for "ask", why the request is no
    consent. `granted`: what the act uses up: acts, each with the words that order it.
    """

    answer: Literal["consented", "denied", "ask"]
    said: str = ""
    granted: tuple[tuple[OrderInputs, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Judge:
    """`classes`: those that the request may consent to. `call_id`: of the command that is ruled on."""

    orders: Orders
    classes: Sequence[str]
    call_id: str

    async def ruling(self, scene: Scene, act: Act) -> Ruling:
        """Rule on an act that would be asked about."""
        if not scene.run.request.is_given:
            return Ruling("ask")
        rulings = [await self._of_one(scene, part) for part in _parts(scene, act)]
        answers = {ruling.answer: ruling for ruling in reversed(rulings)}
        for answer in ("denied", "ask"):
            if answer in answers:
                return answers[answer]
        if not rulings:
            return Ruling("ask", "it is not sure what this would do")
        return Ruling("consented", rulings[0].said, tuple(row for ruling in rulings for row in ruling.granted))

    async def _of_one(self, scene: Scene, act: Act) -> Ruling:
        target = target_of(scene, act)
        read = await self.orders.read(target.inputs, self.call_id)
        if read is None:
            return Ruling("ask", "nobody has read whether the request orders it")
        request = scene.run.request
        if read.forbidden and request.holds(read.quote):
            return Ruling("denied", " ".join(read.quote.split()))
        why = target.doubt or self._unordered(request, target, read)
        if why:
            return Ruling("ask", why)
        said = " ".join(read.quote.split())
        return Ruling("consented", said, ((target.inputs, said),))

    def _unordered(self, request: Request, target: Target, read: Ordered) -> str:
        if not read.ordered or read.forbidden:
            return (
                f"the request does not order it: {quoted(read.why, _MOST_WHY)}"
                if read.why
                else "the request does not order it"
            )
        if not request.says_itself(read.quote):
            return "the words that are said to order it are not the person's own"
        kind = PAY if target.kind == ActionClass.SEND and read.pays else target.kind
        if kind not in self.classes:
            return f"the request orders it, but acts of class {kind!r} always need a question"
        return ""


def _parts(scene: Scene, act: Act) -> list[Act]:
    """Return the act, or for a form each thing in it that would be asked about by itself."""
    if act.kind is not ActionKind.FORM:
        return [act]
    fields = act.arguments.get("fields")
    parts = []
    for row in fields if isinstance(fields, list) else []:
        judged = filling(scene, {"fields": [row]})
        if judged.action_class.severity < ActionClass.OUTSIDE.severity:
            continue
        element = scene.element(row)
        is_choice = element is not None and chooses(scene, element) and row.get("value") is True
        parts.append(Act(ActionKind.CHECK if is_choice else ActionKind.FORM, {"id": row.get("id")}, judged, element))
    return parts
