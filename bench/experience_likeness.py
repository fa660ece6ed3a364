"""Measures at which likeness an earlier request fits a new one: the same task in other words, against other tasks of the same
application.

    python -m bench.experience_likeness

Needs no application. The requests are below: each group is one task in several people's words.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from ufo.knowledge.likeness import FITS, likeness

TASKS: dict[str, tuple[tuple[str, ...], ...]] = {
    "calc": (
        (
            "freeze the first row of budget.ods so that it stays in sight",
            "in costs.ods keep the first row frozen in sight",
            "freeze the first row of the sheet",
        ),
        (
            "sort the table in sales.ods by the column Total, largest first",
            'sort the sales table by "Amount" with the largest first',
            "sort the table by the Total column, descending",
        ),
        (
            "make a bar chart of the sales table and save it as chart.ods",
            "insert a bar chart of the table in report.ods",
            "make a bar chart of A1:C5",
        ),
        (
            "export the sheet as PDF named out.pdf",
            "export costs.ods as a PDF file",
            "export this sheet as PDF to the file invoice.pdf",
        ),
        (
            "delete the rows that are empty in list.ods",
            "delete all empty rows of the sheet",
            "delete the empty rows of the table",
        ),
        (
            "highlight the values above 100 in column B in red",
            "highlight the values above 250 in red in the column Amount",
            "highlight values above 5 in column D in red",
        ),
    ),
    "writer": (
        (
            "export letter.odt as PDF",
            "export the document as a PDF file named memo.pdf",
            "export the letter as PDF",
        ),
        (
            'replace every "colour" by "color" in the document',
            'replace all "UFO" by "ufo" in essay.odt',
            "replace every foo by bar in the document",
        ),
        (
            "insert a table of contents at the beginning of thesis.odt",
            "insert a table of contents at the start of the document",
            "put a table of contents at the beginning of the document",
        ),
        (
            "set the page margins of letter.odt to 2 cm",
            "set the margins of the page to 1.5 cm",
            "set all page margins to 3 cm",
        ),
        (
            "add page numbers to the footer of report.odt",
            "add page numbers in the footer",
            "add the page number to the footer of the document",
        ),
    ),
    "browser": (
        (
            "bookmark the page https://example.org in the folder Work",
            "bookmark this page in the folder Reading",
            "bookmark https://debian.org/ in the folder Work",
        ),
        (
            "clear the browsing history of the last hour",
            "clear the history of the last hour",
            "clear the browsing history of the last day",
        ),
        (
            "download the file from https://example.org/a.zip",
            "download the file report.pdf from the page",
            "download the file that the page offers",
        ),
        (
            "print the page to a PDF named page.pdf",
            "print this page to PDF",
            "print the page https://example.org to a PDF",
        ),
    ),
    "gimp": (
        (
            "scale photo.png to a width of 800 pixels",
            "scale the image cat.jpg to a width of 640 pixels",
            "scale the image to 1024 pixels of width",
        ),
        (
            "crop photo.png to its upper half",
            "crop the image to the upper half",
            "crop cat.jpg to the upper half",
        ),
        (
            "export the image as JPEG with quality 80",
            "export photo.png as a JPEG with a quality of 90",
            "export the picture as JPEG, quality 60",
        ),
        (
            "make the background of logo.png transparent",
            "make the background of the image transparent",
            "make the white background transparent",
        ),
    ),
    "files": (
        (
            "rename notes.txt to old.txt",
            "rename the file a.md to b.md",
            "rename report.odt to final.odt",
        ),
        (
            "compress the folder photos into photos.zip",
            "compress the folder letters to a zip archive",
            "compress the folder Music into a zip",
        ),
        (
            "show the hidden files in the home folder",
            "show hidden files",
            "show the hidden files of this folder",
        ),
    ),
    "settings": (
        (
            "turn on the dark style",
            "turn the dark style on",
            "turn on dark style in the settings",
        ),
        (
            "set the volume to 40 percent",
            "set the sound volume to 70 %",
            "set the volume to 100",
        ),
        (
            "change the wallpaper to beach.png",
            "change the wallpaper to /usr/share/backgrounds/hills.jpg",
            "change the desktop wallpaper to tree.png",
        ),
    ),
}  # fmt: skip


def same() -> Iterator[float]:
    """Yield the likeness of each two wordings of one task."""
    for tasks in TASKS.values():
        for words in tasks:
            yield from (likeness(combination, other) for combination, other in itertools.combinations(words, 2))


def different() -> Iterator[float]:
    """Yield the likeness of each two requests of one application that are different tasks."""
    for tasks in TASKS.values():
        for combination, other in itertools.combinations(tasks, 2):
            yield from (likeness(*pair) for pair in itertools.product(combination, other))


def told(threshold: float) -> tuple[float, float]:
    """Return the share of same tasks and of different tasks that would be told."""
    alike, unlike = list(same()), list(different())
    return sum(number >= threshold for number in alike) / len(alike), sum(
        number >= threshold for number in unlike
    ) / len(unlike)


def main() -> None:
    print(f"{len(list(same()))} pairs of the same task, {len(list(different()))} of different tasks of one application")
    print("least likeness   same tasks told   different tasks told")
    for threshold in (0.3, 0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.8):
        right, wrong = told(threshold)
        mark = "  <- used" if threshold == FITS else ""
        print(f"{threshold:>14.2f} {right:>17.0%} {wrong:>22.1%}{mark}")


if __name__ == "__main__":
    main()
