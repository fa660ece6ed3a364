"""Collects what an answer says and calls, and makes an `OperatorResponse` of it. Both wires read their answers into this."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ufo.llm.operator.computer_wire import ASK, GIVE_UP, OWN_TOOLS
from ufo.llm.operator.objection import Objection
from ufo.schema.action import ActionCommandInfo
from ufo.schema.computer_use import OperatorResponse, SafetyCheck

_CUT_OFF = "the answer was cut off at its limit of tokens; do it in smaller steps (or raise `model.max_tokens`)"


@dataclass
class Reading:
    items: list[dict[str, Any]]
    texts: list[str] = field(default_factory=list)
    thoughts: list[str] = field(default_factory=list)
    actions: list[ActionCommandInfo] = field(default_factory=list)
    checks: list[SafetyCheck] = field(default_factory=list)
    calls: int = 0
    question: str = ""
    reason: str = ""
    refusal: str = ""
    zoom: tuple[float, float, float, float] | None = None
    truncated: bool = False
    objections: list[str] = field(default_factory=list)

    def objecting(self, read: Callable[[], None]) -> None:
        """Read a part; what is wrong with it goes back to the model."""
        try:
            read()
        except Objection as wrong:
            self.objections.append(str(wrong))

    def call(self, name: object, arguments: Mapping[str, Any]) -> None:
        """Read a call of one of our own tools. Raises Objection."""
        tool = OWN_TOOLS.get(str(name))
        if tool is None:
            raise Objection(f"there is no tool {name!r}; use the computer, {ASK} or {GIVE_UP}")
        parameter = tool[0]
        said = arguments.get(parameter)
        if not isinstance(said, str) or not said.strip() or len(arguments) > 1:
            raise Objection(f"{name} takes {parameter!r}, a text, and nothing else")
        if name == ASK:
            self.question = said.strip()
        else:
            self.reason = said.strip()

    def response(self) -> OperatorResponse:
        text = "\n".join(one for one in self.texts if one.strip()).strip()
        thought = "\n".join(one for one in (*self.thoughts, text) if one.strip())
        status, result = self._end(text)
        doubts = "; ".join(one.message or one.code or one.id for one in self.checks)
        asked = f"The model's provider raises a safety check: {doubts}. Go on all the same?" if doubts else ""
        return OperatorResponse(
            observation="",
            thought=thought,
            action=self.actions,
            status=status,
            comment=asked,
            questions=[self.question] if self.question else [],
            result=result,
            items=self.items,
            safety_checks=self.checks,
            objection="; ".join(dict.fromkeys([*([_CUT_OFF] if self.truncated else []), *self.objections])),
            zoom=self.zoom,
        )

    def _end(self, text: str) -> tuple[str, str]:
        """Return the status after this answer, and the result that goes with it."""
        if self.refusal:
            return "FAIL", f"the model refuses: {self.refusal}"
        if self.question:
            self._alone()
            return "PENDING", ""
        if self.reason:
            self._alone()
            return "FAIL", self.reason
        if self.checks:
            return "CONFIRM", ""
        if self.calls:
            return "CONTINUE", ""
        if not text and not self.truncated:
            self.objections.append(
                "the answer holds neither a call nor a text; work the computer, or say in words that the task is done"
            )
        return "FINISH", text

    def _alone(self) -> None:
        if self.calls > 1 or self.actions:
            self.objections.append(f"{ASK} and {GIVE_UP} go without any other call; make that one alone")
