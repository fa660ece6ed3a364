"""The AppAgent between its sub-tasks."""

from __future__ import annotations

import time
from pathlib import Path

from tests.agents.turns import to_form
from tests.requirement import requirement
from tests.scenarios.stage import app, host, stage
from ufo.agents.agent.app_agent import MAX_REPAIRS, AppAgent
from ufo.agents.states.app_agent_states import AppAgentStatus
from ufo.schema.knowledge import Knowledge, Passage, Query


async def test_a_new_sub_task_begins_with_nothing_of_the_last_one(tmp_path: Path) -> None:
    async with stage(tmp_path, [to_form, app("FAIL", result="no", plan=["x"]), host("FINISH")]) as scene:
        await scene.run()
        agent = scene.session.host.appagent_dict["form/form"]
        assert isinstance(agent, AppAgent)
        assert (agent.failure, agent.plan) == ("no", ("x",))
        while agent.may_repair():
            pass
        agent.begin_subtask(scene.session.context)
        assert (agent.failure, agent.plan, agent.history, agent.status) == ("", (), [], "CONTINUE")
        assert [agent.may_repair() for _ in range(MAX_REPAIRS + 1)] == [True] * MAX_REPAIRS + [False]
        assert set(agent.offered_statuses()) == set(AppAgentStatus) - {"ERROR"}


class Library:
    def __init__(self) -> None:
        self.asked: list[str] = []

    async def retrieve(self, query: Query) -> Knowledge:
        self.asked.append(query.text)
        return Knowledge(
            (Passage("did it so"),),
            (Passage("was shown so"),),
            (Passage("the manual says"),),
            (Passage("a page says"), Passage("another page says")),
        )


@requirement("knowledge:builders")
async def test_the_agent_builds_a_retriever_of_each_source_alone(tmp_path: Path) -> None:
    library = Library()
    async with stage(tmp_path, [to_form, app("FINISH"), host("FINISH")], retriever=library) as scene:
        await scene.run()
        agent = scene.session.host.appagent_dict["form/form"]
        assert isinstance(agent, AppAgent)
        asked = Query("tick it", "form", time.monotonic() + 5)
        built = [
            agent.build_offline_docs_retriever(),
            agent.build_online_search_retriever("how to tick", 1),
            agent.build_experience_retriever(),
            agent.build_human_demonstration_retriever(),
        ]
        found = [(await retriever.retrieve(asked)).passages for retriever in built]
    assert [[passage.text for passage in passages] for passages in found] == [
        ["the manual says"], ["a page says"], ["did it so"], ["was shown so"],
    ]  # fmt: skip
    assert library.asked[-4:] == ["tick it", "how to tick", "tick it", "tick it"]
