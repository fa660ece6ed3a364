"""What a private desktop's applications set, commands for settings read there, and not among the person's own settings."""

from __future__ import annotations

from pathlib import Path

from ufo.config.load import load_settings
from ufo.config.sections import ToolboxSections
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.runs.desktops import DesktopInUse
from ufo.runs.toolbox import ServerToolbox
from ufo.schema.command import Command, Result

_KEY = ("org.xfce.mousepad.preferences.view", "show-line-numbers")


async def test_a_command_and_the_tool_for_settings_change_what_the_desktops_applications_read(
    desktop: LinuxDesktop, private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    used = DesktopInUse(desktop, "private", private_desktop.environment)
    toolbox = ServerToolbox(used, ToolboxSections.of(load_settings(policy={"ask": []})), tmp_path)
    tools = toolbox.open("HostAgent", "default")

    async def run(tool: str, **given: object) -> Result:
        (result,) = await tools.dispatcher.execute_commands([Command(tool_name=tool, parameters=given)])
        assert result.ok, result.error
        return result

    try:
        schema, key = _KEY
        for value in ("true", "false"):
            await run("change_setting", schema=schema, key=key, value=value)
            told = await run("execute_command", command=["gsettings", "get", schema, key])
            assert told.result["stdout"].strip() == value
        home = Path(private_desktop.environment["XDG_CONFIG_HOME"])
        assert "show-line-numbers=false" in (home / "glib-2.0/settings/keyfile").read_text(encoding="utf-8")
        own = await run("execute_command", command=["printenv", "HOME"])
        assert own.result["stdout"].strip() == str(Path.home())
    finally:
        await toolbox.close()


async def test_the_home_in_a_condition_is_the_persons_as_in_a_tool(
    desktop: LinuxDesktop, private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    used = DesktopInUse(desktop, "private", private_desktop.environment)
    toolbox = ServerToolbox(used, ToolboxSections.of(load_settings(policy={"ask": []})), tmp_path)
    tools = toolbox.open("HostAgent", "default")
    home = private_desktop.environment["HOME"]
    (Path(home) / "only-here.txt").write_text("of the desktop\n", encoding="utf-8")
    try:
        stated = [{"on": "file", "path": f"{place}/only-here.txt"} for place in ("~", home)]
        asked = Command(tool_name="verify_expectations", parameters={"expect": stated})
        read = Command(tool_name="read_file", parameters={"path": "~/only-here.txt"})
        found, refused = await tools.dispatcher.execute_commands([asked, read])
        assert [item["truth"] for item in found.result] == ["unsatisfied", "satisfied"]
        assert not refused.ok and str(Path.home()) in str(refused.error)
        assert tools.scope.home_apart == home
    finally:
        await toolbox.close()
