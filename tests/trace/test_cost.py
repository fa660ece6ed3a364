"""What was used, by agent, model and sub-task, and how it is said."""

from __future__ import annotations

from ufo.schema.outcome import SubtaskRecord
from ufo.schema.usage import Usage
from ufo.trace.cost import account_of, money, spent, tokens
from ufo.trace.events import ModelAnswered, StepEnded, SubtaskEnded

CALL = Usage(model_calls=1, input_tokens=100, cached_tokens=75, output_tokens=10, cost=0.02)


def answered(agent: str, model: str, asked: str, usage: Usage = CALL) -> ModelAnswered:
    return ModelAnswered(agent=agent, model=model, asked=asked, usage=usage, seconds=1)


def test_each_agent_and_each_model_is_added_up_apart() -> None:
    account = account_of(
        [
            answered("HostAgent", "large-2026", "openai:large"),
            answered("AppAgent/calc/soffice", "small", "openai:small"),
            answered("AppAgent/writer/soffice", "small", "openai:small"),
            answered("AppAgent/writer/soffice", "spare", "openai:spare"),
            answered("HostAgent", "rules", "", Usage(local_decisions=1)),
        ]
    )
    assert [(use.agent, use.model, use.answered_as, use.usage.model_calls) for use in account.uses] == [
        ("HostAgent", "openai:large", "large-2026", 1),
        ("AppAgent", "openai:small", "", 2),
        ("AppAgent", "openai:spare", "", 1),
    ]


def test_a_sub_task_costs_what_the_steps_of_its_agent_cost() -> None:
    def step(agent: str) -> StepEnded:
        return StepEnded(agent=agent, state="CONTINUE", status="CONTINUE", usage=CALL)

    ended = SubtaskEnded(record=SubtaskRecord(subtask="type", status="FINISH"))
    account = account_of([step("HostAgent"), step("AppAgent/a"), step("AppAgent/a"), ended])
    assert account.last_subtask is not None and account.last_subtask.cost == 0.04
    account.note(ended)
    assert account.last_subtask is None


def test_a_price_that_is_not_known_is_said_beside_what_is_known() -> None:
    unknown = Usage(model_calls=1, cost=None)
    assert money(None) == spent(unknown) == "price unknown"
    assert spent(CALL + unknown) == spent(unknown + CALL) == "at least $0.0200 (the price of a part is unknown)"
    assert (CALL + unknown + CALL).least_cost == 0.04
    assert spent(CALL) == "$0.0200" and spent(Usage()) == "$0.00"


def test_the_share_from_the_cache_is_said_where_there_is_one() -> None:
    assert tokens(CALL) == "100 (75% from cache) + 10 tokens"
    assert tokens(Usage(input_tokens=3)) == "3 + 0 tokens"
