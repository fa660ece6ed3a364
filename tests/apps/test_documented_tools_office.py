"""LibreOffice by the tools that the specification names for Word, Excel and PowerPoint: what a fake Office passes, it passes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from mcp import Client
from mcp.server import MCPServer

from tests.apps.office import Office
from tests.apps.test_uno_servers import scope_on
from tests.documented_tools import work_a_sheet, work_a_text, work_slides, write_sheet, write_slides, write_text
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.tools.observe.selection import ToolScope
from ufo_libreoffice.servers.calc import calc_uno
from ufo_libreoffice.servers.drawings import drawings_uno
from ufo_libreoffice.servers.writer import writer_uno

pytestmark = [pytest.mark.apps, pytest.mark.matrix, pytest.mark.timeout(240)]


@pytest.fixture(scope="module")
def office(private_desktop: PrivateDesktop, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    folder = tmp_path_factory.mktemp("documented")
    for name, write in (("prices.xlsx", write_sheet), ("report.docx", write_text), ("talk.pptx", write_slides)):
        write(folder / name)
    with Office(private_desktop.environment, folder, *[str(path) for path in sorted(folder.iterdir())]) as office:
        yield office


@pytest.mark.parametrize(
    ("title", "server", "work"),
    [
        ("prices.xlsx", calc_uno, work_a_sheet),
        ("report.docx", writer_uno, work_a_text),
        ("talk.pptx", drawings_uno, work_slides),
    ],
    ids=["sheet", "text", "slides"],
)
async def test_the_documented_tools_work_a_document_of_libreoffice(
    office: Office,
    tmp_path: Path,
    title: str,
    server: Callable[[ToolScope], MCPServer],
    work: Callable[[Client, Path], Awaitable[None]],
) -> None:
    async with Client(server(scope_on(office.window(title), tmp_path))) as tools:
        await work(tools, tmp_path)
