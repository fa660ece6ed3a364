"""Tasks with PDF files, and with calculators whose result goes into a file."""

from __future__ import annotations

import re

from pypdf import PdfReader
from pypdf.errors import PdfReadError

from bench.minds.own.odf_file import content_of, rows_of, write_odf
from bench.minds.own.pdf_file import write_pdf
from bench.minds.task import Place, Task, Verdict

PASSWORD = "heron-48"
_PAGES = (
    "Offer for the boathouse",
    "Prices: roof 4,800 EUR, walls 7,250 EUR",
    "Prices: doors 1,900 EUR",
    "Terms of payment",
)


def _offer(place: Place) -> None:
    before = '<style:paragraph-properties fo:break-before="page"/>'
    broken = f'<style:style style:name="next" style:family="paragraph">{before}</style:style>'
    first, *rest = _PAGES
    pages = f"<text:p>{first}</text:p>" + "".join(f'<text:p text:style-name="next">{page}</text:p>' for page in rest)
    write_odf(place.folder / "offer.odt", pages, broken)


def _judge_locked(place: Place, answer: str) -> Verdict:
    try:
        reader = PdfReader(place.folder / "prices.pdf")
        if not reader.is_encrypted or reader.decrypt(""):
            return Verdict(False, "prices.pdf opens without a password")
        if not reader.decrypt(PASSWORD):
            return Verdict(False, "prices.pdf does not open with the password")
        shown = [page.extract_text() for page in reader.pages]
    except (OSError, PdfReadError) as error:
        return Verdict(False, f"prices.pdf cannot be read: {error}")
    right = len(shown) == 2 and "roof" in shown[0] and "doors" in shown[1]
    return Verdict(right, f"prices.pdf has {len(shown)} pages")


_INVOICES = (("R-1041", "2026-03-18", 312.5), ("R-0987", "2026-01-09", 89.9), ("R-1102", "2026-04-02", 1240.0))


def _invoices(place: Place) -> None:
    for count, (number, day, amount) in enumerate(_INVOICES, 1):
        lines = (
            "Alder Joinery, Linz",
            f"Invoice {number}",
            f"Date: {day}",
            "Work on windows and doors",
            f"To pay: {amount:.2f} EUR",
        )
        write_pdf(place.folder / f"scan-{count}.pdf", lines)


def _judge_invoices(place: Place, answer: str) -> Verdict:
    content = content_of(place.folder / "invoices.ods")
    if content is None:
        return Verdict(False, "there is no invoices.ods")
    rows = rows_of(content)
    wanted = [[number, day, f"{amount:g}"] for number, day, amount in sorted(_INVOICES, key=lambda invoice: invoice[1])]
    told = [[text[:10] for text in row[:3]] for row in rows[1:4]]
    if rows[:1] != [["Number", "Date", "Amount"]] or told != wanted:
        return Verdict(False, f"the rows are {rows}")
    total = f"{sum(amount for *_, amount in _INVOICES):g}"
    return Verdict(any(total in row for row in rows[4:]), f"below the table: {rows[4:]}")


def _nothing(place: Place) -> None:
    return None


def _number_in(place: Place, file: str, wanted: float, within: float) -> Verdict:
    path = place.folder / file
    text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
    numbers = [float(item.replace(",", ".")) for item in re.findall(r"\d+(?:[.,]\d+)?", text)]
    return Verdict(any(abs(number - wanted) <= within for number in numbers), f"{file} says {text[:80]!r}")


def _judge_litres(place: Place, answer: str) -> Verdict:
    return _number_in(place, "litres.txt", 3.5 * 3.785411784, 0.0006)


def _judge_rate(place: Place, answer: str) -> Verdict:
    return _number_in(place, "rate.txt", 18500 * 1.04**7, 0.006)


TASKS = (
    Task(
        "pdf-locked",
        f"I need only the two pages with the prices of offer.odt as prices.pdf, and nobody may open it without "
        f"the password {PASSWORD}.",
        ("soffice",),
        _offer,
        _judge_locked,
        opens=("libreoffice", "{folder}/offer.odt"),
        careful_calls=4,
    ),
    Task(
        "pdf-invoices",
        "There are three scanned invoices (PDF) in this folder. Make a spreadsheet invoices.ods of them with the "
        "columns Number, "
        "Date and Amount, the oldest first, and with the total of the amounts below.",
        ("soffice",),
        _invoices,
        _judge_invoices,
        careful_calls=4,
    ),
    Task(
        "calculator-litres",
        "How many litres are 3.5 US gallons? Look it up with Qalculate and write the number with three decimals "
        "into litres.txt here.",
        ("qalculate-gtk", "mousepad"),
        _nothing,
        _judge_litres,
        opens=("qalculate-gtk",),
        careful_calls=4,
    ),
    Task(
        "calculator-savings",
        "With the calculator: what do 18500 euros become in 7 years at 4 percent a year? Put the amount, rounded "
        "to cents, into rate.txt.",
        ("gnome-calculator", "mousepad"),
        _nothing,
        _judge_rate,
        opens=("gnome-calculator",),
        careful_calls=4,
    ),
)
