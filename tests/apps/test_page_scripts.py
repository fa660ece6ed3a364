"""On a page in a script that OCR does not read here, nothing is made up of its letters."""

from __future__ import annotations

from pathlib import Path

import anyio
import pytest

from bench.measured_desktop import MeasuredDesktop
from tests.needs import needs
from tests.waiting import in_time
from ufo.config.sections import SeeingSections
from ufo.config.settings import Settings
from ufo.desktop.snapshot import Snapshot
from ufo.desktop.values import Launch
from ufo.runs.desktops import with_sight

pytestmark = [
    pytest.mark.apps,
    pytest.mark.timeout(120),
    needs("chromium"),
]
_PAGE = """<!doctype html><html lang=ar dir=rtl><meta charset=utf-8><title>حجز</title>
<style>body{margin:24px 68px;font:17px sans-serif}label{display:block;margin:9px 0}</style><h1>عيادات النور - حجز موعد</h1>
<label>الاسم الكامل <input value="سامي العلي"></label><label>القسم <select><option>العيون</select></label>
<fieldset><legend>نوع الزيارة</legend><label><input type=radio name=kind checked>متابعة</label>
<label><input type=radio name=kind>زيارة أولى</label><label><input type=radio name=kind>استشارة طبية عاجلة</label>
<label><input type=radio name=kind>فحص دوري سنوي</label></fieldset><p><button>متابعة إلى المراجعة</button>"""


async def _look(desktop: MeasuredDesktop, page: Path, text: str) -> Snapshot:
    page.write_text(text, encoding="utf-8")
    window = await desktop.launch(Launch("chromium", (page.as_uri(),)), timeout_s=60)
    sighted = with_sight(desktop, SeeingSections.of(Settings()))
    with in_time():
        while not any(element.role == "RadioButton" for element in await desktop.snapshot(window.id)):
            await anyio.sleep(0.05)
    return await sighted.snapshot(window.id)


async def test_the_words_of_an_arabic_form_are_told_by_its_fields_alone(
    desktop: MeasuredDesktop, tmp_path: Path
) -> None:
    look = await _look(desktop, tmp_path / "form.html", _PAGE)
    assert [element.name for element in look if element.by_sight] == []
    assert look.degraded is None
    assert any(item.role == "RadioButton" and item.name == "زيارة أولى" for item in look)
