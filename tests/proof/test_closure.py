"""The closure of a reading: what it holds whatever the reading says, and that a right work passes."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ufo.llm.scripted import agreeing
from ufo.proof.anchors import unasked
from ufo.proof.closure import close
from ufo.proof.occurs import Literals
from ufo.proof.quotes import Span
from ufo.proof.tokens import hard_tokens
from ufo.proof.verdict import verdict
from ufo.schema.fact import Channel, Fact, FactKind, Facts
from ufo.schema.inputs import ReadingInputs
from ufo.schema.outcome import RunOutcome
from ufo.schema.reading import Account, PartVerdict, Reading

_REQUEST = "Put 42 in B2 and save it, please."
_B2 = Fact(
    kind=FactKind.CHANGE,
    line="prices.xlsx, Sheet1!B2: empty became 42",
    place="prices.xlsx, Sheet1!B2",
    texts=("prices.xlsx",),
    numbers=("42",),
)
_COFFEE = Fact(
    kind=FactKind.CHANGE,
    line="prices.xlsx, Sheet1!B3: Coffee's price changed from 4 to 999",
    place="prices.xlsx, Sheet1!B3",
    texts=("prices.xlsx", "Coffee"),
    gone=("4",),
    numbers=("999",),
    loss=True,
)


def _close(facts: list[Fact], reading: Reading | None, request: str = _REQUEST, answer: str = "") -> Account:
    return close(request, Facts(facts=tuple(facts)).numbered(), reading, "a reader", answer)


def _reading(parts: list[dict[str, Any]], changes: list[dict[str, Any]]) -> Reading:
    return Reading.model_validate({"parts": parts, "changes": changes})


def _right(**changed: Any) -> Reading:
    parts = [
        {"quote": "Put 42 in B2", "verdict": "shown", "shown_by": [1]} | changed,
        {"quote": "and save it, please.", "verdict": "shown", "shown_by": [1]},
    ]
    return _reading(parts, [{"fact": 1, "asked_by": "Put 42 in B2"}])


def test_a_right_work_that_is_read_well_is_verified() -> None:
    account = _close([_B2], _right())
    assert verdict(account) == (
        RunOutcome.VERIFIED,
        "facts show all 2 parts of the request, and the one change was asked for",
    )
    assert [(part.start, part.end) for part in account.parts] == [(0, 12), (13, 33)]
    assert account.parts[0].shown_by == (_B2.line,) and account.changes[0].asked_by == "Put 42 in B2"


def test_without_a_reading_nothing_is_verified() -> None:
    assert _close([_B2], None).open == ("nobody read whether 'Put 42 in B2 and save it, please.' is done",)
    assert verdict(_close([_B2], Reading()))[0] is RunOutcome.COMPLETED_UNVERIFIED


@pytest.mark.parametrize(
    ("reading", "said"),
    [
        (_right(quote="Put 43 in B2"), "the reading quotes 'Put 43 in B2', which the request does not say"),
        (_right(shown_by=[1, 9]), "for 'Put 42 in B2' the reading names fact 9, which is not there"),
        (
            _reading(
                [
                    {"quote": "Put 42 in B2", "verdict": "shown", "shown_by": [1]},
                    {"quote": "and save it, please.", "verdict": "shown"},
                ],
                [{"fact": 1, "asked_by": "Put 42 in B2"}],
            ),
            "nothing is named that shows 'and save it, please.'",
        ),
        (_right(verdict="not_shown", why="B2 is empty"), "nothing shows 'Put 42 in B2': B2 is empty"),
        (_right(verdict="nothing_to_show"), "'Put 42 in B2' is not shown by it, so that nobody asked for it"),
        (
            _reading([{"quote": "Put 42 in B2", "verdict": "shown", "shown_by": [1]}], []),
            "nobody read whether 'and save it, please'",
        ),
        (
            _reading([{"quote": _REQUEST, "verdict": "nothing_to_show"}], []),
            "nothing that the request asks for is shown",
        ),
        (
            _reading(
                [{"quote": _REQUEST, "verdict": "shown", "shown_by": [1]}],
                [{"fact": 1, "asked_by": "whatever you like"}],
            ),
            "'whatever you like' asks for it, which the request does not say",
        ),
    ],
)
def test_a_reading_with_a_fault_verifies_nothing_and_the_fault_is_told(reading: Reading, said: str) -> None:
    account = _close([_B2], reading)
    assert verdict(account)[0] is RunOutcome.COMPLETED_UNVERIFIED
    assert said in "; ".join(account.open)


def test_a_quote_may_differ_in_spaces_marks_and_the_composition_of_letters_alone() -> None:
    request = "Schreib “Käse” –\n und Milch"
    fact = Fact(
        kind=FactKind.CHANGE, line="a.txt, line 1: new", place="a.txt, line 1", texts=("a.txt", "Käse und Milch")
    )
    quote = 'Schreib "Ka\u0308se" - und Milch'
    reading = _reading([{"quote": quote, "verdict": "shown", "shown_by": "1"}], [{"fact": "1", "asked_by": quote}])
    assert verdict(_close([fact], reading, request))[0] is RunOutcome.VERIFIED
    assert verdict(_close([fact], reading, request.casefold()))[0] is RunOutcome.COMPLETED_UNVERIFIED


def test_a_change_that_nobody_asked_for_is_told() -> None:
    account = _close([_B2, _COFFEE], _right())
    assert account.open == (f"{_COFFEE.line}, and nobody read which words asked for it",)


def test_a_contradicted_part_fails_the_run() -> None:
    account = _close([_COFFEE], _right(verdict="contradicted"))
    outcome, reason = verdict(account)
    assert outcome is RunOutcome.FAILED and _COFFEE.line in reason


def test_a_reason_names_two_facts_in_short_and_the_account_has_all() -> None:
    facts = [_COFFEE.model_copy(update={"line": f"row {number}: {'long ' * 50}"}) for number in range(1, 13)]
    parts = [
        {"quote": _REQUEST, "verdict": "contradicted", "shown_by": list(range(1, 13)), "why": "rows 3 and 7 are wrong"}
    ]
    account = _close(facts, _reading(parts, []))
    (reason,) = account.refuted
    assert "rows 3 and 7 are wrong (row 1: long" in reason and reason.endswith("and 10 more)")
    assert len(reason) < 400
    assert account.parts[0].shown_by == tuple(fact.line for fact in facts)


@pytest.mark.parametrize(
    "changed",
    [
        {"satisfied": False},
        {"independent": False},
        {"by_run": False},
        {"numbers": ("41",)},
        {"place": "prices.xlsx, Sheet1!B4"},
    ],
)
def test_a_fact_that_does_not_hold_or_is_another_one_shows_nothing(changed: dict[str, Any]) -> None:
    assert verdict(_close([_B2.model_copy(update=changed)], _right()))[0] is RunOutcome.COMPLETED_UNVERIFIED


def test_a_part_of_something_needs_words_that_want_only_that() -> None:
    fact = Fact(
        kind=FactKind.CHANGE,
        line="D2:D4: 3 formulas",
        place="a.xlsx, S!D2:D4",
        texts=("a.xlsx",),
        partial="3 of 10 rows",
    )
    request = "Add formulas to a.xlsx, only in the first rows"
    parts = [{"quote": request, "verdict": "shown", "shown_by": [1]}]
    change = {"fact": 1, "asked_by": "Add formulas to a.xlsx"}
    limited = _reading(parts, [change | {"limited_by": "only in the first rows"}])
    assert verdict(_close([fact], limited, request))[0] is RunOutcome.VERIFIED
    for words in ("", request, "only the last rows"):
        account = _close([fact], _reading(parts, [change | {"limited_by": words}]), request)
        assert account.open == ("nothing shows all of 'Add formulas to a.xlsx', only 3 of 10 rows: D2:D4: 3 formulas",)


def test_a_bound_stands_in_the_words_that_limit_a_change() -> None:
    fact = Fact(kind=FactKind.CHANGE, line="C3: new value VIP", place="a.ods, S!C3", texts=("a.ods", "VIP"))
    request = "Write VIP for customers with more than 10 orders"
    row = Fact(kind=FactKind.READ, line="read: Ann | 12", place="a.ods", texts=("Ann", "12"), news=False)
    parts = [{"quote": request, "verdict": "shown", "shown_by": [1, 2]}]
    change = {"fact": 1, "asked_by": "Write VIP for customers"}
    assert "'10'" in _close([fact, row], _reading(parts, [change]), request).open[0]
    limited = _reading(parts, [change | {"limited_by": "with more than 10 orders"}])
    assert verdict(_close([fact, row], limited, request))[0] is RunOutcome.VERIFIED
    # Without a number of orders nobody can tell whether it is more than 10.
    alone = _reading([parts[0] | {"shown_by": [1]}], [change | {"limited_by": "with more than 10 orders"}])
    assert "'10'" in _close([fact, row], alone, request).open[0]


_ABOVE = "Colour the prices above 10 red"
_RED = Fact(kind=FactKind.CHANGE, line="a.ods, S!B3: fill red", place="a.ods, S!B3", texts=("a.ods", "red"))
_PRICES = Fact(kind=FactKind.READ, line="read: Tea | 12.5", place="a.ods", texts=("Tea", "12.5"), news=False)
_PUT = _RED.model_copy(update={"line": "a.ods, S!B3: new value 12.5", "numbers": ("12.5",)})


@pytest.mark.parametrize(
    ("facts", "said", "expected"),
    [
        ([_RED, _PRICES], {"compared_with": ["10"]}, RunOutcome.VERIFIED),
        ([_RED, _PRICES], {"compared_with": ["above 10"]}, RunOutcome.VERIFIED),
        ([_RED, _PRICES], {}, RunOutcome.COMPLETED_UNVERIFIED),
        ([_RED, _PRICES], {"examples": ["10"]}, RunOutcome.COMPLETED_UNVERIFIED),
        ([_RED, _PRICES], {"examples": ["above 10"]}, RunOutcome.COMPLETED_UNVERIFIED),
        ([_RED], {"compared_with": ["10"]}, RunOutcome.COMPLETED_UNVERIFIED),
        ([_PUT], {"compared_with": ["10"]}, RunOutcome.COMPLETED_UNVERIFIED),
        ([_RED, _PRICES], {"compared_with": ["11"]}, RunOutcome.COMPLETED_UNVERIFIED),
    ],
)
def test_a_number_that_is_only_compared_with_needs_a_value_that_it_can_be_compared_with(
    facts: list[Fact], said: dict[str, Any], expected: RunOutcome
) -> None:
    part = {"quote": _ABOVE, "verdict": "shown", "shown_by": [str(at) for at in range(1, len(facts) + 1)]} | said
    account = _close(facts, _reading([part], [{"fact": 1, "asked_by": _ABOVE}]), _ABOVE)
    assert verdict(account)[0] is expected, account.open


def test_a_question_about_a_bound_is_decided_on_what_was_read() -> None:
    request = "Are there more than 10?"
    part = {"quote": request, "verdict": "shown", "shown_by": [1]}
    twelve, words = (
        Fact(kind=FactKind.READ, line=f"read: {text}", texts=(text,), news=False) for text in ("12 mails", "some mails")
    )
    assert verdict(_close([twelve], _reading([part], []), request, "Yes."))[0] is RunOutcome.VERIFIED
    assert "'10'" in _close([words], _reading([part], []), request, "Yes.").open[0]


def test_a_text_that_is_only_compared_with_stands_in_a_cited_fact() -> None:
    request = "Empty this folder, all but README.md"
    gone = Fact(kind=FactKind.CHANGE, line="a.md is gone", place="a.md", texts=("a.md",), loss=True)
    kept = Fact(kind=FactKind.STATE, line="README.md: as it was", place="README.md", texts=("README.md",), news=False)
    part = {"quote": request, "verdict": "shown", "shown_by": [1, 2], "compared_with": ["README.md"]}
    changes = [{"fact": 1, "asked_by": "Empty this folder"}]
    account = _close([gone, kept], _reading([part], changes), request)
    assert verdict(account)[0] is RunOutcome.VERIFIED, account.open
    nowhere = _close([gone, kept], _reading([part | {"shown_by": [1]}], changes), request)
    assert "'README.md'" in nowhere.open[0]


def test_by_products_and_changes_of_others_need_nobody() -> None:
    lock = Fact(kind=FactKind.CHANGE, line="lock", by_product="lock of an open document")
    other = _COFFEE.model_copy(update={"by_run": False})
    account = _close([_B2, lock, other], _right())
    assert verdict(account)[0] is RunOutcome.VERIFIED and account.changes[1].by_product == "lock of an open document"


def test_what_was_so_before_proves_nothing_where_the_run_did_nothing() -> None:
    state = Fact(
        kind=FactKind.STATE,
        line="B2 of prices.xlsx holds 42",
        place="prices.xlsx, Sheet1!B2",
        numbers=("42",),
        news=False,
    )
    account = _close([state], _right())
    assert "was so before" in account.open[0]


_FORM = 'Write the sum as "Total: 12.34 EUR" (with the right number) into sums.txt'


@pytest.mark.parametrize(
    ("line", "examples", "expected"),
    [
        ("Total: 1,021.40 EUR", ["Total: 12.34 EUR"], RunOutcome.VERIFIED),
        ("Total: 21.40 EUR", [], RunOutcome.COMPLETED_UNVERIFIED),
        ("Total; 21.40 EUR", ["Total: 12.34 EUR"], RunOutcome.COMPLETED_UNVERIFIED),
        ("21.40 EUR", ["Total: 12.34 EUR"], RunOutcome.COMPLETED_UNVERIFIED),
        ("Total: 21.40 EUR", ["sums.txt"], RunOutcome.COMPLETED_UNVERIFIED),
    ],
)
def test_an_example_in_the_request_stands_for_its_form(line: str, examples: list[str], expected: RunOutcome) -> None:
    new = Fact(kind=FactKind.CHANGE, line=f"sums.txt: new file: {line!r}", place="sums.txt", texts=("sums.txt", line))
    part = {"quote": _FORM, "verdict": "shown", "shown_by": [1], "examples": examples}
    account = _close([new], _reading([part], [{"fact": 1, "asked_by": "Write the sum"}]), _FORM)
    assert verdict(account)[0] is expected, account.open


def test_what_only_read_facts_have_shows_a_part_with_changes_where_the_reader_says_why() -> None:
    request = "Move the buses after 9:00 by 12 minutes."
    moved = Fact(
        kind=FactKind.CHANGE,
        line="bus.txt, line 2: 9:30 became 9:42",
        place="bus.txt, line 2",
        texts=("9:42",),
        gone=("9:30",),
    )
    table = Fact(kind=FactKind.READ, line="read: 9:00; 9:30", place="bus.txt", texts=("9:00", "9:30"), news=False)
    part = {"quote": request, "verdict": "shown", "shown_by": ["1", "2"], "compared_with": ["12"]}
    changes = [{"fact": "1", "asked_by": "Move the buses"}]
    doubted = _close([moved, table], _reading([part], changes), request)
    assert "only what was read or is as it was has '9:00'" in "; ".join(doubted.doubts)
    sure = _close([moved, table], _reading([part | {"sure": "the bus of 9:00 stays"}], changes), request)
    assert verdict(sure)[0] is RunOutcome.VERIFIED, sure.open
    assert "has '9:00'" in sure.parts[0].doubt and sure.parts[0].sure == "the bus of 9:00 stays"
    assert not any((doubted.parts[0].doubt, doubted.parts[0].sure))
    nowhere = _close([moved], _reading([part | {"shown_by": ["1"], "sure": "trust me"}], changes), request)
    assert "'9:00'" in "; ".join(nowhere.open)


def test_what_is_compared_with_a_cell_that_was_read_is_shown_by_it() -> None:
    request = 'Add the hours in B9, without those that are "to check".'
    total = Fact(
        kind=FactKind.CHANGE, line="h.xlsx, S!B9: new, 21", place="h.xlsx, S!B9", texts=("h.xlsx",), numbers=("21",)
    )
    rows = Fact(
        kind=FactKind.READ,
        line="h.xlsx, S!4:4 now: Ann | to check",
        place="h.xlsx",
        texts=("Ann", "to check"),
        news=False,
    )
    said = rows.model_copy(update={"line": "read: nothing to check", "texts": ("nothing to check",)})
    part = {"quote": request, "verdict": "shown", "shown_by": ["1", "2"]}
    changes = [{"fact": "1", "asked_by": "Add the hours in B9", "limited_by": ""}]
    assert verdict(_close([total, rows], _reading([part], changes), request))[0] is RunOutcome.VERIFIED
    assert "'to check'" in "; ".join(_close([total, said], _reading([part], changes), request).open)


_SERIES = 'Rename the photos to "Lisbon 1.jpg", "Lisbon 2.jpg" and so on.'


@pytest.mark.parametrize(
    ("third", "examples", "expected"),
    [
        ("Lisbon 3.jpg", ["Lisbon 1.jpg", "Lisbon 2.jpg"], RunOutcome.VERIFIED),
        ("Lisbon 3.jpg", [], RunOutcome.COMPLETED_UNVERIFIED),
        ("Porto 3.jpg", ["Lisbon 1.jpg", "Berlin 2.jpg"], RunOutcome.COMPLETED_UNVERIFIED),
    ],
)
def test_files_that_follow_a_series_of_examples_are_asked_for(
    third: str, examples: list[str], expected: RunOutcome
) -> None:
    names = {"IMG_1.jpg": "Lisbon 1.jpg", "IMG_2.jpg": "Lisbon 2.jpg", "IMG_3.jpg": third}
    facts = [
        Fact(kind=FactKind.CHANGE, line=f"{old} is called {new} now", place=new, texts=(new,), gone=(old,), loss=True)
        for old, new in names.items()
    ]
    part = {"quote": _SERIES, "verdict": "shown", "shown_by": ["1-3"], "examples": examples}
    account = _close(facts, _reading([part], [{"fact": "1-3", "asked_by": _SERIES}]), _SERIES)
    assert verdict(account)[0] is expected, account.open


def test_a_new_line_that_says_the_name_of_another_one_is_not_beside_it() -> None:
    request = "Schreib die Summe der Lebensmittel als letzte Zeile in kassenzettel.txt"
    new = Fact(
        kind=FactKind.CHANGE,
        line='kassenzettel.txt, line 19: 1 new line "Summe Lebensmittel: 21,40 EUR", as the last of 19',
        place="kassenzettel.txt, line 19",
        texts=("kassenzettel.txt", "Summe Lebensmittel: 21,40 EUR"),
    )
    heading = Fact(
        kind=FactKind.STATE,
        line='kassenzettel.txt, line 3: as it was: "LEBENSMITTEL"',
        place="kassenzettel.txt, line 3",
        texts=("kassenzettel.txt", "LEBENSMITTEL"),
        news=False,
    )
    reading = _reading([{"quote": request, "verdict": "shown", "shown_by": [1, 2]}], [{"fact": 1, "asked_by": request}])
    account = _close([new, heading], reading, request)
    assert verdict(account)[0] is RunOutcome.VERIFIED, account.open


def test_a_paper_that_is_called_as_a_cell_is_shown_by_what_the_document_says_of_itself() -> None:
    request = "Turn the page of plan.docx to landscape, A4 still"
    turned = Fact(
        kind=FactKind.CHANGE,
        line="plan.docx: page orientation portrait → landscape",
        place="plan.docx",
        texts=("plan.docx",),
    )
    paper = Fact(
        kind=FactKind.STATE, line="plan.docx: page size is a4", place="plan.docx", texts=("a4", "page size"), news=False
    )
    reading = _reading([{"quote": request, "verdict": "shown", "shown_by": [1, 2]}], [{"fact": 1, "asked_by": request}])
    assert verdict(_close([turned, paper], reading, request))[0] is RunOutcome.VERIFIED
    reading = _reading([{"quote": request, "verdict": "shown", "shown_by": [1]}], [{"fact": 1, "asked_by": request}])
    assert verdict(_close([turned, paper], reading, request))[0] is RunOutcome.COMPLETED_UNVERIFIED


@pytest.mark.parametrize(
    ("new", "said"), [("Gratin de poireaux", ()), ("Riz", ("which no word of the request names",) * 2)]
)
def test_texts_that_changed_places_are_no_loss_that_words_must_name(new: str, said: tuple[str, ...]) -> None:
    request = "Échangez les deux plats et ajoutez une ligne « Merci » dans menu.odt"

    def changed(place: int, old: str, new: str) -> Fact:
        line = f'menu.odt, paragraph {place}: "{old}" → "{new}"'
        return Fact(
            kind=FactKind.CHANGE,
            line=line,
            place=f"menu.odt, paragraph {place}",
            texts=("menu.odt", new),
            gone=(old,),
            loss=True,
        )

    thanks = Fact(kind=FactKind.CHANGE, line="menu.odt: 1 new line", place="menu.odt", texts=("menu.odt", "Merci"))
    facts = [changed(10, "Gratin de poireaux", "Poisson au citron"), changed(16, "Poisson au citron", new), thanks]
    known = {str(number): Literals(fact) for number, fact in enumerate(facts)}
    asked = {"0": Span(0, 24), "1": Span(0, 24), "2": Span(25, len(request))}
    told = unasked(request, hard_tokens(request), known, asked)
    assert tuple(why.rpartition(", ")[2] for why in told.values()) == said


@pytest.mark.parametrize(("kept", "is_told"), [(("99084", "06108"), False), (("99084", "16108"), True)])
def test_numbers_as_texts_are_meant_beside_one_with_a_leading_zero(kept: tuple[str, ...], is_told: bool) -> None:
    request = "Teil die Spalte in PLZ und Ort, führende Nullen müssen bleiben"
    new = Fact(
        kind=FactKind.CHANGE,
        line="a.xlsx, S!D2:D3: 2 new values",
        place="a.xlsx, S!D2:D3",
        texts=("a.xlsx",),
        mistyped=kept,
    )
    part = {"quote": request, "verdict": "shown", "shown_by": [1]}
    account = _close([new], _reading([part], [{"fact": 1, "asked_by": request}]), request)
    assert any("kept as a text" in why for why in account.open) is is_told


def test_numbers_that_follow_from_a_ratio_need_not_be_named() -> None:
    request = "Kun je de hoeveelheden in recept.txt omrekenen van 4 naar 6 personen?"
    facts = [
        Fact(
            kind=FactKind.CHANGE,
            line=f'recept.txt, line {at}: "{old}" → "{new}"',
            place=f"recept.txt, line {at}",
            texts=("recept.txt", new),
            gone=(old,),
            numbers=(new,),
            loss=True,
        )
        for at, old, new in ((2, "4", "6"), (5, "800", "1200"))
    ]
    known = {str(number): Literals(fact) for number, fact in enumerate(facts)}
    told = unasked(request, hard_tokens(request), known, dict.fromkeys(known, Span(0, len(request))))
    assert not any("the request names '" in why for why in told.values())


def test_the_leading_zero_of_numbers_is_shown_by_one_that_has_it() -> None:
    request = "第4行以外の番号の先頭の0も変えず保存"
    row = Fact(
        kind=FactKind.STATE,
        line="在庫.csv: 0007,りんご {as before}",
        place="在庫.csv",
        texts=("0007", "第4行"),
        news=False,
    )
    new = Fact(
        kind=FactKind.CHANGE, line="在庫.csv, 4: removed", place="在庫.csv, 4", texts=("在庫.csv", "4"), numbers=("4",)
    )
    reading = _reading([{"quote": request, "verdict": "shown", "shown_by": [1, 2]}], [{"fact": 2, "asked_by": request}])
    assert not any("'0'" in why for why in _close([row, new], reading, request).open)


@pytest.mark.parametrize(
    ("request_", "line", "around"),
    [
        ("Put 0 in B2", "a-03.xlsx, S!B2: empty became 5", "2025-03-06"),
        ("Put 0 in B2", "a.xlsx, S!B2: empty became 5", "09:30"),
        ("Put 2025 in B2", "a-2025-03-01.xlsx, S!B2: empty became 5", "from 2025-old"),
    ],
)
def test_a_day_or_a_name_shows_no_number_that_was_to_be_written(request_: str, line: str, around: str) -> None:
    place = line.partition(":")[0]
    new = Fact(kind=FactKind.CHANGE, line=line, place=place, texts=(place,), numbers=("5",))
    read = Fact(kind=FactKind.READ, line=f"read: {around}", place="a.xlsx", texts=(around,), news=False)
    part = {"quote": request_, "verdict": "shown", "shown_by": [1, 2]}
    account = _close([new, read], _reading([part], [{"fact": 1, "asked_by": request_}]), request_)
    assert verdict(account)[0] is RunOutcome.COMPLETED_UNVERIFIED


def test_a_number_beside_an_example_is_wanted_itself() -> None:
    request = 'Write 4 and the sum as "12.34 EUR" into sums.txt'
    new = Fact(kind=FactKind.CHANGE, line='sums.txt: "21.40 EUR"', place="sums.txt", texts=("sums.txt", "21.40 EUR"))
    part = {"quote": request, "verdict": "shown", "shown_by": [1], "examples": ["12.34 EUR"]}
    account = _close([new], _reading([part], [{"fact": 1, "asked_by": request}]), request)
    assert any("'4'" in why for why in account.open)


def test_a_part_that_asked_for_a_change_cites_it_without_saying_so_twice() -> None:
    account = _close([_B2], _right(shown_by=[]))
    assert verdict(account)[0] is RunOutcome.VERIFIED, account.open


def test_a_number_of_an_answer_must_have_been_read() -> None:
    read = Fact(kind=FactKind.READ, line="a.ods, S!B3 shows 7", place="a.ods, S!B3", numbers=("7",))
    request = "How many are there?"
    reading = _reading([{"quote": request, "verdict": "shown", "shown_by": [1]}], [])
    assert verdict(_close([read], reading, request, "There are 7."))[0] is RunOutcome.VERIFIED
    assert _close([read], reading, request, "There are 8.").open == ("the answer says 8, which no fact shows",)


def test_an_answer_may_round_a_number_that_was_read() -> None:
    read = Fact(kind=FactKind.READ, line="a.ods, S!B3 shows 34.42208", place="a.ods, S!B3", numbers=("34.42208",))
    request = "What is the mean?"
    reading = _reading([{"quote": request, "verdict": "shown", "shown_by": [1]}], [])
    for right in ("34.42", "34.4", "34.4221"):
        assert _close([read], reading, request, f"It is {right}.").open == ()
    for wrong in ("34.43", "34.5", "34.422080001", "33"):
        assert (
            f"the answer says {wrong}, which no fact shows" in _close([read], reading, request, f"It is {wrong}.").open
        )


def _agreed(request: str, facts: list[Fact], answer: str = "") -> Account:
    numbered = Facts(facts=tuple(facts)).numbered()
    return close(request, numbered, agreeing(ReadingInputs(request, numbered.facts, answer)), "agreeing", answer)


def _moved(name: str) -> Fact:
    return Fact(
        kind=FactKind.CHANGE, line=f'{name}: moved to the folder "old"', place=name, texts=(name, f"old/{name}", "old")
    )


def _mail(*recipients: str, **more: Any) -> Fact:
    line = f"sent a mail to {', '.join(recipients)}"
    return Fact.model_validate(
        {"kind": FactKind.ACT, "line": line, "texts": recipients, "channel": Channel.MAIL, "outward": "send"} | more
    )


def test_the_name_of_the_program_by_which_it_was_done_need_not_stand_in_the_document() -> None:
    line = Fact(
        kind=FactKind.CHANGE,
        line='first.txt, line 1: "dear ada" → "DEAR ADA", 1 time; "dear ada" is left 0 times; now "DEAR ADA"',
        place="first.txt, line 1",
        texts=("first.txt", "DEAR ADA"),
        gone=("dear ada",),
        loss=True,
    )
    opened = Fact(
        kind=FactKind.ACT,
        line="Open mousepad with --disable-server, first.txt; then window 'first.txt - Mousepad' opened",
        texts=("mousepad", "first.txt", "--disable-server"),
        channel=Channel.RESULT,
        outward="run_program",
    )
    account = _agreed("open first.txt in mousepad, write it in capital letters and save it", [line, opened])
    assert verdict(account)[0] is RunOutcome.VERIFIED, account.open


def _kept(place: str, *texts: str) -> Fact:
    return Fact(kind=FactKind.STATE, line=f"{place}: as it was", place=place, texts=texts, news=False)


@pytest.mark.parametrize(
    ("request_text", "facts", "said"),
    [
        (_REQUEST, [_COFFEE], "has '42', 'B2'"),
        (_REQUEST, [_B2, _COFFEE], "names '42', which this is not"),
        ("Move the files to old, but not README.txt", [_moved("a.txt"), _moved("README.txt")], "names 'README.txt'"),
        ("Send it to a@x.org", [_mail("a@x.org", "b@x.org")], "the request does not name 'b@x.org'"),
        ("Tell Sam Doyle about it", [_mail("sam.hill@x.org", "Sam Hill")], "the request does not name 'hill'"),
        ("Write to a@x.org", [_mail("a@x.org", outward="", kind=FactKind.CHANGE)], "nothing was sent"),
        (
            "Double column B, but not B3",
            [_B2.model_copy(update={"place": "prices.xlsx, Sheet1!B2:B6", "loss": True})],
            "names 'B3' in it by itself",
        ),
        (
            "Work out the totals in a.xlsx",
            [Fact(kind=FactKind.CHANGE, line="D2: new", place="a.xlsx, S!D2", texts=("a.xlsx", "33.3"), numbers=("33.3",))],
            "no formula gives it",
        ),
        (
            "Correct plan.txt",
            [
                Fact(kind=FactKind.CHANGE, line="x", place="old/plan.txt, line 1", texts=("old/plan.txt", "plan.txt")),
                Fact(kind=FactKind.STATE, line="plan.txt: as it was", place="plan.txt", texts=("plan.txt",), news=False),
            ],
            "plan.txt, which the request names, is as it was",
        ),
        (
            "Set the price to 7 in plan.xlsx",
            [
                Fact(
                    kind=FactKind.CHANGE,
                    line="x",
                    place="old/plan.xlsx, S!B2",
                    texts=("old/plan.xlsx", "plan.xlsx"),
                    numbers=("7",),
                ),
                # What is told of the whole of a file when it is shown does not make it a new one.
                Fact(kind=FactKind.READ, line="2 sheets", place="old/plan.xlsx", texts=("old/plan.xlsx",), news=False),
                Fact(kind=FactKind.STATE, line="plan.xlsx: as it was", place="plan.xlsx", texts=("plan.xlsx",), news=False),
            ],
            "plan.xlsx, which the request names, is as it was",
        ),
        (
            "Delete 'old.txt'",
            [
                Fact(kind=FactKind.CHANGE, line="x", place="new.txt", gone=("new.txt",), loss=True),
                # What stood somewhere before is not what a change took away.
                Fact(kind=FactKind.READ, line="list.txt before", place="list.txt", gone=("old.txt",), news=False),
            ],
            "has 'old.txt'",
        ),
        (
            "Make the titles (Aims, Board, Fees) headings in rules.docx",
            [
                Fact(kind=FactKind.CHANGE, line="style", place="rules.docx, paragraph 2", texts=("rules.docx", "Aims")),
                _kept("rules.docx, paragraph 4", "rules.docx", "Board"),
            ],
            "rules.docx, paragraph 4, which the request names too, is as it was",
        ),
        (
            "Copy plan.docx to the folder 'work/2026'",
            [
                Fact(kind=FactKind.CHANGE, line="x", place="work/2025/plan.docx", texts=("work/2025/plan.docx", "plan.docx")),
                _kept("work/2026", "work/2026", "2026"),
            ],
            "work/2026, which the request names, is as it was",
        ),
        (
            "在周报里给张玮补一句",
            [
                Fact(kind=FactKind.CHANGE, line="x", place="周报/张伟.txt, line 3", texts=("周报/张伟.txt", "张伟.txt")),
                _kept("周报/张玮.txt", "周报/张玮.txt", "张玮.txt"),
            ],
            "周报/张玮.txt, which the request names, is as it was",
        ),
        (
            "Mrs Okonkwo has another number: 06 12 44 80 35. Please update clients.xlsx.",
            [
                Fact(
                    kind=FactKind.CHANGE, line="new number", place="clients.xlsx, S!B3",
                    texts=("clients.xlsx", "Okonkwo", "06 12 44 80 35"), gone=("06 70 31 15 44",), loss=True,
                ),
                Fact(
                    kind=FactKind.CHANGE, line="clients.xlsx, S!C4: cleared", place="clients.xlsx, S!C4",
                    texts=("clients.xlsx", "Salles"), loss=True,
                ),
            ],
            "S!C4: cleared, which no word of the request names",
        ),
        (
            "Book the hall at http://127.0.0.1/hall for Ada and submit it",
            [
                Fact(
                    kind=FactKind.CHANGE, line="the form holds Name='Ada'; it was not sent", place="http://127.0.0.1/hall",
                    texts=("http://127.0.0.1/hall", "Ada"), channel=Channel.PAGE,
                ),
            ],
            "nothing was sent",
        ),
    ],
)  # fmt: skip
def test_code_alone_holds_it_against_a_reader_that_agrees_with_everything(
    request_text: str, facts: list[Fact], said: str
) -> None:
    account = _agreed(request_text, facts)
    assert verdict(account)[0] is RunOutcome.COMPLETED_UNVERIFIED
    assert said in "; ".join(account.open)


_VERDICTS = st.sampled_from(list(PartVerdict))
_CITED = st.lists(st.sampled_from(["1", "2", "9", "1-2", "x", ""]), max_size=3)
_FACTS = st.sampled_from(["1", "2", "7", "1-9999999", ""])
_SHORT = st.text(max_size=12)


@given(
    st.lists(st.tuples(st.text(max_size=20), _VERDICTS, _CITED), max_size=4),
    st.lists(st.tuples(_FACTS, _SHORT, _SHORT), max_size=4),
)
def test_no_reading_raises_and_none_of_strange_quotes_verifies(parts: list[Any], changes: list[Any]) -> None:
    reading = _reading(
        [{"quote": quote, "verdict": read, "shown_by": ids} for quote, read, ids in parts],
        [{"fact": fact, "asked_by": asked, "limited_by": limit} for fact, asked, limit in changes],
    )
    account = _close([_B2, _COFFEE], reading)
    assert verdict(account)[0] is RunOutcome.COMPLETED_UNVERIFIED or account.refuted


def test_a_request_of_100_kilobytes_and_500_changes_are_closed_in_time() -> None:
    request = "Put 42 in B2. " + "and write milk into it. " * 4200
    facts = [_B2, *[_COFFEE.model_copy(update={"line": f"change {at}"}) for at in range(499)]]
    numbered = Facts(facts=tuple(facts)).numbered()
    reading = agreeing(ReadingInputs(request, numbered.facts))
    started = time.process_time()
    account = close(request, numbered, reading, "agreeing")
    assert account.open and time.process_time() - started < 20


def test_what_a_person_only_quotes_of_others_need_not_stand_anywhere_where_the_reader_says_why() -> None:
    request = "They say «it is all the same», but I doubt it. Put 42 in B2."
    told = {"quote": "They say «it is all the same», but I doubt it.", "verdict": "nothing_to_show"}
    done = {"quote": "Put 42 in B2.", "verdict": "shown", "shown_by": [1]}
    changes = [{"fact": 1, "asked_by": "Put 42 in B2"}]
    doubted = _close([_B2], _reading([told, done], changes), request)
    assert "nothing shows 'it is all the same'" in doubted.parts[0].open
    sure = _close([_B2], _reading([told | {"sure": "others said it"}, done], changes), request)
    assert verdict(sure)[0] is RunOutcome.VERIFIED, sure.open
    assert "it is all the same" in sure.parts[0].doubt and sure.parts[0].sure == "others said it"
    file = {
        "quote": "They say «it is all the same», but I doubt it in a.txt.",
        "verdict": "nothing_to_show",
        "sure": "so",
    }
    named = _close([_B2], _reading([file, done], changes), request.replace(" it. P", " it in a.txt. P"))
    assert "a.txt" in named.parts[0].open


def test_two_numbers_side_by_side_are_no_thousands() -> None:
    fact = Fact(
        kind=FactKind.READ, line="read in a.txt: 箱1 18kg, 140 20kg", place="a.txt", numbers=("1", "18", "140", "20")
    )
    request = "箱1は?"
    reading = _reading([{"quote": request, "verdict": "shown", "shown_by": ["1"]}], [])
    numbered = Facts(facts=(fact,)).numbered()
    assert not close(request, numbered, reading, "", "箱1 140サイズ").open
    assert close(request, numbered, reading, "", "箱1 160サイズ").open == (
        "the answer says 1 160, which no fact shows",
    )


@pytest.mark.parametrize(
    ("said", "held", "is_another_form"),
    [
        ("Lalki", "Lalka", True),
        ("标题 2", "Heading 2", True),
        ("标题 2", "Heading 1", False),
        ("Coffee", "Tea", False),
        ("42", "412", False),
    ],
)
def test_a_reader_may_be_sure_that_a_quotation_stands_there_in_another_form(
    said: str, held: str, is_another_form: bool
) -> None:
    request = f"Put “{said}” there"
    fact = Fact(kind=FactKind.CHANGE, line=f"a.docx: now {held}", place="a.docx", texts=("a.docx", held))
    part = {"quote": request, "verdict": "shown", "shown_by": ["1"]}
    changes = [{"fact": "1", "asked_by": request}]
    assert _close([fact], _reading([part], changes), request).open
    sure = _close([fact], _reading([part | {"sure": "that is its name there"}], changes), request)
    assert (not sure.open) is is_another_form


@pytest.mark.parametrize(
    ("said", "held", "is_there"),
    [
        ("6月22日", ("6", "22"), True),
        ("22.06.2026", ("2026", "6", "22"), True),
        ("22.06.2026", ("2025", "6", "22"), False),
        ("6月22日", ("6", "21"), False),
    ],
)
def test_a_reader_may_be_sure_that_a_day_stands_there_in_columns_of_its_own(
    said: str, held: tuple[str, ...], is_there: bool
) -> None:
    request = f"a.csv: {said}"
    line = f"a.csv: a new row {', '.join(held)}"
    fact = Fact(kind=FactKind.CHANGE, line=line, place="a.csv", texts=("a.csv",), numbers=held)
    part = {"quote": request, "verdict": "shown", "shown_by": ["1"]}
    changes = [{"fact": "1", "asked_by": request}]
    assert _close([fact], _reading([part], changes), request).open
    sure = _close([fact], _reading([part | {"sure": "the columns are month and day"}], changes), request)
    assert (not sure.open) is is_there


@pytest.mark.parametrize(
    ("words", "file", "is_named"),
    [
        ("请打开值班表.xlsx", "值班表.xlsx", True),
        ("フォルダーのページ(index.html から)", "index.html", True),
        ("フォルダーのページ（index.html）", "index.html", True),
        ("打开report.xlsx", "report.xlsx", True),
        ("my-report.xlsx", "report.xlsx", False),
        ("myreport.xlsx", "report.xlsx", False),
    ],
)
def test_a_name_of_a_file_is_found_in_words_that_have_no_space_before_it(words: str, file: str, is_named: bool) -> None:
    changed = Fact(kind=FactKind.CHANGE, line=f"{file}, S!A1: now x", place=f"{file}, S!A1", texts=(file, "x"))
    opened = Fact(kind=FactKind.ACT, line="opened", texts=(f"{file} - LibreOffice Calc",))
    part = {"quote": words, "verdict": "shown", "shown_by": ["1"]}
    for fact in (changed, opened):
        account = _close([fact], _reading([part], [{"fact": "1", "asked_by": words}]), words)
        assert (not account.open) is is_named


def test_what_a_file_was_before_shows_a_code_where_the_reader_says_that_this_is_enough() -> None:
    request = "Put 42 in B2 and keep it UTF-8."
    encoding = Fact(
        kind=FactKind.STATE,
        line="a.csv: encoding is utf-8",
        place="a.csv",
        texts=("a.csv", "utf-8", "encoding"),
        news=False,
    )
    done = {"quote": "Put 42 in B2", "verdict": "shown", "shown_by": [1]}
    kept = {"quote": "and keep it UTF-8.", "verdict": "shown", "shown_by": [2]}
    changes = [{"fact": 1, "asked_by": "Put 42 in B2"}]
    doubted = _close([_B2, encoding], _reading([done, kept], changes), request)
    assert "UTF-8" in doubted.parts[1].open
    sure = _close([_B2, encoding], _reading([done, kept | {"sure": "it is as it was"}], changes), request)
    assert verdict(sure)[0] is RunOutcome.VERIFIED, sure.open
    other = _close(
        [_B2, encoding], _reading([done, kept | {"sure": "so"}], changes), request.replace("UTF-8", "UTF-16")
    )
    assert verdict(other)[0] is not RunOutcome.VERIFIED
