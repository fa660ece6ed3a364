"""Tasks in texts and slides: a report, a contract, an outline, minutes."""

from __future__ import annotations

from pathlib import Path
from random import Random

from pptx import Presentation
from pptx.enum.shapes import PP_PLACEHOLDER
from pptx.slide import Slide, SlideLayout
from pypdf import PdfReader

from bench.minds.opendocument import name, part, write_document
from bench.minds.shared.spreadsheets import Spreadsheet, words
from bench.minds.task import Place, Task, Verdict

_HEADS = ("Introduction", "Methods and Materials", "Results of the Survey", "Conclusions")
_VOCABULARY = (
    "the harbour survey counted ships and crews in spring while the weather stayed calm and the teams worked from "
    "two piers with simple tools to record arrivals departures cargo and repairs every hour of the day"
)


def _report(place: Place) -> None:
    random = Random(7)
    bold = (
        '<style:style style:name="B" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>'
    )
    body = []
    for head in _HEADS:
        body.append(f'<text:p><text:span text:style-name="B">{head}</text:span></text:p>')
        for _ in range(6):
            chosen = " ".join(random.choice(_VOCABULARY.split()) for _ in range(random.randint(60, 90)))
            body.append(f"<text:p>{chosen.capitalize()}.</text:p>")
    write_document(place.folder / "report.odt", "".join(body), bold)


def _judge_report(place: Place, answer: str) -> Verdict:
    file = place.folder / "report.odt"
    content, styles = part(file), part(file, "styles.xml")
    heads = [words(node) for node in content.iter(name("text:h")) if node.get(name("text:outline-level")) == "1"]
    if heads != list(_HEADS):
        return Verdict(False, f"the headings of level 1 are {heads}")
    if not any(
        footer.find(f".//{name('text:page-number')}") is not None for footer in styles.iter(name("style:footer"))
    ):
        return Verdict(False, "no footer holds a page number")
    index = next(content.iter(name("text:table-of-content")), None)
    listed = "" if index is None else words(index)
    if not all(head in listed for head in _HEADS):
        return Verdict(False, f"the table of contents holds {listed[:200]!r}")
    body = next(content.iter(name("office:text")))
    tags = [node.tag for node in body]
    if tags.index(name("text:table-of-content")) > tags.index(name("text:h")):
        return Verdict(False, "the table of contents is not at the top")
    statistic = next(part(file, "meta.xml").iter(name("meta:document-statistic")))
    pages = int(statistic.get(name("meta:page-count"), "0"))
    printed = len(PdfReader(place.folder / "report.pdf").pages)
    return Verdict(pages == printed, f"the PDF has {printed} pages, the document {pages}")


_CHANGES = """<text:tracked-changes text:track-changes="true">
<text:changed-region text:id="c1"><text:insertion><office:change-info><dc:creator>Eva</dc:creator>
<dc:date>2026-05-01T10:00:00</dc:date></office:change-info></text:insertion></text:changed-region>
<text:changed-region text:id="c2"><text:deletion><office:change-info><dc:creator>Eva</dc:creator>
<dc:date>2026-05-01T10:01:00</dc:date></office:change-info><text:p>sixty (60) </text:p></text:deletion></text:changed-region>
<text:changed-region text:id="c3"><text:insertion><office:change-info><dc:creator>Jan</dc:creator>
<dc:date>2026-05-02T10:00:00</dc:date></office:change-info></text:insertion></text:changed-region></text:tracked-changes>"""
_CONTRACT = """<text:h text:style-name="Heading_20_1" text:outline-level="1">Contract</text:h>
<text:p>The Supplier delivers the goods to the Buyer within <text:change text:change-id="c2"/><text:change-start
text:change-id="c1"/>thirty (30) <text:change-end text:change-id="c1"/>days of the order.</text:p>
<text:p>If the Supplier is late, the Buyer may withdraw. The Supplier pays the cost of return.</text:p>
<text:p>Payment is due two weeks after the invoice of the Supplier.<text:change-start text:change-id="c3"/> Interest is four
percent a year.<text:change-end text:change-id="c3"/></text:p><text:p>Signed by the Supplier and the Buyer.</text:p>"""
_CONTRACT_STYLES = """<office:styles><style:style style:name="Standard" style:family="paragraph"/>
<style:style style:name="Header" style:family="paragraph" style:parent-style-name="Standard"/>
<style:style style:name="Heading_20_1" style:display-name="Heading 1" style:family="paragraph"><style:text-properties
fo:font-size="18pt" fo:font-weight="bold"/></style:style></office:styles><office:automatic-styles>
<style:page-layout style:name="pm1"><style:page-layout-properties fo:page-width="21.001cm" fo:page-height="29.7cm"
style:print-orientation="portrait" fo:margin="2cm"/><style:header-style><style:header-footer-properties fo:min-height="0.6cm"
fo:margin-bottom="0.5cm"/></style:header-style></style:page-layout></office:automatic-styles><office:master-styles>
<style:master-page style:name="Standard" style:page-layout-name="pm1"><style:header><text:p text:style-name="Header">Agreement
with the Supplier, draft 3</text:p></style:header></style:master-page></office:master-styles>"""


def _contract(place: Place) -> None:
    write_document(place.folder / "contract.odt", _CHANGES + _CONTRACT, styles=_CONTRACT_STYLES)


def _judge_contract(place: Place, answer: str) -> Verdict:
    file = place.folder / "contract.odt"
    content, styles = part(file), part(file, "styles.xml")
    if next(content.iter(name("text:changed-region")), None) is not None:
        return Verdict(False, "changes are still tracked")
    text = words(content)
    if "thirty (30)" not in text or "sixty" in text or "Interest is four percent" not in text:
        return Verdict(False, "the changes were not accepted")
    everything = text + words(styles)
    if "Supplier" in everything or everything.count("Contractor") < 6:
        return Verdict(False, f"Contractor stands {everything.count('Contractor')} times")
    layouts = {node.get(name("style:name")): node for node in styles.iter(name("style:page-layout"))}
    used = [
        layouts[node.get(name("style:page-layout-name"))]
        for node in styles.iter(name("style:master-page"))
        if node.get(name("style:name")) == "Standard"
    ]
    sizes = next(used[0].iter(name("style:page-layout-properties")))
    wide = _centimetres(sizes.get(name("fo:page-width"))) > _centimetres(sizes.get(name("fo:page-height")))
    return Verdict(wide, "the page is not landscape")


def _centimetres(length: str | None) -> float:
    number = float((length or "0cm").rstrip("cminpt"))
    return number * 2.54 if (length or "").endswith("in") else number


SLIDES = (
    ("Harbour Survey 2026", ("What we counted in spring", "Port Authority, March to May")),
    ("What we found", ("412 ships arrived", "Repairs took 9 hours on average", "The east pier is overloaded")),
    ("What comes next", ("A second crane by autumn", "Night shifts on the west pier")),
)


def _outline(place: Place) -> None:
    blocks = [
        "\n".join([f"Slide {number}: {title}", *(f"- {line}" for line in lines)])
        for number, (title, lines) in enumerate(SLIDES, 1)
    ]
    (place.folder / "outline.txt").write_text("\n\n".join(blocks) + "\n", encoding="utf-8")


def _judge_slides(place: Place, answer: str) -> Verdict:
    with (place.folder / "talk.pptx").open("rb") as file:
        slides = list(Presentation(file).slides)
    if len(slides) != len(SLIDES):
        return Verdict(False, f"there are {len(slides)} slides")
    for slide, (title, lines) in zip(slides, SLIDES, strict=True):
        said = [
            paragraph.text.strip()
            for shape in slide.shapes
            if shape.has_text_frame
            for paragraph in shape.text_frame.paragraphs
            if paragraph.text.strip()
        ]
        if sorted(said) != sorted([title, *lines]):
            return Verdict(False, f"the slide {title!r} says {said}")
        if slide.shapes.title is None or slide.shapes.title.text_frame.text.strip() != title:
            return Verdict(False, f"the title {title!r} is no title")
    layout = slides[0].slide_layout
    kind = layout.element.get("type")
    is_title = kind == "title" or (_has_a_subtitle(layout) and _has_a_subtitle(slides[0]))
    return Verdict(is_title, f"the layout of the first slide is {kind!r}")


def _has_a_subtitle(page: Slide | SlideLayout) -> bool:
    """Tell whether it has the place of a subtitle, as title slides only have: LibreOffice calls the kind of its own "tx"."""
    return any(
        shape.is_placeholder and shape.placeholder_format.type == PP_PLACEHOLDER.SUBTITLE for shape in page.shapes
    )


_MINUTES = (
    "Minutes of the choir's board",
    "Graz, 16 November 2026. Present: Vera Kofler, Emil Haas, Samira Aziz, Paul Lang.",
    "The board met at 19:00. The minutes of the last meeting were accepted as they are.",
    "Concert. The church is free on the second weekend of May. Vera Kofler will reserve the church by 3 December "
    "2026. The city wants a plan for the chairs; Emil Haas offered to draw it, which must be done on 14 January "
    "2027 at the latest.",
    "Money. The account stands at 2,180.40 euros. Before the end of the month, on 29 November 2026, Samira Aziz "
    "writes to all who have not paid. Whether the fee rises was left open.",
    "Scores. Many are torn. Paul Lang is going to order new scores until 9 February 2027. Nobody wanted to tidy "
    "the cupboard.",
    "Other. Vera Kofler thanked everyone for the autumn tour. Samira Aziz promised to bring back the borrowed "
    "piano lamp on 26 November 2026. The next meeting is on 19 January 2027.",
)
TODO = (
    ("Samira Aziz", "2026-11-26"),
    ("Samira Aziz", "2026-11-29"),
    ("Vera Kofler", "2026-12-03"),
    ("Emil Haas", "2027-01-14"),
    ("Paul Lang", "2027-02-09"),
)


def _minutes(place: Place) -> None:
    write_document(place.folder / "minutes.odt", "".join(f"<text:p>{line}</text:p>" for line in _MINUTES))


def _judge_todo(place: Place, answer: str) -> Verdict:
    head, *rows = Spreadsheet(place.folder / "todo.ods").rows()
    if [cell.shown for cell in head] != ["Who", "What", "Until"]:
        return Verdict(False, f"the columns are {[cell.shown for cell in head]}")
    found = [(row[0].shown, row[2].day) for row in rows]
    if not all(row[1].shown for row in rows):
        return Verdict(False, "a row does not say what is to be done")
    return Verdict(found == list(TODO), f"the rows are {found}")


def _file(name_: str) -> str:
    return str(Path("{folder}") / name_)


TASKS: tuple[Task, ...] = (
    Task(
        "report",
        "Turn the bold lines into Heading 1, put a page number in the footer, insert a table of contents at the "
        "top, and export it as report.pdf as well as saving it.",
        ("soffice",),
        _report,
        _judge_report,
        opens=("libreoffice-writer", _file("report.odt")),
        careful_calls=7,
    ),
    Task(
        "slides",
        "Make a presentation of three slides from outline.txt (title and bullets for each), give the first slide a "
        "title layout, and save it as talk.pptx.",
        ("soffice",),
        _outline,
        _judge_slides,
        careful_calls=8,
    ),
    Task(
        "contract",
        "Accept all tracked changes in contract.odt, replace 'Supplier' by 'Contractor' everywhere (also in the "
        "header), set the page to landscape, save.",
        ("soffice",),
        _contract,
        _judge_contract,
        opens=("libreoffice-writer", _file("contract.odt")),
        careful_calls=5,
    ),
    Task(
        "todo",
        "Make a spreadsheet todo.ods with the columns Who, What, Until from the action items in minutes.odt, "
        "sorted by date.",
        ("soffice",),
        _minutes,
        _judge_todo,
        careful_calls=5,
    ),
)
