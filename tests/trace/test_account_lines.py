from __future__ import annotations

from ufo.schema.reading import Account, ChangeAccount, PartAccount, PartVerdict
from ufo.trace.account_lines import lines_of_changes, lines_of_parts


def part(quote: str, start: int, verdict: PartVerdict, **more: object) -> PartAccount:
    return PartAccount.model_validate(
        {"quote": quote, "start": start, "end": start + len(quote), "verdict": verdict, **more}
    )


def test_parts_come_in_the_order_of_the_request() -> None:
    account = Account(
        request="把42放到B2，谢谢",
        parts=(
            part("谢谢", 8, PartVerdict.NOTHING_TO_SHOW),
            part("把42放到B2", 0, PartVerdict.SHOWN, shown_by=("B2: 42",)),
        ),
    )
    assert [(line.mark, line.quote, line.told) for line in lines_of_parts(account)] == [
        ("shown", "把42放到B2", ("B2: 42",)),
        ("needs none", "谢谢", ()),
    ]


def test_a_part_that_was_read_as_shown_and_is_open_counts_as_not_shown() -> None:
    account = Account(
        request="B2", parts=(part("B2", 0, PartVerdict.SHOWN, shown_by=("B3: 42",), open="B2 occurs in no fact"),)
    )
    (line,) = lines_of_parts(account)
    assert line.mark == "not shown" and line.told == ("B2 occurs in no fact", "B3: 42")


def test_that_nothing_else_changed_is_said_with_the_by_products() -> None:
    account = Account(request="x", changes=(ChangeAccount(line="C2: 7", by_product="recalculated from B2"),))
    (line,) = lines_of_changes(account)
    assert line.told == ("nothing else changed, apart from 1 by-product",)


def test_many_unasked_changes_are_counted_and_what_was_not_looked_at_is_said() -> None:
    changes = tuple(ChangeAccount(line=f"file {number} is gone", open="nobody asked") for number in range(25))
    lines = list(lines_of_changes(Account(request="x", changes=changes, left_out=("/big: 100,000 files",))))
    assert len(lines) == 22
    assert lines[20].told == ("and 5 more",)
    assert lines[21].mark == "not seen" and lines[21].told == ("/big: 100,000 files",)


def test_what_a_reader_overruled_is_told_in_one_line_with_the_doubt() -> None:
    overruled = {"doubt": "only what was read has '9:00'", "sure": "that bus stays"}
    account = Account(
        request="B2",
        parts=(part("B2", 0, PartVerdict.SHOWN, shown_by=("B2: 42",), **overruled),),
        changes=(ChangeAccount(line="C2: 7", doubt="C2: 7: the request names 'B2'", sure="a copy", asked_by="B2"),),
    )
    (of_part,) = lines_of_parts(account)
    assert of_part.mark == "shown"
    assert of_part.told == ("code doubted: only what was read has '9:00'; the reader: that bus stays", "B2: 42")
    of_change, nothing = lines_of_changes(account)
    assert (of_change.mark, of_change.told) == (
        "overruled",
        ("C2: 7", "code doubted: the request names 'B2'; the reader: a copy"),
    )
    assert nothing.mark == "nothing"
