"""A letter becomes a file for each row of a table: names in brackets, mail-merge fields, several formats, and bad tables."""

from __future__ import annotations

import zipfile
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.tools.bench import Bench
from ufo.conditions.readers.read_document import read_document
from ufo.schema.command import Effect
from ufo.tools.documents.odf_package import write_package
from ufo.tools.servers.documents import documents

_FIELD = (
    '<text:database-display text:table-name="people" text:table-type="table" text:column-name="Town">&lt;Town&gt;'
    "</text:database-display>"
)
_LETTER = (
    "<office:body><office:text>"
    "<text:p>Dear &lt;<text:span>Na</text:span>me&gt;,</text:p>"
    f"<text:p>greetings to {_FIELD}.</text:p>"
    "<table:table><table:table-row><table:table-cell><text:p>{{ sum }} &amp; more [1]</text:p></table:table-cell>"
    "</table:table-row></table:table></office:text></office:body>"
)
_HEADER = (
    '<office:master-styles><style:master-page style:name="Standard"><style:header><text:p>For «NAME»</text:p></style:header>'
    "</style:master-page></office:master-styles>"
)
_PEOPLE = 'Name,Town,Sum,Unused\n"Berg, Ida",Linz,12 €,x\nA<b>&Co,Ulm/Wien,0,x\n,,,\n'


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    write_package(tmp_path / "letter.odt", _LETTER, _HEADER)
    (tmp_path / "people.csv").write_text(_PEOPLE, encoding="utf-8")
    bench = Bench(tmp_path, documents)
    yield bench
    await bench.dispatcher.close()


def _words(path: Path) -> list[str]:
    with zipfile.ZipFile(path) as package:
        assert package.namelist()[0] == "mimetype"
    return read_document(path).text.split("\n")


async def test_each_row_becomes_a_letter_with_its_values_wherever_they_belong(bench: Bench, tmp_path: Path) -> None:
    done = await bench.run("merge_letters", source="letter.odt", data="people.csv", target="to {name}.odt")
    assert done.effect is Effect.CONFIRMED, done
    first, second = tmp_path / "to Berg, Ida.odt", tmp_path / "to A-b-&Co.odt"
    assert [Path(item) for item in done.result["paths"]] == [first, second]
    for path, name, town, total in ((first, "Berg, Ida", "Linz", "12 €"), (second, "A<b>&Co", "Ulm/Wien", "0")):
        text = "\n".join(_words(path))
        for part in (f"Dear {name},", f"greetings to {town}.", f"{total} & more [1]"):
            assert part in text, (part, text)
        assert f"For {name}" in zipfile.ZipFile(path).read("styles.xml").decode().replace("&lt;", "<").replace(
            "&gt;", ">"
        ).replace("&amp;", "&")
    assert "<text:span>" in zipfile.ZipFile(first).read("content.xml").decode()


async def test_a_place_that_no_column_fills_is_told(bench: Bench, tmp_path: Path) -> None:
    write_package(
        tmp_path / "other.odt",
        "<office:body><office:text><text:p>&lt;Name&gt; of &lt;Street&gt;</text:p></office:text></office:body>",
        "",
    )
    done = await bench.run("merge_letters", source="other.odt", data="people.csv", target="o.odt")
    assert done.effect is Effect.PARTIAL and "no column fills 'Street'" in done.evidence[1]
    assert (tmp_path / "o-1.odt").is_file() and (tmp_path / "o-2.odt").is_file()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"target": "{Street}.odt"}, "there is no column 'Street'"),
        ({"target": "a{Unused}.odt"}, "two letters would be named 'ax.odt'"),
        ({"target": "letter.xyz"}, "no ending that a letter can have"),
        ({"target": "none/{n}.odt"}, "there is no folder"),
        ({"data": "empty.csv"}, "has no records"),
        ({"data": "blank.csv"}, "has no records"),
        ({"data": "aside.csv"}, "no row of 'aside.csv' has a value in a named column"),
        ({"data": "twice.csv"}, "two columns of 'twice.csv' are named 'a'"),
        ({"data": "nobody.csv"}, "nobody.csv"),
        ({"data": "people.csv", "sheet": "Second"}, "has no sheet 'Second'"),
        ({"source": "plain.odt"}, "has no place for a column; its columns are Name, Town, Sum, Unused: write <Name>"),
        ({"source": "broken.odt"}, "broken.odt"),
    ],
)
async def test_what_cannot_be_merged_is_refused_and_nothing_is_written(
    bench: Bench, tmp_path: Path, arguments: dict[str, str], said: str
) -> None:
    (tmp_path / "empty.csv").write_text("a,b\n", encoding="utf-8")
    (tmp_path / "blank.csv").write_text("a,b\n , \n", encoding="utf-8")
    (tmp_path / "aside.csv").write_text("a,,\n,,x\n", encoding="utf-8")
    (tmp_path / "twice.csv").write_text("a,A \n1,2\n", encoding="utf-8")
    (tmp_path / "broken.odt").write_bytes(b"PK\x03\x04 no package")
    write_package(
        tmp_path / "plain.odt", "<office:body><office:text><text:p>Dear all</text:p></office:text></office:body>", ""
    )
    before = {path.name for path in tmp_path.iterdir()}
    given = {"source": "letter.odt", "data": "people.csv", "target": "a-{n}.odt", **arguments}
    refused = await bench.run("merge_letters", **given)
    assert not refused.ok and said in (refused.error or ""), refused
    assert {path.name for path in tmp_path.iterdir()} == before


@pytest.mark.apps
@pytest.mark.matrix
async def test_letters_of_a_word_file_become_pdf_files_by_one_office(bench: Bench, tmp_path: Path) -> None:
    made = await bench.run("make_document", target="letter.docx", text="# Hello\n\nDear <Name> of <Town>,")
    assert made.ok, made
    done = await bench.run("merge_letters", source="letter.docx", data="people.csv", target="{n}.pdf")
    assert done.effect is Effect.CONFIRMED, done
    assert "Dear Berg, Ida of Linz," in read_document(tmp_path / "1.pdf").text
    assert "Dear A<b>&Co of Ulm/Wien," in read_document(tmp_path / "2.pdf").text
