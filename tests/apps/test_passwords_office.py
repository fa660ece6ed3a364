"""Documents that get a password, keep it and lose it, and PDFs with permissions, on a real LibreOffice, proved from the files."""

from __future__ import annotations

import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from mcp import Client
from pypdf import PdfReader

from tests.apps.office import Office
from tests.apps.test_calc_tools import _judged
from tests.apps.test_uno_servers import scope_on
from tests.tool_calls import call, refusal
from ufo.config.settings import SecretSettings
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.secrets.masks import Masks
from ufo.secrets.secret_resolver import SecretResolver, SecretStore
from ufo.tools.observe.selection import ToolScope
from ufo_libreoffice.servers.calc import calc_uno
from ufo_libreoffice.servers.office import office_uno
from ufo_libreoffice.servers.writer import writer_uno

pytestmark = [pytest.mark.apps, pytest.mark.matrix, pytest.mark.timeout(240)]

_VALUE = "heron-48 §"
_PLACED = "{{secret:DOC}}"


def _with_secrets(scope: ToolScope, masks: Masks) -> ToolScope:
    settings = {"DOC": SecretSettings.model_validate({"from": "environment", "applications": ["libreoffice"]})}
    keeper = SecretResolver(SecretStore(settings, {"DOC": _VALUE}), masks)
    keeper.person_said(f"save it with {_PLACED}")
    return replace(scope, keeper=keeper)


@pytest.mark.parametrize(
    ("kind", "ending", "other"), [("--calc", "ods", "xlsx"), ("--writer", "docx", "odt"), ("--impress", "odp", "pptx")]
)
async def test_a_document_gets_a_password_by_a_secret_keeps_it_opens_with_it_and_loses_it(
    private_desktop: PrivateDesktop, tmp_path: Path, kind: str, ending: str, other: str
) -> None:
    masks = Masks()
    locked, unlocked = {"property": "password", "value": "on"}, {"property": "password", "value": "off"}
    with Office(private_desktop.environment, tmp_path, kind) as office:
        scope = _with_secrets(scope_on(office.window("Untitled 1"), tmp_path), masks)
        async with Client(office_uno(scope)) as tools:
            for text in (ending, other):
                report = await call(tools, "protect_document", password=_PLACED, file_name=f"report.{text}")
                assert report["effect"] == "confirmed", report
                assert _VALUE not in str(report) and masks.text(f"x {_VALUE}") == f"x {_PLACED}"
                path = tmp_path / f"report.{text}"
                assert _judged([path], locked) == []
                if zipfile.is_zipfile(path):
                    with zipfile.ZipFile(path) as package:
                        assert b"encryption-data" in package.read("META-INF/manifest.xml")
            wrong = await refusal(tools, "open_with_password", file=f"report.{ending}", password="other")
            assert "does not open with that password" in wrong, wrong
            report = await call(tools, "open_with_password", file=f"report.{ending}", password=_PLACED)
            assert report["effect"] == "confirmed" and report["value"]["encrypted"], report
        again = office.window(f"report.{ending}")
        async with Client(office_uno(_with_secrets(scope_on(again, tmp_path), masks))) as tools:
            report = await call(tools, "protect_document", password="", file_name="plain")
            assert report["effect"] == "confirmed" and _judged([tmp_path / f"plain.{ending}"], unlocked) == [], report


async def test_saving_again_keeps_the_password_and_a_file_that_cannot_have_it_is_told(
    private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    locked, unlocked = {"property": "password", "value": "on"}, {"property": "password", "value": "off"}
    for kind, server, ending, same, other in (
        ("--calc", calc_uno, "ods", "ods", "xlsx"), ("--writer", writer_uno, "docx", "docx", "odt"),
    ):  # fmt: skip
        with Office(private_desktop.environment, tmp_path, kind) as office:
            scope = scope_on(office.window("Untitled 1"), tmp_path)
            async with Client(office_uno(scope)) as tools:
                await call(tools, "protect_document", password="heron", file_name=f"kept.{ending}")
            scope = scope_on(office.window(f"kept.{ending}"), tmp_path)
            async with Client(server(scope)) as own:
                assert (await call(own, "save"))["effect"] == "confirmed"
                assert _judged([tmp_path / f"kept.{ending}"], locked) == []
                assert (await call(own, "save_as", file_name=f"second.{same}"))["effect"] == "confirmed"
                assert _judged([tmp_path / f"second.{same}"], locked) == []
                report = await call(own, "save_as", file_name=f"third.{other}")
                assert report["effect"] == "partial" and "has none" in str(report["evidence"]), report
                assert _judged([tmp_path / f"third.{other}"], unlocked) == []


async def test_a_pdf_has_its_passwords_and_permissions(private_desktop: PrivateDesktop, tmp_path: Path) -> None:
    with Office(private_desktop.environment, tmp_path, "--writer") as office:
        async with Client(office_uno(scope_on(office.window("Untitled 1"), tmp_path))) as tools:
            assert "owner_password" in await refusal(tools, "export_pdf", file_name="a", printing="none")
            assert "two different" in await refusal(
                tools, "export_pdf", file_name="a", open_password="x", owner_password="x"
            )
            for name, given in (
                ("plain", {}),
                ("opened", {"open_password": "open-1"}),
                ("owned", {"owner_password": "own-1", "printing": "low", "changes": "comments", "copying": False}),
                ("both", {"open_password": "open-1", "owner_password": "own-1", "printing": "none", "changes": "none"}),
            ):
                report = await call(tools, "export_pdf", file_name=name, **given)
                assert report["effect"] == "confirmed" and "open-1" not in str(report), report
            described = await call(tools, "read_options", option="")
            assert described
    assert not PdfReader(tmp_path / "plain.pdf").is_encrypted
    for name, password, opens in (
        ("opened", "wrong", False), ("opened", "", False), ("opened", "open-1", True), ("owned", "", True),
        ("both", "own-1", True), ("both", "", False),
    ):  # fmt: skip
        assert bool(PdfReader(tmp_path / f"{name}.pdf").decrypt(password)) is opens, name
    locked = {"property": "password", "value": "on"}
    assert _judged([tmp_path / "opened.pdf", tmp_path / "both.pdf"], locked) == []


async def test_a_secret_that_nobody_gives_out_or_named_is_refused(
    private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    with Office(private_desktop.environment, tmp_path, "--writer") as office:
        window = office.window("Untitled 1")
        async with Client(office_uno(scope_on(window, tmp_path))) as tools:
            assert "no secrets" in await refusal(tools, "protect_document", password=_PLACED, file_name="a.odt")
        async with Client(office_uno(_with_secrets(scope_on(window, tmp_path), Masks()))) as tools:
            said = await refusal(tools, "protect_document", password="{{secret:OTHER}}", file_name="a.odt")
            assert "no secret is named" in said, said
            assert "take .odt" in await refusal(tools, "protect_document", password="x", file_name="a.txt")
    assert not list(tmp_path.glob("a.*"))
