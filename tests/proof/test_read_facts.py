"""Facts of what was read are the lines that share a literal with the answer or the request, in any script."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ufo.proof.read_facts import MOST_READ, facts_of_places, facts_of_reading
from ufo.proof.seen import read_by, seen_in
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Result, ResultStatus
from ufo.schema.fact import Channel, Fact, FactKind
from ufo.schema.seen import Seen
from ufo.schema.target import TargetInfo
from ufo.schema.tool_facts import ActionKind, ToolFacts


def test_the_line_that_the_answer_rests_on_is_told_with_its_place() -> None:
    seen = [Seen("Austria", "Country", place="Registration"), Seen("Save"), Seen("42", "Sum", place="Sheet")]
    (fact,) = facts_of_reading(seen, "The country is Austria.", "Where?")[:1]
    assert fact.line == "read in Registration › Country: Austria"
    assert (fact.kind, fact.channel, fact.news) == (FactKind.READ, Channel.ACCESSIBILITY, False)
    assert "Austria" in fact.texts


def test_a_script_without_spaces_is_compared_by_pairs_of_letters() -> None:
    facts = facts_of_reading([Seen("会议在星期三下午开始"), Seen("天气很好")], "星期三", "会议什么时候开始？")
    assert [fact.texts[0] for fact in facts] == ["会议在星期三下午开始"]


def test_what_a_look_showed_and_a_tool_read_in_the_same_window_is_told_once() -> None:
    page = Seen("Sat 7 June\tyes\nSun 8 June\tno", by_tool=True, place="Poll, http://127.0.0.1:8000/")
    scraps = [Seen("Sun 8 June", place="Poll - Chromium"), Seen("Sun 8 June, late", place="Poll - Chromium")]
    other = Seen("Sun 8 June", place="Diary - Mousepad")
    facts = facts_of_reading([*scraps, other, page], "", "Sun 8 June")
    assert [fact.line for fact in facts] == [
        "read in Poll - Chromium: Sun 8 June, late",
        "read in Diary - Mousepad: Sun 8 June",
        "read in Poll, http://127.0.0.1:8000/: Sat 7 June | yes / Sun 8 June | no",
    ]


def test_a_page_that_was_read_is_told_whole_where_it_is_asked_for_by_its_beginning() -> None:
    plan = Seen("Row 1\nseat 7 single", by_tool=True, place="Bus, http://127.0.0.1:8000/seats?trip=18")
    seen = [plan, Seen("Row 1", place="Bus - Chromium"), Seen("else")]
    (fact,) = facts_of_places(seen, ["Bus, http://127.0.0.1:8000/seats…", "Train"])
    assert fact.line == "read in Bus, http://127.0.0.1:8000/seats?trip=18: Row 1 / seat 7 single"
    assert facts_of_places(seen, ["http://127.0.0.1:8000/seats?trip=18"]) == (fact,)
    assert not facts_of_places(seen, ["", "B"])


def test_a_file_that_the_request_names_is_told_from_its_beginning_whatever_the_answer_shares_with_it() -> None:
    lines = [f"Child {number}: allergic to {'nuts ' * 25}" for number in range(9)]
    seen = [Seen("\n".join(lines), by_tool=True, place="swimming.txt"), *(Seen(f"Club {at}") for at in range(30))]
    facts = facts_of_reading(seen, " ".join(f"Club {at}" for at in range(30)), "Fill in the form from swimming.txt")
    assert [fact.texts[0].strip() for fact in facts if fact.place] == [line.strip() for line in lines]


def test_a_cell_that_the_request_names_is_told_by_its_reference_though_its_row_is_told() -> None:
    row = Fact(kind=FactKind.READ, line="costs.xlsx, Sheet!1:1 now: 1: Rent | 7", place="costs.xlsx, Sheet!1:1")
    seen = [Seen("Rent", "A1", True, "/work/costs.xlsx"), Seen("7", "B1", True, "/work/costs.xlsx")]
    facts = facts_of_reading(seen, "It is 7", "Tell me what is in B1 of costs.xlsx", [row])
    assert [fact.line for fact in facts] == ["read in /work/costs.xlsx › B1: 7"]


def test_a_look_at_a_long_list_begins_shortly_before_the_words_that_it_names() -> None:
    rows = [Seen(f"Group {number}", place="Swimming - Chromium") for number in range(200)]
    told = [fact.texts[0] for fact in facts_of_places(rows, ["Swimming - Chromium, Group 120"])]
    assert told == [f"Group {number}" for number in range(115, 155)]
    assert facts_of_places(rows, ["Swimming - Chromium"])[0].texts[0] == "Group 0"


def test_a_table_that_a_tool_read_in_a_browser_is_told_whole_and_one_of_a_file_by_its_worth() -> None:
    rows = "\n".join(f"Group {letter}\tMon\t{number}00" for number, letter in enumerate("ABCDEFGH", 1))
    facts = facts_of_reading([Seen(rows, by_tool=True, place="Swimming - Chromium")], "", "the cheapest")
    assert all(f"Group {letter} | Mon" in " ".join(fact.line for fact in facts) for letter in "ABCDEFGH")
    assert not facts_of_reading([Seen(rows, by_tool=True, place="swimming.xlsx")], "", "the cheapest")


def test_each_page_that_was_read_is_told_and_of_what_is_too_much_it_is_named() -> None:
    def page(number: int) -> Seen:
        rows = "\n".join(f"row {row} {'free ' * 30}" for row in range(40))
        return Seen(rows, by_tool=True, place=f"Laundry, http://127.0.0.1/plan?room={number}")

    rules = Seen("No shoes.", by_tool=True, place="Laundry, http://127.0.0.1/rules")
    facts = facts_of_reading([page(1), page(2), page(3), page(4), rules], "No shoes!", "")
    told = Counter(fact.place.rpartition("/")[2] for fact in facts)
    assert told == {"plan?room=1": 10, "plan?room=2": 10, "plan?room=3": 10, "rules": 1, "": 1}
    assert facts[-1].line == "read too, and not told here: Laundry, http://127.0.0.1/plan?room=4 (40 lines)"


def test_rows_that_the_difference_tells_of_a_file_are_not_told_again() -> None:
    rows = Fact(kind=FactKind.READ, line="a.xlsx, S!1:2 now: 1: Tea | 4; 2: Milk | 3", place="a.xlsx, S!1:2")
    again = Seen("Tea\t4\nMilk\t3", by_tool=True, place="/work/a.xlsx")
    earlier = Seen("Tea\t5\nMilk\t3", by_tool=True, place="/work/a.xlsx")
    elsewhere = Seen("Tea\t4", by_tool=True, place="/work/b.xlsx")
    facts = facts_of_reading([again, earlier, elsewhere], "", "Tea, Milk of a.xlsx and b.xlsx", [rows])
    assert [fact.line for fact in facts] == [
        "read in /work/a.xlsx: Tea | 5 / Milk | 3",
        "read in /work/b.xlsx: Tea | 4",
    ]


def test_where_the_work_of_a_tool_went_is_not_read() -> None:
    def done(result: object, *, reads: bool = False) -> ActionCommandInfo:
        return ActionCommandInfo(
            function="a_tool",
            arguments={"path": "a.txt", "new_name": "b.txt"},
            facts=ToolFacts(reads=reads),
            result=Result(status=ResultStatus.SUCCESS, result=result),
        )

    wrote = done({"path": "a.txt", "earlier": "/bin/a.txt", "lines": 7})
    assert [seen.text for seen in read_by([wrote, done("b.txt"), done({"path": "a.txt", "size": 3}, reads=True)])] == [
        "lines: 7",
        "size: 3",
    ]


def test_spaces_that_set_something_in_columns_stay_in_what_a_tool_read() -> None:
    (fact,) = facts_of_reading([Seen("   Do      Mi7\nMi sol", by_tool=True, place="song.txt")], "", "song.txt")
    assert fact.line == "read in song.txt: Do      Mi7 / Mi sol"


def test_what_several_things_have_alike_is_told_once_in_the_heading() -> None:
    def listed(count: int) -> str:
        files = [{"name": f"{at}.txt", "bytes": at, "permissions": "644"} for at in range(count)]
        act = ActionCommandInfo(
            function="list_folder",
            facts=ToolFacts(reads=True),
            result=Result(status=ResultStatus.SUCCESS, result=files),
        )
        return read_by([act])[0].text

    assert listed(3) == "name\tbytes\tpermissions (each 644)\n0.txt\t0\n1.txt\t1\n2.txt\t2"
    assert listed(2) == "name\tbytes\tpermissions\n0.txt\t0\t644\n1.txt\t1\t644"


def test_a_table_of_a_tool_is_one_fact_with_all_its_cells() -> None:
    table = "Region\tSales\nNorth\t12,400\nSouth\t9,850"
    (fact,) = facts_of_reading([Seen(table, by_tool=True, place="/work/report.odt")], "", "the sales of the North")
    assert fact.line == "read in /work/report.odt: Region | Sales / North | 12,400 / South | 9,850"
    assert {"North", "12,400", "9,850"} <= set(fact.texts)
    assert fact.channel is Channel.DOCUMENT


_ROOMS = ("Room", "Seats", "Has"), ("Pine", "12", "projector"), ("Oak", "10", ""), ("Elm", "4", "projector")


def _cells(rows: Sequence[Sequence[str]], place: str = "Booking") -> list[TargetInfo]:
    return [
        TargetInfo(name=text, type="Cell" if row else "HeaderItem", row=row, column=column, path=(place,))
        for row, cells in enumerate(rows)
        for column, text in enumerate(cells)
    ]


def test_a_table_of_a_page_is_read_row_by_row() -> None:
    looked = [TargetInfo(name="Rooms", type="Heading"), *_cells(_ROOMS), *_cells((("Fee", "Due"), ("20", "May")))]
    seen = seen_in(looked, "Booking")
    assert [item.text.split("\n")[0] for item in seen] == ["Rooms", "Room\tSeats\tHas", "Fee\tDue"]
    facts = facts_of_reading(seen, "Pine has 12 seats.", "Which room has a projector?")
    assert "read in Booking: Pine | 12 | projector" in [fact.line for fact in facts]
    assert "read in Booking: Elm | 4 | projector" in [fact.line for fact in facts]


def test_what_stands_in_the_cells_of_a_table_does_not_break_it_into_words() -> None:
    looked: list[TargetInfo] = []
    for cell in _cells(_ROOMS):
        looked += [cell, TargetInfo(name=cell.name, type="Text", path=("Booking", cell.name))]
    seen = seen_in([*looked, *_cells((("Fee", "Due"), ("20", "May")))], "Booking")
    assert [item.text.split("\n")[-1] for item in seen if "\t" in item.text] == ["Elm\t4\tprojector", "20\tMay"]


def test_cells_of_a_sheet_stand_each_under_its_reference() -> None:
    cells = [
        TargetInfo(name="A1", type="Cell", value="Tea", row=0, column=0),
        TargetInfo(name="B1", type="Cell", row=0, column=1),
    ]
    assert seen_in(cells)[0] == Seen("Tea", "A1")


def test_a_table_too_long_for_one_line_is_told_in_whole_rows() -> None:
    rows = [
        f"{1000 + number}\tCustomer {number} and Sons\t2025-03-{number + 1:02}\t{number * 7}.50" for number in range(20)
    ]
    seen = [
        Seen("text: No\tName\tDay\tSum\n" + "\n".join(rows), by_tool=True, place="/work/" + "orders" * 12 + ".xlsx")
    ]
    facts = facts_of_reading(seen, "Order 1013 comes to 91.50.", "")
    answering = [fact for fact in facts if "1013 | Customer 13 and Sons | 2025-03-14 | 91.50" in fact.line]
    assert len(answering) == 1
    assert {"1013", "91.50"} <= set(answering[0].texts)
    assert all(not fact.line.endswith("…") and len(fact.line) <= 300 for fact in facts)


def test_a_heading_stays_with_what_stands_below_it() -> None:
    about = "Quiet meadow by the river, all pitches with electricity, which is included. Dogs are welcome from September to May."
    page = "\n".join(
        f"{name}\n{about}\nTent pitch\t{price}\nAdult\t5.00" for name, price in (("Alder Farm", 15), ("Birch Mill", 17))
    )
    lines = [fact.line for fact in facts_of_reading([Seen(page, by_tool=True)], "15 and 17", "")]
    assert [("Alder Farm" in line, "Birch Mill" in line) for line in lines] == [(True, False), (False, True)]


def test_what_is_read_in_one_turn_is_told_with_the_page_that_it_stood_on() -> None:
    places = ("Alder Farm, http://camp/alder", "Birch Mill, http://camp/birch")
    table = "Tent pitch\t15.00\nDog\t1.50"
    acts = [
        ActionCommandInfo(
            function="read_page",
            result=Result(status=ResultStatus.SUCCESS, result=table, place=place),
            facts=ToolFacts(reads=True),
        )
        for place in places
    ]
    seen = read_by(acts, "Camping in the Vale - Chromium")
    assert [item.place for item in seen] == list(places)
    facts = facts_of_reading(seen, "15.00", "")
    assert [fact.line for fact in facts] == [f"read in {place}: Tent pitch | 15.00 / Dog | 1.50" for place in places]


def test_a_long_line_is_told_in_the_piece_that_the_answer_rests_on() -> None:
    line = " ".join(f"word{number}" for number in range(90)) + " the code is 4711 " + " ".join(["end"] * 40)
    (fact,) = facts_of_reading([Seen(line, by_tool=True)], "4711", "")
    assert "the code is 4711" in fact.line
    assert line in fact.texts


def test_the_name_of_an_empty_field_and_the_report_of_an_act_are_not_read() -> None:
    window = [TargetInfo(name="Orders", type="Window"), TargetInfo(name="Amount", type="Edit")]
    shown = TargetInfo(name="Amount due", type="Text")
    assert [seen.text for seen in seen_in([*window, shown], "Orders")] == ["Amount due"]
    report = {"effect": "confirmed", "route": "native", "value": "42"}
    act = ActionCommandInfo(function="write", result=Result(status=ResultStatus.SUCCESS, result=report))
    assert [seen.text for seen in read_by([act])] == ["42"]
    wrote = act.model_copy(update={"facts": ToolFacts(kind=ActionKind.FORM)})
    assert read_by([wrote]) == ()


def test_of_a_control_that_was_read_its_role_and_states_are_not_told() -> None:
    told = {"role": "Edit", "states": ["editable", "focused", "multiline"], "text": "21.4"}
    act = ActionCommandInfo(function="read", result=Result(status=ResultStatus.SUCCESS, result=told))
    assert [seen.text for seen in read_by([act])] == ["text: 21.4"]
    document = {"role": "reader", "states": ["Ohio", "Texas"]}
    other = ActionCommandInfo(function="read", result=Result(status=ResultStatus.SUCCESS, result=document))
    assert [seen.text for seen in read_by([other])] == ["role: reader", "Ohio\nTexas"]


def test_what_a_tool_returned_is_told_once() -> None:
    rows = [["No", "Sum"], [1, 2.5]]
    returned = [{"name": "roof.jpg", "tags": ["old", "wet"]}, {"sheet": "April", "rows": rows, "text": "one\ntwo"}]
    act = ActionCommandInfo(function="read", result=Result(status=ResultStatus.SUCCESS, result=returned))
    told = ["name: roof.jpg", "old\nwet", "sheet: April", "No\tSum\n1\t2.5", "one\ntwo"]
    assert [seen.text for seen in read_by([act])] == told


def test_the_fields_of_a_thing_in_a_list_stay_together() -> None:
    files = [{"name": "a.jpg", "bytes": 5290}, {"name": "b.jpg", "bytes": 5111, "note": "cut"}]
    act = ActionCommandInfo(function="read", result=Result(status=ResultStatus.SUCCESS, result=files))
    (seen,) = read_by([act])
    assert seen.text == "name\tbytes\tnote\na.jpg\t5290\t\nb.jpg\t5111\tcut"


def test_what_a_program_tells_of_itself_below_its_document_is_no_fact_unless_it_answers() -> None:
    page = TargetInfo(name="a.odt", type="Document", rect=(0, 50, 800, 500))
    pane = TargetInfo(name="Sum panel", type="Pane", rect=(0, 0, 800, 50))
    words = TargetInfo(name="256 words", type="Text", rect=(0, 505, 90, 520))
    sums = TargetInfo(name="Average: ; Sum: 0", type="Text", rect=(90, 505, 190, 520))
    seen = seen_in([page, pane, words, sums])
    assert "Sum panel" not in [item.text for item in seen]
    assert facts_of_reading(seen, "Done.", "put the sum below the words") == ()
    (fact,) = facts_of_reading(seen, "It has 256 words.", "How many words?")
    assert fact.line == "read: 256 words"


def test_what_shares_nothing_is_left_out_and_the_rest_is_bounded() -> None:
    seen = [Seen(f"line {number}") for number in range(500)]
    assert facts_of_reading([Seen("weather")], "42", "the price") == ()
    assert len(facts_of_reading(seen, "line 7", "")) == MOST_READ
    assert "line 7" in [fact.texts[0] for fact in facts_of_reading(seen, "line 7", "")]


def test_what_a_search_for_tools_returned_was_not_read() -> None:
    found = ActionCommandInfo(
        function="find_tools",
        facts=ToolFacts(kind=ActionKind.FIND_TOOLS, reads=True),
        result=Result(status=ResultStatus.SUCCESS, result="write_file: writes a text file"),
    )
    read = found.model_copy(update={"function": "read_file", "facts": ToolFacts(kind=ActionKind.READ_FILE, reads=True)})
    assert [seen.text for seen in read_by([found])] == []
    assert [seen.text for seen in read_by([read])] == ["write_file: writes a text file"]


def test_a_file_that_the_request_names_is_told_whole_where_a_tool_read_it() -> None:
    rows = "Priya Shah\t0771\nOla Dahl\t0772\nOlaf Dahlberg\t0773\n" + "\n".join(f"Person {n}\t{n}" for n in range(30))
    act = ActionCommandInfo(
        function="read_file",
        arguments={"path": "phones.txt"},
        facts=ToolFacts(kind=ActionKind.READ_FILE, reads=True),
        result=Result(
            status=ResultStatus.SUCCESS, result={"path": "/home/a/phones.txt", "lines": "1 to 33 of 33", "text": rows}
        ),
    )
    told = facts_of_reading(read_by([act]), "", "fill the numbers of phones.txt into crew.docx")
    said = " ".join(fact.line for fact in told)
    assert "Ola Dahl | 0772" in said and "Person 29" in said
    assert "1 to 33" not in said
    assert facts_of_reading(read_by([act]), "", "fill the numbers of another file into crew.docx") == ()


def test_the_title_of_a_window_is_no_fact_unless_it_answers() -> None:
    seen = seen_in([TargetInfo(name="rules.docx - LibreOffice Writer", type="Window")])
    assert facts_of_reading(seen, "Done.", "accept the changes in rules.docx") == ()
    (fact,) = facts_of_reading(seen, "LibreOffice Writer is open.", "Which windows are open?")
    assert fact.line == "read: rules.docx - LibreOffice Writer"


def test_options_that_were_read_are_told_with_those_that_are_off_or_empty_whatever_the_request_calls_them() -> None:
    def read(place: str, result: object) -> ActionCommandInfo:
        facts, came = ToolFacts(reads=True), Result(status=ResultStatus.SUCCESS, result=result, place=place)
        return ActionCommandInfo(function="read_options", facts=facts, result=came)

    named = {"options": {"first name": "Gunilla", "company": "", "phone": "", "backup copy": True, "heading": None}}
    acts = [read("the options", named), read("the options", {"path": "Office/UserAutoSaveEnabled", "value": False})]
    told = facts_of_reading(read_by(acts, "protokoll.odt"), "Klart.", "adress och telefon ska vara tomma")
    assert [fact.line for fact in told] == [
        'read in the options: first name: Gunilla / company: "" / phone: "" / backup copy: true',
        "read in the options: path: Office/UserAutoSaveEnabled / value: false",
    ]


def test_the_last_line_that_is_told_of_a_file_says_where_more_of_it_was_read() -> None:
    def list_of(count: int) -> Seen:
        name = "a song with a rather long name, so that few of them fit into what is told of one file and one place"
        songs = "\n".join(f"{number} {name} {number}" for number in range(count))
        return Seen(songs, by_tool=True, place="/work/songs.txt")

    short = facts_of_reading([list_of(30)], "", "put songs.txt in order")
    assert len(short) == 30 and not any("more of it" in fact.line for fact in short), "there is room for all of it"
    told = facts_of_reading([list_of(58)], "", "put songs.txt in order")
    assert [fact.line.endswith("(and more of it)") for fact in told] == [*[False] * (len(told) - 1), True]
    (whole,) = facts_of_reading([Seen("one\ntwo", by_tool=True, place="/work/songs.txt")], "", "put songs.txt in order")
    assert whole.line == "read in /work/songs.txt: one / two"


def test_every_file_that_was_read_is_told_however_many_were_moved_afterwards() -> None:
    files = [f"scan{number:02}.pdf" for number in range(MOST_READ)]
    reads = [
        ActionCommandInfo(
            function="read_file",
            arguments={"path": name},
            facts=ToolFacts(kind=ActionKind.READ_FILE, reads=True),
            result=Result(
                status=ResultStatus.SUCCESS, result={"path": name, "text": f"Invoice {number}\ndue in May {number}"}
            ),
        )
        for number, name in enumerate(files)
    ]
    moved = ActionCommandInfo(
        function="move_files",
        facts=ToolFacts(kind=ActionKind.MOVE_FILES),
        result=Result(status=ResultStatus.SUCCESS, result={"paths": [f"the/Invoice of May/{name}" for name in files]}),
    )
    told = facts_of_reading(read_by([*reads, moved]), "Each invoice of May has its name.", "Name each invoice.")
    assert [fact.place for fact in told] == files


def test_several_files_that_were_read_in_one_call_are_told_each_with_its_place() -> None:
    act = ActionCommandInfo(
        function="read_file",
        arguments={"path": ["in/a.txt", "in/b.txt"]},
        facts=ToolFacts(kind=ActionKind.READ_FILE, reads=True),
        result=Result(
            status=ResultStatus.SUCCESS,
            result={
                "files": [
                    {"path": "in/a.txt", "lines": "1 to 1 of 1", "text": "tea 3"},
                    {"path": "in/b.txt", "error": "cannot be read"},
                    {"path": "in/c.txt", "lines": "1 to 1 of 1", "text": "tea 4"},
                ]
            },
        ),
    )
    assert [(seen.place, seen.text) for seen in read_by([act])] == [("in/a.txt", "tea 3"), ("in/c.txt", "tea 4")]
