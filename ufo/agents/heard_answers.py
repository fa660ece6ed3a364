"""Asks a model for an agent, and counts what that used, by the models that answered, whether or not it came to anything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby

from ufo.agents.services import AgentServices
from ufo.errors import ModelError
from ufo.llm.provider import Completion, Provider, Turn, Wrapper
from ufo.llm.turn import Answered, Check, answer
from ufo.schema.message import Message
from ufo.schema.spans import Spent
from ufo.schema.usage import Usage
from ufo.trace.emitter import Emitter
from ufo.trace.events import ModelAnswered, Noticed


class HeardAnswers(Wrapper):
    """Passes each question on to `provider` and keeps the answers. All but the last did not fit, or else none did."""

    def __init__(self, provider: Provider) -> None:
        super().__init__(provider)
        self._completions: list[Completion] = []
        self._fits = False
        self._mended = 0

    async def complete(self, turn: Turn) -> Completion:
        completion = await self._inner.complete(turn)
        self._completions.append(completion)
        return completion

    async def answer(self, services: AgentServices, agent: str, turn: Turn, checks: Sequence[Check]) -> Answered:
        """Return an answer that fits the turn and `checks`; `json_parsing_retry` answers are asked for at most. Raises
        ModelUnavailable, LimitReached, and MalformedAnswer where none fits.
        """

        def notice(text: str) -> None:
            services.emitter.emit(Noticed(text=f"{agent}: {text}"))

        with self.reported(services.emitter, agent):
            answered = await answer(self, turn, checks, services.settings.system.json_parsing_retry, notice)
            self._mended = answered.completion.usage.mended_answers
            return answered

    @property
    def usage(self) -> Usage:
        """What all the answers used together."""
        begun = Usage(format_errors=self._unfit, mended_answers=self._mended)
        return sum((completion.usage for completion in self._completions), begun)

    @property
    def _unfit(self) -> int:
        return len(self._completions) - self._fits

    @contextmanager
    def reported(self, emitter: Emitter, agent: str) -> Iterator[None]:
        """Report which models answered while the agent asked, and what each of them used."""
        error: str | None = None
        try:
            with emitter.spending(Spent.MODEL, agent):
                yield
            self._fits = bool(self._completions)
        except ModelError as problem:
            error = str(problem)
            raise
        finally:
            self._report(emitter, agent, error)

    def _report(self, emitter: Emitter, agent: str, error: str | None) -> None:
        runs = [
            list(answers)
            for _, answers in groupby(self._completions, lambda completion: (completion.by, completion.model))
        ]
        for number, answers in enumerate(runs, 1):
            is_last = number == len(runs)
            errors = len(answers) - (is_last and self._fits)
            emitter.emit(
                ModelAnswered(
                    agent=agent,
                    model=answers[-1].model,
                    asked=answers[-1].by,
                    usage=sum(
                        (completion.usage for completion in answers),
                        Usage(format_errors=errors, mended_answers=self._mended if is_last else 0),
                    ),
                    seconds=sum(completion.seconds for completion in answers),
                    attempts=len(answers),
                    error=(error if is_last else "the answer did not fit") if errors == len(answers) else None,
                )
            )


def log_request(services: AgentServices, agent: str, messages: Sequence[Message]) -> None:
    """Write what the model is given to the run's folder."""
    told = [{"role": message.role, "text": message.text} for message in messages]
    services.run_log.log_request({"step": services.emitter.step, "agent": agent, "messages": told})
