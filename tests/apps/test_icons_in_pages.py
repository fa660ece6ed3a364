"""An icon that only the source of its page names is listed, found and pressed; what only lays a page out is not listed."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.measured_desktop import MeasuredDesktop
from tests.apps.pages import opened, page_tells

pytestmark = [pytest.mark.apps, pytest.mark.matrix, pytest.mark.timeout(120)]
_SVG = "<svg xmlns=%22http://www.w3.org/2000/svg%22 width=%2220%22 height=%2220%22><rect width=%2220%22 height=%2220%22/></svg>"
_PICTURE = f"data:image/svg+xml,{_SVG}"
_ROW = f"""<style>.ic{{content:url("{_PICTURE}");display:inline-block;width:20px;height:20px}}
.fa{{display:inline-block;width:20px;height:20px;background:#888}}</style>
<div class="email-actions row"><span class="ic trash"></span><span class="ic css-1q2w3e"></span>
<span class="fa fa-star"></span><button class="btn btn-archive"></button><div class="spacer" style="height:9px"></div></div>"""
_SCRIPT = (
    """for (const one of document.querySelectorAll('span,button')) one.onclick = () => tell('was ' + one.className);"""
)


async def test_icons_are_known_by_the_words_of_the_source(desktop: MeasuredDesktop, tmp_path: Path) -> None:
    bench = await opened(desktop, tmp_path, _ROW, _SCRIPT)
    try:
        called = {element.label: id for id, element in bench.selection.controls.items() if element.label}
        assert {"trash", "star", "archive"} <= set(called)
        assert not {"spacer", "css"} & set(" ".join(called).split())
        for words, told in (("trash", "was ic trash"), ("star", "was fa fa-star"), ("archive", "was btn btn-archive")):
            done = await bench.run("click_input", id=called[words], name=words)
            assert done.ok, done
            assert await page_tells(bench, told)
    finally:
        await bench.dispatcher.close()
