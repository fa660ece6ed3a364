"""What is not listed one by one, and what of it is said in its place."""

from __future__ import annotations

from ufo.prompts.outline import outline
from ufo.schema.target import TargetInfo, TargetKind


def _one(id_: int, type_: str, name: str, *path: str, states: tuple[str, ...] = ()) -> TargetInfo:
    return TargetInfo(kind=TargetKind.CONTROL, id=str(id_), type=type_, name=name, path=path, states=states)


def _covered(states: tuple[str, ...] = ("modal", "new")) -> list[TargetInfo]:
    return [
        *(_one(number, "Button", f"Tool {number}", "Main") for number in range(1, 40)),
        _one(40, "Edit", "Name", "Main", states=("focused",)),
        _one(41, "Dialog", "Area", states=states),
        _one(42, "Button", "OK", "Area", states=("new",)),
        _one(43, "Text", "Colour", "Area", states=("new",)),
    ]


def test_what_a_modal_dialog_blocks_is_counted_in_one_line() -> None:
    text = outline(_covered(), 20_000)
    assert '"Tool 7"' not in text and '"Name"' in text and '"OK"' in text
    assert 'behind the dialog "Area", which must be closed first: 39 Button; find_controls finds them' in text
    assert text.count("new") == 1, "what is in a new dialog is new with it"


def _menu(states: tuple[str, ...] = ("new",), covered: int = 8) -> list[TargetInfo]:
    return [
        _one(1, "Menu", "Edit", states=("focused",)),
        *(_one(number, "MenuItem", f"Entry {number}", "Edit", states=states) for number in range(2, 6)),
        _one(6, "Menu", "View"),
        *(_one(number, "CheckBox", f"Box {number}", states=("covered",)) for number in range(10, 10 + covered)),
        _one(30, "Edit", "Size"),
    ]


def test_what_an_open_menu_covers_is_counted_in_one_line() -> None:
    text = outline(_menu(), 20_000)
    assert '"Box 12"' not in text and '"Entry 3"' in text and '"Size"' in text
    assert 'covered by the open menu "Edit": 8 CheckBox; find_controls finds them' in text
    assert '"Box 12"' in outline(_menu(covered=3), 20_000)
    assert '"Box 12"' in outline([target for target in _menu() if target.type != "MenuItem"], 20_000)


def test_that_a_menu_is_new_is_left_to_what_changed_but_a_new_entry_of_an_old_one_is_marked() -> None:
    assert "new" not in outline(_menu(), 20_000)
    mixed = [target.model_copy(update={"states": ()}) if target.id == "2" else target for target in _menu()]
    assert outline(mixed, 20_000).count("new") == 3


def test_what_a_dialog_does_not_block_stays_listed() -> None:
    assert '"Tool 7"' in outline(_covered(states=("new",)), 20_000)


def test_a_dialog_of_a_page_sets_nothing_aside_as_pages_call_modal_what_is_not() -> None:
    page = [
        _one(1, "Document", "Shop"),
        _one(2, "Hyperlink", "Basket", "Shop"),
        _one(3, "Dialog", "Cookies", "Shop", states=("modal",)),
        _one(4, "Button", "Accept", "Shop", "Cookies"),
    ]
    assert '"Basket"' in outline(page, 20_000)


def _browser(tab: str) -> list[TargetInfo]:
    return [
        _one(1, "Button", "Tab search"),
        _one(2, "TabItem", tab, states=("selected",)),
        _one(3, "Button", "Close", tab),
        _one(4, "Button", "Reload"),
        _one(5, "Edit", "Address and search bar"),
        _one(6, "Dialog", "Translate?"),
        _one(7, "Button", "Translate", "Translate?"),
        _one(8, "Document", "Shop"),
        _one(9, "Button", "Buy", "Shop"),
    ]


def test_the_buttons_of_a_browser_are_named_in_one_line_and_its_questions_stay_listed() -> None:
    text = outline(_browser("Shop"), 20_000)
    assert '3 buttons of the browser\'s own: "Tab search", "Close", "Reload"; find_controls finds them' in text
    assert "[4]" not in text
    assert all(f"[{number}]" in text for number in (2, 5, 7, 9))


def test_the_buttons_around_a_document_are_listed_where_no_tab_has_its_name() -> None:
    assert '[4] Button "Reload"' in outline(_browser("Sheet 1"), 20_000)


def test_a_long_palette_shows_its_beginning_and_what_is_chosen_in_it() -> None:
    colours = [
        _one(number, "ListItem", f"Colour {number}", "Colors", states=("selected",) if number == 90 else ())
        for number in range(1, 121)
    ]
    text = outline(colours, 20_000)
    assert '"Colour 36"' in text and '"Colour 37"' not in text and '"Colour 90"' in text
    assert '83 more of the 120 entries of "Colors"; find_controls finds them' in text
    assert '"Colour 60"' in outline(colours[:60], 20_000)


def _bar(states: tuple[str, ...] = ()) -> list[TargetInfo]:
    names = ("New", "Open", "Save", "Print", "Cut", "Copy", "Paste", "Undo", "Redo", "Sort", "Bold")
    return [
        _one(1, "ToolBar", "Standard", "Book"),
        *(_one(number, "Button", name, "Book", "Standard", states=states) for number, name in enumerate(names, 2)),
        _one(20, "Edit", "Font", "Book", "Standard"),
        _one(30, "Button", "Close", "Book"),
    ]


def test_the_buttons_of_a_long_tool_bar_are_one_line_by_name() -> None:
    text = outline(_bar(), 20_000)
    assert '[11] "Sort"' not in text and '[20] Edit "Font"' in text and '"Close"' in text
    assert 'buttons of the tool bar "Standard", worked by a path: New, Open' in text and "Bold; find_controls" in text


def test_of_a_tool_bar_that_stays_listed_which_the_task_names_or_which_is_pressed() -> None:
    named = outline(_bar(), 20_000, task="Make the first row bold and sort it")
    assert '[11] Button "Sort"' in named or '"Sort" [12] "Bold"' in named
    assert "Sort" not in named.rpartition("by a path")[2] and '"Undo"' not in named
    assert outline(_bar(("pressed",)), 20_000).count("(pressed)") == 11
    assert '"Undo"' in outline(_bar()[:9], 20_000), "a short one is no long list"


def test_a_tool_bar_of_a_page_stays_listed_as_its_buttons_may_be_all_there_is() -> None:
    page = [_one(50, "Document", "Mail"), *(c.model_copy(update={"path": ("Mail", *c.path)}) for c in _bar())]
    assert '"Sort"' in outline(page, 20_000)


def test_a_sheet_that_was_changed_to_is_not_told_as_new_cell_by_cell() -> None:
    sheet = [
        _one(100 + row * 10 + column, "Cell", f"{'ABCDEFGHIJ'[column]}{row + 1}", "Book", "Sheet 2", states=("new",))
        for row in range(20)
        for column in range(10)
    ]
    filled = sheet[0].model_copy(update={"value": "Ana"})
    text = outline([filled, *sheet[1:]], 20_000)
    assert '"Ana"' in text and "new" not in text and len(text) < 300
    scrolled = [filled.model_copy(update={"states": ()}), *sheet[1:]]
    assert len(outline(scrolled, 20_000)) < 300
    added = sheet[15].model_copy(update={"value": "later"})
    some = outline([*[cell.model_copy(update={"states": ()}) for cell in sheet[:15]], added], 20_000)
    assert '"later" (new)' in some
