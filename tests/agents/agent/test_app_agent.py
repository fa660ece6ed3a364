"""The AppAgent between its sub-tasks."""

from __future__ import annotations

from pathlib import Path

from tests.agents.turns import to_form
from tests.scenarios.stage import app, host, stage
from ufo.agents.agent.app_agent import MAX_REPAIRS, AppAgent
from ufo.agents.states.app_agent_states import AppAgentStatus


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
