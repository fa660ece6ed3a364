"""What a call costs: it grows with every rule, tool and field that somebody adds."""

from __future__ import annotations

from statistics import median

import pytest

from bench.prompt_scenes import FAKES, Scene
from bench.prompts import AT_P95, TYPICAL, Cost, costs_of, turns_of


def cheapest_saving(costs: list[Cost]) -> str:
    """The parts of the last call, the largest first, to say what to shorten."""
    parts = sorted(costs[-1].parts.items(), key=lambda part: -part[1])
    return ", ".join(f"{name} {count}" for name, count in parts)


@pytest.mark.parametrize("scene", FAKES, ids=lambda scene: scene.name)
async def test_a_turn_of_an_app_agent_keeps_to_its_budget_of_tokens(scene: Scene) -> None:
    costs = [one for one in costs_of(scene, await turns_of(scene)) if one.agent == "app"]
    assert len(costs) >= 5
    assert median(one.total for one in costs) <= TYPICAL, cheapest_saving(costs)
    assert max(one.total for one in costs) <= AT_P95, cheapest_saving(costs)
