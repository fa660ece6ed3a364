"""What the person ordered is done with nobody there to say yes once more; what a model adds is not."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.scenarios.controls import on, target_id
from tests.scenarios.stage import Stage, app, assign, host, stage
from tests.tools.policy.consent.readers import Says, ordering
from ufo.agents.user import User
from ufo.desktop.fake import AppSpec, RunningApp, WindowSpec
from ufo.desktop.fake.spec import button, text
from ufo.desktop.values import Application
from ufo.llm.scripted import ScriptedProvider, agreed
from ufo.runs.plans.plan import plan_from
from ufo.runs.sessions.users import NobodyUser, ScriptedUser
from ufo.schema.inputs import OrderInputs
from ufo.schema.outcome import RunOutcome
from ufo.schema.reading import Ordered
from ufo.schema.running_mode import RunningMode
from ufo.trace.events import Asked, Noticed


def _shop() -> AppSpec:
    def order(app: RunningApp) -> None:
        app.notes["orders"] = str(int(app.notes.get("orders", "0")) + 1)
        app.set_value("said", f"Order {app.notes['orders']} is placed")

    widgets = (button("go", "Place order", order), text("said", "Nothing is ordered"))
    return AppSpec(Application("shop", "Shop", ("shop",)), (WindowSpec("main", "Porcelain", widgets),))


def _pressing(times: int = 1, status: str = "CONTINUE") -> list[Any]:
    presses = [on("Place order", "click_input", status=status) for _ in range(times)]
    return [lambda turn: assign(target_id(turn, "Porcelain"), "order"), *presses, app("FINISH"), *[host("FINISH")] * 2]


def _orders(scene: Stage) -> int:
    (shop,) = scene.desktop.world.running.values()
    return int(shop.notes.get("orders", "0"))


@pytest.mark.parametrize("status", ["CONTINUE", "CONFIRM"])
async def test_what_the_request_names_is_done_without_a_person_and_the_log_says_in_whose_words(
    tmp_path: Path, status: str
) -> None:
    orders = ordering("Press Place order")
    shop = stage(
        tmp_path, _pressing(status=status), running=["shop"], installed=[_shop()], user=NobodyUser(), orders=orders
    )
    async with shop as scene:
        summary = await scene.run("Press Place order and tell me the number")
        assert _orders(scene) == 1
    assert summary.outcome in (RunOutcome.VERIFIED, RunOutcome.COMPLETED_UNVERIFIED)
    told = [event.text for event in scene.heard.events if isinstance(event, Noticed)]
    assert told.count("consented by the request: 'Press Place order'") == 1
    assert len(orders.asked) == 1, "one call to the reader"


async def test_what_only_the_model_wants_is_asked_about_and_the_question_says_why(tmp_path: Path) -> None:
    user = ScriptedUser(consents=[False])
    answers = [*_pressing()[:2], host("FAIL", result="refused"), host("FINISH")]
    orders = Says(Ordered(ordered=False, why="it only asks for a price"))
    async with stage(tmp_path, answers, running=["shop"], installed=[_shop()], user=user, orders=orders) as scene:
        await scene.run("Tell me what a mug costs")
        assert _orders(scene) == 0
    assert "it only asks for a price" in user.asked[0]


async def test_without_a_reader_the_person_is_asked_whatever_the_request_says(tmp_path: Path) -> None:
    user = ScriptedUser(consents=[True])
    async with stage(tmp_path, _pressing(), running=["shop"], installed=[_shop()], user=user) as scene:
        await scene.run("Press Place order")
        assert _orders(scene) == 1
    assert "nobody has read whether the request orders it" in user.asked[0]


async def test_a_second_press_is_more_than_the_request_asked_for(tmp_path: Path) -> None:
    user = ScriptedUser(consents=[False])
    orders = ordering("Press Place order", times=1)
    shop = stage(tmp_path, _pressing(2), running=["shop"], installed=[_shop()], user=user, orders=orders)
    async with shop as scene:
        await scene.run("Press Place order")
        assert _orders(scene) == 1
    assert len(user.asked) == 1 and "already done" in user.asked[0]


async def test_what_the_request_forbids_never_happens_whoever_would_say_yes(tmp_path: Path) -> None:
    answers = [*_pressing()[:2], app("FINISH"), host("FINISH")]
    orders = Says(Ordered(ordered=False, quote="Do not press Place order", forbidden=True))
    willing = NobodyUser(consents=True)
    shop = stage(tmp_path, answers, running=["shop"], installed=[_shop()], user=willing, orders=orders)
    async with shop as scene:
        await scene.run("Look at the shop. Do not press Place order.")
        assert _orders(scene) == 0
    (pressed,) = [action for step in scene.heard.steps for action in step.actions if action.function == "click_input"]
    assert "the request says 'Do not press Place order'" in str(pressed.result.error)


async def test_a_new_request_of_the_same_session_consents_to_what_it_says_itself(tmp_path: Path) -> None:
    answers = [*_pressing(), *_pressing()]
    orders = ordering("Press Place order")
    shop = stage(tmp_path, answers, running=["shop"], installed=[_shop()], user=NobodyUser(), orders=orders)
    async with shop as scene:
        await scene.run("Press Place order")
        await scene.run("Tell me what a mug costs")
        assert _orders(scene) == 1


async def test_what_a_run_made_itself_goes_without_a_question_and_what_was_there_does_not(tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    (work / "mine.txt").write_text("the person's\n", encoding="utf-8")
    answers = [
        host("CONTINUE", "make_folder", {"path": "half"}),
        host("CONTINUE", "copy_file", {"source": "mine.txt", "target": "half/copy.txt"}),
        host("CONTINUE", "remove_file", {"path": "half"}),
        host("CONTINUE", "remove_file", {"path": "mine.txt"}),
        *[host("FINISH")] * 3,
    ]
    async with stage(tmp_path, answers, user=NobodyUser()) as scene:
        await scene.run("Tell me how many lines mine.txt has")
    assert not (work / "half").exists()
    assert (work / "mine.txt").exists()


async def test_a_folder_of_the_run_in_which_somebody_else_put_something_is_asked_about(tmp_path: Path) -> None:
    work = tmp_path / "work"

    def puts(turn: Any) -> Any:
        (work / "half" / "strange.txt").write_text("not of this run\n", encoding="utf-8")
        return host("CONTINUE", "remove_file", {"path": "half"})

    answers = [host("CONTINUE", "make_folder", {"path": "half"}), puts, *[host("FINISH")] * 3]
    async with stage(tmp_path, answers, user=NobodyUser()) as scene:
        await scene.run("Tell me the time")
    assert (work / "half" / "strange.txt").exists()


async def test_a_file_of_the_persons_in_a_folder_of_the_run_is_told_and_asked_about_until_it_is_out_again(
    tmp_path: Path,
) -> None:
    work = tmp_path / "work"
    work.mkdir()
    (work / "mine.txt").write_text("the person's\n", encoding="utf-8")
    with zipfile.ZipFile(work / "a.zip", "w") as packed:
        packed.writestr("in/one.txt", "one")
    stays: list[bool] = []

    def moves_out(turn: Any) -> Any:
        stays.append((work / "half/old.txt").exists())
        return host("CONTINUE", "move_file", {"source": "half/old.txt", "target": "mine.txt"})

    answers = [
        host("CONTINUE", "unpack_archive", {"source": "a.zip", "target": "half"}),
        host("CONTINUE", "move_file", {"source": "half/in", "target": "half/out"}),
        host("CONTINUE", "move_file", {"source": "mine.txt", "target": "half/old.txt"}),
        host("CONTINUE", "remove_file", {"path": "half"}),
        moves_out,
        host("CONTINUE", "remove_file", {"path": "half"}),
        *[host("FINISH")] * 3,
    ]
    async with stage(tmp_path, answers, user=NobodyUser()) as scene:
        await scene.run("Tell me how many lines mine.txt has")
        asked = [event.question for event in scene.heard.events if isinstance(event, Asked)]
    assert stays == [True] and len(asked) == 1
    assert "half (a folder that this run made; it holds 'old.txt', which it did not make)" in asked[0]
    assert not (work / "half").exists() and (work / "mine.txt").read_text(encoding="utf-8") == "the person's\n"


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("move_file", {"source": "mine.txt", "target": "other.txt"}),
        ("move_files", {"files": [{"source": "mine.txt", "target": "other.txt"}]}),
        ("rename_files", {"files": ["mine.txt"], "instead_of": "mine", "to": "other"}),
    ],
)
async def test_a_file_of_the_persons_under_another_name_is_not_the_runs_own(
    tmp_path: Path, tool: str, arguments: dict[str, Any]
) -> None:
    work = tmp_path / "work"
    work.mkdir()
    (work / "mine.txt").write_text("the person's\n", encoding="utf-8")
    answers = [
        host("CONTINUE", tool, arguments),
        host("CONTINUE", "remove_file", {"path": "other.txt"}),
        *[host("FINISH")] * 3,
    ]
    async with stage(tmp_path, answers, user=NobodyUser()) as scene:
        await scene.run("Tell me how many lines mine.txt has")
    assert (work / "other.txt").exists()


async def test_an_archive_that_is_there_is_changed_only_where_the_request_orders_it(tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    (work / "yeni fiyatlar.txt").write_text("new", encoding="utf-8")
    with zipfile.ZipFile(work / "katalog.zip", "w") as packed:
        packed.writestr("fiyatlar.txt", "old")
        packed.writestr("Thumbs.db", "x")
    change = {
        "sources": [{"path": "yeni fiyatlar.txt", "name": "fiyatlar.txt"}],
        "target": "katalog.zip",
        "without": ["*Thumbs.db"],
    }
    quote = "katalog.zip'in içindeki fiyatlar.txt eskimiş, yenisini koyar mısın"
    for orders, members in (
        (Says(Ordered(ordered=False)), ["fiyatlar.txt", "Thumbs.db"]),
        (ordering(quote), ["fiyatlar.txt"]),
    ):
        answers = [host("CONTINUE", "pack_archive", change), *[host("FINISH")] * 3]
        async with stage(tmp_path, answers, user=NobodyUser(), orders=orders) as scene:
            await scene.run(f"Merhaba, {quote}?")
        with zipfile.ZipFile(work / "katalog.zip") as now:
            assert now.namelist() == members
        (asked,) = orders.asked
        assert asked.action_class == "overwrite" and asked.target == str(work / "katalog.zip")
        assert "put in 'yeni fiyatlar.txt' as 'fiyatlar.txt'; leave out '*Thumbs.db'" in asked.act


@pytest.mark.parametrize(("user", "placed"), [(NobodyUser(), 0), (ScriptedUser(consents=[True]), 1)])
async def test_a_file_that_holds_a_plan_consents_to_nothing_though_a_reader_agrees(
    tmp_path: Path, user: User, placed: int
) -> None:
    plan = plan_from({"task": "order it", "object": "", "steps": ["Press Place order"]})
    said = Ordered(ordered=True, quote="Press Place order")
    acts: list[Any] = [on("Place order", "click_input"), app("FAIL", result="no")]
    presses = ScriptedProvider(
        acts, reader=lambda turn: said if isinstance(turn.reading, OrderInputs) else agreed(turn)
    )
    how: dict[str, Any] = {"plan": plan, "mode": RunningMode.FOLLOWER, "user": user, "orders": None}
    async with stage(tmp_path, presses, running=["shop"], installed=[_shop()], **how) as scene:
        await scene.run(plan.request)
        assert _orders(scene) == placed


async def test_the_same_words_of_the_person_themselves_are_done_where_a_reader_agrees(tmp_path: Path) -> None:
    shop = stage(tmp_path, _pressing(), running=["shop"], installed=[_shop()], user=NobodyUser(), orders=None)
    async with shop as scene:
        await scene.run("Press Place order")
        assert _orders(scene) == 1
