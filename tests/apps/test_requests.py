"""Requests in everyday words on applications that people use, each judged by what the application itself has done."""

from __future__ import annotations

import re
import zipfile
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

import anyio
import openpyxl
import pytest

from tests.apps.sessions import Opening
from tests.needs import need
from tests.requirement import requirement
from tests.waiting import for_a_while
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.runs.sessions.session import Session
from ufo.runs.sessions.users import ScriptedUser
from ufo.schema.outcome import RunOutcome, RunSummary
from ufo_planner.provider import BuiltinPlanner

pytestmark = [pytest.mark.apps, pytest.mark.timeout(180)]

_VERIFIED, _UNVERIFIED = RunOutcome.VERIFIED, RunOutcome.COMPLETED_UNVERIFIED
_NOT_DONE = (RunOutcome.FAILED, RunOutcome.NEEDS_HELP)

_FORM = """<!doctype html><meta charset=utf-8><title>Order form</title><form id=f onsubmit="event.preventDefault();
document.title='sent '+[...new FormData(f)].map(p=>p.join('=')).join('&')"><label>Full name <input name=n></label>
<label>Country <select name=c><option>Austria<option>Belgium<option>Denmark</select></label>
<label><input type=radio name=s value=S>Small</label><label><input type=radio name=s value=L>Large</label>
<label><input type=checkbox name=gift>Gift wrap</label><label><input type=checkbox name=news checked>Newsletter</label>
<button>Send order</button><button type=button disabled onclick="document.title='paid'">Pay later</button></form>"""
_TEAM = """<!doctype html><meta charset=utf-8><title>Team</title><table border=1>{rows}</table>
<button onclick="setTimeout(()=>{{let b=document.createElement('button');b.textContent='Finish';
b.onclick=()=>document.title='finished';document.body.append(b)}},1500)">Load more</button>"""
_MANIFEST = (
    '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.2">'
    '<manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/>'
    '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>'
)
_MEMBER = "<tr><td>{0}<td><button onclick=\"document.title='removed {0}'\">Remove</button></tr>"


@dataclass
class Room:
    """A session on the private desktop, its working folder, and who answers."""

    session: Session
    desktop: LinuxDesktop
    folder: Path
    person: ScriptedUser

    async def run(self, request: str) -> RunSummary:
        return await self.session.run(request)

    async def titles(self) -> list[str]:
        return [window.title for window in await self.desktop.windows()]

    async def comes_to_show(self, title: str) -> bool:
        """A page's own script says in its title what reached it; browsers tell the title a little later."""
        with for_a_while():
            while not any(title in text for text in await self.titles()):
                await anyio.sleep(0.05)
            return True
        return False


@pytest.fixture
async def room(opening: Opening, desktop: LinuxDesktop, tmp_path: Path) -> AsyncIterator[Room]:
    """With a person who says yes to everything."""
    person = ScriptedUser(consents=[True] * 20)
    async with opening(BuiltinPlanner(), person) as session:
        yield Room(session, desktop, tmp_path, person)


def _odt(path: Path, *blocks: str | tuple[str, Sequence[Sequence[str]]]) -> None:
    """Paragraphs, and tables as (name, rows)."""
    body = "".join(
        f"<text:p>{escape(block)}</text:p>" if isinstance(block, str) else _table(*block) for block in blocks
    )
    spaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "text", "table")
    )
    content = f"<office:document-content {spaces} office:version='1.2'><office:body><office:text>{body}"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        archive.writestr("content.xml", f"{content}</office:text></office:body></office:document-content>")
        archive.writestr("META-INF/manifest.xml", _MANIFEST)


def _table(name: str, rows: Sequence[Sequence[str]]) -> str:
    cells = "".join(
        "<table:table-row>"
        + "".join(f"<table:table-cell><text:p>{escape(cell)}</text:p></table:table-cell>" for cell in row)
        + "</table:table-row>"
        for row in rows
    )
    columns = f'<table:table-column table:number-columns-repeated="{len(rows[0])}"/>'
    return f'<table:table table:name="{name}">{columns}{cells}</table:table>'


def _xlsx(path: Path, *rows: Sequence[str | int]) -> None:
    book = openpyxl.Workbook()
    assert book.active is not None
    for row in rows:
        book.active.append(row)
    book.save(path)


def _members(path: Path) -> dict[str, str]:
    """The texts of a packed document's parts, read past our own readers."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name).decode(errors="replace") for name in archive.namelist()}


@pytest.mark.matrix
@requirement("turns:two-applications")
async def test_a_table_among_others_becomes_a_chart_in_a_new_workbook(room: Room) -> None:
    harvest = [["Orchard", "Tonnes", "Note"], ["North", "12.5", ""], ["Süd", "30", "hail"], ["West", "7.5", "dry"]]
    _odt(
        room.folder / "report.odt",
        "Staff by month",
        ("Staff", [["Month", "Staff"], ["May", "12"]]),
        "Apples by orchard",
        ("Harvest", harvest),
    )

    told = await room.run(
        "From report.odt extract the Apples by orchard table, put it into a new spreadsheet, "
        "make a pie chart of it and save it as orchards.xlsx"
    )

    assert told.outcome is _VERIFIED, told.reason
    # Two of them take a window that was just opened: a model is not asked for these.
    assert told.usage.model_calls <= 5 + 2
    parts = _members(room.folder / "orchards.xlsx")
    assert "pieChart" in parts["xl/charts/chart1.xml"]
    shared = re.findall(r"<t[^>]*>([^<]*)</t>", parts["xl/sharedStrings.xml"])
    assert {"Orchard", "Süd", "hail", "West"} <= set(shared)
    assert "Month" not in shared
    assert {"12.5", "30", "7.5"} <= set(re.findall(r"<v>([\d.]+)</v>", parts["xl/worksheets/sheet1.xml"]))


@pytest.mark.matrix
async def test_new_sheets_and_texts_are_written_and_told_in_an_office_that_runs(room: Room) -> None:
    _xlsx(room.folder / "sales.xlsx", ("Region", "Sales"), ("North", 12), ("South", 7))
    await room.run("Open sales.xlsx in Calc and make a bar chart of A1:B3")

    # None of what follows may touch the first workbook.
    told = await room.run(
        'In a new Calc spreadsheet put "Größe" in A1, 12 in B1 and =B1*2 in B2, then save it as size.ods'
    )

    assert told.outcome is _VERIFIED, told.reason
    content = _members(room.folder / "size.ods")["content.xml"]
    assert "Größe" in content
    assert re.search(r'table:formula="of:=\[\.B1\]\*2"[^>]*office:value="24"', content)
    assert not any("Größe" in text for text in _members(room.folder / "sales.xlsx").values())

    told = await room.run("Open size.ods in Calc and tell me the value of cell B2")

    assert told.answer == "24"

    told = await room.run('Could you write "Kapitel 1: Anfänge" in a new Writer document and save it as kapitel.odt?')

    assert told.outcome is _VERIFIED, told.reason
    assert "Kapitel 1: Anfänge" in _members(room.folder / "kapitel.odt")["content.xml"]


async def test_a_note_is_written_and_saved_under_a_name(room: Room) -> None:
    told = await room.run("launch mousepad, write “Größe: 12 € – it's me”, then save it as notiz.txt")

    assert told.outcome is _VERIFIED, told.reason
    assert (room.folder / "notiz.txt").read_text("utf-8") == "Größe: 12 € – it's me"


async def test_a_file_that_exists_is_replaced_only_when_the_person_says_so(room: Room) -> None:
    (room.folder / "old.txt").write_text("precious", "utf-8")

    told = await room.run('write "new" in Mousepad and save as old.txt')

    assert told.outcome in _NOT_DONE
    assert "old.txt exists already" in told.reason
    assert (room.folder / "old.txt").read_text("utf-8") == "precious"


@pytest.mark.matrix
async def test_keys_and_typing_follow_one_another_in_an_editor(room: Room) -> None:
    told = await room.run(
        'gedit: type "alpha beta", press Ctrl+A, press Ctrl+C, press End, press Enter, press Ctrl+V, save as twice.txt'
    )

    # No fact shows that a key was pressed.
    assert told.outcome is _UNVERIFIED and "press Ctrl+A" in told.reason, told.reason
    assert (room.folder / "twice.txt").read_text("utf-8").split("\n")[:2] == ["alpha beta", "alpha beta"]


async def test_a_document_of_a_running_editor_is_changed_in_place(room: Room) -> None:
    (room.folder / "notes.txt").write_text("eins\nzwei", "utf-8")

    told = await room.run('Open notes.txt in mousepad, press Ctrl+End, type " drei" and save')

    # No fact shows that a key was pressed.
    assert told.outcome is _UNVERIFIED and "press Ctrl+End" in told.reason, told.reason
    assert (room.folder / "notes.txt").read_text("utf-8").rstrip("\n") == "eins\nzwei drei"


async def test_a_sum_is_worked_out_by_the_calculator_and_checked(room: Room) -> None:
    told = await room.run("Use the calculator to compute 17.5 * 4 - 3/8")

    assert (told.outcome, told.answer) == (_VERIFIED, "69.625")


@pytest.mark.matrix
async def test_a_result_that_a_calculator_only_paints_is_read_from_its_history(room: Room) -> None:
    need("qalculate-gtk")
    told = await room.run("compute 12*12 + 3/8 in qalculate")

    assert (told.outcome, told.answer) == (_VERIFIED, "144.375")


@pytest.mark.matrix
async def test_a_sheets_table_is_put_in_a_letter(room: Room) -> None:
    _xlsx(room.folder / "debts.xlsx", ("Who", "Much"), ("Smith", 12), ("Süd", 30))
    told = await room.run(
        "Extract the table from debts.xlsx, insert it into a new Writer document and save it as debts.odt"
    )

    assert told.outcome in (_VERIFIED, _UNVERIFIED), told.reason
    content = _members(room.folder / "debts.odt")["content.xml"]
    assert re.findall(r"<text:p[^>]*>([^<]+)</text:p>", content) == ["Who", "Much", "Smith", "12", "Süd", "30"]


@pytest.mark.matrix
async def test_a_chart_in_a_sheet_that_is_not_saved_is_proved_too(room: Room) -> None:
    _xlsx(room.folder / "sales.xlsx", ("Region", "Sales"), ("North", 12), ("South", 7))

    told = await room.run("Open sales.xlsx in Calc and make a bar chart of A1:B3")

    assert told.outcome is _VERIFIED, told.reason
    assert told.account is not None
    (chart,) = [change.line for change in told.account.changes if "bar chart" in change.line]
    assert "as it stands open, not saved" in chart


@pytest.mark.matrix
async def test_a_result_goes_from_one_application_to_another(room: Room) -> None:
    told = await room.run("compute 12*12 in gnome-calculator, write the result in mousepad and save it as gross.txt")

    assert told.outcome is _VERIFIED, told.reason
    assert (room.folder / "gross.txt").read_text("utf-8").strip() == "144"


@pytest.mark.matrix
async def test_a_form_is_filled_in_and_sent(room: Room) -> None:
    (room.folder / "form.html").write_text(_FORM, "utf-8")

    told = await room.run(
        'open form.html in chromium, enter "Zoë M." into Full name, choose Denmark as Country, pick Large, '
        "tick Gift wrap, untick Newsletter and press Send order"
    )

    assert told.outcome in (_VERIFIED, _UNVERIFIED), told.reason
    assert await room.comes_to_show("sent n=Zoë M.&c=Denmark&s=L&gift=on"), await room.titles()

    told = await room.run('In Chromium, click "Pay later"')

    assert told.outcome in _NOT_DONE
    assert "disabled" in told.reason
    assert not any("paid" in title for title in await room.titles())


@pytest.mark.matrix
async def test_one_of_several_equal_buttons_is_chosen_by_its_place_or_asked_for(room: Room) -> None:
    rows = "".join(_MEMBER.format(name) for name in ("Ada", "Björn", "Chen"))
    (room.folder / "team.html").write_text(_TEAM.format(rows=rows), "utf-8")

    told = await room.run("Open team.html in Chromium and click Remove")

    assert told.outcome in _NOT_DONE
    assert "3 fit equally" in told.reason
    assert not any("removed" in title for title in await room.titles())

    await room.run("In Chromium press the second Remove button")

    assert await room.comes_to_show("removed Björn"), await room.titles()

    await room.run("in chromium press the last Remove button")

    assert await room.comes_to_show("removed Chen"), await room.titles()

    told = await room.run('In Chromium press "Load more" and then press Finish')

    assert told.outcome in (_VERIFIED, _UNVERIFIED), told.reason
    assert await room.comes_to_show("finished"), await room.titles()


async def test_a_folder_is_gone_to_and_told(room: Room) -> None:
    shelf = room.folder / "shelf"
    shelf.mkdir()
    for name in ("berry.txt", "plum.txt"):
        (shelf / name).touch()

    told = await room.run(f"open pcmanfm, go to {shelf} and tell me what is in it")

    assert "berry.txt" in told.answer
    assert "plum.txt" in told.answer


async def test_a_menu_path_is_chosen_after_open(room: Room) -> None:
    told = await room.run("In mousepad open Help > About")

    assert told.outcome in (_VERIFIED, _UNVERIFIED), told.reason
    assert any(title.startswith("About") for title in await room.titles()), await room.titles()


async def test_what_is_not_understood_is_asked_before_anything_is_opened(room: Room) -> None:
    told = await room.run("open mousepad and brighten my day with purple")

    assert told.outcome is RunOutcome.NEEDS_HELP
    assert "brighten my day with purple" in told.reason
    assert await room.titles() == []
