"""Which application a request names, if it names one and no other."""

from __future__ import annotations

import pytest

from ufo.schema.target import TargetInfo, TargetKind
from ufo_planner.places import one_application

INSTALLED = ("Mousepad", "LibreOffice Writer", "LibreOffice Calc", "Chromium Web Browser", "Calculator", "Krita")


def window(name: str, app: str, number: int) -> TargetInfo:
    return TargetInfo(kind=TargetKind.WINDOW, name=name, id=str(number), app_root=app, process=app)


DRAWING = (*INSTALLED, "LibreOffice Draw", "GNU Image Manipulation Program")
OPEN = (
    window("budget.ods - LibreOffice Calc", "libreoffice-calc", 0),
    window("Untitled 1 - Mousepad", "mousepad", 1),
)


@pytest.mark.parametrize(
    ("request_text", "where"),
    [
        ("In Calc, sum up column B and make the header row bold", "0"),
        ("make the header bold in budget.ods", "0"),
        ("Use Mousepad to note that the milk is gone", "1"),
        ('in mousepad write "ask Calc and Chromium"', "1"),
        ("In the picture that is open in Mousepad: Draw a circle. Press submit when done.", "1"),
        ("In Mousepad, write three lines. Then paint the second red", "1"),
        ("Note in Mousepad what the calendar says", "1"),
    ],
)
def test_the_one_application_that_is_named_is_found_where_it_is_open(request_text: str, where: str) -> None:
    window = one_application(request_text, OPEN, DRAWING)
    assert window is not None
    assert window.id == where


@pytest.mark.parametrize(
    ("request_text", "document"),
    [
        ("Bom dia! No orçamento.docx falta o transporte.", "orçamento.docx"),
        ("给名单.txt里的每个名字前面加上编号", "名单.txt"),
        ("W pliku Zamówienia 2025.xlsx brakuje cen.", "Zamówienia 2025.xlsx"),
        ('"الطلاب.xlsx" أضف طالبة جديدة', "الطلاب.xlsx"),
    ],
)
def test_an_open_document_is_named_in_any_language_and_script(request_text: str, document: str) -> None:
    shown = window(f"{document} (~/work) - Editor", "editor", 7)
    assert one_application(request_text, (*OPEN, shown), INSTALLED) == shown
    assert one_application(f"{request_text} https://example.org/", (*OPEN, shown), INSTALLED) is None
    assert one_application(f"{request_text} budget.ods", (*OPEN, shown), INSTALLED) is None
    assert one_application(f"{request_text} neu.odt", (*OPEN, shown), INSTALLED) is None


@pytest.mark.parametrize(
    "request_text",
    [
        "sum up column B",
        "copy the total from Calc to Mousepad",
        'write "use Krita" somewhere',
        "paint like Krita does",
        "In Chromium open example.org and book a table",
        "in Writer open report.odt and shorten it",
        "Using Krita, make a red circle",
        "In the web browser bookmark this page",
        "Note in Mousepad what Thunderbird shows",
        "In Mousepad note what the calculator shows",
        "fill the phone numbers of crew.docx in from budget.ods",
        "look up on http://127.0.0.1:8000/ what it costs and put that into budget.ods",
        "",
    ],
)
def test_none_several_and_what_is_still_to_be_opened_are_the_models(request_text: str) -> None:
    assert one_application(request_text, OPEN, INSTALLED) is None


def test_of_several_windows_of_one_application_the_model_chooses() -> None:
    both = (*OPEN, window("other.ods - LibreOffice Calc", "libreoffice-calc", 2))
    assert one_application("In Calc, sum up column B", both, INSTALLED) is None
