"""DocumentExecutor: real archives and PDF files, hostile ones too."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import subprocess
import tarfile
import warnings
import zipfile
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from PIL import Image
from pypdf import PdfReader, PdfWriter

from tests.tools.bench import Bench
from tests.tools.test_full_disk import tiny
from ufo.conditions.kinds.document import DocumentPredicate
from ufo.schema.command import Effect
from ufo.schema.predicate import Truth
from ufo.tools.servers.documents import documents
from ufo.tools.servers.files import files

__all__ = ["tiny"]
ENDINGS = ("zip", "tar", "tar.gz", "tgz", "tar.bz2", "tar.xz")


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    (tmp_path / "work").mkdir()
    item = Bench(tmp_path / "work", documents, files)
    yield item
    await item.dispatcher.close()


@pytest.fixture
def work(tmp_path: Path) -> Path:
    return tmp_path / "work"


@pytest.mark.parametrize("ending", ENDINGS)
async def test_a_folder_is_packed_listed_and_unpacked_as_it_was(bench: Bench, work: Path, ending: str) -> None:
    (work / "trip/day 1").mkdir(parents=True)
    (work / "trip/day 1/ü.txt").write_text("sea", encoding="utf-8")
    (work / "trip/run.sh").write_text("#!/bin/sh", encoding="utf-8")
    (work / "trip/run.sh").chmod(0o755)
    (work / "-note\n.txt").write_text("x", encoding="utf-8")
    arguments: dict[str, object] = {"sources": ["trip", "-note*"], "target": f"all.{ending}"}
    packed = await bench.run("pack_archive", **arguments)
    assert packed.effect is Effect.CONFIRMED
    listed = await bench.run("list_folder", path=f"all.{ending}")
    assert "trip/day 1/ü.txt" in listed.result["names"]
    arguments = {"source": f"all.{ending}", "target": "out"}
    unpacked = await bench.run("unpack_archive", **arguments)
    assert unpacked.effect is Effect.CONFIRMED and unpacked.result["count"] == 3
    assert (work / "out/trip/day 1/ü.txt").read_text(encoding="utf-8") == "sea"
    assert os.access(work / "out/trip/run.sh", os.X_OK)
    assert (work / "out/-note\n.txt").read_text(encoding="utf-8") == "x"


def _bag(work: Path) -> bytes:
    """A zip file with comments, stored and packed members, and some that are to go."""
    old = zipfile.ZipInfo("resimler/ü.png", (2020, 2, 3, 4, 5, 6))
    old.flag_bits, old.comment, old.external_attr = 0, b"kept", 0o640 << 16
    with zipfile.ZipFile(work / "bag.zip", "w") as packed:
        packed.writestr("fiyatlar.txt", "old" * 99, zipfile.ZIP_DEFLATED)
        packed.writestr(old, b"png", zipfile.ZIP_STORED)
        packed.writestr("Thumbs.db", "x")
        packed.writestr("2024/fiyatlar.txt", "2024" * 99, zipfile.ZIP_DEFLATED)
        packed.writestr("2024/Thumbs.db", "x")
        packed.comment = b"of the shop"
    (work / "bag.zip").chmod(0o640)
    return (work / "bag.zip").read_bytes()


async def test_a_zip_that_is_there_is_changed_and_all_else_in_it_stays_byte_for_byte(
    bench: Bench, work: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    before = _bag(work)
    (work / "yeni fiyatlar.txt").write_text("new", encoding="utf-8")
    done = await bench.run(
        "pack_archive",
        sources=[
            {"path": "yeni fiyatlar.txt", "name": "fiyatlar.txt"},
            {"path": "yeni fiyatlar.txt", "name": "resimler/"},
        ],
        target="bag.zip",
        without=["*Thumbs.db"],
    )
    assert done.effect is Effect.CONFIRMED, done.error
    kept = ["resimler/ü.png", "2024/fiyatlar.txt"]
    now = (work / "bag.zip").read_bytes()
    with zipfile.ZipFile(io.BytesIO(before)) as was, zipfile.ZipFile(work / "bag.zip") as changed:
        assert changed.namelist() == ["fiyatlar.txt", *kept, "resimler/yeni fiyatlar.txt"]
        assert done.result["members"] == changed.namelist() and changed.testzip() is None
        assert changed.read("fiyatlar.txt") == b"new" and changed.comment == b"of the shop"
        for name in kept:
            old, new = was.getinfo(name), changed.getinfo(name)
            size = 30 + len(name.encode()) + old.compress_size
            assert now[new.header_offset :][:size] == before[old.header_offset :][:size]
            told = [
                (item.date_time, item.comment, item.external_attr, item.compress_type, item.flag_bits)
                for item in (old, new)
            ]
            assert told[0] == told[1]
    assert subprocess.run(["unzip", "-tq", "bag.zip"], cwd=work, check=False).returncode == 0
    assert (tmp_path / "data/Trash/files/bag.zip").read_bytes() == before
    assert (work / "bag.zip").stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in work.iterdir()) == ["bag.zip", "yeni fiyatlar.txt"]


@pytest.mark.parametrize("ending", ENDINGS[1:])
async def test_a_tar_that_is_there_is_changed_and_all_else_in_it_stays(
    bench: Bench, work: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    long = f"./in/{'ü' * 120}.txt"
    (work / "new.txt").write_text("new", encoding="utf-8")
    with tarfile.open(work / "plain.tar", "w", format=tarfile.PAX_FORMAT) as packed:
        for name, text in (("./a.txt", b"old"), (long, b"long"), ("./gone.txt", b"gone"), ("./in/b.txt", b"b" * 3000)):
            info = tarfile.TarInfo(name)
            info.size, info.mtime, info.uname = len(text), 1_234_567_890.5, "ann"
            packed.addfile(info, io.BytesIO(text))
    data = (work / "plain.tar").read_bytes()
    packs: dict[str, Callable[[bytes], bytes]] = {
        "tar.gz": gzip.compress,
        "tgz": gzip.compress,
        "tar.bz2": bz2.compress,
        "tar.xz": lzma.compress,
    }
    (work / f"a.{ending}").write_bytes(packs[ending](data) if ending in packs else data)
    done = await bench.run(
        "pack_archive",
        sources=[{"path": "new.txt", "name": "a.txt"}, {"path": "new.txt", "name": "in/"}],
        target=f"a.{ending}",
        without=["gone.txt"],
    )
    assert done.effect is Effect.CONFIRMED, done.error
    with tarfile.open(work / f"a.{ending}") as changed:
        assert changed.getnames() == ["./a.txt", long, "./in/b.txt", "in/new.txt"]
        kept = changed.getmember(long), changed.getmember("./in/b.txt")
        assert [(tar.mtime, tar.uname) for tar in kept] == [(1_234_567_890.5, "ann")] * 2
        assert changed.extractfile("./in/b.txt").read() == b"b" * 3000  # type: ignore[union-attr]  # a file
        assert changed.extractfile("./a.txt").read() == b"new"  # type: ignore[union-attr]  # a file
    # What unpacks it for tar is not on every system.
    unpacks = {"tar.gz": gzip.decompress, "tgz": gzip.decompress, "tar.bz2": bz2.decompress, "tar.xz": lzma.decompress}
    plain = (work / f"a.{ending}").read_bytes()
    plain = unpacks[ending](plain) if ending in unpacks else plain
    listed = subprocess.run(["tar", "-tf", "-"], input=plain, check=True, capture_output=True)
    assert len(listed.stdout.splitlines()) == 4 and not listed.stderr


@pytest.mark.parametrize(
    ("sources", "without", "said"),
    [
        ([], ["nothing*"], "nothing in 'bag.zip' is called"),
        ([], [], "nothing to pack"),
        ([], ["*"], "nothing would be left"),
        ([{"path": "new.txt", "name": "2024"}], [], "a file and a folder"),
        ([{"path": "new.txt", "name": "fiyatlar.txt/new.txt"}], [], "a file and a folder"),
        ([{"path": "new.txt", "name": "../new.txt"}], [], "no name in an archive"),
        ([{"path": "new.txt", "name": "/new.txt"}], [], "no name in an archive"),
    ],
)
async def test_an_archive_that_cannot_be_changed_so_is_left_as_it_was(
    bench: Bench, work: Path, sources: list[object], without: list[str], said: str
) -> None:
    before = _bag(work)
    (work / "new.txt").write_text("new", encoding="utf-8")
    done = await bench.run("pack_archive", sources=sources, target="bag.zip", without=without)
    assert not done.ok and said in str(done.error)
    assert (work / "bag.zip").read_bytes() == before
    assert sorted(path.name for path in work.iterdir()) == ["bag.zip", "new.txt"]


async def test_a_member_that_another_name_leads_to_is_not_taken_out_of_a_tar(bench: Bench, work: Path) -> None:
    (work / "one.txt").write_text("x", encoding="utf-8")
    os.link(work / "one.txt", work / "two.txt")
    subprocess.run(["tar", "-cf", "a.tar", "one.txt", "two.txt"], cwd=work, check=True)
    done = await bench.run("pack_archive", sources=[], target="a.tar", without=["one.txt"])
    assert not done.ok and "another name of 'one.txt'" in str(done.error)


async def test_other_programs_read_what_was_packed(bench: Bench, work: Path) -> None:
    (work / "a.txt").write_text("a", encoding="utf-8")
    await bench.run("pack_archive", sources=["a.txt"], target="a.zip")
    await bench.run("pack_archive", sources=["a.txt"], target="a.tar.xz")
    assert subprocess.run(["unzip", "-tq", "a.zip"], cwd=work, check=False).returncode == 0
    listed = subprocess.run(["tar", "-tf", "a.tar.xz"], cwd=work, check=True, capture_output=True, text=True)
    assert listed.stdout == "a.txt\n"


async def test_some_files_are_unpacked_by_name_folder_or_pattern(bench: Bench, work: Path) -> None:
    with zipfile.ZipFile(work / "a.zip", "w") as archive:
        for name in ("one.txt", "two.md", "in/three.txt", "in/four.md"):
            archive.writestr(name, name)
    done = await bench.run("unpack_archive", source="a.zip", target="out", only=["two.md", "in"])
    assert done.result["count"] == 3
    assert not (work / "out/one.txt").exists()
    refused = await bench.run("unpack_archive", source="a.zip", target="more", only=["five"])
    assert "it holds one.txt" in str(refused.error) and not (work / "more").exists()


async def test_files_are_unpacked_without_the_folders_inside_unless_two_would_be_one(bench: Bench, work: Path) -> None:
    with zipfile.ZipFile(work / "a.zip", "w") as archive:
        for name in ("in/", "in/deep/note.txt", "in/list.txt", "other/list.txt"):
            archive.writestr(name, name)
    done = await bench.run("unpack_archive", source="a.zip", target="out", only=["in"], flat=True)
    assert done.effect is Effect.CONFIRMED
    assert sorted(path.name for path in (work / "out").rglob("*")) == ["list.txt", "note.txt"]
    twice = await bench.run("unpack_archive", source="a.zip", target="more", flat=True)
    assert "would both be" in str(twice.error) and not (work / "more").exists()


async def test_links_are_left_out_and_told(bench: Bench, work: Path) -> None:
    (work / "in").mkdir()
    (work / "in/link").symlink_to("/etc/passwd")
    (work / "in/a.txt").touch()
    packed = await bench.run("pack_archive", sources=["in"], target="in.tar")
    assert packed.effect is Effect.PARTIAL and "in/link" in packed.evidence[1]
    with tarfile.open(work / "links.tar", "w") as archive:
        archive.add(work / "in")
        for name, kind in (("hard", tarfile.LNKTYPE), ("soft", tarfile.SYMTYPE), ("pipe", tarfile.FIFOTYPE)):
            member = tarfile.TarInfo(name)
            member.type, member.linkname = kind, "../../outside"
            archive.addfile(member)
        inside = tarfile.TarInfo("soft/in.txt")
        archive.addfile(inside, io.BytesIO(b""))
    done = await bench.run("unpack_archive", source="links.tar", target="out")
    assert done.effect is Effect.PARTIAL
    assert not any(path.is_symlink() or path.is_fifo() for path in (work / "out").rglob("*"))


@pytest.mark.parametrize("name", ["../out.txt", "/tmp/out.txt", "a/../../out.txt", "..\\out.txt", "C:/out.txt"])
@pytest.mark.parametrize("ending", ["zip", "tar"])
async def test_an_archive_with_a_path_that_leads_out_is_refused_whole(
    bench: Bench, work: Path, ending: str, name: str
) -> None:
    if ending == "zip":
        with zipfile.ZipFile(work / "a.zip", "w") as archive:
            archive.writestr("good.txt", "x")
            archive.writestr(name, "x")
    else:
        with tarfile.open(work / "a.tar", "w") as packed:
            packed.addfile(tarfile.TarInfo("good.txt"), io.BytesIO(b""))
            packed.addfile(tarfile.TarInfo(name), io.BytesIO(b""))
    refused = await bench.run("unpack_archive", source=f"a.{ending}", target="out")
    assert "would leave the folder" in str(refused.error)
    assert not (work / "out").exists() and not (work.parent / "out.txt").exists()


async def test_a_folder_that_is_a_link_out_is_not_followed(bench: Bench, work: Path) -> None:
    (work.parent / "far").mkdir()
    (work / "out").mkdir()
    (work / "out/in").symlink_to(work.parent / "far")
    with zipfile.ZipFile(work / "a.zip", "w") as archive:
        archive.writestr("in/x.txt", "x")
    refused = await bench.run("unpack_archive", source="a.zip", target="out")
    assert "it is no folder, or a link" in str(refused.error)
    assert list((work.parent / "far").iterdir()) == []


async def test_a_bomb_is_refused_by_its_size_and_by_its_number_of_files(bench: Bench, work: Path) -> None:
    with zipfile.ZipFile(work / "big.zip", "w", zipfile.ZIP_DEFLATED) as archive, archive.open("zero", "w") as member:
        for _ in range(120):
            member.write(bytes(1_000_000))
    with zipfile.ZipFile(work / "many.zip", "w") as archive:
        for number in range(20_001):
            archive.writestr(str(number), "")
    assert "fill a disk" in str((await bench.run("unpack_archive", source="big.zip")).error)
    assert "more than 20,000 entries" in str((await bench.run("unpack_archive", source="many.zip")).error)
    assert sorted(path.name for path in work.iterdir()) == ["big.zip", "many.zip"]


async def test_of_a_file_that_an_archive_holds_twice_the_last_one_is_unpacked(bench: Bench, work: Path) -> None:
    with zipfile.ZipFile(work / "twice.zip", "w") as zipped, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        zipped.writestr("a.txt", "old")
        zipped.writestr("a.txt", "new")
    with tarfile.open(work / "twice.tar", "w") as tarred:
        for text in (b"old", b"new"):
            info = tarfile.TarInfo("a.txt")
            info.size = len(text)
            tarred.addfile(info, io.BytesIO(text))
    for ending in ("zip", "tar"):
        done = await bench.run("unpack_archive", source=f"twice.{ending}", target=f"from-{ending}")
        assert done.effect is Effect.CONFIRMED, done
        assert (work / f"from-{ending}/a.txt").read_text("utf-8") == "new"


async def test_what_is_broken_protected_or_no_archive_is_refused(bench: Bench, work: Path) -> None:
    (work / "broken.zip").write_bytes(b"PK\x03\x04" + bytes(40))
    (work / "broken.tar.gz").write_bytes(b"\x1f\x8b" + bytes(40))
    (work / "a.txt").write_text("secret", encoding="utf-8")
    subprocess.run(["zip", "-q", "-P", "x", "locked.zip", "a.txt"], cwd=work, check=True)
    for name in ("broken.zip", "broken.tar.gz"):
        assert "cannot be read as an archive" in str((await bench.run("unpack_archive", source=name)).error)
    assert "password" in str((await bench.run("unpack_archive", source="locked.zip")).error)
    assert "no archive" in str((await bench.run("unpack_archive", source="a.txt", target="x")).error)
    assert "no archive's name" in str((await bench.run("pack_archive", sources=["a.txt"], target="a.rar")).error)


async def test_what_is_there_stays_and_a_full_disk_leaves_nothing(bench: Bench, work: Path, tiny: Path) -> None:
    (work / "a.bin").write_bytes(os.urandom(300_000))
    await bench.run("pack_archive", sources=["a.bin"], target="a.zip")
    again = await bench.run("unpack_archive", source="a.zip", target=".")
    assert "is not replaced" in str(again.error)
    for tool, arguments in (
        ("unpack_archive", {"source": "a.zip", "target": str(tiny / "out")}),
        ("pack_archive", {"sources": ["a.bin"], "target": str(tiny / "b.zip")}),
    ):
        assert "no space left" in str((await bench.run(tool, **arguments)).error)
        assert list(tiny.iterdir()) == []


def _pdf(path: Path, pages: int, width: float = 200) -> Path:
    writer = PdfWriter()
    for number in range(pages):
        writer.add_blank_page(width + number, 400)
    writer.add_metadata({"/Title": "The report"})
    writer.write(path)
    return path


def _widths(path: Path) -> list[int]:
    return [int(page.mediabox.width) for page in PdfReader(path).pages]


async def test_pdf_files_are_merged_turned_and_given_a_title(bench: Bench, work: Path) -> None:
    _pdf(work / "a.pdf", 4)
    _pdf(work / "b.pdf", 2, 300)
    parts = [{"file": "a.pdf", "pages": "3-,1"}, {"file": "b.pdf", "pages": "2-1", "turn": -90}]
    arguments: dict[str, object] = {"parts": parts, "target": "c.pdf", "title": "Both"}
    made = await bench.run("pdf_of_pages", **arguments)
    assert made.effect is Effect.CONFIRMED and made.result["pages"] == 5
    assert _widths(work / "c.pdf") == [202, 203, 200, 301, 300]
    for stated in (
        DocumentPredicate(path=str(work / "c.pdf"), property="page rotation", page=4, value="270"),
        DocumentPredicate(path=str(work / "c.pdf"), pages=5),
    ):
        assert stated.check_now().truth is Truth.SATISFIED
    told = PdfReader(work / "c.pdf").metadata
    assert told is not None and told.title == "Both"
    assert "pictures of pages" in str((await bench.run("read_file", path="c.pdf")).error)
    wrong = DocumentPredicate(path=str(work / "c.pdf"), property="page rotation", value="0")
    assert wrong.check_now().truth is Truth.UNSATISFIED


async def test_a_pdf_file_is_split_and_keeps_what_it_says_about_itself(bench: Bench, work: Path) -> None:
    _pdf(work / "a.pdf", 5)
    arguments: dict[str, object] = {"parts": [{"file": "a.pdf"}], "target": "part-{n}.pdf", "each": 2}
    as_named = await bench.run("pdf_of_pages", parts=["a.pdf"], target="whole.pdf")
    assert as_named.result["pages"] == 5
    await bench.run("pdf_of_pages", **arguments)
    deep = await bench.run("pdf_of_pages", parts=["a.pdf"], target="new/deep/whole.pdf")
    assert deep.result["pages"] == 5 and any("new: the folder" in said for said in deep.evidence)
    assert [_widths(work / f"part-{number}.pdf") for number in (1, 2, 3)] == [[200, 201], [202, 203], [204]]
    assert PdfReader(work / "part-3.pdf").metadata == {"/Title": "The report", "/Producer": "pypdf"}


@pytest.mark.parametrize(
    ("parts", "target", "reason"),
    [
        ([{"file": "a.pdf", "pages": "6"}], "b.pdf", "the file has 5 pages"),
        ([{"file": "a.pdf", "pages": "x"}], "b.pdf", "write it like"),
        ([{"file": "a.pdf", "turn": 45}], "b.pdf", "multiple of 90"),
        ([{"file": "a.pdf"}], "a.pdf", "exists already"),
        ([{"file": "a.pdf"}], "b.txt", "end it with .pdf"),
        ([{"file": "broken.pdf"}], "b.pdf", "is broken"),
        ([{"file": "locked.pdf"}], "b.pdf", "password"),
        ([{"file": "none.pdf"}], "b.pdf", "there is no document"),
    ],
)
async def test_pages_that_cannot_be_had_are_refused_and_nothing_is_made(
    bench: Bench, work: Path, parts: list[dict[str, object]], target: str, reason: str
) -> None:
    _pdf(work / "a.pdf", 5)
    (work / "broken.pdf").write_bytes(b"%PDF-1.7\nnothing")
    writer = PdfWriter()
    writer.add_blank_page(10, 10)
    writer.encrypt("secret", algorithm="RC4-128")
    writer.write(work / "locked.pdf")
    refused = await bench.run("pdf_of_pages", parts=parts, target=target)
    assert reason in str(refused.error)
    assert sorted(path.name for path in work.iterdir()) == ["a.pdf", "broken.pdf", "locked.pdf"]


async def test_pictures_become_pages_of_their_own_proportions_among_those_of_a_pdf_file(
    bench: Bench, work: Path
) -> None:
    Image.new("RGB", (400, 300), (200, 0, 0)).save(work / "wide.png", dpi=(100, 100))
    Image.new("RGBA", (300, 6000), (0, 0, 200, 0)).save(work / "clear and long.png")
    turned = Image.new("RGB", (80, 40), (0, 200, 0))
    turned.getexif()[0x0112] = 6
    turned.save(work / "upright.jpg", exif=turned.getexif())
    scans = [Image.new("L", (50, 70), shade) for shade in (10, 200)]
    scans[0].save(work / "scans.tif", save_all=True, append_images=scans[1:])
    blank = PdfWriter()
    blank.add_blank_page(200, 100)
    blank.write(work / "text.pdf")
    parts = ["wide.png", "text.pdf", "clear and long.png", {"file": "upright.jpg", "turn": 90}, "scans.tif"]
    made = await bench.run("pdf_of_pages", parts=parts, target="all.pdf", title="Trip")
    assert made.effect is Effect.CONFIRMED and made.result["pages"] == 6, made
    pages = PdfReader(work / "all.pdf").pages
    assert [(round(page.mediabox.width), round(page.mediabox.height)) for page in pages[:2]] == [(288, 216), (200, 100)]
    assert [round(page.mediabox.width / page.mediabox.height, 2) for page in pages[2:]] == [0.05, 0.5, 0.71, 0.71]
    assert max(page.mediabox.height for page in pages) < 843 and pages[3].rotation == 90
    (held,) = pages[0].images
    assert held.image is not None and held.image.size == (400, 300)
    (clear,) = pages[2].images
    assert clear.image is not None and clear.image.getpixel((5, 5)) == (255, 255, 255)
    assert _title(work / "all.pdf") == "Trip"
    result = await bench.run("pdf_of_pages", parts=["wide.png"], target="one.pdf")
    assert result.result["pages"] == 1 and not _title(work / "one.pdf")
    (work / "notes.png").write_text("no picture", encoding="utf-8")
    refused = await bench.run("pdf_of_pages", parts=["notes.png"], target="two.pdf")
    assert "neither a PDF file nor a picture" in str(refused.error) and not (work / "two.pdf").exists()


def _title(file: Path) -> str | None:
    held = PdfReader(file).metadata
    return held.title if held is not None else None
