"""Words that mean nearly the same, as groups that semicolons divide. A word may stand in several groups.

There is one table for each way of asking, as what helps one search only adds noise to another: what is near in everyday words
of desktop work, what applications' menus call otherwise than people, and what guides do. They help to find a thing; what is
found and told is always the thing's own words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from ufo.text.stem import stems

NEAR_WORDS = """
remove delete erase drop discard clear eliminate throw rid away omit strip; add insert new append attach extra
another; create make produce generate build draw; change edit modify alter adjust update revise; copy duplicate clone
double replicate; move shift relocate transfer swap exchange; rename name call label title known entitle; picture
image photo photograph graphic portrait scan screenshot logo; colour color paint shade tint hue highlight tinted
coloured; background backdrop behind wallpaper; sort arrange order rank sequence alphabetical ascending descending;
filter only alone restrict narrow matching except; hide conceal collapse invisible; show display reveal visible unhide
see view; freeze pin fixed sticky stay vanish scroll; protect lock secure safeguard guard prevent overwritten forbid
read-only; validate allow permit choice choices dropdown options offer pick accept restrict; comment note remark
annotate annotation; chart graph diagram plot curve visualise visualize; table grid cross; header heading top
headline; footer bottom; margin border edge padding; contents toc chapters overview index outline; changes corrections
revision suggestions redline tracked; font typeface letters lettering; page paper sheet; print printed printer
printing printout; portrait landscape orientation sideways upright; word text wording phrase sentence; mode scheme
variant theme; style look appearance theme; convert export turn transform save into format; pdf docx xlsx odt ods odp
pptx csv document; compress shrink pack zip archive bundle; decompress unpack unzip extract expand; smaller reduce
shrink scale downsize thumbnail resize; bigger larger enlarge increase grow scale widen wider resize; rotate turn spin
tilt; flip mirror; crop trim cut clip; bright brightness lighten lighter exposure; dark dim darken darker black night;
blur soften unsharp; grey gray greyscale grayscale monochrome desaturate; transparent transparency see-through alpha
opacity; music song track tune audio sound album playlist player; video film movie clip recording player; play resume
start; pause halt hold; volume loud louder quiet quieter mute sound; speed fast faster slow slower rate; mail email
message letter inbox correspondence; attachment attach enclosed enclose enclosure; reply answer respond write compose;
search find look locate seek hunt; folder directory path where place; browser web internet chromium chrome; page site
website address link url; bookmark favourite favorite; download fetched saved arrived; history visited earlier;
program application app software process task; end stop quit kill terminate close exit abort; hang hangs frozen stuck
unresponsive; run execute launch start open; link hyperlink url clickable; shortcut symlink alias link; permission
access rights mode executable runnable readable writable; everybody everyone others all world; restore recover
undelete retrieve; undo revert back reverse; merge join combine unite together concatenate single one; split separate
divide apart break; sum total add up subtotal amount; condition conditional rule automatically overdue whenever; blank
empty gap missing hole; number numeric digit figure numbering; date day calendar; hour clock time 12h 24h; transition
animation effect fade wipe; slide presentation talk deck; handout notes speaker; setting option preference configure
configuration; default standard usual normal; screen display monitor; sleep suspend idle lock; mouse pointer cursor
touchpad; size big small large text-scaling scaling scale; desktop background; column row line cell; list enumerate
tell which what; section part region area; footnote endnote explain; replace substitute instead; save stored store
keep; tab tabs; message dialog box alert popup pop-up; prefix suffix rename beginning; letter invitation serial form
"""
"""Everyday words of desktop work, for tools and settings."""
_OF_MENUS = """
delete remove erase clear discard trash; picture image photo photograph graphic; insert add put place new create; quit
exit close leave; search find look locate; settings preferences options customize configure configuration; bigger
larger larger enlarge increase grow; smaller shrink reduce decrease; show display view see; hide conceal; undo revert;
redo repeat; copy duplicate clone; paste insert; picture snapshot screenshot; photo snapshot; grayscale greyscale gray
grey desaturate; monochrome grayscale desaturate; color colour hue; colors colours; mirror flip reverse; rotate turn
spin; sideways rotate; shade darken; uppercase capitals capital caps; lowercase small; wrap break; font typeface
character lettering; letters characters text; quicker faster speed accelerate; slower slow speed; loud louder volume;
quiet quieter volume mute; silence mute silent; sound audio; movie film video; clip video; captions subtitle
subtitles; web internet online html network; url address network location stream; link hyperlink url; folder
directory; file document; program application; start begin run play; launch run; stop end halt; pause interrupt; next
forward following; previous back backward last; up parent above higher; print printer; spelling spellcheck spell;
misspelled spelling; thesaurus synonyms; grid table; chart graph diagram plot; arrange align order sort;
alphabetically ascending sort; alphabetical ascending sort; order sort; reset remove clear; lock freeze protect fix
pin; unlock unfreeze unprotect; password protect protection encrypt; combine merge join unite; split separate divide;
blur smooth soften; sharpen crisp sharp; brightness lightness exposure; brighten brightness; contrast brightness; cut
crop trim; crop trim; resize scale size; dimensions size scale; magnify zoom; zoom scale; whole fit entire; everything
all; nothing none; selection select selected; mark select highlight; highlight background; opposite invert inverse;
invert negative; transparent alpha transparency; transparency alpha; layer layers; border frame outline; footnote
note; endnote note; comment annotation note remark; bibliography citation reference; contents index toc; heading title
caption; header heading; page sheet; bold strong; italic slanted emphasis; underline underscore; bullet bullets list
unordered; numbered numbering ordered; indentation indent; line row; column field; row line; slide page; slideshow
presentation show; presentation slideshow show; template master pattern; background wallpaper backdrop; animation
effect; animate animation; transition effect; speaker presenter notes; export convert save; store save keep; backup
copy; rename name; properties information details; statistics count; words word; count number; calculate recalculate
compute; formula function; average mean; conditional condition; validation validity; dropdown validity; symbol
character special; letter character; equation formula math; date time; today date; fullscreen full screen; window
windows; bookmark favorite favourite favorites; shortcut link symlink; symlink link; hidden invisible; extension type;
recent history; archive compress; terminal console shell; manual help guide; version about; theme scheme skin; dark
scheme theme; tab tabs; space spaces whitespace blank; blank empty; trailing ending; strip remove; swap transpose
exchange; jump go goto; record capture; metadata information; codec format; format style; style styles; refresh reload
update; reload revert refresh; wide width broad; narrow width; tall height high; autofit optimal fit; fit optimal;
fitting optimal; content contents; again restart repeat; unhide show; reveal show; unindent decrease outdent; outdent
decrease; increase more raise; decrease less lower reduce; raise up increase; lower down decrease; readonly viewer
protect lock; editable edit; exif metadata; info information; controls interface toolbar; toolbar toolbars bar; adjust
change correct modify effects; correct fix repair heal; repair fix heal; flow wrap; around wrap; source input
precedents; inputs precedents; bin trash wastebasket; wastebasket trash; recycle trash; newest modification modified
recent; oldest modification modified; latest recent last; modified modification changed; level parent; equalizer
effects equaliser; equaliser effects; sync synchronization; synchronise synchronization; synchronize synchronization;
delay synchronization; invisible hidden nonprinting; nonprinting formatting marks; practise rehearse; practice
rehearse; talk presentation; evenly distribute spacing; spread distribute; path location address; dvd disc; cd disc;
disk disc; webcam capture; camera capture; smaller minimize compress; compress minimize shrink; skip hide next;
overview sorter; thumbnails sorter icons; icon icons; icons zoom; tune adjust; language languages translation;
hyphenate hyphenation; translate language; abbreviation autotext autocorrect; autocomplete autoinput completion;
completion autocomplete; suggestion completion; duplicate copy; similar clone; wizard assistant; assistant wizard;
author creator; signature sign digital; sign signature; secure protect; unlock unprotect; frequency histogram; levels
histogram; soft feather; fade feather; hole holes; outline border stroke; stroke outline; paint brush; draw pencil
shape; shapes shape; rubber eraser; bucket fill; fill bucket; recolor colorize; tint colorize; warm temperature; cold
temperature; gray grey; antique sepia old; vintage old sepia; comic cartoon; oil oilify; pixelate pixelize; pixels
pixelize; snap grid; helplines guides; ruler rulers; bracket brackets; whitespace spaces; encoding unicode charset;
eol ending; linebreak ending break; newline ending; syntax highlight filetype language; programming filetype; code
source; mode view; panel pane; sidebar panel pane; dual two double; tree directory; server network connect; ftp
server; remote server network; usb devices; drive devices; program applications; apps applications; playback play;
track tracks; chapter chapters; loop repeat; shuffle random; random shuffle; karaoke effects; aspect ratio; ratio
aspect; deinterlace interlace; broadcast stream; podcast stream; radio stream network; download save; upload send;
mail email; email mail send; share send; chat comment; reply comment; resolve resolved; reject refuse; accept approve;
approve accept; changes track; revision changes version; versions version; sum total totals subtotals; total sum
subtotals; totals subtotals; duplicates filter; unique filter; ascending smallest; descending largest; percentage
percent; money currency; euro currency; dollar currency; decimal number; exponent scientific; dropdown list validity;
allowed validity; restrict validity protect; allow validity; target goal; wanted goal; optimize solver; optimise
solver; scenario scenarios; sparkline sparklines; mini sparkline; pivot crosstab; area range; range ranges area;
region range area; name define; page break; visible show; scrolling scroll; unix lf linux; windows crlf dos
"""
"""Words that people use for what menus call otherwise."""
_OF_GUIDES = """
make create new; add insert; remove delete erase clear; show display view see; picture image photo; colour color;
change modify edit alter; mark highlight emphasize; off disable deactivate; on enable activate; choose select pick;
compute calculate; size scale resize; repeat recur; mirror flip; centre center; bigger larger enlarge; preferences
settings options; uppercase capital; undo revert; find search
"""
"""A request says "make" where a guide says "create". These are whole words, as the index of guides holds them."""

_PHRASES = (
    (r"\bblack(?:-| )(?:and|&)(?:-| )white\b", "grayscale"),
    (r"\bside by side\b", "dual"),
    (r"\bupside down\b", "flip vertically"),
    (r"\bread(?:-| )only\b", "readonly"),
    (r"\bnew page\b", "page break"),
    (r"\b(?:go|move|jump|one level) up\b|\bone level up\b|\blevel up\b", "parent up"),
    (r"\bas (?:wide|broad|tall|high) as\b", "optimal width height"),
    (r"\bleave (.{1,30}) out\b", r"hide \1"),
    (r"\bat once\b|\ball together\b", "overview"),
    (r"\bsave (?:\w+ ){0,3}as\b", "save saveas"),
    (r"\b(?:under|with|by) (?:another|an?(?: (?:new|different|other))?) (?:file ?)?name\b", "saveas"),
    (r"\bz to a\b", "descending"),
    (r"\ba to z\b", "ascending"),
)
"""Several words that mean one thing, and words for that."""


def in_other_words(text: str) -> str:
    """Return a text with words in the place of figures of speech."""
    for pattern, words in _PHRASES:
        text = re.sub(pattern, words, text, flags=re.IGNORECASE)
    return text


def near(stem: str) -> frozenset[str]:
    """Return the stems of everyday words that mean nearly the same, the word's own included; none where none do."""
    return _stems_near(NEAR_WORDS).get(stem, frozenset())


def in_menus(stem: str) -> frozenset[str]:
    """Return the stems of words by which menus may call the same."""
    return _stems_near(_OF_MENUS).get(stem, frozenset()) - {stem}


def in_guides(word: str) -> tuple[str, ...]:
    """Return words by which guides may call the same, the word itself first."""
    return tuple(dict.fromkeys((word, *_words_near(_OF_GUIDES).get(word, ()))))


def groups(table: str) -> list[list[str]]:
    return [group.split() for group in table.split(";")]


@lru_cache
def _stems_near(table: str) -> Mapping[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for group in groups(table):
        alike = frozenset(stems(" ".join(group)))
        for stem in alike:
            found[stem] = found.get(stem, frozenset()) | alike
    return found


@lru_cache
def _words_near(table: str) -> Mapping[str, list[str]]:
    return {word: group for group in groups(table) for word in group}
