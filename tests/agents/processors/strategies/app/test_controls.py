"""Controls from the tree and from sight: merged, numbered, drawn, and within reach of the tools."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.agents.processors.strategies.app.seen import BlindEye, Eye, seen
from tests.agents.turns import app_values, assert_declares, to_form, turns
from tests.requirement import requirement
from tests.scenarios.controls import on
from tests.scenarios.stage import app, host, stage
from ufo.agents.processors.strategies.app.look import AppControlInfoStrategy, AppScreenshotCaptureStrategy
from ufo.desktop.fake.spec import AppSpec, Widget, WindowSpec, text
from ufo.desktop.values import Application, Click
from ufo.llm.scripted import ScriptedProvider
from ufo.schema.command import Effect, Route
from ufo.schema.geometry import Rect
from ufo.schema.inputs import AppInputs
from ufo.schema.picture import Picture
from ufo.trace.events import Noticed

HYBRID: dict[str, Any] = {"system": {"control_backend": "a11y,vision"}}
ICON = (90, 500, 130, 540)


@requirement("app-controls:names", "processor:declared-more")
def test_it_declares_the_names_of_the_specification_and_those_that_its_body_reads() -> None:
    assert_declares(
        AppControlInfoStrategy(),
        {"clean_screenshot_path", "application_window_info"},
        {"clean_screenshot_url", "annotated_screenshot_path", "command_dispatcher", "remarks"},
        {
            "control_info",
            "annotation_dict",
            "control_filter_time",
            "control_recorder",
            "annotated_screenshot_path",
            "annotated_screenshot_url",
        },
        {"changes", "remarks", "unlisted"},
    )


@requirement("app-controls:path-twice")
async def test_of_two_strategies_that_give_the_annotated_path_the_second_wins(tmp_path: Path) -> None:
    both = "annotated_screenshot_path"
    assert both in AppScreenshotCaptureStrategy().get_provides()
    assert both in AppControlInfoStrategy().get_provides()
    model = ScriptedProvider([to_form, app("FINISH"), host("FINISH")], sees_pictures=True)
    async with stage(tmp_path, model) as scene:
        await scene.run()
        local = app_values(scene)
        drawn = Picture.from_data_url(local.annotated_screenshot_url)
        assert (scene.folder / local.annotated_screenshot_path).read_bytes() == drawn.data


async def test_for_a_model_that_sees_nothing_the_annotated_picture_is_for_people_alone(tmp_path: Path) -> None:
    async with stage(tmp_path, [to_form, app("FINISH"), host("FINISH")]) as scene:
        await scene.run()
        local = app_values(scene)
        assert local.annotated_screenshot_url == ""
        assert (scene.folder / local.annotated_screenshot_path).is_file()


@requirement("app-controls:annotated", "app-controls:dict", "app-controls:numbers")
async def test_controls_are_drawn_on_the_picture_and_found_by_their_ids(tmp_path: Path) -> None:
    async with stage(tmp_path, [to_form, app("FINISH"), host("FINISH")]) as scene:
        await scene.run()
        local = app_values(scene)
        clean = (scene.folder / local.clean_screenshot_path).read_bytes()
        annotated = (scene.folder / "action_step2_annotated.png").read_bytes()
    assert local.annotated_screenshot_path == "action_step2_annotated.png"
    assert annotated != clean
    assert list(local.annotation_dict) == [str(number) for number in range(1, len(local.control_info) + 1)]
    assert [target.name for target in local.annotation_dict.values() if target.name == "Email"] == ["Email"]
    assert all(key == target.id for key, target in local.annotation_dict.items())


@requirement("app-controls:merge", "app-controls:where", "app-controls:counts", "app-controls:filter")
async def test_what_overlaps_a_control_of_the_tree_is_dropped_and_what_is_new_numbered_on(tmp_path: Path) -> None:
    eye = Eye()
    answers = [to_form, app("FINISH"), host("FINISH")]
    async with stage(tmp_path, answers, grounding=(eye,), **HYBRID) as scene:
        (main,) = scene.desktop.world.windows
        email = next(element for element in await scene.desktop.snapshot(main.id) if element.name == "Email")
        eye.found = (seen("a field", email.rect.as_ltrb()), seen("heart", ICON))
        await scene.run()
        local = app_values(scene)
        picture, window = eye.asked[0]
    names = [target.name for target in local.control_info]
    assert "heart" in names and "a field" not in names
    assert local.control_info[-1].id == str(len(local.control_info))
    recorded = {name: [control.name for control in controls] for name, controls in local.control_recorder.items()}
    assert recorded == {
        "uia_controls_info": names[:-1],
        "grounding_controls_info": ["a field", "heart"],
        "merged_controls_info": names,
    }
    # Dropping what both found is timed, and no more than that.
    assert 0 < local.control_filter_time < 0.1
    assert window.name == "Registration" and picture.rect.as_ltrb() == window.rect


def painted() -> AppSpec:
    """An application that draws its button itself: a tree without it, as Tk and games have."""

    def pressed(app: Any) -> None:
        app.set_name("said", "The heart was pressed")

    heart = Widget("heart", "Button", "", has_actions=False, on_press=pressed)
    main = WindowSpec("main", "Painted", (heart, text("said", "Nothing yet")), Rect(40, 40, 400, 300))
    return AppSpec(Application("painted", "Painted", ("painted",)), (main,))


@requirement("defect:8")
async def test_a_control_known_by_sight_alone_is_shown_and_can_be_clicked_where_the_picture_shows_it(
    tmp_path: Path,
) -> None:
    answers = [
        to_form,
        on("Heart", "click_input"),
        host("FINISH"),
    ]
    async with stage(tmp_path, answers, grounding=(Eye(seen("Heart", ICON)),), **HYBRID) as scene:
        await scene.run()
        shown = turns(scene)[1].inputs
        assert isinstance(shown, AppInputs)
        (click,) = [event for event in scene.desktop.inputs if isinstance(event, Click)]
        (action,) = scene.heard.steps[1].actions
    assert '"Heart"' in shown.outline
    assert (click.point.x, click.point.y) == (110, 520)
    assert action.result.ok and action.result.route is Route.COORDINATES
    assert action.target is not None and action.target.source == "eye"


@requirement("defect:8")
async def test_a_click_by_sight_reaches_the_application_and_what_changed_is_told(tmp_path: Path) -> None:
    running = ("painted",)
    eye = Eye()
    answers = [
        lambda turn: host("ASSIGN", "select_application_window", {"id": "0"}, current_subtask="press the heart"),
        on("Drawn heart", "click_input", more={"expect": [{"on": "element", "name": "The heart was pressed"}]}),
        host("FINISH"),
    ]
    async with stage(tmp_path, answers, running=running, installed=[painted()], grounding=(eye,), **HYBRID) as scene:
        (window,) = scene.desktop.world.windows
        button = next(element for element in await scene.desktop.snapshot(window.id) if element.role == "Button")
        eye.found = (seen("Drawn heart", _beside(button.rect)),)
        summary = await scene.run('press the "Drawn heart"')
        (action,) = scene.heard.steps[1].actions
    assert action.result.effect is Effect.PARTIAL
    assert action.result.evidence == ("Text 'Nothing yet' is named 'The heart was pressed' now",)
    assert summary.outcome.value == "VERIFIED"


def _beside(rect: Rect) -> tuple[int, int, int, int]:
    """A small mark in the middle, too small to overlap the whole by a tenth."""
    middle = rect.center
    return (middle.x - 2, middle.y - 2, middle.x + 2, middle.y + 2)


async def test_a_detector_that_fails_is_told_and_the_tree_is_enough(tmp_path: Path) -> None:
    answers = [to_form, on("Send me the newsletter", "click_input"), host("FINISH")]
    async with stage(tmp_path, answers, grounding=(BlindEye(),), **HYBRID) as scene:
        await scene.run()
    assert "click_input" in scene.actions()
    told = [event.text for event in scene.heard.events if isinstance(event, Noticed)]
    assert any("the detector does not answer" in said for said in told)
