from __future__ import annotations

import pytest

from ufo.knowledge.likeness import topic


@pytest.mark.parametrize(
    ("request_", "application", "about"),
    [
        ('Write "Total of 2024" into B7 and make it bold', "", "Write into and make it bold"),
        ("Rename the sheet 'Q3' to „Plan“ in ~/a b/sales.ods", "", "Rename the sheet to in"),
        ("Sum C2:C20 with =SUM(C2:C20) and divide by 12", "", "Sum with and divide by"),
        ("Compute 12*(3+4)", "", "Compute"),
        ("In LibreOffice Calc freeze row 1", "libreoffice-calc", "In freeze row"),
        ("In LibreOffice Calc Zeile 1 fixieren", "libreoffice-calc", "In Zeile fixieren"),
        ("Crop it with GIMP", "gimp-2.10", "Crop it with"),
        ("「合計」を B7 に書いて太字にする", "", "を に書いて太字にする"),
        ("Fill in the form", "form", "Fill in the form"),
        ("Open https://x.org/a and mail it to a@b.org", "", "Open and mail it to"),
        ("Don't change the user's text", "", "Don't change the user's text"),
        ('"x"', "", ""),
    ],
)
def test_a_topic_has_no_values_of_its_request(request_: str, application: str, about: str) -> None:
    assert topic(request_, application) == about
