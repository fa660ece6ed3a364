"""How often the right tool is told at once, and how often a search finds it, for wishes in people's own words.

    python -m bench.tool_choice [--missed] [--json]

No model takes part: a tool that a prompt does not tell and that no search finds cannot be taken by any. Told: the wish alone is
the request. Found: `find_tools` with the wish as its words lists the tool among the first six. A token is taken for four
characters, as in `bench.prompts`. `--missed` prints the wishes whose tool is neither told nor found.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from bench.measure import median
from bench.prompts import tokens
from bench.tool_wishes import Wish, wishes
from ufo.config.load import load_settings
from ufo.config.settings import Settings
from ufo.prompts.tool_list import describe_tools
from ufo.schema.tool import ToolInfo
from ufo.tools.dispatch.catalogue import all_tools
from ufo.tools.observe.tool_shelf import ToolShelf, topics_of

LISTED = 6
_NAMES = {"": "HostAgent", "default": "any application"}


@dataclass(frozen=True, slots=True)
class Choice:
    """What came of a wish. `rank`: of the right tool in the search, from 1, None where it is not found. `rare`: its tools are
    told only where they are asked for.
    """

    wish: Wish
    told: bool
    rank: int | None
    rare: bool
    tools_told: int
    tokens_told: int

    @property
    def found(self) -> bool:
        return self.rank is not None and self.rank <= LISTED


def choice(wish: Wish, tools: tuple[ToolInfo, ...]) -> Choice:
    """Ask a shelf of these tools for a wish. Raises LookupError where the wish names a tool that is not among them."""
    known = {tool.tool_name: tool for tool in tools}
    if missing := [name for name in wish.tools if name not in known]:
        raise LookupError(f"{wish.text!r} of {wish.application!r} names tools that it has not: {', '.join(missing)}")
    # A wish may be written down with another name of its tool, which no model is told.
    meant = [known[name].facts.stands_for or name for name in wish.tools]
    shelf = ToolShelf(tools)
    told = shelf.offered([wish.text])
    listed = describe_tools(told, topics_of(shelf.hidden(told)))
    names = [tool.tool_name for tool in shelf.search(wish.text, len(tools))]
    ranks = [names.index(text) + 1 for text in meant if text in names]
    return Choice(
        wish=wish,
        told=any(tool.tool_name in meant for tool in told),
        rank=min(ranks, default=None),
        rare=all(known[name].facts.words for name in meant),
        tools_told=len(told),
        tokens_told=tokens(listed),
    )


def tools_of(application: str, tools: Sequence[ToolInfo], settings: Settings) -> tuple[ToolInfo, ...]:
    """Return the tools that the agent of an application has."""
    agent = "AppAgent" if application else "HostAgent"
    chosen = settings.tools[agent][application or "default"]
    servers = {*chosen.data_collection, *chosen.action}
    return tuple(tool for tool in tools if tool.namespace in servers)


def measured() -> list[Choice]:
    settings, tools = load_settings(), asyncio.run(all_tools())
    return [choice(wish, tools_of(wish.application, tools, settings)) for wish in wishes()]


def markdown(found: Sequence[Choice]) -> str:
    """Return the table of docs/benchmarks.md."""
    lines = [
        "| agent | wishes | told at once | found among six | told or found | tools told | their tokens |",
        "|---|---|---|---|---|---|---|",
    ]
    groups = {
        item.wish.application: [other for other in found if other.wish.application == item.wish.application]
        for item in found
    }
    for application, own in groups.items():
        lines.append(_line(_name(application), own))
    kinds = {
        "**all**": found,
        "those of rare tools": [item for item in found if item.rare],
        "those by which nothing was mended": [item for item in found if item.wish.fresh],
    }
    lines += [_line(name, own) for name, own in kinds.items() if own]
    return "\n".join(lines)


def _line(name: str, own: Sequence[Choice]) -> str:
    either = sum(item.told or item.found for item in own)
    cells = (
        name,
        len(own),
        _share(sum(item.told for item in own), len(own)),
        _share(sum(item.found for item in own), len(own)),
        _share(either, len(own)),
        f"{median([item.tools_told for item in own]):.0f}",
        f"{median([item.tokens_told for item in own]):,.0f}",
    )
    return f"| {' | '.join(map(str, cells))} |"


def _name(application: str) -> str:
    return _NAMES.get(application, application)


def _share(some: int, whole: int) -> str:
    return f"{some} ({round(100 * some / whole)} %)"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--missed", action="store_true", help="print the wishes whose tool is neither told nor found")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    found = measured()
    if asked.json:
        print(json.dumps([asdict(entry) | {"found": entry.found} for entry in found]))
        return 0
    print(markdown(found))
    for item in found if asked.missed else ():
        if not (item.told or item.found):
            print(
                f"missed: {_name(item.wish.application)}: {item.wish.text!r} -> {', '.join(item.wish.tools)}, rank {item.rank}"
            )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
