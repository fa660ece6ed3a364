"""What the reader of orders is told of what a control acts on: its row, what is selected, its dialog."""

from __future__ import annotations

from pathlib import Path

from tests.tools.policy.consent.judging import shown
from tests.tools.policy.consent.readers import Says, ordering
from ufo.desktop.fake import Widget
from ufo.desktop.fake.spec import button, text
from ufo.schema.inputs import OrderInputs


def _card(key: str, *words: str) -> Widget:
    lines = (text(f"{key}-{place}", line) for place, line in enumerate(words))
    return Widget(key, "Group", children=(*lines, button(f"{key}-remove", "Delete")))


async def _asked(folder: Path, pressed: int, *widgets: Widget) -> OrderInputs:
    reader: Says = ordering("Delete the teapot")
    judge = await shown(folder, "Delete the teapot", reader, *widgets)
    buttons = [key for key, element in judge.bench.selection.controls.items() if element.name == "Delete"]
    await judge.of("click_input", id=buttons[pressed], name="Delete")
    return reader.asked[-1]


async def test_a_button_that_is_there_in_each_row_comes_with_its_own_row(tmp_path: Path) -> None:
    rows = (_card("one", "Filter papers", "3.20"), _card("two", "Teapot", "24.00"))
    assert [(await _asked(tmp_path, place, *rows)).row for place in (0, 1)] == [
        "Filter papers | 3.20",
        "Teapot | 24.00",
    ]


async def test_what_is_selected_comes_with_a_button_for_it_and_is_bounded(tmp_path: Path) -> None:
    chosen = Widget("mails", "List", "Mails", value="Order 7", items=("Order 7", "Order 8"))
    asked = await _asked(tmp_path, 0, chosen, button("delete", "Delete"))
    assert asked.selected == "Order 7"


async def test_a_dialog_says_what_its_button_does_and_a_long_one_is_cut(tmp_path: Path) -> None:
    dialog = Widget("ask", "Dialog", "Really?", children=(text("what", "Teapot " * 200), button("yes", "Delete")))
    asked = await _asked(tmp_path, 0, dialog)
    assert asked.dialog.startswith("Really? | Teapot Teapot") and len(asked.dialog) == 600
