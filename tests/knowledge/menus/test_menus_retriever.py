from __future__ import annotations

import time

from ufo.knowledge.menus.search import MenuSearch, MenusRetriever
from ufo.knowledge.menus.shelf import key_of_menus
from ufo.knowledge.menus.whole_map import menu_map
from ufo.schema.knowledge import Knowledge, Passage, Query
from ufo.schema.menus import MenuEntry, Menus

_MENUS = Menus(
    "libreoffice-calc",
    "7.4.7",
    "C",
    (
        MenuEntry(("View", "Freeze First Row")),
        MenuEntry(("Data", "Sort...")),
        MenuEntry(("Data", "Sort Ascending")),
        MenuEntry(("Insert", "Chart...")),
        MenuEntry(("File", "Export as PDF...")),
    ),
)

_MORE = "(find_commands(words) searches all 5 entries)"


async def _known(application: str, until: float) -> tuple[Menus, MenuSearch] | None:
    return (_MENUS, MenuSearch(_MENUS.entries)) if application == "libreoffice-calc" else None


async def _lines(text: str, application: str = "libreoffice-calc") -> list[str]:
    retriever = MenusRetriever(_known, 3)
    found = await retriever.retrieve(Query(text, application, time.monotonic() + 5))
    return [line for doc in found.offline_docs for line in doc.text.split("\n")]


async def test_the_entries_of_a_task_are_one_passage_with_its_source_and_key() -> None:
    found = await MenusRetriever(_known, 3).retrieve(
        Query("Freeze first row", "libreoffice-calc", time.monotonic() + 5)
    )
    assert found == Knowledge(
        offline_docs=(Passage(f"View > Freeze First Row\n{_MORE}", "menus of Calc 7.4.7", key_of_menus(_MENUS)),)
    )


async def test_each_part_of_a_longer_task_gets_its_entry() -> None:
    told = await _lines(
        'Write "sort it, then freeze" into A1, then sort the table, make a chart and export it as a pdf'
    )
    assert set(told) == {"Data > Sort...", "Insert > Chart...", "File > Export as PDF...", _MORE}


async def test_a_part_of_a_longer_task_that_only_shares_a_word_with_entries_gets_none() -> None:
    entries = (MenuEntry(("Sheet", "Insert Sheet...")), MenuEntry(("Sheet", "Sheet Tab Color...")),
               MenuEntry(("Insert", "Shape", "12-Point Star")), MenuEntry(("Format", "Image", "Save...")))  # fmt: skip
    menus = Menus("libreoffice-calc", "7.4.7", "C", (*_MENUS.entries, *entries))

    async def known(_: str, __: float) -> tuple[Menus, MenuSearch]:
        return menus, MenuSearch(menus.entries)

    task = "On the sheet, put =B3*1.2 and =B12*1.2 into the tab, then sort the table, then save it in its format."
    found = await MenusRetriever(known, 3).retrieve(Query(task, "libreoffice-calc", time.monotonic() + 5))
    assert found.offline_docs[0].text.split("\n")[:-1] == ["Data > Sort..."]


async def test_an_entry_that_only_means_the_same_as_words_of_a_longer_task_is_not_told() -> None:
    entries = (MenuEntry(("Filters", "Blur", "Pixelize...")), MenuEntry(("Edit", "Cut")), MenuEntry(("Tools", "Crop")),
               MenuEntry(("File", "Create", "Screenshot..."))) + tuple(
        MenuEntry(("Colors", f"Tone {number}")) for number in range(20)
    )  # fmt: skip
    menus = Menus("gimp", "2.10", "C", entries)

    async def known(_: str, __: float) -> tuple[Menus, MenuSearch]:
        return menus, MenuSearch(menus.entries)

    async def told(task: str) -> list[str]:
        found = await MenusRetriever(known, 3).retrieve(Query(task, "gimp", time.monotonic() + 5))
        fitting = [doc for doc in found.offline_docs if not doc.text.startswith("all of its menus")]
        return [line for doc in fitting for line in doc.text.split("\n")[:-1]]

    assert await told("Turn the picture a quarter to the right, crop it to the face") == ["Tools > Crop"]
    assert await told("Make a new image of 640 by 480 pixels") == []
    assert await told("pixels") == ["Filters > Blur > Pixelize..."]


async def test_a_task_that_needs_no_menu_is_told_of_none() -> None:
    assert await _lines("Type the names of the three largest rivers of Europe into the cells below") == []
    assert await _lines("Freeze first row", "chromium") == []
    assert await _lines("Freeze first row", "") == []


async def test_all_menus_of_a_program_are_told_once_in_few_lines() -> None:
    entries = (*(MenuEntry(("File", label)) for label in ("New", "Open...")), MenuEntry(("Cargo", "Weigh", "Again")),
               MenuEntry(("Cargo", "Weigh", "Never")), MenuEntry(("Quay",), in_menu=False))  # fmt: skip
    menus = Menus("harbour", "1", "C", entries)

    async def known(_: str, __: float) -> tuple[Menus, MenuSearch]:
        return menus, MenuSearch(menus.entries)

    retriever = MenusRetriever(known, 3)
    query = Query("Type the names of the rivers", "harbour", time.monotonic() + 5)
    first, second = await retriever.retrieve(query), await retriever.retrieve(query)
    assert [doc.text for doc in first.offline_docs] == [
        "all of its menus:\nFile: New, Open\nCargo: Weigh > Again, Weigh > Never",
    ]
    assert second == Knowledge()


def test_a_map_without_room_names_submenus_alone_then_counts_and_then_is_none() -> None:
    deep = [MenuEntry(("Cargo", "Weigh", f"Scale {number}")) for number in range(30)]
    flat = [MenuEntry(("File", f"Entry {number}")) for number in range(30)]
    assert menu_map(deep, 100) == "Cargo: Weigh >"
    half = menu_map([*deep, *flat], 260)
    assert half.startswith("Cargo: Weigh >\nFile: Entry 0, Entry 1") and half.endswith(" more") and len(half) <= 260
    assert menu_map(flat, 100) == "" and menu_map([], 100) == ""
