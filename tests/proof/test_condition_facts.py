"""Facts of conditions: those that code found to hold or not, with what they say and nothing more."""

from __future__ import annotations

from ufo.conditions.kinds.document import DocumentPredicate
from ufo.conditions.kinds.element import ElementPredicate
from ufo.conditions.kinds.file import FilePredicate
from ufo.proof.condition_facts import controls_told, facts_of_conditions
from ufo.proof.stated import with_unmet
from ufo.schema.fact import Channel, FactKind
from ufo.schema.predicate import Finding, Truth
from ufo.schema.reading import Account

_NAME = ElementPredicate(name="Name", role="Edit", value="Ada")
_NEWS = ElementPredicate(name="News", role="CheckBox", state="checked")


def found(predicate: object, truth: Truth = Truth.SATISFIED, **more: object) -> Finding:
    return Finding.model_validate(
        {"predicate": predicate, "truth": truth, "evidence": "so it is", "channel": "accessibility", **more}
    )


def test_a_condition_is_a_fact_with_its_literals_and_its_channel() -> None:
    (fact,) = facts_of_conditions([found(_NAME, independent=False, stale=True)])
    assert (fact.kind, fact.channel) == (FactKind.STATE, Channel.ACCESSIBILITY)
    assert (fact.independent, fact.news, fact.satisfied) == (False, False, True)
    assert set(fact.texts) == {"Name", "Ada"}


def test_what_does_not_hold_is_a_fact_and_what_nobody_knows_is_none() -> None:
    refuted, unknown = found(_NAME, Truth.UNSATISFIED), found(_NEWS, Truth.UNKNOWN)
    (fact,) = facts_of_conditions([refuted, unknown])
    assert not fact.satisfied


def test_a_box_that_was_ticked_must_be_asked_for() -> None:
    (fact,) = facts_of_conditions([found(_NEWS, derived=True)])
    assert fact.must_be_asked_for
    (stated,) = facts_of_conditions([found(_NEWS)])
    assert not stated.must_be_asked_for


def test_that_a_file_contains_a_text_shows_no_value() -> None:
    (fact,) = facts_of_conditions([found(FilePredicate(path="/a/costs.xlsx", contains="42"))])
    assert fact.texts == ("/a/costs.xlsx",)
    (cells,) = facts_of_conditions([found(DocumentPredicate(path="/a/costs.xlsx", start="B2", cells=(("42",),)))])
    assert {"B2", "42"} <= set(cells.texts)


def test_files_of_one_name_are_told_with_their_folders() -> None:
    there = found(FilePredicate(path="2025/lease.pdf"), evidence="lease.pdf is there as it was, 120 bytes")
    gone = found(FilePredicate(path="lease.pdf", exists=False), evidence="lease.pdf is not there")
    other = found(FilePredicate(path="old/lease.pdf"), evidence="lease.pdfs are not read")
    assert [fact.line for fact in facts_of_conditions([there, gone, other])] == [
        "2025/lease.pdf is there as it was, 120 bytes",
        "lease.pdf is not there",
        "lease.pdfs are not read",
    ]


def test_controls_whose_value_is_known_are_named_by_their_keys() -> None:
    assert controls_told([found(_NAME), found(_NEWS, Truth.UNSATISFIED)]) == {"name"}


def test_cells_of_which_the_line_tells_the_first_have_all_their_literals() -> None:
    rows = tuple((f"Name {number}", f"{number}.50") for number in range(40))
    (fact,) = facts_of_conditions([found(DocumentPredicate(path="/a/costs.xlsx", start="B2", cells=rows))])
    assert {cell for row in rows for cell in row} <= set(fact.texts)


def test_what_does_not_hold_is_told_with_what_was_stated() -> None:
    wanted = found(_NAME, Truth.UNSATISFIED, evidence="Edit 'Name' shows 'Eve'")
    (fact,) = facts_of_conditions([wanted])
    assert fact.line == "Edit 'Name' shows 'Eve'; stated was: Edit 'Name' shows 'Ada'"


def test_what_was_stated_for_the_end_and_does_not_hold_leaves_the_request_open_until_it_is_taken_back() -> None:
    account = Account(request="Write Ada")
    unmet = found(_NAME, Truth.UNSATISFIED, evidence="Edit 'Name' shows 'Eve'")
    assert with_unmet(account, [unmet], [_NAME]).open == (
        "Edit 'Name' shows 'Eve'; stated was: Edit 'Name' shows 'Ada'",
    )
    assert with_unmet(account, [unmet], [_NEWS]) == account
    for other in (
        found(_NAME),
        found(_NAME, Truth.UNKNOWN),
        unmet.model_copy(update={"withdrawn": "nobody asked for it"}),
    ):
        assert with_unmet(account, [other], [_NAME]) == account
