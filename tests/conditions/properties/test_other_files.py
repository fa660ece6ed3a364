"""Properties of pictures, plain text, archives and files of settings; files that are hostile; and the table itself."""

from __future__ import annotations

import io
import json
import tarfile
import zipfile
from pathlib import Path

import openpyxl
import pytest
from PIL import Image
from pydantic import ValidationError

from tests.conditions.properties.test_judge import check
from ufo.conditions.kinds.document import DocumentPredicate
from ufo.conditions.properties import OPENERS, PROPERTIES, Property, ending_of, in_prompt, property_named, spelled_value
from ufo.errors import ToolError
from ufo.schema.predicate import Truth
from ufo.schema.response import AppAgentResponse


def test_every_file_whose_properties_the_table_names_can_be_opened() -> None:
    assert {ending for known in PROPERTIES.values() for ending in known.formats} <= OPENERS.keys()
    # Whether a file is locked, and what it allows then, is told before anything in it can be read.
    rights = {f"{what} allowed" for what in ("printing", "copying", "changing")}
    assert {known.name for known in PROPERTIES.values() if known.of_path} == {"password", *rights}


def test_the_prompt_names_every_property() -> None:
    assert all(name in in_prompt(set(item.formats) if item.brief == "" else None) for name, item in PROPERTIES.items())


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("frozen row", "1", "did you mean 'frozen rows'"),
        ("orientaton", "portrait", "did you mean 'page orientation'"),
        ("page orientation", "landscap", "did you mean 'landscape'"),
        ("page orientation", "", "takes portrait|landscape"),
        ("quality", "good", "is no number"),
        ("named range", "A1:B2", "needs a key"),
        ("colour", "mud", "is no colour"),
    ],
)
def test_an_unknown_name_or_value_is_told_with_the_nearest_one(name: str, value: str, said: str) -> None:
    stated = {"on": "document", "path": "a.ods", "property": name, "value": value}
    with pytest.raises(ValidationError, match=said.replace("|", r"\|")):
        AppAgentResponse.model_validate({"observation": "", "thought": "", "status": "FINISH", "expect": [stated]})


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Color", "colour"),
        ("page_orientation", "page orientation"),
        ("Orientation", "page orientation"),
        ("JPEG quality", "quality"),
    ],
)
def test_other_words_for_a_property_are_understood(said: str, name: str) -> None:
    assert property_named(said).name == name


def test_what_was_kept_as_a_look_is_a_property() -> None:
    kept = DocumentPredicate.model_validate({"path": "a.odt", "paragraph": "x", "look": "bold", "look_value": "on"})
    assert (kept.property, kept.value) == ("bold", "on")
    assert "look" not in DocumentPredicate.model_validate({"path": "a", "look": None, "look_value": ""}).model_dump()


def _picture(path: Path, mode: str, **options: object) -> Path:
    Image.new(mode, (320, 213), 7 if mode in ("L", "P") else None).save(path, **options)  # type: ignore[arg-type]
    return path


@pytest.mark.parametrize("quality", [1, 30, 49, 50, 70, 85, 95, 100])
def test_the_quality_of_a_jpeg_is_read_from_its_tables(tmp_path: Path, quality: int) -> None:
    path = _picture(tmp_path / "a.jpg", "L", quality=quality, dpi=(300, 300))
    stated = {
        "width": 320,
        "height": 213,
        "mode": "greyscale",
        "picture format": "jpeg",
        "quality": quality,
        "dpi": 300,
    }
    for name, value in stated.items():
        assert check(path, {}, name, str(value)).truth is Truth.SATISFIED, name
    assert check(path, {}, "quality", str((quality + 40) % 100 + 1)).truth is Truth.UNSATISFIED
    assert DocumentPredicate(path=str(path), width=320, height=213).check_now().truth is Truth.SATISFIED


@pytest.mark.parametrize(
    ("kind", "mode", "told", "transparent"),
    [
        ("png", "RGBA", "rgba", "on"),
        ("png", "P", "indexed", "off"),
        ("gif", "P", "indexed", "off"),
        ("bmp", "RGB", "rgb", "off"),
    ],
)
def test_the_mode_of_a_picture_is_told(tmp_path: Path, kind: str, mode: str, told: str, transparent: str) -> None:
    path = _picture(tmp_path / f"a.{kind}", mode)
    assert check(path, {}, "mode", told).truth is Truth.SATISFIED
    assert check(path, {}, "transparent", transparent).truth is Truth.SATISFIED
    assert check(path, {}, "mode", "cmyk").truth is Truth.UNSATISFIED


def test_what_a_format_does_not_tell_is_unknown_and_names_those_that_do(tmp_path: Path) -> None:
    path = _picture(tmp_path / "a.png", "RGB")
    found = check(path, {}, "quality", "70")
    assert found.truth is Truth.UNKNOWN
    assert "it can from: jpg, jpeg" in found.evidence
    assert check(path, {}, "dpi", "300").truth is Truth.UNKNOWN


@pytest.mark.parametrize(
    ("data", "encoding", "delimiter", "ends"),
    [
        (b"a,b\n1,2\n", "ascii", "comma", "lf"),
        ("ä;b\r\n1;2\r\n".encode(), "utf-8", "semicolon", "crlf"),
        ("\ufeffä\tb\n1\t2\n".encode(), "utf-8 with mark", "tab", "lf"),
        ("ä|b\n1|2\n".encode("latin-1"), "latin-1", "pipe", "lf"),
    ],
)
def test_how_a_table_of_plain_text_is_written_is_told(
    tmp_path: Path, data: bytes, encoding: str, delimiter: str, ends: str
) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(data)
    for name, value in (("encoding", encoding), ("delimiter", delimiter), ("line ends", ends), ("rows", "2")):
        assert check(path, {}, name, value).truth is Truth.SATISFIED, name
    assert check(path, {}, "rows", "3").truth is Truth.UNSATISFIED
    assert check(path, {}, "delimiter", "comma" if delimiter != "comma" else "tab").truth is Truth.UNSATISFIED


@pytest.mark.parametrize(
    ("values", "order"),
    [
        ((9, 10, 100), "ascending"), ((100, 10, 9), "descending"), (("Äpfel", "apple", "banana"), "ascending"),
        (("2026-01-09", "2026-02-01", "2026-10-01"), "ascending"), ((3, 1, 2), None),
    ],
)  # fmt: skip
def test_an_order_is_that_of_numbers_days_or_texts(
    tmp_path: Path, values: tuple[object, ...], order: str | None
) -> None:
    path = tmp_path / "a.csv"
    path.write_text("".join(f"x,{value}\n" for value in ("head", *values)), encoding="utf-8")
    truths = {item: check(path, {"start": "B2:B9"}, "sorted", item).truth for item in ("ascending", "descending")}
    assert [item for item, truth in truths.items() if truth is Truth.SATISFIED] == ([order] if order else [])


@pytest.mark.parametrize("kind", ["zip", "tar", "tar.gz"])
def test_the_members_of_an_archive_are_told(tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"a.{kind}"
    if kind == "zip":
        with zipfile.ZipFile(path, "w") as packed:
            packed.writestr("b.txt", "x")
            packed.writestr("in/a.txt", "x")
    else:
        with tarfile.open(path, "w:gz" if kind == "tar.gz" else "w") as archive:
            for name in ("b.txt", "./in/a.txt"):
                archive.addfile(tarfile.TarInfo(name), io.BytesIO())
    assert check(path, {}, "members", "in/a.txt, b.txt").truth is Truth.SATISFIED
    assert check(path, {}, "members", "b.txt").truth is Truth.UNSATISFIED
    assert check(path, {"key": "b.txt"}, "member", "on").truth is Truth.SATISFIED
    assert check(path, {"key": "c.txt"}, "member", "on").truth is Truth.UNSATISFIED


_REGISTRY = (
    '<oor:items xmlns:oor="http://openoffice.org/2001/registry"><item oor:path="/org.openoffice.Office.Calc/Grid/Option">'
    '<prop oor:name="Raster" oor:op="fuse"><value>true</value></prop></item></oor:items>'
)


@pytest.mark.parametrize(
    ("name", "text", "key", "value"),
    [
        ("Preferences", json.dumps({"browser": {"show_home_button": True}}), "browser.show_home_button", "true"),
        ("Preferences", json.dumps({"a.b": {"c": [1, 2]}}), "a.b.c[1]", "2"),
        ("user", "[org/xfce/mousepad]\nfont-name='Mono 12'\n", "org/xfce/mousepad.font-name", "Mono 12"),
        ("app.conf", "# note\nangle = degree\n[Main]\nDigits: 3\n", "Main.Digits", "3"),
        ("app.ini", "angle=degree\n", "angle", "degree"),
        ("registrymodifications.xcu", _REGISTRY, "org.openoffice.Office.Calc/Grid/Option.Raster", "true"),
    ],
)  # fmt: skip
def test_settings_are_told_by_the_files_of_applications(
    tmp_path: Path, name: str, text: str, key: str, value: str
) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    stated = DocumentPredicate(path=str(path), key=key, value=value)
    assert stated.check_now().truth is Truth.SATISFIED
    assert stated.model_copy(update={"value": "other"}).check_now().truth is Truth.UNSATISFIED
    assert stated.model_copy(update={"key": f"{key}x"}).check_now().truth is Truth.UNSATISFIED


_BOMB = (
    '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><office:document-content '
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"><office:body><office:text>&b;</office:text></office:body>'
    "</office:document-content>"
)


@pytest.mark.parametrize(
    "ending", ["odt", "ods", "odp", "docx", "xlsx", "pptx", "fodt", "jpg", "zip", "tar.gz", "csv", "pdf"]
)
@pytest.mark.parametrize(
    "data", [b"", b"PK\x03\x04 broken", b"\x00" * 200, _BOMB.encode()], ids=["empty", "cut", "zeros", "bomb"]
)
def test_a_broken_file_is_unknown_and_never_a_fault(tmp_path: Path, ending: str, data: bytes) -> None:
    path = tmp_path / f"a.{ending}"
    path.write_bytes(data)
    for item in PROPERTIES.values():
        if f".{ending}" in item.formats and ending != "csv":
            value = next(value for value in _SOME if _is_value(item, value))
            stated = (
                {"start": "A1", "key": "x", "paragraph": "x"} if item.about == "text" else {"start": "A1", "key": "x"}
            )
            assert check(path, stated, item.name, value).truth is Truth.UNKNOWN, item.name


_SOME = (
    "1",
    "3 x 4",
    "inline",
    "fade",
    "on",
    "A1",
    "red",
    "2 cm",
    "a4",
    "date",
    "x",
    "png",
    "rgb",
    "left",
    "portrait",
    "90",
    "footer",
    "blank",
    "bullet",
    "ascending",
    "text",
    "=A1",
)


def _is_value(of: Property, value: str) -> bool:
    try:
        spelled_value(of, value)
    except ToolError:
        return False
    return True


def test_an_entity_bomb_within_a_document_is_not_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "a.odt"
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("content.xml", _BOMB)
    found = check(path, {}, "footnotes", "0")
    assert (found.truth, "document type" in found.evidence) == (Truth.UNKNOWN, True)


def test_an_archive_that_unpacks_without_end_is_not_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "a.tar.gz"
    with tarfile.open(path, "w:gz", compresslevel=1) as archive:
        large = tarfile.TarInfo("zeros")
        large.size = (1 << 30) + 512
        archive.addfile(large, _Zeros())
    found = check(path, {"key": "zeros"}, "member", "on")
    assert (found.truth, "unpacks to more" in found.evidence) == (Truth.UNKNOWN, True)


class _Zeros(io.RawIOBase):
    def read(self, size: int = -1) -> bytes:
        return bytes(size)


def test_more_cells_than_anybody_looks_at_are_refused(tmp_path: Path) -> None:
    openpyxl.Workbook().save(tmp_path / "a.xlsx")
    assert check(tmp_path / "a.xlsx", {"start": "A1:XFD1048576"}, "value type", "number").truth is Truth.UNKNOWN


@pytest.mark.parametrize(("name", "ending"), [("a.tar.gz", ".tar.gz"), ("/x.y/B.ODT", ".odt"), ("a", ""), ("odt", "")])
def test_endings_are_told_as_the_table_writes_them(name: str, ending: str) -> None:
    assert ending_of(name) == ending
