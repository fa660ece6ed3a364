"""A request of four pages is told to the model whole."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.scenarios.stage import host, stage
from ufo.llm.provider import Turn


async def test_a_request_of_four_pages_is_told_whole(tmp_path: Path) -> None:
    parts = [
        f"{number}. Write 'part {number} {'of the long list ' * 12}' into part-{number}.txt." for number in range(80)
    ]
    request = "\n".join(["Please do all of this, one after another.", *parts])
    assert len(request) > 16_000
    prompts: list[str] = []

    def asks(turn: Turn) -> dict[str, Any]:
        prompts.append("\n".join(message.text for message in turn.messages))
        return host("FAIL", result="it is too much")

    async with stage(tmp_path, [asks] * 3) as scene:
        await scene.run(request)
    assert prompts and all(part in prompts[0] for part in parts)
