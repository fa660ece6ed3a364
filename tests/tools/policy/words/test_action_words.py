"""Risky words on controls, in several languages, and words that only look risky."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ufo.schema.action_class import ActionClass
from ufo.tools.policy.words.action_words import class_of_context, class_of_label, is_consent, worst


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("Delete", ActionClass.DELETE),
        ("_Delete…", ActionClass.DELETE),
        ("Move to Trash", ActionClass.DELETE),
        ("Empty Trash", ActionClass.DELETE),
        ("Delete 3 files", ActionClass.DELETE),
        ("Löschen", ActionClass.DELETE),
        ("In den Papierkorb verschieben", ActionClass.DELETE),
        ("Supprimer définitivement", ActionClass.DELETE),
        ("Eliminar", ActionClass.DELETE),
        ("削除", ActionClass.DELETE),
        ("完全に削除する", ActionClass.DELETE),
        ("删除文件", ActionClass.DELETE),
        ("Удалить", ActionClass.DELETE),
        ("Send", ActionClass.SEND),
        ("Submit order", ActionClass.SEND),
        ("Place your order", ActionClass.SEND),
        ("Buy now", ActionClass.SEND),
        ("Jetzt kaufen", ActionClass.SEND),
        ("Envoyer", ActionClass.SEND),
        ("发送", ActionClass.SEND),
        ("Format disk", ActionClass.SYSTEM),
        ("Shut Down", ActionClass.SYSTEM),
        ("Neu starten", ActionClass.SYSTEM),
        ("Don't Save", ActionClass.CLOSE_UNSAVED),
        ("Don\u2019t Save", ActionClass.CLOSE_UNSAVED),
        ("Close without Saving", ActionClass.CLOSE_UNSAVED),
        ("Nicht speichern", ActionClass.CLOSE_UNSAVED),
        ("Ne pas enregistrer", ActionClass.CLOSE_UNSAVED),
        ("不保存", ActionClass.CLOSE_UNSAVED),
        ("Overwrite", ActionClass.OVERWRITE),
        ("Überschreiben", ActionClass.OVERWRITE),
        ("De\u200blete", ActionClass.DELETE),
        ("ＤＥＬＥＴＥ", ActionClass.DELETE),
    ],
)
def test_a_risky_label_has_its_class(label: str, expected: ActionClass) -> None:
    assert class_of_label(label) is expected


@pytest.mark.parametrize(
    "label",
    ["", "Save", "Cancel", "Format", "Bold", "Postpone", "Sender", "Payload", "Open", "Insert", "Replace All", "Cut", "OK",
     "Undelivered", "Kosten", "Paste", "Sharepoint", "Restore", "Bring forward", "Compare"],
)  # fmt: skip
def test_ordinary_labels_are_edits(label: str) -> None:
    assert class_of_label(label) is ActionClass.EDIT


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Replace file?\nA file named 'a.txt' already exists.", ActionClass.OVERWRITE),
        ("Die Datei existiert bereits.", ActionClass.OVERWRITE),
        ("Are you sure you want to permanently delete 3 items?", ActionClass.DELETE),
        ("Thank you\nYour settings were kept.", ActionClass.EDIT),
    ],
)
def test_a_dialogs_text_says_what_consent_to_it_does(text: str, expected: ActionClass) -> None:
    assert class_of_context(text) is expected


def test_consents_are_told_from_other_buttons() -> None:
    assert is_consent("OK") and is_consent("_Yes") and is_consent("Replace") and is_consent("确定")
    assert not is_consent("Cancel") and not is_consent("Yesterday")


@given(st.text(max_size=60))
def test_text_around_a_risky_word_never_lowers_its_class(text: str) -> None:
    short = " ".join(text.split()[:4])
    assert worst([class_of_label("Delete"), class_of_label(short)]).severity >= ActionClass.DELETE.severity
