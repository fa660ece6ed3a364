"""Which of its tools an agent is told of: those that are always needed, those that its task's words ask for, and those found."""

from __future__ import annotations

import shutil
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ufo.schema.tool import ToolInfo
from ufo.schema.tool_facts import ActionKind
from ufo.text.stem import stems
from ufo.text.word_search import Page, page_of, ranked

_NAME, _TOPIC, _TEXT = 3.0, 2.0, 1.0
"""What a word counts for that is found in a tool's name, among its words, and in its description or parameters."""
_NEAR = 6
"""Within how many words of a text all words of a topic stand: "totals" here and "by" two sentences on are no "total by"."""


@dataclass
class ToolShelf:
    """The tools of one agent. `tools`: all of them, known once its servers are open. `found`: the names of those that it has
    searched for. `is_silent`: whether the selected window is of a browser that does not report its pages.

    What an agent was told of for a task it is told of until the next one: a list that loses and gains a tool with each dialog
    would change what a prompt begins with, which the model's provider has in its cache.
    """

    tools: tuple[ToolInfo, ...] = ()
    found: set[str] = field(default_factory=set)
    is_silent: bool = False
    _task: tuple[str, ...] = ()
    _told: set[str] = field(default_factory=set)

    def ready(self, degraded: str = "") -> tuple[ToolInfo, ...]:
        """Return the tools that can be called at this look, told or not. `degraded`: why the look is poor, "" where not."""
        return tuple(tool for tool in self._that_work() if tool.is_offered(degraded))

    def offered(
        self, texts: Iterable[str], degraded: str = "", seen: Collection[str] = frozenset()
    ) -> tuple[ToolInfo, ...]:
        """Return the tools that a model is told of. `texts`: what it is to do, in the person's and the host's words; `seen`: the
        roles and states of the window's controls.
        """
        task = tuple(texts)
        asked = tuple(stems(text) for text in task)
        if task != self._task:
            self._task, self._told = task, set()
        shown = tuple(
            tool
            for tool in self.ready(degraded)
            if not tool.facts.stands_for
            and (
                tool.tool_name in self._told
                or self._is_wanted(tool, asked)
                or not frozenset(seen).isdisjoint(tool.facts.shown)
            )
        )
        self._told.update(tool.tool_name for tool in shown)
        if self.hidden(shown):
            return shown
        return tuple(tool for tool in shown if tool.facts.kind is not ActionKind.FIND_TOOLS)

    def hidden(self, shown: Sequence[ToolInfo]) -> tuple[ToolInfo, ...]:
        """Return the tools that only a search brings, given those that are shown."""
        names = {tool.tool_name for tool in shown}
        return tuple(
            tool
            for tool in self._that_work()
            if tool.facts.words and tool.is_for_models and tool.tool_name not in names
        )

    def search(self, wanted: str, limit: int) -> tuple[ToolInfo, ...]:
        """Return the tools that fit these words, the best first. They are offered from now on."""
        offered = [tool for tool in self._that_work() if tool.is_for_models and not tool.facts.on_call]
        known = [tool for tool in offered if not tool.facts.stands_for]
        best = tuple(ranked(wanted, known, _weighed_words)[:limit])
        self.found.update(tool.tool_name for tool in best)
        return best

    def _that_work(self) -> Iterator[ToolInfo]:
        for tool in self.tools:
            lacks = bool(tool.facts.program) and shutil.which(tool.facts.program) is None
            if not lacks and not (self.is_silent and tool.facts.needs_pages):
                yield tool

    def _is_wanted(self, tool: ToolInfo, asked: Sequence[tuple[str, ...]]) -> bool:
        topics = [frozenset(stems(topic)) for topic in tool.facts.words]
        if not topics or tool.tool_name in self.found:
            return True
        return any(_stands_in(topic, text) for text in asked for topic in topics)


def topics_of(tools: Iterable[ToolInfo]) -> tuple[str, ...]:
    """Return what these tools are for, a word or two each. "Charts" stands for "change chart" as well."""
    found = dict.fromkeys(tool.facts.words[0] for tool in tools if tool.facts.words)
    words = {text: frozenset(stems(text)) for text in found}
    return tuple(text for text in found if not any(other < words[text] for other in words.values()))


def _stands_in(topic: frozenset[str], text: tuple[str, ...]) -> bool:
    """Tell whether all words of a topic stand near one another in a text."""
    if not topic.issubset(text):
        return False
    return any(topic.issubset(text[at : at + _NEAR]) for at, stem in enumerate(text) if stem in topic)


def _weighed_words(tool: ToolInfo) -> Page:
    """Return what each word counts that is found with the tool."""
    return page_of(
        (tool.tool_name, _NAME),
        (" ".join(tool.facts.words), _TOPIC),
        (" ".join((tool.description, *tool.parameters, *_choices(tool))), _TEXT),
    )


def _choices(tool: ToolInfo) -> Iterator[str]:
    """Yield the values that a parameter may have: "freeze" is often one of them."""
    for item in tool.input_schema.get("properties", {}).values():
        yield from (str(value) for value in item.get("enum", ()))
