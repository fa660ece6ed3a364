from __future__ import annotations

from ufo.runs.plans.plan import plan_from
from ufo.runs.plans.plan_keys import keys_of


def test_a_plan_is_known_again_by_what_it_says_wherever_it_stands() -> None:
    plan, two = plan_from("one"), plan_from("two")
    before, after = keys_of([plan, two, plan]), keys_of([two, plan, plan])
    assert len(set(before)) == 3
    assert set(before) == set(after)
    assert before[1] == after[0]
