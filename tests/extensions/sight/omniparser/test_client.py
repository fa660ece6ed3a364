"""The client of OmniParser, over real HTTP to a server that speaks as its Gradio page and its own server do."""

from __future__ import annotations

import json
import traceback
from base64 import b64encode
from collections.abc import Sequence
from typing import Any

import pytest
from PIL import Image

from tests.extensions.sight.omniparser.server import ITEMS, LINES, Behaviour, OmniParserServer
from tests.requirement import requirement
from tests.waiting import in_time
from ufo.config.settings import OmniParserSettings
from ufo.errors import ToolError
from ufo.schema.geometry import Rect
from ufo.schema.picture import Picture
from ufo.schema.target import TargetInfo, TargetKind
from ufo.vision.encode import png_of
from ufo_sight.omniparser.client import OmniparserGrounding

SHOWN = Rect(100, 50, 400, 200)


def picture() -> Picture:
    return png_of(Image.new("RGB", (400, 200), "white"), SHOWN)


async def see(address: str | None, **settings: Any) -> Sequence[TargetInfo]:
    grounding = OmniparserGrounding(OmniParserSettings(endpoint=address, **settings))
    window = TargetInfo(kind=TargetKind.WINDOW, name="Any", rect=SHOWN.as_ltrb())
    with in_time():
        return await grounding.screen_parsing(picture(), window)


@requirement("app-controls:omniparser")
@pytest.mark.parametrize("prefix", ["/gradio_api", ""])
async def test_what_the_page_sees_comes_as_targets_in_screen_pixels(prefix: str) -> None:
    with OmniParserServer(Behaviour(prefix=prefix)) as server:
        found = await see(server.address + "/")
    assert [(target.name, target.type, target.rect, target.source) for target in found] == [
        ("Invoice 12", "Text", (140, 70, 220, 80), "omniparser"),
        ("Save the file", "Button", (300, 150, 340, 170), "omniparser"),
    ]
    assert server.pictures == [picture().data]
    given = server.calls[0]
    assert given[0]["meta"] == {"_type": "gradio.FileData"}
    assert given[1:] == [0.05, 0.1, True, 640]


async def test_the_settings_reach_the_page_and_its_further_inputs_keep_their_defaults() -> None:
    with OmniParserServer(Behaviour(inputs=6)) as server:
        await see(server.address, box_threshold=0.2, iou_threshold=0.7, use_paddleocr=False, imgsz=1920)
    assert server.calls[0][1:] == [0.2, 0.7, False, 1920, 64]


async def test_a_page_that_takes_less_is_given_less() -> None:
    with OmniParserServer(Behaviour(inputs=3)) as server:
        assert len(await see(server.address)) == 2
    assert len(server.calls[0]) == 3


@pytest.mark.parametrize("path", ["", "/parse", "/parse/"])
async def test_its_own_server_is_asked_where_there_is_no_page(path: str) -> None:
    with OmniParserServer(Behaviour(prefix=None, parse=True)) as server:
        found = await see(server.address + path)
    assert [target.name for target in found] == ["Invoice 12", "Save the file"]
    assert server.pictures == [picture().data]


@pytest.mark.parametrize(
    "said",
    [
        json.dumps({"parsed_content_list": list(ITEMS), "label_coordinates": {}}),
        json.dumps(list(ITEMS)),
        "\n".join(json.dumps(item) for item in ITEMS),
        f"loading…\n{LINES}\nnot an item",
        json.dumps(
            {
                "parsed_content_list": ["Text Box ID 0: Invoice 12", "Icon Box ID 1: Save the file"],
                "label_coordinates": {"0": [0.1, 0.1, 0.2, 0.05], "1": [0.5, 0.5, 0.1, 0.1]},
            }
        ),
        json.dumps({"parsed_content_list": [{**ITEMS[0], "bbox": [40, 20, 120, 30]}, ITEMS[1]]}),
    ],
)
async def test_every_way_that_its_versions_list_what_they_saw_is_understood(said: str) -> None:
    with OmniParserServer(Behaviour(said=said)) as server:
        found = await see(server.address)
    assert [(target.name, target.rect) for target in found] == [
        ("Invoice 12", (140, 70, 220, 80)),
        ("Save the file", (300, 150, 340, 170)),
    ]


async def test_items_that_make_no_sense_are_left_out_and_names_are_made_readable() -> None:
    nonsense: list[Any] = [
        {"type": "icon", "bbox": None},
        {"type": "icon", "bbox": [0.9, 0.1, 0.2, 0.3], "content": "turned around"},
        {"type": "icon", "bbox": [0.1, 0.1, float("nan"), 0.3]},
        {"type": "icon", "bbox": [10**400, 0, 1, 1]},
        {"type": "icon", "bbox": ["a", 0, 1, 1]},
        {"type": "icon", "bbox": [2000, 2000, 2100, 2100], "content": "outside of the picture"},
        17,
        {"type": "icon", "bbox": [0.5, 0.5, 0.6, 0.6], "content": "x\u202ey\n\x00z" + "w" * 9999},
        {"type": "icon", "bbox": [0.7, 0.5, 0.8, 0.6], "interactivity": True, "content": None},
    ]
    with OmniParserServer(Behaviour(said=json.dumps(nonsense))) as server:
        found = await see(server.address)
    assert [target.name[:8] for target in found] == ["x y zwww", "unnamed "]
    assert max(len(target.name) for target in found) == 200


async def test_a_screen_without_controls_is_an_empty_list() -> None:
    with OmniParserServer(Behaviour(said="")) as server:
        assert list(await see(server.address)) == []


@pytest.mark.parametrize(
    ("broken", "told"),
    [
        ({"config": (500, "boom")}, "answered 500: boom"),
        ({"config": (200, "<html>")}, "not JSON: '<html>'"),
        ({"config": (200, '{"dependencies": []}')}, "without a function 'process'"),
        ({"config": (302, "")}, "redirects requests to http://127.0.0.1:1/elsewhere"),
        ({"upload": (413, "too large")}, "answered 413: too large"),
        ({"upload": (200, "{}")}, "did not say where it put it"),
        ({"process": (503, "busy")}, "answered 503: busy"),
        ({"process": (200, '{"event_id": "../../x"}')}, "no event to wait for"),
        ({"event": (200, "event: error\ndata: null\n\n")}, "failed at it"),
        ({"event": (200, "event: heartbeat\ndata: null\n\n")}, "broke off"),
        ({"event": (200, "event: complete\ndata: {]\n\n")}, "not JSON"),
        ({"event": (200, "event: complete\ndata: [1]\n\n")}, "without the list"),
        ({"event": (200, b"event: complete\n" + b"data: " + b"x" * (65 << 20))}, "more than 64 MB"),
    ],
)
async def test_what_goes_wrong_at_the_service_is_told_in_words(broken: Any, told: str) -> None:
    with (
        OmniParserServer(Behaviour(broken=broken)) as server,
        pytest.raises(ToolError, match=r"OmniParser at http://127\.0\.0\.1") as failed,
    ):
        await see(server.address)
    assert told in str(failed.value)


@pytest.mark.parametrize("said", ["garbage", "icon 0: {'bbox': (", '[{"type": "icon"}]', "[" * 100_000])
async def test_a_list_that_cannot_be_read_is_told_and_not_taken_for_an_empty_screen(said: str) -> None:
    with OmniParserServer(Behaviour(said=said)) as server, pytest.raises(ToolError):
        await see(server.address)


@pytest.mark.parametrize("word", ["config", "process", "event"])
async def test_a_service_that_hangs_costs_no_more_than_the_timeout(word: str) -> None:
    with (
        OmniParserServer(Behaviour(broken={word: (200, "hang")})) as server,
        pytest.raises(ToolError, match=r"within 0\.3 s"),
    ):
        await see(server.address, timeout_s=0.3)


async def test_an_address_where_nothing_listens_is_told_with_the_next_move() -> None:
    with OmniParserServer() as server:
        gone = server.address.replace("http://", "http://user:secret@")
    with pytest.raises(ToolError, match=r"start it, or correct `omniparser\.endpoint`") as failed:
        await see(gone)
    assert "secret" not in str(failed.value)


@pytest.mark.parametrize("address", [None, "", "localhost:7861", "ftp://host/", "http://", "http://[::1"])
async def test_without_a_usable_address_no_picture_goes_anywhere(address: str | None) -> None:
    with pytest.raises(ToolError, match="no http"):
        await see(address)


async def test_a_picture_goes_to_no_other_server_and_the_error_names_where_it_would_have_gone() -> None:
    with OmniParserServer() as other, OmniParserServer() as server:
        server.elsewhere = f"{other.address}/gradio_api/upload"
        server.behaviour = Behaviour(broken={"upload": (307, "")})
        with pytest.raises(
            ToolError, match=f"redirects requests to {other.address}/gradio_api/upload, which is not followed"
        ) as error:
            await see(server.address)
        assert other.paths == []
    assert "omniparser.endpoint" in str(error.value)


async def test_credentials_of_the_address_are_told_by_no_error() -> None:
    password = "hunter2pass"
    basic = b64encode(f"me:{password}".encode()).decode()
    with OmniParserServer(Behaviour(broken={"config": (500, f"no {password}, and no {basic}")})) as server:
        address = server.address.replace("http://", f"http://me:{password}@")
        with pytest.raises(ToolError, match="answered 500") as error:
            await see(address)
    told = "".join(traceback.format_exception(error.value))
    assert password not in told
    assert basic.rstrip("=") not in told
