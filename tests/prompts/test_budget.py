"""What a call costs: it grows with every rule, tool and field that somebody adds."""

from __future__ import annotations

from statistics import median

import pytest

from bench.prompt_scenes import FAKES, LONG, Scene
from bench.prompts import AT_P95, TYPICAL, Cost, costs_of, growth, turns_of


def cheapest_saving(costs: list[Cost]) -> str:
    """The parts of the last call, the largest first, to say what to shorten."""
    parts = sorted(costs[-1].parts.items(), key=lambda part: -part[1])
    return ", ".join(f"{name} {count}" for name, count in parts)


@pytest.mark.parametrize("scene", FAKES, ids=lambda scene: scene.name)
async def test_a_turn_of_an_app_agent_keeps_to_its_budget_of_tokens(scene: Scene) -> None:
    costs = [cost for cost in costs_of(scene, await turns_of(scene)) if cost.agent == "app"]
    assert len(costs) >= 5
    assert median(cost.total for cost in costs) <= TYPICAL, cheapest_saving(costs)
    assert max(cost.total for cost in costs) <= AT_P95, cheapest_saving(costs)


@pytest.mark.matrix
async def test_the_fortieth_call_of_a_task_is_hardly_larger_than_the_fifth() -> None:
    compared = growth(costs_of(LONG, await turns_of(LONG)))
    assert compared is not None
    early, late = compared
    assert late <= 1.05 * early
