"""A whole presentation from an outline: the few answers of a model, a real Impress, and a verdict from the saved file."""

from __future__ import annotations

from pathlib import Path

import pytest
from pptx import Presentation

from tests.apps.sessions import Opening
from tests.llm.openai_server import OpenAIServer, says
from tests.scenarios.readers import reads
from tests.scenarios.stage import act, app, host
from tests.scenarios.test_over_http import model, texts
from ufo.schema.outcome import RunOutcome

pytestmark = [pytest.mark.apps, pytest.mark.timeout(240)]

_OUTLINE = """Our harbour
  Founded 1857
  Rebuilt 1921
What we do
  Boats
  Repairs
Contact
  Quay 3
"""
_REQUEST = (
    "Make a presentation of three slides from outline.txt (title and bullets for each), give the first slide a title layout, "
    "and save it as talk.pptx."
)


@pytest.mark.matrix
async def test_a_talk_from_an_outline_takes_three_answers_and_is_verified(opening: Opening, tmp_path: Path) -> None:
    (tmp_path / "outline.txt").write_text(_OUTLINE, "utf-8")
    starts = host(
        "CONTINUE",
        "launch_application",
        {"name": "libreoffice-impress"},
        current_subtask=f"Make the presentation and save it. {_REQUEST} The outline: {_OUTLINE}",
    )
    written = [
        {"title": "Our harbour", "subtitle": "Founded 1857\nRebuilt 1921", "layout": "title"},
        {"title": "What we do", "bullets": ["Boats", "Repairs"]},
        {"title": "Contact", "bullets": ["Quay 3"]},
    ]
    stated = [
        {"on": "document", "path": "talk.pptx", "pages": 3},
        {"on": "document", "path": "talk.pptx", "page": 1, "property": "layout", "value": "title"},
    ]
    works = app(
        "FINISH",
        act("write_slides", slides=written),
        act("save_as", file_name="talk.pptx"),
        expect=stated,
    )
    with OpenAIServer([says(starts), says(works), reads]) as server:
        async with opening(model(server)) as session:
            summary = await session.run(_REQUEST)
    assert summary.outcome is RunOutcome.VERIFIED, summary
    assert summary.usage.model_calls <= 3
    assert "write_slides" in texts(server.requests[1])
    deck = Presentation(str(tmp_path / "talk.pptx"))
    assert [slide.slide_layout.name for slide in deck.slides] == ["Title Slide", "Title, Content", "Title, Content"]
    assert 'type="title"' in str(deck.slides[0].slide_layout.part.blob[:3000])
    shown = [[shape.text_frame.text for shape in slide.placeholders] for slide in deck.slides]
    assert shown == [
        ["Our harbour", "Founded 1857\nRebuilt 1921"],
        ["What we do", "Boats\nRepairs"],
        ["Contact", "Quay 3"],
    ]
