from __future__ import annotations

import pytest

from tests.requirement import requirement
from ufo.knowledge.menus.search import LIKELY, MenuSearch
from ufo.schema.menus import MenuEntry

_ENTRIES = (
    MenuEntry(("View", "Freeze Cells", "Freeze First Row"), command="FreezePanesRow"),
    MenuEntry(("View", "Freeze Cells", "Freeze First Column"), command="FreezePanesColumn"),
    MenuEntry(("Sheet", "Insert Rows", "Rows Above")),
    MenuEntry(("Edit", "Convert", "To Uppercase"), description="Change the case of the selected text to upper case"),
    MenuEntry(("Colors", "Desaturate", "Color to Gray...")),
    MenuEntry(("Image", "Transform", "Rotate 90° clockwise"), description="Rotate the image 90 degrees to the right"),
    MenuEntry(("Image", "Scale Image..."), description="Change the size of the image content"),
    MenuEntry(("Image", "Transform", "Flip Horizontally")),
    MenuEntry(("File", "Open...")),
    MenuEntry(("表格", "冻结首行")),
    MenuEntry(("表格", "删除首列")),
)


def _first(text: str) -> str:
    found = MenuSearch(_ENTRIES).best(text, 3)
    return found[0].entry.label if found else ""


@requirement("knowledge:menus-words")
@pytest.mark.parametrize(
    ("words", "label"),
    [
        ("freeze first row", "Freeze First Row"),
        ("Please freeze the first column of my sheet", "Freeze First Column"),
        ("insert a row above", "Rows Above"),
        ("make it upper case", "To Uppercase"),
        ("turn the photo black and white", "Color to Gray..."),
        ("rotation of the picture to the right", "Rotate 90° clockwise"),
        ("resize the picture", "Scale Image..."),
        ("mirror it", "Flip Horizontally"),
        ("冻结首行", "冻结首行"),
        ("删除首列", "删除首列"),
        ("panes row", "Freeze First Row"),
    ],
)
def test_an_entry_is_found_by_words_of_the_task(words: str, label: str) -> None:
    assert _first(words) == label


def test_an_entry_that_answers_little_is_found_but_not_likely() -> None:
    search = MenuSearch(_ENTRIES)
    words = "open the letter to the tax office and tell me the sum in the last paragraph"
    assert [found.entry.label for found in search.best(words, 1)] == ["Open..."]
    assert search.best(words, 1, LIKELY) == []


@pytest.mark.parametrize("words", ["", "the of a", "quantum", "42", "\x00\ud800"])
def test_words_that_fit_nothing_find_nothing(words: str) -> None:
    assert MenuSearch(_ENTRIES).best(words, 3) == [] == MenuSearch(()).best("freeze", 3)
