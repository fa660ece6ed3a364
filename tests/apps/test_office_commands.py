"""LibreOffice's own commands are run by name, and its options are set, read back and proved from its file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from mcp import Client

from tests.apps.office import Office
from tests.apps.test_uno_servers import scope_on
from tests.tool_calls import call, refusal
from ufo.cli.commands.sample import make_sample
from ufo.conditions.kinds.document import DocumentPredicate
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.schema.command import Effect
from ufo.schema.predicate import Truth
from ufo.tools.observe.selection import ToolScope
from ufo_libreoffice.servers.office import office_uno
from ufo_libreoffice.servers.writer import writer_uno

pytestmark = [pytest.mark.apps, pytest.mark.matrix, pytest.mark.timeout(180)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("commands")


@pytest.fixture(scope="module")
def office(private_desktop: PrivateDesktop, folder: Path) -> Iterator[Office]:
    with Office(private_desktop.environment, folder, str(make_sample(folder))) as office:
        yield office


@pytest.fixture
def report(office: Office, folder: Path) -> ToolScope:
    return scope_on(office.window("quarterly-report.odt"), folder)


async def test_a_command_runs_on_what_is_selected_and_tells_its_undo_step(report: ToolScope) -> None:
    async with Client(writer_uno(report)) as writer, Client(office_uno(report)) as office:
        await call(writer, "select_text", text="Quarterly report")
        raised = await call(office, "run_command", command=".uno:SuperScript")
        assert raised["effect"] == Effect.CONFIRMED, raised
        assert raised["value"]["undo"] and raised["value"]["modified"]
        undone = await call(office, "run_command", command="Undo")
        assert "the last step was undone" in undone["evidence"]
        sized = await call(office, "run_command", command="FontHeight", arguments={"FontHeight.Height": 31.0})
        assert sized["effect"] == Effect.CONFIRMED, sized


async def test_what_quits_prints_opens_or_runs_code_is_never_run_as_a_command(report: ToolScope) -> None:
    dangerous = (
        "Quit", "CloseDoc", ".uno:CloseWin", "RunMacro", "BasicIDEAppear", "ScriptOrganizer", "MacroOrganizer", "PrintDefault",
        "SendMail", "SaveAs", "ExportTo", "Open", "Reload", "runmacro",
    )  # fmt: skip
    async with Client(office_uno(report)) as office:
        for name in dangerous:
            assert "not run from here" in await refusal(office, "run_command", command=name)
        for wrong in ("vnd.sun.star.script:x?language=Basic", "macro:///Standard.Module1.Main", "Bold; Quit", "../x"):
            assert "no name of a command" in await refusal(office, "run_command", command=wrong)
        told = await refusal(
            office, "run_command", command="InsertHyperlink", arguments={"URL": "macro:///Standard.X.Y"}
        )
        assert "would run code" in told
        assert "no command 'NoSuchThingAtAll'" in await refusal(office, "run_command", command="NoSuchThingAtAll")


_OTHERS_AND_CODE = (
    "InsertAVMedia", "UpdateAllLinks", "UpdateAll", "ExternalEdit", "OpenHyperlinkOnCursor", "OpenLocalURL", "PasteAsLink",
    "LoadBasic", "RunBasic", "SbaExecuteSql", "SaveGraphic", "SignPDF", "VersionDialog", "ConfigureDialog", "AutoPilotLetter",
    "SendOutlineToStarImpress", "LoadStyles", "OpenTemplate", "SaveAsTemplate", "InsertScript", "ImportDialog", "ChooseMacro",
    "NewDoc",
)  # fmt: skip
_OF_THE_DOCUMENT = (
    "SelectAll", "Bold", "Italic", "Underline", "SuperScript", "SubScript", "CenterPara", "JustifyPara", "SpacePara15", "Copy",
    "IncrementIndent", "ResetAttributes", "GoToEndOfDoc", "InsertPagebreak", "InsertPageNumberField", "Undo", "Redo",
    "GoToStartOfDoc", "GoRight", "WordRightSel", "ControlCodes", "Ruler", "TrackChanges", "TrackChanges",
)  # fmt: skip


async def test_a_command_that_is_none_of_the_documents_own_is_not_run(report: ToolScope) -> None:
    async with Client(office_uno(report)) as office:
        for name in _OTHERS_AND_CODE:
            said = await refusal(office, "run_command", command=name)
            assert "not run from here" in said or "no command" in said, name


async def test_commands_of_libreoffices_own_groups_run(report: ToolScope) -> None:
    async with Client(office_uno(report)) as office:
        for name in _OF_THE_DOCUMENT:
            assert (await call(office, "run_command", command=name))["effect"] != Effect.REFUSED, name


async def test_paths_of_code_are_no_options(report: ToolScope) -> None:
    async with Client(office_uno(report)) as office:
        for option in (
            "org.openoffice.Office.Paths/Paths/Basic/WritePath", "org.openoffice.Office.Paths/Paths/Addin/UserPaths",
            "org.openoffice.Office.Common/Path/Current/Module", "org.openoffice.Office.Common/Path/Current/Template",
        ):  # fmt: skip
            assert "by the person only" in await refusal(office, "set_option", option=option, value="file:///tmp/x")


async def test_a_command_that_opens_a_dialog_does_not_hold_up_the_next_call(report: ToolScope) -> None:
    async with Client(office_uno(report)) as office, Client(writer_uno(report)) as writer:
        opened = await call(office, "run_command", command="InsertSection")
        assert opened["effect"] in (Effect.PARTIAL, Effect.SUSPECTED_NOOP), opened
        assert "strongest" in await call(writer, "read_text")


async def test_options_are_set_taken_back_and_proved_from_the_file_of_the_profile(
    report: ToolScope, folder: Path
) -> None:
    registry = folder / "profile" / "user" / "registrymodifications.xcu"

    def holds(key: str, value: str) -> bool:
        return DocumentPredicate(path=str(registry), key=key, value=value).check_now().truth is Truth.SATISFIED

    async with Client(office_uno(report)) as office:
        for option, value, key, said in (
            ("autosave minutes", 7, "org.openoffice.Office.Recovery/AutoSave.TimeIntervall", "7"),
            ("last name", "Sol & Mar", "org.openoffice.UserProfile/Data.sn", "Sol & Mar"),
            (
                "writer default font",
                "DejaVu Serif",
                "org.openoffice.Office.Writer/DefaultFont.Standard",
                "DejaVu Serif",
            ),
            ("org.openoffice.Office.Common/Undo/Steps", 55, "org.openoffice.Office.Common/Undo.Steps", "55"),
            ("autosave", "off", "org.openoffice.Office.Recovery/AutoSave.Enabled", "false"),
        ):
            done = await call(office, "set_option", option=option, value=value)
            assert done["effect"] == Effect.CONFIRMED, done
            assert done["value"]["file"] == str(registry) and done["value"]["key"] == key
            assert holds(key, said), key
            back = await call(office, "set_option", option=option, value=done["value"]["before"])
            assert back["value"]["after"] == done["value"]["before"]
        unit = await call(office, "set_option", option="writer unit", value="inch")
        assert unit["effect"] == Effect.CONFIRMED and unit["value"]["after"] == 8
        read = await call(office, "read_options", option="org.openoffice.Office.Recovery/AutoSave")
        assert "TimeIntervall" in read["value"]["options"] and read["place"] == "the options of LibreOffice"
        assert (await call(office, "read_options"))["value"]["options"]["writer unit"] == 8
        assert "take one of" in await refusal(office, "set_option", option="colour of the sky", value=1)
        assert "no option 'Nothing'" in await refusal(
            office, "set_option", option="org.openoffice.Office.Recovery/AutoSave/Nothing", value=1
        )
        assert "is a number" in await refusal(office, "set_option", option="autosave minutes", value="often")
        for path in (
            "org.openoffice.Office.Common/Security/Scripting/MacroSecurityLevel",
            "org.openoffice.Office.Jobs/Jobs/x",
        ):
            assert "by the person only" in await refusal(office, "set_option", option=path, value=0)
