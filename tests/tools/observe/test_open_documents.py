"""What programs tell of their documents: each asked of its own windows, and nothing told of any other."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.tools.told_documents import Told
from ufo.config.settings import DesktopSettings
from ufo.desktop.values import Window
from ufo.errors import ConfigError, ToolError
from ufo.schema.geometry import Rect
from ufo.tools.observe.open_documents import OpenDocuments, open_documents

_OFFICE = Window("1", "report.odt", Rect(0, 0, 10, 10), 0, "soffice.bin", "libreoffice-writer")
_EDITOR = replace(_OFFICE, id="2", process="gedit", app_root="gedit")


async def test_a_window_is_told_by_the_program_that_knows_it(tmp_path: Path) -> None:
    office = Told({"report.odt": "/work/report.odt"}, texts="draft")
    documents = OpenDocuments([Told({}, "another"), office])
    assert await documents.path(_OFFICE) == "/work/report.odt" and await documents.is_modified(_OFFICE) is True
    assert (await documents.copy(_OFFICE, tmp_path)).read_text(encoding="utf-8") == "draft"
    await documents.close()
    assert office.is_closed


async def test_of_a_window_that_none_knows_nothing_is_told(tmp_path: Path) -> None:
    documents = OpenDocuments([Told({"report.odt": "/work/report.odt"})])
    told = (await documents.path(_EDITOR), await documents.is_modified(_EDITOR), await documents.commands(_EDITOR))
    assert told == ("", None, ()) and not documents.listens(_EDITOR)
    with pytest.raises(ToolError, match="belongs to 'gedit', which gives out no copy"):
        await documents.copy(_EDITOR, tmp_path)


async def test_a_program_that_does_not_answer_is_not_known_to_hold_changes() -> None:
    assert await OpenDocuments([Told({})]).is_modified(_OFFICE) is None


async def test_without_the_extension_nothing_is_told_and_who_asks_for_a_copy_learns_how_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [text for text in sys.path if not text.endswith("site-packages")])
    documents = open_documents(DesktopSettings().documents)
    assert await documents.path(_OFFICE) == "" and await documents.is_modified(_OFFICE) is None
    with pytest.raises(ToolError, match=r"the extension 'libreoffice' may read it: .*pip install \./extensions/libre"):
        await documents.copy(_OFFICE, tmp_path)


async def test_a_part_of_the_persons_own_is_named_by_its_dotted_path(tmp_path: Path) -> None:
    assert (await open_documents(("tests.tools.told_documents:Told",)).copy(_OFFICE, tmp_path)).exists()


def test_an_unknown_name_is_said_at_once() -> None:
    with pytest.raises(ConfigError, match=r"'abacus' is neither .* in 'ufo.documents'; installed: libreoffice"):
        open_documents(("abacus",))
