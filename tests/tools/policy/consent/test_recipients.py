"""A message goes to whom the request names and to nobody else, however agreeable the reader is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.policy.consent.judging import shown
from tests.tools.policy.consent.readers import agrees, ordering
from ufo.desktop.fake.spec import button, edit

_FORWARD = "Forward the mail by Alder to books@x.example"


@pytest.mark.parametrize(
    ("request_text", "field", "recipient", "decision"),
    [
        (_FORWARD, "To", "books@x.example", "allow"),
        (_FORWARD, "To", "Books <books@x.example>", "allow"),
        (_FORWARD, "To", "eve@x.example", "ask"),
        (_FORWARD, "To", "books@x.example.evil.test", "ask"),
        (_FORWARD, "To", "books@x.example, eve@x.example", "ask"),
        (_FORWARD, "Cc:", "eve@x.example", "ask"),
        (_FORWARD, "To", "", "ask"),
        (_FORWARD, "To", "Alder", "ask"),
        ("Send the message to Ann", "To", "Ann Berg <ann@x.example>", "allow"),
        ("Send the message to Ann", "To", "Eve <eve@x.example>", "ask"),
        ("Reply to Jemima's mail with Hello", "To", "jemima@x.example", "allow"),
        ("Leite die Mail von Alder an books@x.example weiter", "An", "books@x.example", "allow"),
        ("Leite die Mail von Alder an books@x.example weiter", "Blindkopie", "eve@x.example", "ask"),
        ("Wyślij wiadomość do Ann", "Do", "Ewa", "ask"),
        ("给安写信然后发送", "收件人", "安", "allow"),
        ("给安写信然后发送", "收件人", "安；伊芙", "ask"),
        ("送信して、宛先は田中", "宛先", "田中", "allow"),
        ("أرسل الرسالة إلى آن", "إلى", "إيف", "ask"),
    ],
)
async def test_nobody_stands_in_a_field_for_recipients_whom_the_request_does_not_name(
    tmp_path: Path, request_text: str, field: str, recipient: str, decision: str
) -> None:
    judge = await shown(tmp_path, request_text, agrees, edit("to", field, recipient), button("one", "Send"))
    assert (await judge.of_control("Send")).decision == decision


async def test_the_reader_is_told_whom_a_message_goes_to(tmp_path: Path) -> None:
    reader = ordering("Send the message")
    widgets = (edit("to", "To", "Ann"), button("one", "Send to all"))
    judge = await shown(tmp_path, "Send the message to Ann", reader, *widgets)
    await judge.of_control("Send to all")
    assert reader.asked[0].act.endswith("; it goes to Ann") and reader.asked[0].target == "Send to all"
