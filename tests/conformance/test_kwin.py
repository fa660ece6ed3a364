"""The Linux desktop does what every desktop must on KWin (Plasma), with pictures and without them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.apps.kwin_session import KWinSession, connected, kwin_session, require_kwin
from tests.conformance.suite import DesktopConformance, Stage
from ufo.desktop.values import Launch
from ufo.errors import PicturesRefused

_FORM = Launch("/usr/bin/python3", (str(Path(__file__).with_name("gtk_registration.py")),))


@pytest.fixture(scope="module")
def with_pictures() -> Iterator[KWinSession]:
    require_kwin()
    with kwin_session() as session:
        session.require_pictures()
        yield session


@pytest.fixture(scope="module")
def without_pictures() -> Iterator[KWinSession]:
    require_kwin()
    with kwin_session(compose="Q") as session:
        yield session


@pytest.mark.matrix
class TestKWin(DesktopConformance):
    @pytest.fixture
    async def stage(self, with_pictures: KWinSession) -> AsyncIterator[Stage]:
        async with connected(with_pictures) as desktop:
            yield Stage(desktop, _FORM)


@pytest.mark.matrix
class TestKWinWithoutPictures(DesktopConformance):
    @pytest.fixture
    async def stage(self, without_pictures: KWinSession) -> AsyncIterator[Stage]:
        async with connected(without_pictures) as desktop:
            yield Stage(desktop, _FORM)

    async def test_pictures_have_the_size_that_they_say_and_show_changes(self, stage: Stage) -> None:
        window = await stage.open()
        for of in (window.id, None):
            with pytest.raises(PicturesRefused, match="without OpenGL"):
                await stage.desktop.capture(of)
