"""Words that people use for what applications call otherwise, as groups of words that mean the same.

They help to find an entry. What is found and told is always the application's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from re import IGNORECASE

from ufo.schema.patterns import regex
from ufo.schema.word_search import stems

_SAME = """
delete remove erase clear discard trash
picture image photo photograph graphic
insert add put place new create
quit exit close leave
search find look locate
settings preferences options customize configure configuration
bigger larger larger enlarge increase grow
smaller shrink reduce decrease
show display view see
hide conceal
undo revert
redo repeat
copy duplicate clone
paste insert
picture snapshot screenshot
photo snapshot
grayscale greyscale gray grey desaturate
monochrome grayscale desaturate
color colour hue
colors colours
mirror flip reverse
rotate turn spin
sideways rotate
shade darken
uppercase capitals capital caps
lowercase small
wrap break
font typeface character lettering
letters characters text
quicker faster speed accelerate
slower slow speed
loud louder volume
quiet quieter volume mute
silence mute silent
sound audio
movie film video
clip video
captions subtitle subtitles
web internet online html network
url address network location stream
link hyperlink url
folder directory
file document
program application
start begin run play
launch run
stop end halt
pause interrupt
next forward following
previous back backward last
up parent above higher
print printer
spelling spellcheck spell
misspelled spelling
thesaurus synonyms
grid table
chart graph diagram plot
arrange align order sort
alphabetically ascending sort
alphabetical ascending sort
order sort
reset remove clear
lock freeze protect fix pin
unlock unfreeze unprotect
password protect protection encrypt
combine merge join unite
split separate divide
blur smooth soften
sharpen crisp sharp
brightness lightness exposure
brighten brightness
contrast brightness
cut crop trim
crop trim
resize scale size
dimensions size scale
magnify zoom
zoom scale
whole fit entire
everything all
nothing none
selection select selected
mark select highlight
highlight background
opposite invert inverse
invert negative
transparent alpha transparency
transparency alpha
layer layers
border frame outline
footnote note
endnote note
comment annotation note remark
bibliography citation reference
contents index toc
heading title caption
header heading
page sheet
bold strong
italic slanted emphasis
underline underscore
bullet bullets list unordered
numbered numbering ordered
indentation indent
line row
column field
row line
slide page
slideshow presentation show
presentation slideshow show
template master pattern
background wallpaper backdrop
animation effect
animate animation
transition effect
speaker presenter notes
export convert save
store save keep
backup copy
rename name
properties information details
statistics count
words word
count number
calculate recalculate compute
formula function
average mean
conditional condition
validation validity
dropdown validity
symbol character special
letter character
equation formula math
date time
today date
fullscreen full screen
window windows
bookmark favorite favourite favorites
shortcut link symlink
symlink link
hidden invisible
extension type
recent history
archive compress
terminal console shell
manual help guide
version about
theme scheme skin
dark scheme theme
tab tabs
space spaces whitespace blank
blank empty
trailing ending
strip remove
swap transpose exchange
jump go goto
record capture
metadata information
codec format
format style
style styles
refresh reload update
reload revert refresh
wide width broad
narrow width
tall height high
autofit optimal fit
fit optimal
fitting optimal
content contents
again restart repeat
unhide show
reveal show
unindent decrease outdent
outdent decrease
increase more raise
decrease less lower reduce
raise up increase
lower down decrease
readonly viewer protect lock
editable edit
exif metadata
info information
controls interface toolbar
toolbar toolbars bar
adjust change correct modify effects
correct fix repair heal
repair fix heal
flow wrap
around wrap
source input precedents
inputs precedents
bin trash wastebasket
wastebasket trash
recycle trash
newest modification modified recent
oldest modification modified
latest recent last
modified modification changed
level parent
equalizer effects equaliser
equaliser effects
sync synchronization
synchronise synchronization
synchronize synchronization
delay synchronization
invisible hidden nonprinting
nonprinting formatting marks
practise rehearse
practice rehearse
talk presentation
evenly distribute spacing
spread distribute
path location address
dvd disc
cd disc
disk disc
webcam capture
camera capture
smaller minimize compress
compress minimize shrink
skip hide next
overview sorter
thumbnails sorter icons
icon icons
icons zoom
tune adjust
language languages translation
hyphenate hyphenation
translate language
abbreviation autotext autocorrect
autocomplete autoinput completion
completion autocomplete
suggestion completion
duplicate copy
similar clone
wizard assistant
assistant wizard
author creator
signature sign digital
sign signature
secure protect
unlock unprotect
frequency histogram
levels histogram
soft feather
fade feather
hole holes
outline border stroke
stroke outline
paint brush
draw pencil shape
shapes shape
rubber eraser
bucket fill
fill bucket
recolor colorize
tint colorize
warm temperature
cold temperature
gray grey
antique sepia old
vintage old sepia
comic cartoon
oil oilify
pixelate pixelize
pixels pixelize
snap grid
helplines guides
ruler rulers
bracket brackets
whitespace spaces
encoding unicode charset
eol ending
linebreak ending break
newline ending
syntax highlight filetype language
programming filetype
code source
mode view
panel pane
sidebar panel pane
dual two double
tree directory
server network connect
ftp server
remote server network
usb devices
drive devices
program applications
apps applications
playback play
track tracks
chapter chapters
loop repeat
shuffle random
random shuffle
karaoke effects
aspect ratio
ratio aspect
deinterlace interlace
broadcast stream
podcast stream
radio stream network
download save
upload send
mail email
email mail send
share send
chat comment
reply comment
resolve resolved
reject refuse
accept approve
approve accept
changes track
revision changes version
versions version
sum total totals subtotals
total sum subtotals
totals subtotals
duplicates filter
unique filter
ascending smallest
descending largest
percentage percent
money currency
euro currency
dollar currency
decimal number
exponent scientific
dropdown list validity
allowed validity
restrict validity protect
allow validity
target goal
wanted goal
optimize solver
optimise solver
scenario scenarios
sparkline sparklines
mini sparkline
pivot crosstab
area range
range ranges area
region range area
name define
page break
visible show
scrolling scroll
unix lf linux
windows crlf dos
"""


@lru_cache(maxsize=1)
def _groups() -> dict[str, frozenset[str]]:
    """Return, for the stem of each word, the stems that mean the same."""
    found: dict[str, set[str]] = {}
    for line in _SAME.strip().splitlines():
        group = [stem for word in line.split() for stem in stems(word)]
        for one in group:
            found.setdefault(one, set()).update(group)
    return {one: frozenset(others - {one}) for one, others in found.items()}


_PHRASES = (
    (regex(r"\bblack(?:-| )(?:and|&)(?:-| )white\b", IGNORECASE), "grayscale"),
    (regex(r"\bside by side\b", IGNORECASE), "dual"),
    (regex(r"\bupside down\b", IGNORECASE), "flip vertically"),
    (regex(r"\bread(?:-| )only\b", IGNORECASE), "readonly"),
    (regex(r"\bnew page\b", IGNORECASE), "page break"),
    (regex(r"\b(?:go|move|jump|one level) up\b|\bone level up\b|\blevel up\b", IGNORECASE), "parent up"),
    (regex(r"\bas (?:wide|broad|tall|high) as\b", IGNORECASE), "optimal width height"),
    (regex(r"\bleave (.{1,30}) out\b", IGNORECASE), r"hide \1"),
    (regex(r"\bat once\b|\ball together\b", IGNORECASE), "overview"),
    (regex(r"\bsave (?:\w+ ){0,3}as\b", IGNORECASE), "save saveas"),
    (
        regex(r"\b(?:under|with|by) (?:another|an?(?: (?:new|different|other))?) (?:file ?)?name\b", IGNORECASE),
        "saveas",
    ),
    (regex(r"\bz to a\b", IGNORECASE), "descending"),
    (regex(r"\ba to z\b", IGNORECASE), "ascending"),
)
"""Several words that mean one thing, and words for that."""


def in_other_words(text: str) -> str:
    """Return a text with words in the place of figures of speech."""
    for pattern, words in _PHRASES:
        text = pattern.sub(words, text)
    return text


def same(stem: str) -> Iterator[str]:
    """Yield the stems of words that mean the same."""
    yield from _groups().get(stem, ())
