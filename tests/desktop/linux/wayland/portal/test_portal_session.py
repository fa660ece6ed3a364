"""What a session of the portal does where the person says yes or no, nobody answers, or the portal answers what it may not."""

from __future__ import annotations

import asyncio
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from stat import S_IMODE

import pytest
from dbus_fast import Variant

from tests.desktop.linux.wayland.portal.portal_service import PortalService, serving, shared
from tests.waiting import WAITED_S
from ufo.desktop.linux.wayland.gnome.remote import RemoteClipboard
from ufo.desktop.linux.wayland.portal.portal_consent import PortalConsent, open_portal
from ufo.desktop.linux.wayland.portal.portal_requests import request
from ufo.desktop.linux.wayland.portal.portal_session import PortalPointer, PortalSession
from ufo.desktop.linux.wayland.portal.restore_token import RestoreToken
from ufo.desktop.linux.wayland.session_bus import Refused, SessionBus
from ufo.desktop.values import Screen as Monitor
from ufo.errors import DesktopError, DesktopUnavailable, NotActionable
from ufo.schema.geometry import Point, Rect


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    found = f"unix:path={tmp_path / 'bus'}"
    configuration = tmp_path / "bus.conf"
    # Without the system's service files: nothing but our own portal is ever started there.
    configuration.write_text(
        f"<busconfig><type>session</type><listen>{found}</listen><auth>EXTERNAL</auth>"
        '<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>'
        "</policy></busconfig>"
    )
    command = ["dbus-daemon", f"--config-file={configuration}", "--nofork", "--print-address"]
    daemon = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert daemon.stdout is not None
    daemon.stdout.readline()
    yield found
    daemon.terminate()
    daemon.communicate()


@pytest.fixture
def bus(address: str) -> Iterator[SessionBus]:
    opened = SessionBus(address)
    yield opened
    opened.close()


@pytest.fixture
def session(bus: SessionBus, tmp_path: Path) -> PortalSession:
    return PortalSession(bus, RestoreToken(tmp_path / "state"))


def _begin(session: PortalSession) -> None:
    session.begin(threading.Event())


def test_a_yes_gives_keyboard_pointer_and_screens(address: str, session: PortalSession) -> None:
    with serving(address, PortalService()) as service:
        _begin(session)
        assert session.monitors() == (Monitor("shared-1", Rect(0, 0, 1280, 800), True),)
        session.keys([(0x61, True), (0x61, False)])
        assert [values[2:] for values in service.asked("NotifyKeyboardKeysym")] == [[0x61, 1], [0x61, 0]]
        (devices,), (sources,) = service.asked("SelectDevices"), service.asked("SelectSources")
        assert devices[1]["types"].value == 3 and devices[1]["persist_mode"].value == 2
        assert sources[1]["types"].value == 1 and sources[1]["multiple"].value and sources[1]["cursor_mode"].value == 1


def test_the_portals_token_is_kept_for_the_person_alone_and_given_back_once(
    address: str, bus: SessionBus, tmp_path: Path
) -> None:
    token = RestoreToken(tmp_path / "state")
    with serving(address, PortalService(start=shared(restore_token=Variant("s", "first-token")))) as service:
        _begin(PortalSession(bus, token))
        kept = tmp_path / "state" / "portal-token"
        assert kept.read_text() == "first-token" and S_IMODE(kept.stat().st_mode) == 0o600
        service.start = shared(restore_token=Variant("s", "second-token"))
        _begin(PortalSession(bus, token))
        assert "restore_token" not in service.asked("SelectDevices")[0][1]
        assert service.asked("SelectDevices")[1][1]["restore_token"].value == "first-token"
        assert kept.read_text() == "second-token"


def test_a_token_that_is_none_is_not_given_to_the_portal(tmp_path: Path) -> None:
    token = RestoreToken(tmp_path)
    (tmp_path / "portal-token").write_bytes(b"\xff no token\n" * 90)
    assert token.taken() == ""
    token.keep(7)
    token.keep("with a blank")
    assert token.taken() == ""


def test_a_no_is_told_with_the_next_move_and_the_session_is_closed(address: str, session: PortalSession) -> None:
    with serving(address, PortalService(start=(1, {}))) as service:
        with pytest.raises(DesktopError, match="you said no in the desktop's dialog; use the controls' own actions"):
            _begin(session)
        assert len(service.asked("Close")) == 1
        with pytest.raises(NotActionable, match="not asked yet"):
            session.require()


@pytest.mark.parametrize(
    "service",
    [
        PortalService(start=(2, {})),
        PortalService(start="garbage"),
        PortalService(start=(0, {})),
        PortalService(start=(0, {"devices": Variant("s", "all"), "streams": Variant("s", "some")})),
        PortalService(start=(0, {"devices": Variant("u", 3), "streams": Variant("au", [7])})),
        PortalService(request_path=None),
        PortalService(request_path="/another"),
        PortalService(dies=True, start=None),
        PortalService(version=0),
    ],
)
def test_a_portal_that_answers_what_it_may_not_is_an_error_and_never_a_session(
    address: str, session: PortalSession, service: PortalService
) -> None:
    with serving(address, service):
        with pytest.raises(DesktopError):
            _begin(session)
        with pytest.raises(NotActionable):
            session.keys([(0x61, True)])


def test_a_dialog_that_nobody_answers_is_closed_in_time(address: str, bus: SessionBus) -> None:
    with serving(address, PortalService(start=None)) as service:
        began = time.monotonic()
        with pytest.raises(DesktopError, match="nobody answered the desktop's dialog within 0.5 s"):
            request(bus, "RemoteDesktop", "Start", ("/session", ""), {}, 0.5, threading.Event())
        assert 0.5 <= time.monotonic() - began < WAITED_S
        assert len(service.asked("Close")) == 1


def test_without_a_portal_there_is_none_and_none_is_started(address: str, bus: SessionBus) -> None:
    assert open_portal(address, "ask") is None
    assert open_portal("", "ask") is None
    assert open_portal("unix:path=/nowhere", "ask") is None
    with serving(address, PortalService()):
        assert open_portal(address, "never") is None
        opened = open_portal(address, "ask")
        assert opened is not None
        opened.close()
    with pytest.raises(DesktopUnavailable):
        request(bus, "RemoteDesktop", "Start", ("/session", ""), {}, 0.5, threading.Event())


def test_a_sharing_that_the_person_ends_is_told_and_nothing_hangs(address: str, session: PortalSession) -> None:
    with serving(address, PortalService()) as service:
        _begin(session)
        service.end_session()
        deadline = time.monotonic() + WAITED_S
        with pytest.raises(DesktopUnavailable, match="the sharing of your screen was ended"):
            while time.monotonic() < deadline:
                session.keys([(0x61, True)])
        session.close()


def test_a_portal_that_ends_meanwhile_is_told(address: str, session: PortalSession) -> None:
    with serving(address, PortalService()):
        _begin(session)
    with pytest.raises(DesktopUnavailable, match="ended"):
        session.keys([(0x61, True)])
    session.close()


def test_a_screen_without_remote_interaction_gives_no_keys(address: str, session: PortalSession) -> None:
    with serving(address, PortalService(start=shared(devices=0))):
        _begin(session)
        with pytest.raises(NotActionable, match="neither keyboard nor pointer"):
            session.keys([(0x61, True)])
        assert session.streams


def test_an_old_portal_is_asked_for_no_clipboard_and_no_token(address: str, session: PortalSession) -> None:
    start = shared()
    del start[1]["clipboard_enabled"]
    with serving(address, PortalService(version=1, clipboard=False, start=start)) as service:
        _begin(session)
        assert not session.has_clipboard
        assert not service.asked("RequestClipboard")
        assert "persist_mode" not in service.asked("SelectDevices")[0][1]


def test_a_portal_that_hands_over_no_pictures_is_an_error_and_no_other_file_is_read(
    address: str, session: PortalSession
) -> None:
    with serving(address, PortalService()):
        _begin(session)
        with pytest.raises(Refused, match="OpenPipeWireRemote without an open file"):
            session.pictures_of(session.streams[0])


def test_the_clipboard_is_read_and_what_is_set_is_handed_out(address: str, session: PortalSession) -> None:
    with serving(address, PortalService()) as service:
        _begin(session)
        clipboard = RemoteClipboard(session)
        assert clipboard.text() == "copied elsewhere"
        clipboard.set_text("Zoë")
        session.keys([(0x76, True), (0x76, False)])
        deadline = time.monotonic() + WAITED_S
        while not service.pasted and time.monotonic() < deadline:
            session.tap_shift()
        assert service.pasted == ["Zoë".encode()] and clipboard.asked[0] == 1


def test_the_pointer_goes_to_the_stream_that_shows_the_place(address: str, session: PortalSession) -> None:
    places = [Rect(0, 0, 1280, 800), Rect(1280, 0, 1920, 1080)]
    streams = [[7, _told(places[1])], [8, _told(places[0])]]
    at = [Point(0, 0)]
    pointer = PortalPointer(session, lambda: at[0], lambda: tuple(Monitor(str(it), it, False) for it in places))
    with serving(address, PortalService(start=shared(streams=Variant("a(ua{sv})", streams)))) as service:
        _begin(session)
        at[0] = Point(1300, 40)
        pointer.move(Point(1300, 40))
        assert service.asked("NotifyPointerMotionAbsolute")[0][2:] == [7, 20.0, 40.0]
        with pytest.raises(NotActionable, match="did not come to 5, 6"):
            pointer.move(Point(5, 6))
        with pytest.raises(NotActionable, match="was not shared"):
            pointer.move(Point(5000, 6))


def test_of_several_screens_of_one_size_without_places_none_is_guessed(address: str, session: PortalSession) -> None:
    size = {"size": Variant("(ii)", [1280, 800])}
    with serving(address, PortalService(start=shared(streams=Variant("a(ua{sv})", [[7, size], [8, size]])))):
        _begin(session)
        assert session.stream_of(Rect(0, 0, 1280, 800)) is None and session.monitors() == ()
    with serving(address, PortalService(start=shared(streams=Variant("a(ua{sv})", [[7, size]])))):
        _begin(session)
        assert session.stream_of(Rect(1280, 0, 1280, 800)) == session.streams[0]


async def test_the_person_is_asked_once_and_a_no_holds_for_the_run(address: str, session: PortalSession) -> None:
    consent, told = PortalConsent(session, "ask"), list[str]()
    with serving(address, PortalService(start=(1, {}))) as service:
        for _ in range(2):
            with pytest.raises(NotActionable, match="you said no.*it is not asked again in this run"):
                await consent.lend("keys", told.append)
        assert len(service.asked("Start")) == 1
    assert len(told) == 1 and told[0].startswith("your desktop asks you now")


async def test_nobody_is_asked_for_what_the_screen_never_gives(address: str, session: PortalSession) -> None:
    consent = PortalConsent(session, "ask", {"pointer": "no places, so no pointer"})
    with serving(address, PortalService()) as service:
        with pytest.raises(NotActionable, match="no places"):
            await consent.lend("pointer", list[str]().append)
        assert not service.calls


async def test_without_a_terminal_no_dialog_is_opened_and_the_run_says_so(address: str, session: PortalSession) -> None:
    consent = PortalConsent(session, "auto", has_terminal=lambda: False)
    with serving(address, PortalService()) as service:
        with pytest.raises(NotActionable, match="nobody sits at this run's terminal.*set desktop.portal to ask"):
            await consent.lend("keys", list[str]().append)
        assert not service.calls


async def test_a_run_that_is_stopped_before_the_answer_closes_the_dialog(address: str, session: PortalSession) -> None:
    consent = PortalConsent(session, "ask")
    with serving(address, PortalService(start=None)) as service:
        asking = asyncio.ensure_future(consent.lend("keys", list[str]().append))
        while not service.asked("Start"):
            await asyncio.sleep(0)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        while not service.asked("Close"):
            await asyncio.sleep(0)
        with pytest.raises(NotActionable, match="stopped while"):
            await consent.lend("keys", list[str]().append)


def _told(place: Rect) -> dict[str, Variant]:
    return {
        "position": Variant("(ii)", [place.x, place.y]),
        "size": Variant("(ii)", [place.width, place.height]),
    }
