"""Files are found, read, written, renamed and taken back: real files in a real folder, and a bin of the test's own."""

from __future__ import annotations

import fcntl
import os
import subprocess
import zipfile
from collections.abc import AsyncIterator
from datetime import date
from pathlib import Path

import docx
import openpyxl
import pytest
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.chart import LineChart, Reference
from openpyxl.comments import Comment
from pypdf import PdfWriter

from tests.extensions.guides.help.pdf_files import write_pdf
from tests.tools.bench import Bench
from tests.tools.test_full_disk import tiny
from ufo.schema.command import Effect, Result
from ufo.tools.servers.files import files

__all__ = ["tiny"]


@pytest.fixture
async def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Bench]:
    (tmp_path / "work" / "in").mkdir(parents=True)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    item = Bench(tmp_path / "work", files)
    yield item
    await item.dispatcher.close()


@pytest.fixture
def work(tmp_path: Path) -> Path:
    return tmp_path / "work"


def _paths(found: Result) -> list[str]:
    return [item["path"] for item in found.result["files"]]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.csv", 'Name;Born\n"Huber; Anna";1999\n', "divided by semicolons, some values in quotation marks"),
        ("b.csv", "Name,Born\nAnna,1999\n", "divided by commas, no value in quotation marks"),
        ("c.tsv", "Name\tBorn\nAnna\t1999\n", "divided by tabs, no value in quotation marks"),
        ("d.csv", "Name\nAnna\n", "one column, no value in quotation marks"),
    ],
)
async def test_a_table_of_text_is_told_with_tabs_and_with_how_its_file_divides_it(
    bench: Bench, tmp_path: Path, name: str, content: str, said: str
) -> None:
    (tmp_path / "work" / name).write_text(content, encoding="utf-8")
    read = (await bench.run("read_file", path=name)).result
    assert read["in_the_file"] == said
    assert read["columns"].endswith("with a tab between them here")


async def test_a_sheet_tells_what_its_cells_do_not_show(bench: Bench, work: Path) -> None:
    book = openpyxl.Workbook()
    assert book.active is not None
    due = date(2025, 6, 3)
    for row in (["Code", "Amount", "Due"], ["001", 64.3, due], ["002", "86.80", "2025/06/16"], ["003", 12, due]):
        book.active.append(row)
    book.active.row_dimensions[2].hidden = True
    book.save(work / "bills.xlsx")
    read = (await bench.run("read_file", path="bills.xlsx")).result
    assert read["hidden_rows"] == "2"
    assert read["stored_as_text"] == "B3, C3, unlike other cells of their column"


async def test_a_sheet_tells_formulas_by_their_ranges_with_merged_cells_comments_and_charts(
    bench: Bench, work: Path
) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "My Data"
    for row in (["Item", "Qty", "Total"], ["a", 2, "=B2*$E$1"], ["b", 4, "=B3*$E$1"], ["Sum", None, "=SUM(C2:C3)"]):
        sheet.append(row)
    sheet["A1"].comment = Comment("check this", "Ann")
    sheet.merge_cells("A8:C8")
    chart = LineChart()
    chart.title = "Goods"
    chart.add_data(Reference(sheet, min_col=2, min_row=1, max_row=3), titles_from_data=True)
    chart.set_categories(Reference(sheet, min_col=1, min_row=2, max_row=3))
    sheet.add_chart(chart, "H2")
    sheet["F1"] = CellRichText("CO", TextBlock(InlineFont(vertAlign="subscript", b=True), "2"))
    book.save(work / "goods.xlsx")
    read = (await bench.run("read_file", path="goods.xlsx")).result
    assert read["formulas"] == {"C2:C3": "=B2*$E$1", "C4": "=SUM(C2:C3)"}
    assert read["letters_within_cells"] == {"F1": "'2' bold, subscript"}
    assert read["merged"] == "A8:C8" and read["comments"] == {"A1": "check this"}
    assert read["charts"] == [
        "line titled 'Goods', legend right: My Data!B1 = My Data!B2:B3 over My Data!A2:A3",
    ]
    # The program that wrote it works nothing out: no result is told as if it were an empty cell.
    assert read["text"].split("\n")[1] == "a\t2\t=B2*$E$1\t\t\t" and "without_results" in read


async def test_a_text_tells_how_its_lines_end_and_a_document_its_header_and_footer(bench: Bench, work: Path) -> None:
    (work / "a.txt").write_bytes(b"one\r\ntwo")
    (work / "b.txt").write_bytes(b"one\ntwo\n")
    assert (await bench.run("read_file", path="a.txt")).result["line_ends"] == "CR LF, none at the end of the file"
    assert (await bench.run("read_file", path="b.txt")).result["line_ends"] == "LF, also at the end of the file"
    letter = docx.Document()
    letter.add_paragraph("Dear Ann")
    letter.sections[0].header.paragraphs[0].text = "House of Ann"
    letter.save(str(work / "letter.docx"))
    read = (await bench.run("read_file", path="letter.docx")).result
    assert read["header"] == "House of Ann" and "footer" not in read and read["text"] == "Dear Ann"


async def test_each_page_of_a_pdf_file_is_told_with_its_number_its_turn_and_whether_it_has_text(
    bench: Bench, work: Path
) -> None:
    writer = PdfWriter(clone_from=write_pdf(work / "plain.pdf", ("First page", "", "Last page")))
    writer.pages[2].rotate(90)
    writer.write(work / "turned.pdf")
    read = (await bench.run("read_file", path="turned.pdf")).result
    assert read["pages"] == "1 to 3 of 3"
    lines = [line.strip() for line in read["text"].split("\n") if line.strip()]
    assert lines == [
        "page 1 of 3:", "First page", "page 2 of 3 (no text):", "page 3 of 3 (turned 90 degrees clockwise):", "Last page",
    ]  # fmt: skip


async def test_files_are_found_by_name_words_size_and_age_in_all_folders_below(bench: Bench, work: Path) -> None:
    (work / "in/Invoice 7.TXT").write_text("Amount due:\nEUR 4711\n", encoding="utf-8")
    book = openpyxl.Workbook()
    book.active.append(["Amount", "EUR 4711"])
    book.save(work / "in/book.xlsx")
    (work / "old.log").write_bytes(b"x" * 5000)
    os.utime(work / "old.log", (1_000_000_000, 1_000_000_000))
    (work / ".hidden.txt").write_text("EUR 4711", encoding="utf-8")
    (work / "loop").symlink_to(work)
    by_words = await bench.run("find_files", words=["eur 4711", "amount"])
    assert _paths(by_words) == ["in/Invoice 7.TXT", "in/book.xlsx"]
    assert by_words.result["files"][0]["line"] == "EUR 4711"
    assert _paths(await bench.run("find_files", name="*.txt")) == ["in/Invoice 7.TXT"]
    assert _paths(await bench.run("find_files", size="> 4 kB", name="*.log")) == ["old.log"]
    assert _paths(await bench.run("find_files", changed="< 2002-01-01")) == ["old.log"]
    recent = await bench.run("find_files", changed="3 days", name="*.*", order="largest")
    assert _paths(recent) == ["in/book.xlsx", "in/Invoice 7.TXT"]
    assert _paths(await bench.run("find_files", changed="> 2 years", name="*")) == ["old.log"]


async def test_a_bound_that_cannot_be_read_is_refused_with_how_to_write_it(bench: Bench) -> None:
    assert "write it like" in str((await bench.run("find_files", size="big")).error)
    assert "write it like" in str((await bench.run("find_files", changed="long ago")).error)


async def test_a_long_text_is_read_in_parts_that_say_where_to_go_on(bench: Bench, work: Path) -> None:
    (work / "long.txt").write_text("\n".join(f"line {number}" for number in range(1, 1001)), encoding="utf-8")
    first = await bench.run("read_file", path="long.txt", most=2)
    assert first.result["text"] == "line 1\nline 2"
    assert first.result["lines"] == "1 to 2 of 1000" and first.result["go_on_with_start"] == 3
    last = await bench.run("read_file", path="long.txt", start=1000)
    assert last.result["text"] == "line 1000" and "go_on_with_start" not in last.result
    assert "it has 1000 lines" in str((await bench.run("read_file", path="long.txt", start=1001)).error)


async def test_a_line_longer_than_an_answer_is_cut_and_says_so(bench: Bench, work: Path) -> None:
    (work / "one.txt").write_text("x" * 50_000, encoding="utf-8")
    told = (await bench.run("read_file", path="one.txt")).result["text"]
    assert len(told) < 21_000 and told.endswith("(30,000 characters more)")


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        ("Grüße".encode(), "utf-8"),
        ("Grüße".encode("latin-1"), "latin-1"),
        ("Grüße".encode("utf-8-sig"), "utf-8-sig"),
        (b"\xff\xfe" + "Grüße".encode("utf-16-le"), "utf-16-le"),
        (b"\xfe\xff" + "Grüße".encode("utf-16-be"), "utf-16-be"),
    ],
)
async def test_a_text_is_read_in_its_encoding_and_keeps_it_with_its_line_ends(
    bench: Bench, work: Path, data: bytes, encoding: str
) -> None:
    mark = data[:2] if encoding.startswith("utf-16") else data[:3] if encoding == "utf-8-sig" else b""
    plain = "utf-8" if encoding == "utf-8-sig" else encoding
    (work / "a.txt").write_bytes(data + "\r\nzwei".encode(plain))
    read = await bench.run("read_file", path="a.txt")
    assert (read.result["text"], read.result["encoding"]) == ("Grüße\nzwei", encoding)
    added = await bench.run("write_file", path="a.txt", text="drei", mode="append")
    assert added.effect is Effect.CONFIRMED
    assert (work / "a.txt").read_bytes() == mark + "Grüße\r\nzwei\r\ndrei".encode(plain)


async def test_what_the_encoding_of_a_file_lacks_is_refused_and_the_file_stays(bench: Bench, work: Path) -> None:
    (work / "a.txt").write_bytes(b"caf\xe9")
    refused = await bench.run("write_file", path="a.txt", text="日本", mode="append")
    assert "cannot be written in latin-1" in str(refused.error)
    assert (work / "a.txt").read_bytes() == b"caf\xe9"
    read = await bench.run("read_file", path="a.txt", encoding="cp1252")
    assert read.result["text"] == "café"
    assert "there is no encoding" in str((await bench.run("read_file", path="a.txt", encoding="klingon")).error)


async def test_a_part_is_replaced_where_it_stands_once_and_the_earlier_file_is_in_the_bin(
    bench: Bench, work: Path
) -> None:
    made = await bench.run("write_file", path="notes.txt", text="milk\nbread\n")
    assert made.effect is Effect.CONFIRMED and "earlier" not in made.result
    (work / "notes.txt").chmod(0o640)
    changed = await bench.run("write_file", path="notes.txt", mode="replace", instead_of="milk", text="cheese")
    assert (work / "notes.txt").read_text(encoding="utf-8") == "cheese\nbread\n"
    assert (work / "notes.txt").stat().st_mode & 0o777 == 0o640
    assert "text` is missing" in str((await bench.run("write_file", path="notes.txt", mode="over")).error)
    assert Path(changed.result["earlier"]).read_text(encoding="utf-8") == "milk\nbread\n"
    back = await bench.run("restore_file", name="notes.txt", target="earlier.txt")
    assert back.effect is Effect.CONFIRMED
    assert (work / "earlier.txt").read_text(encoding="utf-8") == "milk\nbread\n"


async def test_several_places_are_replaced_in_one_call_or_none_is(bench: Bench, work: Path) -> None:
    (work / "notes.txt").write_text("milk\nbread\n", encoding="utf-8")

    async def replace(**places: str) -> Result:
        rows = [{"instead_of": old, "text": new} for old, new in places.items()]
        return await bench.run("write_file", path="notes.txt", mode="replace", replacements=rows)

    assert (await replace(bread="milk", milk="bread")).ok
    assert (work / "notes.txt").read_text(encoding="utf-8") == "bread\nmilk\n"
    assert "'tea' is not in it" in str((await replace(bread="rolls", tea="")).error)
    assert "overlap" in str((await replace(bread="rolls", read="")).error)
    assert (work / "notes.txt").read_text(encoding="utf-8") == "bread\nmilk\n"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"path": "a.txt", "text": "x"}, "exists already"),
        ({"path": "a.txt", "text": "x", "mode": "replace", "instead_of": "a"}, "2 times"),
        ({"path": "a.txt", "text": "x", "mode": "replace", "instead_of": "z"}, "is not in it"),
        ({"path": "a.txt", "text": "x", "mode": "replace"}, "needs `instead_of`"),
        ({"path": "b.txt", "text": "x", "mode": "append"}, "there is no document"),
        ({"path": "no/b.txt", "text": "x"}, "make it first"),
        ({"path": "in", "text": "x", "mode": "over"}, "is a folder"),
        ({"path": "pipe", "text": "x", "mode": "append"}, "device, a pipe"),
        ({"path": "/dev/full", "text": "x", "mode": "over"}, "device, a pipe"),
        ({"path": "data.bin", "text": "x", "mode": "append"}, "no text file"),
    ],
)
async def test_what_cannot_be_written_is_refused_with_the_reason(
    bench: Bench, work: Path, arguments: dict[str, str], reason: str
) -> None:
    (work / "a.txt").write_text("a a", encoding="utf-8")
    (work / "data.bin").write_bytes(b"\0\1\2")
    os.mkfifo(work / "pipe")
    result = await bench.run("write_file", **arguments)
    assert reason in str(result.error)
    assert (work / "a.txt").read_text(encoding="utf-8") == "a a"


@pytest.mark.parametrize("path", ["pipe", "/dev/zero", "in"])
async def test_what_is_no_ordinary_file_is_not_read(bench: Bench, work: Path, path: str) -> None:
    os.mkfifo(work / "pipe")
    assert not (await bench.run("read_file", path=path)).ok


async def test_a_full_disk_leaves_the_file_as_it_was(bench: Bench, tiny: Path) -> None:
    (tiny / "a.txt").write_text("kept", encoding="utf-8")
    refused = await bench.run("write_file", path=str(tiny / "a.txt"), text="x" * 300_000, mode="over")
    assert "no space left" in str(refused.error)
    assert [path.name for path in tiny.iterdir()] == ["a.txt"]
    assert (tiny / "a.txt").read_text(encoding="utf-8") == "kept"


async def test_photos_are_numbered_in_the_order_of_their_dates_in_one_call(bench: Bench, work: Path) -> None:
    for number, name in enumerate(["DSC_9.jpg", "DSC_10.jpg", "-rf.jpg", "two\nlines.jpg"]):
        (work / "in" / name).write_text(name, encoding="utf-8")
        os.utime(work / "in" / name, (1_600_000_000 - number, 1_600_000_000 - number))
    done = await bench.run("rename_files", files="in/*.jpg", to="holiday-{n:2}.{ext}", order="date")
    assert done.effect is Effect.CONFIRMED
    now = {path.name: path.read_text(encoding="utf-8") for path in (work / "in").iterdir()}
    assert now == {
        "holiday-01.jpg": "two\nlines.jpg",
        "holiday-02.jpg": "-rf.jpg",
        "holiday-03.jpg": "DSC_10.jpg",
        "holiday-04.jpg": "DSC_9.jpg",
    }


async def test_files_keep_their_endings_where_the_pattern_names_none(bench: Bench, work: Path) -> None:
    for name in ("b.jpg", "a.tar", "plain"):
        (work / "in" / name).touch()
    await bench.run("rename_files", files="in/*", to="Mr. {n}")
    assert sorted(path.name for path in (work / "in").iterdir()) == ["Mr. 1.tar", "Mr. 2.jpg", "Mr. 3"]


async def test_files_take_over_one_anothers_names_and_a_part_of_names_is_replaced(bench: Bench, work: Path) -> None:
    for number in (1, 2, 10):
        (work / f"in/{number}.txt").write_text(str(number), encoding="utf-8")
    await bench.run("rename_files", files="in/*.txt", to="{n}.txt", first=2)
    assert (work / "in/2.txt").read_text(encoding="utf-8") == "1"
    assert (work / "in/4.txt").read_text(encoding="utf-8") == "10"
    await bench.run("rename_files", files=["in/2.txt", "in/3.txt"], to=".md", instead_of=".txt")
    assert sorted(path.name for path in (work / "in").iterdir()) == ["2.md", "3.md", "4.txt"]


@pytest.mark.parametrize(
    ("to", "reason"),
    [
        ("same.txt", "put {n} into it"),
        ("../{n}.txt", "a name and no path"),
        ("{x}-{n}", "no field"),
        ("keep{n}.md", "is not replaced"),
    ],
)
async def test_a_pattern_that_would_lose_a_file_renames_none(bench: Bench, work: Path, to: str, reason: str) -> None:
    for name in ("a.txt", "b.txt", "keep2.md"):
        (work / "in" / name).touch()
    refused = await bench.run("rename_files", files="in/*.txt", to=to)
    assert reason in str(refused.error)
    assert sorted(path.name for path in (work / "in").iterdir()) == ["a.txt", "b.txt", "keep2.md"]


async def test_what_was_removed_goes_back_to_its_place_and_what_is_there_stays(bench: Bench, work: Path) -> None:
    (work / "in/ü 1.txt").write_text("one", encoding="utf-8")
    await bench.run("remove_file", path="in/ü 1.txt")
    assert (await bench.run("restore_file", name="ü 1.txt")).effect is Effect.CONFIRMED
    assert (work / "in/ü 1.txt").read_text(encoding="utf-8") == "one"
    assert list((work.parent / "data/Trash/info").iterdir()) == []
    await bench.run("remove_file", path="in/ü 1.txt")
    (work / "in/ü 1.txt").write_text("two", encoding="utf-8")
    assert "is not replaced" in str((await bench.run("restore_file", name="ü 1.txt")).error)
    assert "ü 1.txt" in str((await bench.run("restore_file", name="other")).error)


async def test_what_another_program_put_in_the_bin_is_taken_back(bench: Bench, work: Path) -> None:
    (work / "x.txt").touch()
    environment = os.environ | {"HOME": str(work.parent)}
    subprocess.run(["gio", "trash", str(work / "x.txt")], check=False, env=environment, capture_output=True)
    if (work / "x.txt").exists():
        pytest.skip("this folder is on a disk that gio gives no bin")
    assert (await bench.run("restore_file", name="x.txt")).effect is Effect.CONFIRMED
    assert (work / "x.txt").exists()


async def test_files_of_many_folders_are_read_by_one_pattern_without_the_folders(bench: Bench, work: Path) -> None:
    for name in ("old/a/one.txt", "old/b/two.txt"):
        (work / name).parent.mkdir(parents=True)
        (work / name).write_text(name, encoding="utf-8")
    for pattern in ("old/*/*", "old/**/*"):
        told = (await bench.run("read_file", path=pattern)).result["files"]
        assert [file["text"] for file in told] == ["old/a/one.txt", "old/b/two.txt"]
    only = (await bench.run("read_file", path="old/?")).result
    assert only["files"] == [] and "only folders match" in only["none"]
    refused = (await bench.run("read_file", path=["old/a", "old/a/one.txt"])).result["files"]
    assert "error" in refused[0] and refused[1]["text"] == "old/a/one.txt", "a folder that is named is told"


async def test_several_files_are_read_in_one_call_each_told_by_its_place(bench: Bench, tmp_path: Path) -> None:
    folder = tmp_path / "work" / "in"
    (folder / "a.txt").write_text("tea\n", encoding="utf-8")
    (folder / "b.txt").write_text("milk\nbread\n", encoding="utf-8")
    (folder / "c.bin").write_bytes(b"\0\1")
    for path in ("in/*", ["in/a.txt", "in/b.txt", "in/c.bin"]):
        told = (await bench.run("read_file", path=path)).result["files"]
        assert [(item["path"], item.get("text")) for item in told] == [
            ("in/a.txt", "tea"), ("in/b.txt", "milk\nbread"), ("in/c.bin", None),
        ]  # fmt: skip
        assert "is no text file" in told[2]["error"]
    missing = await bench.run("read_file", path=["in/a.txt", "in/z.txt"])
    assert not missing.ok and "no document 'z.txt'" in str(missing.error)


async def test_a_file_that_another_program_works_on_is_left_alone_until_it_is_done(bench: Bench, work: Path) -> None:
    (work / "a.csv").write_text("x\n", encoding="utf-8")
    with (work / "a.csv").open(encoding="utf-8") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        refused = await bench.run("write_file", path="a.csv", text="y\n", mode="over")
        assert "is locked by another program" in str(refused.error)
    lock = work / ".~lock.a.csv#"
    lock.write_text(",ann,desk,21.11.2026 06:58,file:///home/ann/.config/libreoffice/4;", encoding="utf-8")
    refused = await bench.run("write_file", path="a.csv", text="y\n", mode="over")
    assert "is open in LibreOffice" in str(refused.error) and (work / "a.csv").read_text() == "x\n"
    lock.unlink()
    assert (await bench.run("write_file", path="a.csv", text="y\n", mode="over")).effect is Effect.CONFIRMED


async def test_a_text_that_sets_up_no_pages_is_read_and_a_file_that_is_none_does_not_keep_others_back(
    bench: Bench, work: Path
) -> None:
    space = "urn:oasis:names:tc:opendocument:xmlns"
    names = f"xmlns:office='{space}:office:1.0' xmlns:text='{space}:text:1.0'"
    said = "<office:body><office:text><text:p>Rent: 12</text:p></office:text></office:body>"
    with zipfile.ZipFile(work / "in" / "plain.odt", "w") as package:
        package.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        package.writestr("content.xml", f"<office:document-content {names}>{said}</office:document-content>")
    (work / "in" / "torn.odt").write_bytes(b"PK")
    assert (await bench.run("read_file", path="in/plain.odt")).result["text"] == "Rent: 12"
    told = (await bench.run("read_file", path="in/*")).result["files"]
    assert told[0]["text"] == "Rent: 12" and "torn.odt" in told[1]["error"]


async def test_pages_read_together_are_told_by_what_they_show_and_one_alone_by_its_source(
    bench: Bench, work: Path
) -> None:
    source = """<html><head><title>Rates</title><style>td { color: red }</style><script>var a = 1</script></head><body>
<h1>Rates</h1><p>See the <a href="rules.html">rules</a>.</p>
<table><tr><th>Room</th><th>Price</th></tr><tr><td>Hall</td><td>24.00</td></tr></table>
<form><label>Name <input id="n"></label><label><input type="checkbox" checked> Kitchen</label><input type="hidden" value="t">
<label>Room <select><option>Hall</option><option>Loft</option></select></label><button>Book</button></form></body></html>"""
    (work / "in" / "a.html").write_text(source, encoding="utf-8")
    (work / "in" / "b.txt").write_text("tea", encoding="utf-8")
    told = (await bench.run("read_file", path="in/*")).result["files"]
    assert told[0]["text"].splitlines() == [
        "Rates", "Rates", "See the rules (rules.html).", "| Room | Price", "| Hall | 24.00", "Name [text]",
        "[checkbox, on] Kitchen", "Room [choice: · Hall · Loft]", "[button: Book]",
    ]  # fmt: skip
    assert "alone" in told[0]["told"] and told[1]["text"] == "tea"
    assert (await bench.run("read_file", path="in/a.html")).result["text"] == source
