"""Whole requests on texts that stand open in Writer: few turns with the document's own tools, and the files prove them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.apps.sessions import Opening
from tests.needs import needs
from tests.office_conversions import convert
from tests.office_profiles import own_profile
from tests.scenarios.stage import act, app, host
from ufo.conditions.kinds.document import DocumentPredicate
from ufo.conditions.readers.read_document import read_document
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Launch
from ufo.llm.provider import Turn
from ufo.llm.scripted import ScriptedProvider
from ufo.schema.inputs import AppInputs
from ufo.schema.outcome import RunOutcome, RunSummary
from ufo.schema.predicate import Truth

pytestmark = [pytest.mark.apps, pytest.mark.timeout(240), pytest.mark.matrix]

_SPACES = " ".join(
    f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{whole}:1.0"'
    for short, whole in (("office", "office"), ("text", "text"), ("style", "style"), ("fo", "xsl-fo-compatible"))
)
_SPACES += ' xmlns:dc="http://purl.org/dc/elements/1.1/" office:version="1.3"'
_HEAD = f'<?xml version="1.0"?><office:document {_SPACES} office:mimetype="application/vnd.oasis.opendocument.text">'
_LINES = ("Introduction", "Methods and Materials", "Results of the Survey", "Conclusions")
_BODY = "The harbour survey counted ships and crews in spring while the weather stayed calm. " * 9


def _report() -> str:
    bold = '<office:automatic-styles><style:style style:name="B" style:family="text">'
    bold += '<style:text-properties fo:font-weight="bold"/></style:style></office:automatic-styles>'
    parts = "".join(
        f'<text:p><text:span text:style-name="B">{line}</text:span></text:p>' + f"<text:p>{_BODY}</text:p>" * 6
        for line in _LINES
    )
    return f"{_HEAD}{bold}<office:body><office:text>{parts}</office:text></office:body></office:document>"


def _changed(number: int, kind: str, said: str = "") -> str:
    info = "<office:change-info><dc:creator>Eva</dc:creator><dc:date>2026-05-01T10:00:00</dc:date></office:change-info>"
    return f'<text:changed-region text:id="c{number}"><text:{kind}>{info}{said}</text:{kind}></text:changed-region>'


_CONTRACT = (
    f"{_HEAD}<office:automatic-styles><style:page-layout style:name='pm1'><style:page-layout-properties "
    "fo:page-width='21.001cm' fo:page-height='29.7cm' style:print-orientation='portrait' fo:margin-top='2cm' "
    "fo:margin-bottom='2cm' fo:margin-left='2cm' fo:margin-right='2cm'/><style:header-style/></style:page-layout>"
    "</office:automatic-styles><office:master-styles><style:master-page style:name='Standard' style:page-layout-name='pm1'>"
    "<style:header><text:p>Agreement with the Supplier, draft 3</text:p></style:header></style:master-page>"
    "</office:master-styles><office:body><office:text><text:tracked-changes text:track-changes='true'>"
    + _changed(1, "insertion")
    + _changed(2, "deletion", "<text:p>sixty (60) </text:p>")
    + _changed(3, "insertion")
    + "</text:tracked-changes><text:h text:outline-level='1'>Contract</text:h><text:p>The Supplier delivers the goods to the "
    "Buyer within <text:change text:change-id='c2'/><text:change-start text:change-id='c1'/>thirty (30) "
    "<text:change-end text:change-id='c1'/>days of the order.</text:p><text:p>If the Supplier is late, the Buyer may "
    "withdraw. The Supplier pays the cost of return.</text:p><text:p>Payment is due two weeks after the invoice of the "
    "Supplier.<text:change-start text:change-id='c3'/> Interest is four percent a year.<text:change-end text:change-id='c3'/>"
    "</text:p><text:p>Signed by the Supplier and the Buyer.</text:p></office:text></office:body></office:document>"
)


def _written(folder: Path, name: str, flat: str) -> Path:
    (folder / f"{name}.fodt").write_text(flat, encoding="utf-8")
    convert(folder, (f"{name}.fodt", f"{name}.odt"))
    (folder / f"{name}.fodt").unlink()
    return folder / f"{name}.odt"


class FewTurns(ScriptedProvider):
    """Takes the window, does the acts of each turn, and says at once that it is done and how that shows."""

    def __init__(self, *acts: Sequence[dict[str, Any]], ends: Sequence[dict[str, Any]]) -> None:
        super().__init__([])
        self._acts, self._ends = list(acts), list(ends)
        self.told: list[str] = []

    def _said(self, turn: Turn) -> dict[str, Any]:
        if isinstance(turn.inputs, AppInputs):
            self.told = [tool.tool_name for tool in turn.inputs.tools]
            return app("FINISH", *(self._acts.pop(0) if self._acts else ()), expect=self._ends)
        if not self._acts:
            return host("FINISH")
        window = next(target for target in turn.inputs.targets if "Writer" in target.name)
        arguments = {"id": str(window.id), "name": window.name}
        subtask = turn.inputs.request
        return host("ASSIGN", "select_application_window", arguments, current_subtask=subtask, done_when=self._ends)

    async def complete(self, turn: Turn) -> Any:
        self._answers = iter([self._said(turn)])
        return await super().complete(turn)


async def _open(desktop: LinuxDesktop, folder: Path, path: Path) -> None:
    await desktop.launch(Launch("soffice", ("--writer", "--norestore", own_profile(folder), str(path))), timeout_s=90)


def _holds(path: Path, *stated: dict[str, Any]) -> list[str]:
    found = [DocumentPredicate.model_validate({"path": str(path), **record}).check_now() for record in stated]
    return [finding.evidence for finding in found if finding.truth is not Truth.SATISFIED]


def _verified(summary: RunSummary, model: FewTurns) -> None:
    assert summary.outcome is RunOutcome.VERIFIED, (summary.reason, summary.evidence)
    assert summary.usage.model_calls <= 3, [turn.inputs for turn in model.turns]


@needs("soffice")
async def test_bold_lines_become_headings_with_contents_page_numbers_and_a_pdf_in_three_calls(
    opening: Opening, desktop: LinuxDesktop, tmp_path: Path
) -> None:
    path = _written(tmp_path, "report", _report())
    await _open(desktop, tmp_path, path)
    ends = [
        {"on": "document", "path": "report.odt", "property": "page number", "value": "footer"},
        {"on": "document", "path": "report.odt", "property": "table of contents", "value": "first"},
        {"on": "document", "path": "report.odt", "property": "contents entries", "value": "4"},
        {"on": "document", "path": "report.odt", "paragraph": "Conclusions", "property": "heading level", "value": "1"},
        {"on": "file", "path": "report.pdf"},
    ]
    model = FewTurns(
        [
            act("format_text", look="style", value="Heading 1", where="bold"),
            act("set_header_footer", part="footer", text="{page}", align="center"),
            act("insert_contents", at="start"),
            act("save_as", file_name="report.pdf"),
            act("save"),
        ],
        ends=ends,
    )
    async with opening(model) as session:
        summary = await session.run(
            "Turn the bold lines into Heading 1, put a page number in the footer, insert a table of contents at the top, and "
            "export it as report.pdf as well as saving it."
        )
    assert {"set_property", "insert_field"} <= set(model.told)
    _verified(summary, model)
    headed = [{"paragraph": line, "property": "heading level", "value": "1"} for line in _LINES]
    assert (
        _holds(path, *headed, *({"property": ending["property"], "value": ending["value"]} for ending in ends[:3]))
        == []
    )
    assert len(read_document(tmp_path / "report.pdf").pages) > 1


@needs("soffice")
async def test_changes_are_accepted_a_word_replaced_everywhere_and_the_page_turned_in_three_calls(
    opening: Opening, desktop: LinuxDesktop, tmp_path: Path
) -> None:
    path = _written(tmp_path, "contract", _CONTRACT)
    await _open(desktop, tmp_path, path)
    ends = [
        {"on": "document", "path": "contract.odt", "property": "tracked changes", "value": "0"},
        {"on": "document", "path": "contract.odt", "property": "page orientation", "value": "landscape"},
        {"on": "document", "path": "contract.odt", "property": "header", "value": "Agreement with the Contractor"},
        {"on": "document", "path": "contract.odt", "lacks": "Supplier"},
    ]
    model = FewTurns(
        [
            act("track_changes", action="accept"),
            act("replace_text", old="Supplier", new="Contractor"),
            act("set_page", orientation="landscape"),
            act("save"),
        ],
        # The document records changes, so what was replaced is one more of them.
        [act("track_changes", action="accept"), act("save")],
        ends=ends,
    )
    async with opening(model) as session:
        summary = await session.run(
            "Accept all tracked changes in contract.odt, replace 'Supplier' by 'Contractor' everywhere, set the page to "
            "landscape, save."
        )
    _verified(summary, model)
    assert "Supplier" not in "\n".join(read_document(path).paragraphs)
    assert _holds(path, *({key: ending[key] for key in ending if key not in ("on", "path")} for ending in ends)) == []
