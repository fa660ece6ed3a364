"""What is looked up for a turn beside the screen: the question, the passages that answer it, and where each comes from."""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True)
class Query:
    """What is looked up. `text`: the sub-task or the request, in its own words. `application`: an application root, "" where
    none is chosen yet. `until`: the moment, on the clock of `time.monotonic`, after which nobody waits for the answer. `whole`:
    what the person asked for, where `text` is only a part of it.
    """

    text: str
    application: str
    until: float
    whole: str = ""

    def left_s(self, now: float) -> float:
        """Return the seconds that are left, 0 where the time is over."""
        return max(0.0, self.until - now)


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of text that was looked up. `source`: what a person reads as its origin, such as "calc guide § Freeze rows".
    `key`: its name in the index, "" for one that is in none.
    """

    text: str
    source: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What was found for a turn, by the four places that the specification gives it (app_agent_strategy.md)."""

    experience_examples: tuple[Passage, ...] = ()
    demonstration_examples: tuple[Passage, ...] = ()
    offline_docs: tuple[Passage, ...] = ()
    online_docs: tuple[Passage, ...] = ()

    def __getitem__(self, name: str) -> tuple[Passage, ...]:
        """Return what one place found, as the specification reads it. Raises KeyError for a name that is none."""
        if name not in PLACES:
            raise KeyError(name)
        found: tuple[Passage, ...] = getattr(self, name)
        return found

    @property
    def examples(self) -> tuple[Passage, ...]:
        return self.experience_examples + self.demonstration_examples

    @property
    def documents(self) -> tuple[Passage, ...]:
        return self.offline_docs + self.online_docs

    @property
    def passages(self) -> tuple[Passage, ...]:
        return self.examples + self.documents


PLACES = tuple(field.name for field in fields(Knowledge))
