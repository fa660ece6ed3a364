"""Every benchmark in one run, on one machine.

python -m bench
"""

from __future__ import annotations

from bench import (
    act,
    batches,
    faults,
    knowledge_index,
    observe,
    office_routes,
    outline,
    prompts,
    recall,
    sheet_values,
    sight,
    skills,
    startup,
    step,
    tool_choice,
    turns,
)
from bench.measure import print_rows
from bench.misbehaving.plan import SUBJECTS, plan
from bench.prompt_scenes import FAKES, REAL

FAULT_TRIALS = 150
"""A thousand take a quarter of an hour: `python -m bench.faults --trials 1000`."""


def main() -> None:
    print_rows("Start and end", startup.rows())
    looks = observe.rows()
    print_rows("A look", looks)
    usual = next((row.baseline for row in looks if row.what == observe.WHOLE), None)
    print_rows("Sight", sight.rows())
    outline.print_costs(outline.costs())
    prompts.print_costs(prompts.measured((*FAKES, *REAL)))
    recall.report(recall.Asked(opened=False))
    print_rows("Acting", act.rows())
    print_rows("A step outside the model", step.rows(usual))
    print_rows("Model turns", turns.rows())
    print_rows("The index of what was learned", knowledge_index.rows(knowledge_index.Sizes(dimensions=0)))
    print_rows("A saved skill", skills.rows())
    batches.report()
    print(tool_choice.markdown(tool_choice.measured()))
    sheet_values.report()
    print(office_routes.report())
    faults.report(plan(FAULT_TRIALS, 1, tuple(SUBJECTS)), "Effects as told, seed 1")


if __name__ == "__main__":
    main()
