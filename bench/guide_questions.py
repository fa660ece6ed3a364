"""Questions to real guides, each with headings of the pages that answer it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ufo.knowledge.index.values import Hit

CALC, WRITER, IMPRESS = "libreoffice-calc", "libreoffice-writer", "libreoffice-impress"
GIMP, GEDIT, CALCULATOR = "gimp", "gedit", "gnome-calculator"


@dataclass(frozen=True, slots=True)
class Question:
    """`answers`: parts of the headings of pages that answer it; none where no page does."""

    application: str
    text: str
    answers: tuple[str, ...] = ()

    def is_answered_by(self, hit: Hit) -> bool:
        told = f"{hit.title} > {' > '.join(hit.path)}".lower()
        return any(answer.lower() in told for answer in self.answers)


ASIDES = (
    " for Mrs Quimby", ", as agreed with the bakery", " before the workshop in Bratislava", " so that Grandpa understands it",
)  # fmt: skip
"""What people add to a request that no guide knows. They set the constants too."""
OTHER_ASIDES = (
    " for the Kowalski wedding",
    ", Grandma likes that",
    " like we did at the choir",
    " because the plumber asked",
)


def with_asides(questions: Iterable[Question], asides: Sequence[str]) -> list[Question]:
    """Return each question with each of these added to it."""
    return [replace(question, text=question.text + aside) for question in questions for aside in asides]


QUESTIONS = (
    Question(CALC, "Freeze the first row of the sheet", ("freez",)),
    Question(CALC, "Keep the header row visible while scrolling", ("freez",)),
    Question(CALC, "Hide the grid lines in sales.ods", ("grid lines", "table views")),
    Question(CALC, "Make a pivot table of the sales by region", ("creating pivot", "pivot table",)),
    Question(CALC, "Repeat row 1 on each printed page", ("on every page", "rows to repeat")),
    Question(CALC, "Show the formulas instead of the results", ("formula",)),
    Question(CALC, "Protect the sheet so that nobody can change it", ("protect",)),
    Question(CALC, "Mark all values above 100 in red automatically", ("conditional",)),
    Question(CALC, "Sort the table by column B, largest first", ("sort",)),
    Question(CALC, "Show only the rows where the city is Berlin", ("filter",)),
    Question(CALC, "Put a drop-down list with yes and no into C2:C20", ("validity",)),
    Question(CALC, "Split the full names in column A into two columns", ("text to columns", "split")),
    Question(CALC, "Transpose rows and columns of the table", ("transpos",)),
    Question(CALC, "Name the range A1:C5 prices", ("name", "names")),
    Question(CALC, "Insert today's date that updates itself", ("date", "today")),
    Question(CALC, "Add a comment to cell B3", ("comment",)),
    Question(CALC, "Merge the cells of the title", ("merge", "merging")),
    Question(CALC, "Find which input gives a result of 1000", ("goal seek",)),
    Question(CALC, "Trace which cells a formula depends on", ("precedent", "detective", "dependents")),
    Question(CALC, "Add a trend line to the chart", ("trend",)),
    Question(CALC, "Export the sheet as PDF", ("pdf",)),
    Question(CALC, "Group rows 5 to 9 so that they can be folded", ("group", "outline")),
    Question(WRITER, "Insert a table of contents at the beginning of the document", ("table of contents", "contents")),
    Question(WRITER, "Number the lines of the document", ("line number",)),
    Question(WRITER, "Set the page to landscape", ("orientation", "landscape", "page")),
    Question(WRITER, "Add a footnote after the first sentence", ("footnote",)),
    Question(WRITER, "Record changes so that others see what I edited", ("record", "track", "changes")),
    Question(WRITER, "Start page numbering at 5", ("page number", "numbering")),
    Question(WRITER, "Put a watermark behind the text", ("watermark",)),
    Question(WRITER, "Write the text in two columns", ("column",)),
    Question(WRITER, "Turn off automatic spell checking", ("spell", "autospell", "spelling")),
    Question(WRITER, "Convert this table to text", ("convert",)),
    Question(WRITER, "Insert a page break before the chapter", ("break",)),
    Question(WRITER, "Make a mail merge letter from addresses", ("mail merge", "form letter")),
    Question(WRITER, "Wrap the text around the picture", ("wrap",)),
    Question(WRITER, "Hide the whitespace between pages", ("whitespace", "white space")),
    Question(IMPRESS, "Start the slide show from the current slide", ("slide show",)),
    Question(IMPRESS, "Fly in the title with an animation", ("animat", "effects")),
    Question(IMPRESS, "Use the same background on all slides", ("background", "slide design", "master")),
    Question(IMPRESS, "Add speaker notes to slide 2", ("notes",)),
    Question(IMPRESS, "Change slides automatically after 5 seconds", ("transition", "timed", "automatic")),
    Question(GIMP, "Crop the image to the selection", ("crop",)),
    Question(GIMP, "Make the picture black and white", ("desaturate", "grayscale", "black", "threshold")),
    Question(GIMP, "Remove red eyes", ("red eye", "red-eye")),
    Question(GIMP, "Blur the background", ("blur",)),
    Question(GIMP, "Mirror the image horizontally", ("flip",)),
    Question(GIMP, "Make the white background transparent", ("transparen", "alpha", "color to alpha")),
    Question(GIMP, "Resize the image to 800 pixels wide", ("scale image", "size", "scaling", "print size")),
    Question(GIMP, "Select all areas of the same colour", ("by color", "select")),
    Question(GIMP, "Add text with a drop shadow", ("drop shadow", "text")),
    Question(GIMP, "Show the layers dialog", ("layers dialog", "layer", "dialogs")),
    Question(GEDIT, "Sort the lines alphabetically", ("sort",)),
    Question(GEDIT, "Show line numbers", ("line number",)),
    Question(GEDIT, "Replace every cat by dog", ("replac", "search")),
    Question(GEDIT, "Check the spelling", ("spell",)),
    Question(GEDIT, "Change the font", ("font", "text")),
    Question(GEDIT, "Put two documents side by side", ("tab", "side")),
    Question(CALCULATOR, "Convert 75 to binary", ("base",)),
    Question(CALCULATOR, "How many minutes are 3 hours", ("time",)),
    Question(CALCULATOR, "Compute the factorial of 7", ("factorial",)),
    Question(CALCULATOR, "Take the square root of 81", ("root",)),
    Question(CALC, "Write 5 into A1"),
    Question(CALC, "Type Umsatz into B7 and 42 into C7"),
    Question(CALC, "Order a pizza for the office"),
    Question(CALC, "Send the report to Eva by mail tonight and thank her"),
    Question(CALC, "Play the song Yesterday"),
    Question(WRITER, "Type Dear Eva and save it as memo.odt"),
    Question(WRITER, "Book a flight to Rome"),
    Question(WRITER, "Write a poem about the sea"),
    Question(WRITER, "Install the printer driver"),
    Question(IMPRESS, "Compute 12*(3+4) in the calculator"),
    Question(GIMP, "Order a pizza"),
    Question(GIMP, "Sum column B and write the total below"),
    Question(GIMP, "Reply to the last mail from Peter"),
    Question(GEDIT, "Type hello world into the document"),
    Question(GEDIT, "Freeze the first row"),
    Question(GEDIT, "Make a bar chart of the sales"),
    Question(CALCULATOR, "Compute 6*7"),
    Question(CALCULATOR, "Write a letter to the bank"),
    Question(CALCULATOR, "Rotate the picture by 90 degrees"),
)  # fmt: skip

HELD_OUT = (
    Question(CALC, "Remove duplicate rows from the list", ("duplicate",)),
    Question(CALC, "Show two parts of the sheet at once", ("split",)),
    Question(CALC, "Fill the column with the numbers 1 to 100", ("series", "fill")),
    Question(CALC, "Turn the chart into a pie chart", ("pie", "chart type")),
    Question(CALC, "Round the prices to two decimals", ("round", "decimal", "number")),
    Question(CALC, "Link a cell to another sheet", ("reference", "link", "sheets")),
    Question(CALC, "Print only the cells A1 to D20", ("print range",)),
    Question(WRITER, "Insert a cross-reference to figure 2", ("cross-reference", "reference")),
    Question(WRITER, "Rotate the text by 90 degrees", ("rotat",)),
    Question(WRITER, "Compare this document with an older version", ("compar", "version")),
    Question(WRITER, "Count the words of the text", ("word count", "count")),
    Question(WRITER, "Put a border around the paragraph", ("border",)),
    Question(IMPRESS, "Export every slide as a picture", ("export", "slides")),
    Question(IMPRESS, "Number the slides", ("slide number", "page number", "number")),
    Question(GIMP, "Cut out the person and put it on a new layer", ("foreground", "selection", "layer", "cut")),
    Question(GIMP, "Sharpen a blurry photo", ("sharpen", "unsharp")),
    Question(GIMP, "Rotate the picture by 15 degrees", ("rotat",)),
    Question(GIMP, "Lower the brightness", ("brightness",)),
    Question(GEDIT, "Print only page 3", ("print",)),
    Question(CALCULATOR, "Add 20 percent to 150", ("percent",)),
    Question(CALC, "Call me a taxi at eight"),
    Question(CALC, "Translate the first column into French"),
    Question(WRITER, "Pay the electricity bill"),
    Question(WRITER, "Shut the computer down"),
    Question(GIMP, "Type the names Eva, Tom and Lin into the list"),
    Question(GIMP, "Search the web for red shoes"),
    Question(GEDIT, "Rename the layer to sky"),
    Question(CALCULATOR, "Insert a picture of a cat"),
)  # fmt: skip
"""Written when the constants of the search stood, and not used to set them."""
