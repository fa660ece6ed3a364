"""A line whose answers come when a test tells them to."""

from __future__ import annotations

from ufo.desktop.linux.dbus.pipeline import Answer, Line, Question


class Echo(Line):
    """Answers each question with its path and member, when told to."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[Question] = []

    @property
    def alive(self) -> bool:
        return True

    def _transmit(self, asked: Question) -> int:
        self.sent.append(asked)
        return len(self.sent)

    def answer(self, number: int, answer: Answer = None) -> None:
        """`number` counts from 1."""
        asked = self.sent[number - 1]
        self.arrived(number, answer or [f"{asked.ref.path} {asked.member}"])

    async def close(self) -> None:
        self._ended()
