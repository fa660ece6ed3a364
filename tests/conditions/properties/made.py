"""Documents with known properties, made by other hands than those that read them: python-docx, openpyxl and python-pptx."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import docx
import openpyxl
import pptx
from docx.enum.text import WD_PARAGRAPH_ALIGNMENT
from docx.oxml import OxmlElement, parse_xml
from docx.oxml.ns import qn
from docx.shared import Mm, Pt, RGBColor
from openpyxl.comments import Comment
from openpyxl.formatting.rule import CellIsRule
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.properties import PageSetupProperties

Expected = tuple[tuple[dict[str, Any], str, str, str], ...]
"""What a condition is about, the property, its value, and one that it does not have."""

TEXT: Expected = (
    ({"paragraph": "Alpha"}, "heading level", "1", "0"),
    ({"paragraph": "Alpha"}, "style", "Heading 1", "Title"),
    ({"paragraph": "A bold"}, "heading level", "0", "2"),
    ({"paragraph": "word"}, "bold", "on", "off"),
    ({"paragraph": "A bold"}, "bold", "off", "on"),
    ({"paragraph": "word"}, "italic", "off", "on"),
    ({"paragraph": "word"}, "small caps", "on", "off"),
    ({"paragraph": "A bold"}, "small capitals", "off", "on"),
    ({"paragraph": "word"}, "size", "18", "11"),
    ({"paragraph": "word"}, "colour", "red", "blue"),
    ({"paragraph": "word"}, "highlight", "none", "yellow"),
    ({"paragraph": "word"}, "align", "center", "left"),
    ({"paragraph": "Milk"}, "list", "bullet", "none"),
    ({"paragraph": "First"}, "list", "number", "bullet"),
    ({"paragraph": "A bold"}, "list", "none", "bullet"),
    ({}, "page orientation", "landscape", "portrait"),
    ({}, "page size", "A4", "letter"),
    ({}, "left margin", "3 cm", "2 cm"),
    ({}, "header", "confidential", "public"),
    ({}, "page number", "footer", "none"),
    ({}, "table of contents", "off", "first"),
    ({}, "tracked changes", "0", "1"),
    ({}, "footnotes", "0", "2"),
    ({}, "columns", "1", "2"),
    ({}, "tables", "1", "0"),
    ({}, "pictures", "0", "1"),
)
SHEET: Expected = (
    ({"start": "A1:D1"}, "bold", "on", "off"),
    ({"start": "A2:D2"}, "bold", "off", "on"),
    ({"start": "A1"}, "size", "14", "11"),
    ({"start": "A1"}, "font", "Arial", "Calibri"),
    ({"start": "A2"}, "highlight", "yellow", "none"),
    ({"start": "D3, D4"}, "highlight", "red", "none"),
    ({"start": "D2"}, "highlight", "none", "red"),
    ({"start": "A3"}, "align", "center", "right"),
    ({"start": "D2"}, "format", "percent 1", "number 1"),
    ({"start": "B2:B4"}, "format", "date", "text"),
    ({"start": "B2:B4"}, "value type", "date", "text"),
    ({"start": "A2:A4"}, "value type", "text", "number"),
    ({"start": "D3:D4"}, "value type", "number", "text"),
    ({"start": "D5"}, "formula", "=SUM(D2:D4)", "=SUM(D2:D3)"),
    ({"start": "B2:B4"}, "sorted", "ascending", "descending"),
    ({"start": "A2:A4"}, "sorted", "ascending", "descending"),
    ({"start": "F1:G1"}, "merged", "on", "off"),
    ({"start": "A1:B1"}, "merged", "off", "on"),
    ({"start": "A2"}, "comment", "ask her", "ask him"),
    ({"start": "D2:D4"}, "conditional format", "on", "off"),
    ({"start": "A2:A4"}, "conditional format", "off", "on"),
    ({"start": "F2:F4"}, "validation", "list", "off"),
    ({"start": "F9"}, "validation", "off", "on"),
    ({"sheet": "People"}, "frozen rows", "1", "0"),
    ({"sheet": "People"}, "frozen columns", "0", "1"),
    ({"sheet": "People"}, "autofilter", "A1:D4", "off"),
    ({"sheet": "People"}, "autofilter", "on", "A1:C4"),
    ({"sheet": "People"}, "hidden rows", "3", "none"),
    ({"sheet": "People"}, "hidden columns", "C", "none"),
    ({"sheet": "People"}, "hidden sheet", "off", "on"),
    ({"sheet": "Other"}, "hidden sheet", "on", "off"),
    ({"sheet": "Other"}, "autofilter", "off", "on"),
    ({"sheet": "People"}, "print range", "A1:D5", "none"),
    ({"sheet": "People"}, "repeat rows", "1:2", "1"),
    ({"sheet": "People"}, "repeat columns", "A", "none"),
    ({"sheet": "People"}, "fit width", "1", "2"),
    ({"sheet": "People"}, "fit height", "0", "1"),
    ({"sheet": "Other"}, "scale", "80%", "100%"),
    ({"sheet": "Other"}, "repeat rows", "none", "1"),
    ({"sheet": "Other"}, "fit width", "none", "1"),
    ({"sheet": "People"}, "pivot table", "off", "on"),
    ({"key": "Pays"}, "named range", "People.D2:D4", "D2:D5"),
    ({"sheet": "People"}, "page orientation", "landscape", "portrait"),
    ({"sheet": "People"}, "page number", "footer", "none"),
    ({"sheet": "People"}, "header", "Staff", "none"),
    ({"sheet": "People"}, "rows", "5", "6"),
    ({}, "comments", "1", "0"),
    ({}, "pictures", "0", "1"),
)
SLIDES: Expected = (
    ({"paragraph": "three"}, "small caps", "on", "off"),
    ({"page": 1}, "layout", "title", "blank"),
    ({"page": 2}, "layout", "title and content", "title"),
    ({"page": 3}, "layout", "title only", "title and content"),
    ({"page": 1}, "advance after", "click", "75 s"),
    ({"page": 2}, "advance after", "75", "15 s"),
    ({"page": 2}, "slide title", "Points", "Talk"),
    ({"page": 2}, "bullets", "3", "2"),
    ({"page": 2}, "notes", "hello", "goodbye"),
    ({}, "page orientation", "landscape", "portrait"),
    ({"paragraph": "two"}, "bold", "on", "off"),
    ({}, "tables", "0", "1"),
    ({}, "pictures", "0", "1"),
)


def text(path: Path) -> None:
    document = docx.Document()
    document.add_heading("Report", 0)
    document.add_heading("Alpha", 1)
    paragraph = document.add_paragraph("A bold ")
    word = paragraph.add_run("word")
    word.font.small_caps = True
    word.bold, word.font.size, word.font.color.rgb = True, Pt(18), RGBColor(255, 0, 0)
    paragraph.alignment = WD_PARAGRAPH_ALIGNMENT.CENTER
    document.add_paragraph("Milk", style="List Bullet")
    document.add_paragraph("First", style="List Number")
    section = document.sections[0]
    section.page_width, section.page_height, section.left_margin = Mm(297), Mm(210), Mm(30)
    section.header.paragraphs[0].text = "Confidential"
    for kind in ("begin", "PAGE", "end"):
        run = section.footer.paragraphs[0].add_run()
        node = OxmlElement("w:instrText" if kind == "PAGE" else "w:fldChar")
        if kind == "PAGE":
            node.text = " PAGE "
        else:
            node.set(qn("w:fldCharType"), kind)
        run._r.append(node)
    document.add_table(2, 2)
    document.save(str(path))


def sheet(path: Path) -> None:
    book = openpyxl.Workbook()
    people = book.active
    assert people is not None
    people.title = "People"
    people.append(["Name", "Born", "City", "Pay"])
    people.append(["Ada", datetime.date(1990, 1, 2), "Vienna", 100])
    people.append(["Bob", datetime.date(1991, 1, 2), "Graz", 600])
    people.append(["Cyd", datetime.date(1992, 5, 2), "Vienna", 700])
    people["D5"] = "=SUM(D2:D4)"
    for cell in people["B"][1:4]:
        cell.number_format = "yyyy-mm-dd"
    for cell in people[1]:
        cell.font = Font(bold=True, name="Arial", size=14)
    people["A2"].fill = PatternFill("solid", fgColor="FFFF00")
    people["D2"].number_format = "0.0%"
    people["A3"].alignment = Alignment(horizontal="center")
    people.freeze_panes = "A2"
    people.auto_filter.ref = "A1:D4"
    people.row_dimensions[3].hidden = True
    people.column_dimensions["C"].hidden = True
    red = PatternFill(bgColor="FF0000")
    people.conditional_formatting.add("D2:D4", CellIsRule(operator="greaterThan", formula=["500"], fill=red))
    people["A2"].comment = Comment("ask her", "me")
    choice = DataValidation(type="list", formula1='"x,y"')
    choice.add("F2:F4")
    people.add_data_validation(choice)
    people.merge_cells("F1:G1")
    people.print_area = "A1:D5"
    people.page_setup.orientation, people.page_setup.paperSize = "landscape", 9
    people.print_title_rows, people.print_title_cols = "1:2", "A:A"
    people.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    people.page_setup.fitToWidth, people.page_setup.fitToHeight = 1, 0
    people.oddFooter.center.text, people.oddHeader.left.text = "Page &P", "Staff"
    book.defined_names["Pays"] = DefinedName("Pays", attr_text="People!$D$2:$D$4")
    other = book.create_sheet("Other")
    other.sheet_state, other.page_setup.scale = "hidden", 80
    book.save(path)


def slides(path: Path) -> None:
    talk = pptx.Presentation()
    first, second, third = (talk.slides.add_slide(talk.slide_layouts[number]) for number in (0, 1, 5))
    for slide, title in ((first, "Talk"), (second, "Points"), (third, "End")):
        slide.shapes.title.text = title
    first.placeholders[1].text = "by me"
    second.placeholders[1].text = "one\ntwo\nthree"
    second.placeholders[1].text_frame.paragraphs[1].runs[0].font.bold = True
    second.placeholders[1].text_frame.paragraphs[2].runs[0]._r.get_or_add_rPr().set("cap", "small")
    timed = parse_xml(
        '<p:transition xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" advTm="75000">'
        "<p:fade/></p:transition>"
    )
    second._element.append(timed)
    second.notes_slide.notes_text_frame.text = "say hello"
    talk.save(str(path))
