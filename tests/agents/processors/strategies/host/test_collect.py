"""What the HostAgent sees of the desktop."""

from __future__ import annotations

from pathlib import Path

from tests.agents.processors.strategies.recorder import Recorder
from tests.agents.turns import assert_declares, host_values
from tests.requirement import requirement
from tests.scenarios.controls import target_id
from tests.scenarios.readers import unread
from tests.scenarios.stage import host, stage
from ufo.agents.processors.strategies.host.collect import DesktopDataCollectionStrategy, enabled_agents
from ufo.config.load import load_settings
from ufo.config.sections import AgentSections
from ufo.llm.provider import Turn
from ufo.schema.picture import Picture
from ufo.schema.target import TargetInfo, TargetKind


@requirement("host-collect:names")
def test_it_declares_the_names_of_the_specification() -> None:
    assert_declares(
        DesktopDataCollectionStrategy(),
        {"command_dispatcher", "log_path", "session_step"},
        set(),
        {
            "desktop_screenshot_url",
            "desktop_screenshot_path",
            "application_windows_info",
            "target_registry",
            "target_info_list",
        },
        {"remarks"},
    )


@requirement("host-collect:screenshot", "host-collect:windows")
async def test_all_screens_are_taken_and_windows_without_a_title_left_out_and_looked_for_anew() -> None:
    asked = Recorder(
        capture_desktop_screenshot="data:image/png;base64,AA==",
        get_desktop_app_target_info=[{"id": "0", "name": "Form", "kind": "window"}],
    )
    strategy = DesktopDataCollectionStrategy()
    assert await strategy._capture_desktop_screenshot(asked, "a.png") == "data:image/png;base64,AA=="
    (window,) = await strategy._get_desktop_application_info(asked)
    assert [(command.tool_name, command.parameters, command.tool_type) for command in asked.commands] == [
        ("capture_desktop_screenshot", {"all_screens": True}, "data_collection"),
        ("get_desktop_app_target_info", {"remove_empty": True, "refresh_app_windows": True}, "data_collection"),
    ]
    assert (window.id, window.name, window.kind) == ("0", "Form", TargetKind.WINDOW)


@requirement("host-collect:screenshot", "host-collect:url", "host-collect:path")
async def test_the_whole_screen_is_saved_as_the_steps_picture(tmp_path: Path) -> None:
    async with stage(tmp_path, unread([host("CONTINUE"), host("FINISH")])) as scene:
        await scene.run()
        local = host_values(scene)
        screen = scene.desktop.world.screen
    assert local.desktop_screenshot_path == "action_step2.png"
    assert scene.heard.pictures == ["action_step1.png", "action_step2.png"]
    kept = (scene.folder / "action_step2.png").read_bytes()
    shown = Picture.from_data_url(local.desktop_screenshot_url)
    assert kept == shown.data
    assert (shown.rect.width, shown.rect.height) == (screen.width, screen.height)


@requirement("host-collect:windows", "host-collect:list", "host-collect:titles", "host-collect:kinds")
async def test_windows_with_a_title_are_listed_with_id_name_and_kind(tmp_path: Path) -> None:
    async with stage(tmp_path, [host("FINISH")], running=("form", "sheet")) as scene:
        nameless = scene.desktop.start("notes").windows[0]
        nameless.title = "  "
        await scene.run()
        local = host_values(scene)
    assert [record["name"] for record in local.target_info_list] == ["Sheet", "Registration"]
    assert all(set(record) == {"id", "name", "kind"} for record in local.target_info_list)
    assert {record["kind"] for record in local.target_info_list} == {"window"}
    assert TargetKind("application") is TargetKind.APPLICATION
    assert TargetKind("THIRD_PARTY_AGENT") is TargetKind.THIRD_PARTY_AGENT


@requirement("host-collect:third-party", "host-collect:third-party.ids", "host-collect:agents.type")
def test_agents_get_the_numbers_after_the_windows() -> None:
    strategy = DesktopDataCollectionStrategy()
    strategy._agents = enabled_agents(
        AgentSections.of(load_settings(system={"enabled_third_party_agents": ["Hardware", "Network"]}))
    )
    windows = [TargetInfo(id=str(number), name=f"window {number}", kind=TargetKind.WINDOW) for number in range(3)]
    registry = strategy._register_applications_and_agents(windows)
    agents = registry.find_by_kind(TargetKind.THIRD_PARTY_AGENT)
    assert [(agent.id, agent.name, agent.type) for agent in agents] == [
        ("3", "Hardware", "ThirdPartyAgent"),
        ("4", "Network", "ThirdPartyAgent"),
    ]
    assert len(registry) == 5


@requirement("host-collect:rebuilt")
async def test_a_window_that_was_closed_cannot_be_chosen_any_more(tmp_path: Path) -> None:
    listed: list[list[str]] = []

    def look(turn: Turn) -> dict[str, object]:
        listed.append([target.name for target in turn.inputs.targets])  # type: ignore[union-attr]  # HostInputs
        if len(listed) > 1:
            return host("FINISH")
        return host("CONTINUE", "close_application", {"id": target_id(turn, "Sheet")})

    async with stage(tmp_path, [look, look], running=("form", "sheet")) as scene:
        await scene.run()
    assert listed == [["Sheet", "Registration"], ["Registration"]]
