"""`ufo sample`: a text document to try things on, written without an office program."""

from __future__ import annotations

import zipfile
from pathlib import Path

from ufo.cli.output import print_answer
from ufo.errors import ConfigError
from ufo.platform.scratch import scratch
from ufo.tools.documents.odf_text import write_text_document

FILE_NAME = "quarterly-report.odt"
_TABLE = "Sales"
_TEXT = """\
# Quarterly report

This report sums up how the four sales regions did from July to September. The figures were closed on 5 October and agree
with the ledger.

East stayed the strongest region for the second quarter in a row, while South lost two weeks to the move into its new
warehouse. Prices did not change in the period.

## Sales

*Sales by region, third quarter*

| **Region** | **Sales** | **Orders** |
|---|---|---|
| North | 12,400 | 310 |
| South | 9,850 | 275 |
| East | 15,200 | 402 |
| West | 11,075 | 298 |

## Outlook

Orders grew faster than sales, because more customers ordered in smaller lots. The delivery team expects this to go on until
the end of the year & has planned one more van for the North.

Next steps: compare the regions in a chart, send it to the regional leads, and agree on targets for the fourth quarter.
"""


def make_sample(folder: Path) -> Path:
    """Write the document into `folder`, which is created where it is missing, and return its path. An unchanged sample is
    replaced. Raises FileExistsError for any other file of that name, and OSError where it cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / FILE_NAME
    if path.exists() and not _is_untouched(path):
        raise FileExistsError(f"a {FILE_NAME} that is not this sample, or was changed, is there already")
    write_text_document(path, _TEXT, (_TABLE,))
    return path


def _is_untouched(path: Path) -> bool:
    """Tell whether the file is an unchanged sample: every office program writes the text in its own way when it saves."""
    with scratch() as folder:
        fresh = folder / FILE_NAME
        write_text_document(fresh, _TEXT, (_TABLE,))
        return _text_in(path) == _text_in(fresh)


def _text_in(path: Path) -> bytes:
    try:
        with zipfile.ZipFile(path) as archive:
            return archive.read("content.xml")
    except (OSError, KeyError, zipfile.BadZipFile):
        return b""


def sample(folder: Path, as_json: bool) -> int:
    """Write the document and print its path. Raises ConfigError where it cannot be written."""
    try:
        path = make_sample(folder)
    except OSError as error:
        raise ConfigError(f"the sample cannot be written in {str(folder)!r}: {error}; choose another folder") from error
    print_answer(as_json, {"sample": str(path)}, str(path))
    return 0
