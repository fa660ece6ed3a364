"""`ufo sample`: a text document to try things on, written without an office program."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from ufo.cli.output import print_answer
from ufo.errors import ConfigError

FILE_NAME = "quarterly-report.odt"

_MIME = "application/vnd.oasis.opendocument.text"
_SPACES = " ".join(
    f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for prefix, name in (
        ("office", "office"),
        ("text", "text"),
        ("table", "table"),
        ("style", "style"),
        ("fo", "xsl-fo-compatible"),
        ("manifest", "manifest"),
        ("meta", "meta"),
    )
)
_TITLE = "Quarterly report"
_CAPTION = "Sales by region, third quarter"
_SALES = (
    ("Region", "Sales", "Orders"),
    ("North", "12,400", "310"),
    ("South", "9,850", "275"),
    ("East", "15,200", "402"),
    ("West", "11,075", "298"),
)
_BEFORE = (
    "This report sums up how the four sales regions did from July to September. The figures were closed on "
    "5 October and agree with the ledger.",
    "East stayed the strongest region for the second quarter in a row, while South lost two weeks to the move "
    "into its new warehouse. Prices did not change in the period.",
)
_AFTER = (
    "Orders grew faster than sales, because more customers ordered in smaller lots. The delivery team expects this to "
    "go on until the end of the year & has planned one more van for the North.",
    "Next steps: compare the regions in a chart, send it to the regional leads, and agree on targets for the "
    "fourth quarter.",
)


def make_sample(folder: Path) -> Path:
    """Write the document into `folder`, which is created where it is missing, and return its path. An unchanged sample is
    replaced. Raises FileExistsError for any other file of that name, and OSError where it cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / FILE_NAME
    if path.exists() and not _is_untouched(path):
        raise FileExistsError(f"a {FILE_NAME} that is not this sample, or was changed, is there already")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        # The format wants the type first and uncompressed, so that programs recognise it by the first bytes.
        archive.writestr("mimetype", _MIME, zipfile.ZIP_STORED)
        archive.writestr("content.xml", _content())
        archive.writestr("styles.xml", _styles())
        archive.writestr("meta.xml", _meta())
        archive.writestr("META-INF/manifest.xml", _manifest())
    return path


def _is_untouched(path: Path) -> bool:
    """Tell whether the file is an unchanged sample: every office program writes its own name when it saves."""
    try:
        with zipfile.ZipFile(path) as archive:
            return archive.read("meta.xml") == _meta().encode()
    except (OSError, KeyError, zipfile.BadZipFile):
        return False


def _meta() -> str:
    return _document("meta", "<office:meta><meta:generator>ufo</meta:generator></office:meta>")


def sample(folder: Path, as_json: bool) -> int:
    """Write the document and print its path. Raises ConfigError where it cannot be written."""
    try:
        path = make_sample(folder)
    except OSError as error:
        raise ConfigError(f"the sample cannot be written in {str(folder)!r}: {error}; choose another folder") from error
    print_answer(as_json, {"sample": str(path)}, str(path))
    return 0


def _document(kind: str, body: str) -> str:
    root = f"office:document-{kind}"
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<{root} {_SPACES} office:version="1.3">{body}</{root}>'


def _content() -> str:
    parts = [
        _heading(_TITLE, 1),
        *(_paragraph(text) for text in _BEFORE),
        _heading("Sales", 2),
        _paragraph(_CAPTION, "Caption"),
        _table("Sales", _SALES),
        _paragraph(""),
        _heading("Outlook", 2),
        *(_paragraph(text) for text in _AFTER),
    ]
    return _document(
        "content", f"{_table_styles()}<office:body><office:text>{''.join(parts)}</office:text></office:body>"
    )


def _heading(text: str, level: int) -> str:
    return f'<text:h text:style-name="Heading_20_{level}" text:outline-level="{level}">{escape(text)}</text:h>'


def _paragraph(text: str, style: str = "Text_20_body") -> str:
    return f"<text:p text:style-name={quoteattr(style)}>{escape(text)}</text:p>"


def _table(name: str, rows: Sequence[Sequence[str]]) -> str:
    header, *body = ("".join(_cell(text, row == 0) for text in line) for row, line in enumerate(rows))
    columns = f'<table:table-column table:style-name="Third" table:number-columns-repeated="{len(rows[0])}"/>'
    lines = "".join(f"<table:table-row>{line}</table:table-row>" for line in body)
    return (
        f'<table:table table:name={quoteattr(name)} table:style-name="Grid">{columns}'
        f"<table:table-header-rows><table:table-row>{header}</table:table-row></table:table-header-rows>{lines}</table:table>"
    )


def _cell(text: str, is_header: bool) -> str:
    style = "Table_20_Heading" if is_header else "Table_20_Contents"
    return f'<table:table-cell table:style-name="Cell" office:value-type="string">{_paragraph(text, style)}</table:table-cell>'


def _table_styles() -> str:
    return (
        "<office:automatic-styles>"
        '<style:style style:name="Grid" style:family="table">'
        '<style:table-properties style:width="12cm" table:align="left" table:border-model="collapsing"/></style:style>'
        '<style:style style:name="Third" style:family="table-column">'
        '<style:table-column-properties style:column-width="4cm"/></style:style>'
        '<style:style style:name="Cell" style:family="table-cell">'
        '<style:table-cell-properties fo:padding="0.1cm" fo:border="0.5pt solid #808080"/></style:style>'
        "</office:automatic-styles>"
    )


def _styles() -> str:
    styles = [
        _style("Standard", "", "", 'fo:font-size="11pt" fo:language="en" fo:country="US"'),
        _style("Text_20_body", "Standard", 'fo:margin-bottom="0.25cm" fo:line-height="115%"', ""),
        _style("Heading_20_1", "Standard", _HEADING_SPACE, 'fo:font-size="20pt" fo:font-weight="bold"', 1),
        _style("Heading_20_2", "Standard", _HEADING_SPACE, 'fo:font-size="14pt" fo:font-weight="bold"', 2),
        _style("Caption", "Standard", 'fo:margin-bottom="0.15cm"', 'fo:font-style="italic"'),
        _style("Table_20_Contents", "Standard", "", ""),
        _style("Table_20_Heading", "Standard", "", 'fo:font-weight="bold"'),
    ]
    return _document("styles", f"<office:styles>{''.join(styles)}</office:styles>{_PAGE}")


_HEADING_SPACE = 'fo:margin-top="0.4cm" fo:margin-bottom="0.2cm" fo:keep-with-next="always"'
_PAGE = (
    '<office:automatic-styles><style:page-layout style:name="Page"><style:page-layout-properties fo:page-width="21cm" '
    'fo:page-height="29.7cm" fo:margin="2cm"/></style:page-layout></office:automatic-styles>'
    '<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="Page"/></office:master-styles>'
)


def _style(name: str, parent: str, paragraph: str, text: str, outline: int = 0) -> str:
    display = name.replace("_20_", " ")
    attributes = f' style:parent-style-name="{parent}"' if parent else ""
    attributes += f' style:default-outline-level="{outline}"' if outline else ""
    return (
        f'<style:style style:name="{name}" style:display-name="{display}" style:family="paragraph"{attributes}>'
        f"<style:paragraph-properties {paragraph}/><style:text-properties {text}/></style:style>"
    )


def _manifest() -> str:
    entries = [("/", _MIME)] + [(name, "text/xml") for name in ("content.xml", "styles.xml", "meta.xml")]
    rows = "".join(
        f'<manifest:file-entry manifest:full-path="{path}" manifest:media-type="{kind}"/>' for path, kind in entries
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<manifest:manifest {_SPACES} manifest:version="1.3">{rows}</manifest:manifest>'
    )
