"""What people wish for, in their own words, with the tool that somebody who knows the tools would take for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Wish:
    """`application`: whose AppAgent is asked, as the settings name it; "" is the HostAgent. `tools`: each of them is right.
    `fresh`: it was written after the words of tools had been mended by the others, and nothing was mended by it.
    """

    application: str
    text: str
    tools: tuple[str, ...]
    fresh: bool


def wishes() -> Iterator[Wish]:
    for is_fresh, by_application in ((False, _WISHES), (False, _LATER), (True, _FRESH)):
        for application, by_tool in by_application.items():
            for tools, texts in by_tool.items():
                for text in texts:
                    yield Wish(application, text, tuple(tools.split()), is_fresh)


_CALC: dict[str, tuple[str, ...]] = {
    "sort_table": (
        "put the most expensive article at the top of the list",
        "arrange the people from A to Z",
        "the newest invoices should come first",
    ),
    "filter_rows": (
        "I only want to see the customers from Graz",
        "hide everybody who has paid already",
        "display just the orders over 500 euros",
        "show all rows again",
    ),
    "set_pivot_table": (
        "summarise the sales by region and month",
        "how much did each customer buy? make an overview on a new sheet",
        "break the costs down by department",
    ),
    "remove_pivot_table": ("get rid of the pivot on the second sheet",),
    "add_subtotals": ("put a sum below each group of products", "intermediate totals for every department"),
    "conditional_format": (
        "colour the negative numbers red",
        "make the cells with late dates stand out in yellow",
        "mark everything over 100 green automatically",
        "paint values that occur twice",
    ),
    "shade_by_value": (
        "a heat map of the temperatures from blue to red",
        "little bars inside the cells that show how large each sum is",
        "put green, yellow and red traffic lights beside the marks",
        "the darker the higher the figure",
    ),
    "validate_cells": (
        "people should only be able to pick yes or no in column C",
        "do not let anyone type letters into the age column",
        "a list to choose from in B2:B20",
    ),
    "arrange_view": (
        "keep the headings visible when I scroll down",
        "the first row should always stay on top",
        "make column B wider",
        "I do not want to see column D",
    ),
    "insert_chart": (
        "a pie of the expenses",
        "show the temperatures as a curve",
        "visualise how the sales developed",
        "bars for each month's income",
    ),
    "change_chart": ("call the diagram Income 2026", "turn the bars into a pie", "take the legend of the graph away"),
    "page_setup": (
        "all columns should fit on one sheet of paper",
        "print it sideways",
        "the headings should be repeated on each printed page",
        "only A1 to D20 should come out of the printer",
    ),
    "protect_sheet": ("nobody should be able to change this sheet", "lock the table", "make the cells editable again"),
    "name_range": ("call B2:B13 Income so that formulas can use that", "let me use the name Rate for cell F1"),
    "comment_cell": ("leave a remark at C5 that this is an estimate", "attach a note to the total"),
    "import_csv": (
        "load the semicolon separated file sales.txt into this workbook",
        "bring prices.csv in as a second sheet",
    ),
    "export_csv": (
        "give me this sheet as a text file with semicolons",
        "write the table to data.csv with tabs between",
    ),
    "undo_changes": ("take the last change back", "oh no, restore what was there before"),
    "fill_blanks": (
        "put 0 wherever nothing stands",
        "fill the holes in the city column with the city above",
        "which cells have been left empty?",
    ),
    "convert_texts": (
        "the dates are not recognised, make them real dates",
        "the amounts are stored as text and cannot be summed",
    ),
    "split_text": ("separate first and last names", "put street and number into two columns"),
    "merge_cells": ("the heading should span A to D", "join A1 to C1 into one big cell"),
    "change_sheets": (
        "I need another sheet called May",
        "call the first tab Summary",
        "put the sheets into alphabetical order",
        "duplicate this sheet",
    ),
    "change_lines": (
        "I need three empty lines above the table",
        "throw column F out",
        "make room for another column after B",
    ),
    "reorder_columns": ("the price should stand before the name", "exchange columns B and C"),
    "get_range_values": ("which number stands in C7?", "compare the two columns and tell me which rows differ"),
    "insert_excel_table": ("type these ten entries into the sheet", "enter the following list of names and ages"),
    "protect_document": (
        "nobody should be able to open this file without a passphrase",
        "save it encrypted",
        "take the password off this document",
    ),
    "open_with_password": ("open the locked budget with the password that I gave you",),
    "export_pdf": ("a PDF that can be read but not printed or copied", "a pdf that only opens with a password"),
    "set_option": ("save my work automatically every 5 minutes", "measure in centimetres instead of inches"),
    "find_commands run_command": (
        "is there a function of the menu that makes the text upper case?",
        "open the macro recorder's menu command",
    ),
}
_WRITER: dict[str, tuple[str, ...]] = {
    "set_page": (
        "turn the sheet sideways",
        "two columns of text on all pages",
        "narrower margins, 1.5 cm all round",
        "print on A5",
    ),
    "set_header_footer": (
        "our company's name should stand on top of each page",
        "put page 1 of 5 and so on at the bottom",
        "number the pages",
    ),
    "insert_contents": (
        "an overview of all chapters at the beginning",
        "the contents are out of date, bring them up to date",
    ),
    "insert_section": (
        "set the second paragraph in two columns like a newspaper",
        "nobody should be able to alter the terms part",
    ),
    "track_changes": (
        "agree to everything Ana altered",
        "show what I alter from now on",
        "throw out all suggested edits",
    ),
    "list_parts": ("what did the reviewers remark?", "which pictures are in the letter?"),
    "edit_table": (
        "one more line in the price list for Shelf, 120",
        "join the first two cells of the table",
        "put the table in order of price",
    ),
    "edit_image": ("put our logo at the top", "make the photo smaller", "text should flow around the picture"),
    "mark_text": (
        "explain the word EBIT at the bottom of the page",
        "make example.org clickable",
        "leave a remark for Ben at the second paragraph",
    ),
    "insert_field": ("today's date that keeps up to date", "write the number of words of this text at the end"),
    "edit_style": (
        "all text should be in Arial 12",
        "all headings in blue",
        "change the standard font of the document",
    ),
    "select_words": ("mark the second sentence",),
}
_IMPRESS: dict[str, tuple[str, ...]] = {
    "add_to_slide": (
        "put photo.png on the second slide",
        "an arrow line between the two boxes",
        "a diagram of the sales on slide 3",
        "write Draft into a box at the bottom",
    ),
    "set_background_color": ("make the slides dark blue", "the first slide should be yellow behind the text"),
    "set_master": ("all headlines in red", "the body text of the whole talk in 20 points"),
    "set_transition": (
        "let the slides fade into one another",
        "go on by itself after 5 seconds",
        "an animation between the pages",
    ),
    "set_slide_size": ("make it fit a 4:3 projector", "upright slides for a poster"),
    "export_video": (
        "turn the talk into a film with eight seconds for each slide",
        "an mp4 of the slides for the lobby",
    ),
    "export_slides": (
        "give me a pdf of the talk",
        "each slide as an image file",
        "a handout with my notes for printing",
    ),
}
_BROWSER: dict[str, tuple[str, ...]] = {
    "answer_dialog": ("say OK to the message that popped up", "confirm the alert"),
    "tabs": ("go back to the other tab", "how many pages are open?", "shut all tabs but this one"),
    "read_page_table": ("what does the third row of the price list say?", "read all results of the table"),
    "save_page_table": ("copy the league table into a csv file", "keep the list of flights as a spreadsheet"),
    "browser_settings": (
        "example.org should come up when the browser starts",
        "always ask me where downloads go",
        "bigger letters on all pages",
        "switch the password manager off",
    ),
    "bookmarks": ("remember this page as a favourite", "add this site to my bookmarks bar"),
    "downloads": ("has the file arrived?", "where was the downloaded report put?"),
    "browser_history": ("which pages did I look at yesterday?", "find the site I visited this morning"),
}
_HOST: dict[str, tuple[str, ...]] = {
    "close_application": ("quit the calculator", "shut all windows of the editor"),
    "make_link": ("make a shortcut to the reports folder in my home", "current should point to release-2"),
    "set_permissions": ("make the script executable", "nobody else may read my diary", "write-protect contract.txt"),
    "find_files": (
        "where did I put the contract with Huber?",
        "which file takes most room?",
        "all photos from last week",
        "documents that mention Graz",
    ),
    "read_file": ("what is the total in invoice.pdf?", "tell me who signed letter.docx", "what do my notes.txt say?"),
    "write_file": ("add milk to shopping.txt", "jot this down in a text file", "in config.ini change port 80 to 8080"),
    "restore_file": ("get back the file I threw away", "I deleted photo.jpg by mistake"),
    "rename_files": (
        "call the holiday pictures holiday-001 and so on",
        "replace spaces in all file names by dashes",
    ),
    "pack_archive": (
        "put the reports into one file that I can mail",
        "zip the folder photos",
        "make a compressed backup of Documents",
    ),
    "unpack_archive": ("get the files out of photos.zip", "open backup.tar.gz into a folder"),
    "pdf_of_pages": (
        "join the three invoices into one pdf",
        "take pages 2 and 3 out of scan.pdf",
        "the scan is upside down, turn its pages",
    ),
    "make_document": (
        "write a letter to the landlord and keep it as letter.odt",
        "make a spreadsheet of these figures",
        "prepare a talk of five slides about bees",
    ),
    "convert_document": ("I need report.odt as a Word file", "turn the letter into a pdf", "budget.xlsx as csv please"),
    "merge_letters": ("write to each person of the address list", "an invitation for every guest in guests.csv"),
    "change_picture": (
        "make photo.jpg half as big",
        "turn the picture by 90 degrees",
        "the logo as png instead of jpg",
        "cut the edges off the scan",
    ),
    "edit_with_gimp": (
        "make the photo brighter",
        "blur the background of the image",
        "the white of the logo should become transparent",
    ),
    "list_processes": ("what eats up my memory?", "is the backup still running?"),
    "stop_process": ("firefox does not react any more, kill it", "end the frozen program"),
    "change_setting find_settings": (
        "everything should be dark",
        "another picture behind my desktop",
        "the letters on the screen are too small",
        "turn the computer's night light on",
    ),
    "default_application": ("what opens when I click a pdf?",),
    "set_default_application": ("pictures should always be shown in GIMP", "make Firefox my standard browser"),
    "program_help": ("how do I tell tar to leave files out? look at its options",),
    "call_on_bus find_on_bus": ("pause the music", "send me a notification when done", "make the player louder"),
    "move_files move_file": ("sort the downloads into folders by kind", "put all invoices into 2026"),
    "run_shell execute_command": ("run make in the project", "start the script backup.sh"),
}
_ANY: dict[str, tuple[str, ...]] = {
    "drag_on_coordinates": (
        "draw a circle around the house",
        "sign the form with a scribble",
        "cut the picture to its middle part",
    ),
    "wheel_mouse_input": ("zoom into the map",),
    "wait": ("give it ten seconds",),
    "hover": ("what does the tip over the icon say?",),
    "select_words": ("make the word urgent bold",),
    "click_when": ("press stop exactly when the counter is at zero", "click Claim once it becomes active"),
    "expand": ("fold out the folder Projects on the left", "open all branches of the tree"),
}
_WISHES: Mapping[str, Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "libreoffice-calc": _CALC,
        "libreoffice-writer": _WRITER,
        "libreoffice-impress": _IMPRESS,
        "chromium": _BROWSER,
        "": _HOST,
        "default": _ANY,
    }
)
_LATER: Mapping[str, Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "libreoffice-calc": {
            "sort_table": ("bring the names into alphabetical sequence", "largest debts first please"),
            "filter_rows": ("let me look at the unpaid bills alone", "leave only rows where the state is open"),
            "set_pivot_table": ("total hours for each worker and week in a cross table",),
            "conditional_format": ("bad marks should turn red by themselves", "shade the rows that are overdue"),
            "validate_cells": ("the grade may only be a number from 1 to 5", "offer Mon, Tue and Wed as choices in D"),
            "arrange_view": ("the titles vanish when I go down, pin them", "widen the address column"),
            "insert_chart": ("draw me the monthly rainfall", "a line diagram of the prices"),
            "change_chart": ("write Euro beside the vertical axis of the chart",),
            "page_setup": ("put it on a single page when printed", "landscape for the print please"),
            "protect_sheet": ("safeguard the formulas so that they cannot be overwritten",),
            "merge_cells": ("make A1 and B1 a single cell",),
            "split_text": ("cut the full names apart at the blank",),
            "fill_blanks": ("complete the gaps in column B with n/a",),
            "change_sheets": ("remove the sheet Old",),
            "comment_cell": ("annotate B4 with who told me",),
            "name_range": ("B1 should be known as VAT",),
        },
        "libreoffice-writer": {
            "set_page": ("wider borders around the text", "the letter should be on US letter paper"),
            "set_header_footer": ("Confidential in the bottom line of every page",),
            "insert_contents": ("list the chapters with their pages up front",),
            "track_changes": ("take over all corrections of the editor", "record my corrections"),
            "edit_table": ("drop the third row of the table",),
            "edit_image": ("insert the signature picture after Regards",),
            "mark_text": ("link the word manual to example.org", "a footnote at the word profit"),
            "edit_style": ("body text in Georgia 11 everywhere",),
        },
        "libreoffice-impress": {
            "set_background_color": ("a light grey backdrop for all slides",),
            "set_transition": ("each slide should wipe in",),
            "add_to_slide": ("insert the team photo on the last slide",),
            "export_slides": ("save the presentation as pdf handout",),
        },
        "chromium": {
            "bookmarks": ("keep this address in the folder News of my favourites",),
            "browser_settings": ("turn off the pop-up blocker", "start with an empty page"),
            "downloads": ("is the download finished?",),
            "tabs": ("close the tab with the weather",),
        },
        "": {
            "find_files": ("search my folder for the tax letter", "what are the largest films here?"),
            "set_permissions": ("let everybody read the folder", "run.sh must be runnable"),
            "pack_archive": ("shrink the logs into an archive",),
            "unpack_archive": ("decompress the zip from Ben",),
            "pdf_of_pages": ("remove the last page of contract.pdf", "merge a.pdf and b.pdf"),
            "convert_document": ("export notes.odt as pdf", "make a docx of it"),
            "change_picture": ("shrink the photos to 800 pixels", "a black and white copy of portrait.png"),
            "restore_file": ("undelete plan.odt",),
            "stop_process": ("the player hangs, stop it",),
            "change_setting find_settings": ("use a dark look", "never lock the screen"),
            "write_file": ("make a text file with these three lines",),
            "rename_files": ("prefix all scans with 2026",),
        },
        "default": {
            "drag_on_coordinates": ("sketch a triangle",),
            "click_when": ("hit the button the moment the light is green",),
        },
    }
)
_FRESH: Mapping[str, Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "libreoffice-calc": {
            "sort_table": ("put the cheapest hotel first",),
            "filter_rows": ("just show me March", "take the filter off"),
            "set_pivot_table": ("how many visits per doctor and weekday",),
            "conditional_format": ("numbers below zero in red letters", "give the top ten a green background"),
            "validate_cells": ("column E accepts dates only",),
            "arrange_view": ("keep row 1 and column A in place when I move around",),
            "insert_chart": ("make a doughnut of the votes",),
            "change_chart": ("give the graph the heading Turnover",),
            "page_setup": ("print only the part with the figures",),
            "split_text": ("break Vienna;Austria into two cells",),
            "change_lines": ("get rid of the empty rows at the end",),
            "comment_cell": ("write a memo on the cell with the discount",),
            "export_csv": ("hand me the sheet as comma separated values",),
        },
        "libreoffice-writer": {
            "set_page": ("A5 and landscape please",),
            "set_header_footer": ("the date should appear at the foot of each page",),
            "insert_contents": ("give the report a directory of its headings",),
            "track_changes": ("reject what Tom proposed",),
            "edit_image": ("the picture should be half as wide",),
            "mark_text": ("attach a comment to the word budget",),
            "edit_style": ("headings a bit bigger and green",),
        },
        "libreoffice-impress": {
            "set_transition": ("change slides automatically every ten seconds",),
            "add_to_slide": ("draw a star on slide 2", "paste our logo in the corner of slide 1"),
            "export_slides": ("I need the slides as jpg",),
        },
        "chromium": {
            "bookmarks": ("save this site so that I find it again",),
            "browser_settings": ("show the home button", "ask before each download where to put it"),
            "downloads": ("wait until the file is down",),
            "tabs": ("which pages are open at the moment?", "switch to the page with the train times"),
            "save_page_table": ("put the stock prices of this page into a spreadsheet file",),
        },
        "": {
            "find_files": ("hunt for the photo called beach", "everything that I changed since yesterday"),
            "set_permissions": ("only I may look into secret.txt",),
            "pack_archive": ("bundle the invoices for the tax adviser",),
            "unpack_archive": ("what came in delivery.tar.gz should lie in Documents",),
            "pdf_of_pages": ("cut the first page off report.pdf", "make one document of the three scans"),
            "convert_document": ("turn slides.pptx into a pdf",),
            "change_picture": ("make a small version of team.jpg for the web",),
            "restore_file": ("bring back the letter that I removed this morning",),
            "stop_process": ("shut down the program that uses so much memory",),
            "change_setting find_settings": ("the mouse is far too quick", "show the seconds in the clock"),
            "rename_files": ("give the recordings running numbers",),
            "set_default_application": ("links should open in Chromium from now on",),
            "control_player": (
                "skip to the next song",
                "turn the music down to a third",
                "go to minute three of the film",
            ),
            "change_playlist": ("queue these two songs after the present one",),
            "set_vlc_option find_vlc_options": ("VLC should never open two windows at once",),
            "convert_media": ("I want only the sound of lecture.mp4", "a still of the film at second 90"),
            "find_mail": ("did Ben write to me last week?", "which letters have I not opened yet in my inbox?"),
            "read_mail": ("what does the last message from the landlord say?",),
            "save_attachments": ("put the enclosed invoice of Eva's message into Documents",),
            "compose_mail": ("write to ben@example.org that I am late", "send the report to Eva"),
        },
        "default": {
            "wheel_mouse_input": ("enlarge the map with the wheel",),
            "click_when": ("hit Buy as soon as the price is under 100",),
        },
    }
)
