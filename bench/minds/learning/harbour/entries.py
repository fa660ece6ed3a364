"""All entries of the menus of Ebbmaster, in the jargon of its trade."""

from __future__ import annotations

from math import ceil, floor

from .acts import (
    Answers,
    Ask,
    Entry,
    added,
    boats,
    both,
    copied_out,
    each,
    entry,
    has,
    moved,
    one,
    ordered,
    over,
    owners,
    put_aside,
    reckoned,
    said,
    spliced,
    to,
    told,
    under,
)
from .ledger import Line, number, plain
from .office import (
    LENT,
    belay,
    cast_up,
    clear,
    cross,
    drop_sum,
    foul,
    haul_back,
    invert,
    letter,
    make_fast,
    rehand,
    repeat,
    shift,
    shortened,
    sight,
    stow,
    stow_as,
    strike,
    strike_out,
    sweep,
    tell_off,
    turned,
    twin,
    walk,
)

KWH = " kWh"
SPARK, WATER, SLIP = 0.45, 2.0, 35.0
"""Euros: electricity for a kilowatt hour, water for a night, the slipway each time."""
_is_moored, _is_gone = has("State", "moored"), has("State", "gone")
_unpaid = both(has("Paid", "no"), lambda line: line["State"] != "closed")
_may_strike = both(_is_moored, lambda line: bool(line["Metres"] and line["Nights"]))
_has_key = has("Mark", LENT)


def _has_drawn(line: Line) -> bool:
    return line["Mark"].endswith(KWH) and line["Mark"].removesuffix(KWH).replace(".", "", 1).isdecimal()


def _drawn(line: Line, answers: Answers) -> None:
    line["Mark"] = plain(number(answers[0], "number of kilowatt hours")) + KWH


def _hoist(label: str, says: str, mark: str) -> Entry:
    return entry(f"Signals > Hoist > {label}", says, one(to("Mark", mark)))


def _rake(label: str, says: str, column: str, last_first: bool = False) -> Entry:
    return entry(f"Rake > {label}", says, ordered(column, last_first=last_first))


_LEDGER = (
    entry("Ledger > Stow", "Writes the list to its file", stow, key="<Control>s"),
    entry("Ledger > Stow By...", "Writes the list to another file", stow_as, Ask("File")),
    entry("Ledger > Haul Back", "Reads the file anew; what was not stowed is lost", haul_back),
    entry("Ledger > Splice...", "Adds the lines of another list", spliced, Ask("File")),
    entry(
        "Ledger > Break Out > Ebbed...",
        "Moves boats that have left to a file of their own",
        put_aside(_is_gone),
        Ask("File"),
    ),
    entry(
        "Ledger > Break Out > Foul...",
        "Moves closed berths to a file of their own",
        put_aside(has("State", "closed")),
        Ask("File"),
    ),
    entry(
        "Ledger > Break Out > Square...",
        "Moves boats that have paid to a file of their own",
        put_aside(has("Paid", "yes")),
        Ask("File"),
    ),
    entry(
        "Ledger > Break Out > Sighted...",
        "Moves boats without a berth to a file of their own",
        put_aside(has("State", "sighted")),
        Ask("File"),
    ),
    entry(
        "Ledger > Rub Off > Hulls...", "Copies the names of all boats to a text file", copied_out("Boat"), Ask("File")
    ),
    entry(
        "Ledger > Rub Off > Hands...", "Copies the names of all owners to a text file", copied_out("Owner"), Ask("File")
    ),
    entry(
        "Ledger > Rub Off > Berths...",
        "Copies all berths that are held to a text file",
        copied_out("Berth"),
        Ask("File"),
    ),
    entry("Ledger > Belay", "Settles every boat of a list that is cast up", belay),
    entry("Ledger > Unbelay", "", each(to("State", "moored"), has("State", "settled"))),
)
_LAY = (
    entry(
        "Lay > Make Fast...", "Gives a sighted boat its berth and its nights", make_fast, Ask("Berth"), Ask("Nights")
    ),
    entry(
        "Lay > Single Up",
        "Takes off all lines but one each end",
        one(to("State", "singled"), _is_moored, "The {} is not moored."),
    ),
    entry(
        "Lay > Double Up",
        "Puts out all lines again",
        one(to("State", "moored"), has("State", "singled"), "The {} is not singled up."),
    ),
    entry(
        "Lay > Slip Lines",
        "The boat has left; its berth is free",
        one(lambda line, _: line.update(State="gone", Berth="")),
    ),
    entry("Lay > Kedge", "", one(lambda line, _: line.update(State="sighted", Berth=""))),
    entry("Lay > Warping > Shift...", "Lays the boat at a free berth", shift, Ask("Berth")),
    entry(
        "Lay > Warping > Cross Hawse...",
        "Exchanges the berths of two boats",
        cross,
        Ask("Hull", boats),
        Ask("With", boats),
    ),
    entry("Lay > Warping > Walk Up", "Counts every berth one up", walk(1)),
    entry("Lay > Warping > Walk Down", "Counts every berth one down", walk(-1)),
    entry("Lay > Warping > Letter...", "Moves all boats of the list to the pier of that letter", letter, Ask("Pier")),
    entry("Lay > Groundwork > Foul...", "Takes a berth out of use", foul, Ask("Berth"), Ask("Cause")),
    entry("Lay > Groundwork > Clear...", "Puts a foul berth back into use", clear, Ask("Berth")),
    entry("Lay > Watches > One Tide More", "One night more", one(reckoned("Nights", lambda nights: nights + 1))),
    entry(
        "Lay > Watches > One Tide Less", "One night less", one(reckoned("Nights", lambda nights: max(0, nights - 1)))
    ),
    entry(
        "Lay > Watches > Turn the Glass",
        "One night more for every moored boat",
        each(reckoned("Nights", lambda nights: nights + 1), _is_moored),
    ),
    entry(
        "Lay > Watches > Stop the Glass", "Every boat begins at no nights again", each(to("Nights", "0"), _is_moored)
    ),
    entry("Lay > Watches > Bespeak...", "Sets how many nights the boat stays", one(told("Nights")), Ask("Nights")),
)
_HULL = (
    entry(
        "Hull > Sight...", "Enters a boat that is before the harbour", sight, Ask("Hull"), Ask("Hand"), Ask("Metres")
    ),
    entry("Hull > Scuttle", "Takes the line off the list", strike_out),
    entry("Hull > Twin", "Copies the line for a sister ship", twin),
    entry("Hull > Rechristen...", "Gives the boat another name", one(told("Boat")), Ask("Name")),
    entry("Hull > Gauge...", "Sets how long the boat is", one(told("Metres")), Ask("Metres")),
    entry("Hull > Staves > Whole", "Lengths in whole metres, upwards", each(reckoned("Metres", ceil))),
    entry("Hull > Staves > Bare", "Lengths in whole metres, downwards", each(reckoned("Metres", floor))),
    entry(
        "Hull > Staves > Half",
        "Lengths in half metres, upwards",
        each(reckoned("Metres", lambda metres: ceil(metres * 2) / 2)),
    ),
    entry(
        "Hull > Staves > Landsman", "Lengths from feet to metres", each(reckoned("Metres", lambda feet: feet * 0.3048))
    ),
    entry(
        "Hull > Staves > Bowsprit",
        "A metre more for each boat, for what sticks out",
        each(reckoned("Metres", lambda metres: metres + 1)),
    ),
    entry("Hull > Scrollwork > Carved", "Names in capital letters", each(said("Boat", str.upper))),
    entry(
        "Hull > Scrollwork > Painted",
        "Names with a capital at the beginning of each word",
        each(said("Boat", str.title)),
    ),
    entry("Hull > Scrollwork > Scraped", "Takes blanks around names away", each(said("Boat", str.strip))),
    entry(
        "Hull > Scrollwork > Article",
        "",
        each(said("Boat", lambda name: name if name.startswith("The ") else f"The {name}")),
    ),
    entry("Hull > Scrollwork > No Article", "", each(said("Boat", lambda name: name.removeprefix("The ")))),
)
_TALLY = (
    entry(
        "Tally > Strike",
        "Reckons the fee of a moored boat",
        one(strike, _may_strike, "The {} is not moored, or has no nights."),
        key="<Control>k",
    ),
    entry("Tally > Strike All", "Reckons the fee of all moored boats", each(strike, _may_strike)),
    entry("Tally > Sponge", "Wipes the fee of the boat", one(to("Fee", ""))),
    entry("Tally > Sponge All", "Wipes all fees", each(to("Fee", ""))),
    entry("Tally > Square", "The boat has paid", one(to("Paid", "yes"))),
    entry("Tally > Unsquare", "The boat has not paid", one(to("Paid", "no"))),
    entry("Tally > Square All", "", each(to("Paid", "yes"))),
    entry(
        "Tally > Eases > Minnow Ease",
        "Halves the fees of boats under six metres",
        each(reckoned("Fee", lambda fee: fee / 2), under("Metres", 6)),
    ),
    entry(
        "Tally > Eases > Barnacle Ease",
        "A tenth off for boats that stay over thirty nights",
        each(reckoned("Fee", lambda fee: fee * 0.9), over("Nights", 30)),
    ),
    entry("Tally > Eases > Grace", "The boat pays nothing", one(to("Fee", "0.00"))),
    entry("Tally > Eases > Neap Ease", "A fifth off for the boat", one(reckoned("Fee", lambda fee: fee * 0.8))),
    entry(
        "Tally > Eases > Neap Ease for All", "A fifth off for all boats", each(reckoned("Fee", lambda fee: fee * 0.8))
    ),
    entry(
        "Tally > Loads > Whale Load",
        "A quarter more for boats over twelve metres",
        each(reckoned("Fee", lambda fee: fee * 1.25), over("Metres", 12)),
    ),
    entry("Tally > Loads > Spring Load", "A tenth more for all boats", each(reckoned("Fee", lambda fee: fee * 1.1))),
    entry(
        "Tally > Loads > Late Load",
        "Five euros more for each boat that has not paid",
        each(added(lambda line, answers: 5.0), _unpaid),
    ),
    entry(
        "Tally > Loads > Demurrage...",
        "Adds an amount to the fee of the boat",
        one(added(lambda line, answers: number(answers[0], "amount"))),
        Ask("Euros"),
    ),
    entry(
        "Tally > Sundries > Spark",
        "Adds what the boat drew from the wire post",
        one(
            added(lambda line, _: SPARK * float(line["Mark"].removesuffix(KWH))),
            _has_drawn,
            "The {} has drawn nothing.",
        ),
    ),
    entry(
        "Tally > Sundries > Cask",
        "Adds fresh water for all nights of the boat",
        one(added(lambda line, answers: WATER * number(line["Nights"] or "0"))),
    ),
    entry("Tally > Sundries > Cradle", "Adds one use of the slipway", one(added(lambda line, answers: SLIP))),
    entry("Tally > Rounding > Warp Out", "Fees in whole euros, downwards", each(reckoned("Fee", floor))),
    entry("Tally > Rounding > Warp In", "Fees in whole euros, upwards", each(reckoned("Fee", ceil))),
    entry("Tally > Proof > Cast Up", "Adds a last line with the sum of all fees", cast_up),
    entry("Tally > Proof > Cast Off", "Takes the line with the sum away", drop_sum),
)
_ROLL = (
    entry("Roll > Hand Over...", "Gives the boat another owner", one(told("Owner")), Ask("Hand")),
    entry(
        "Roll > Hand Over Fleet...", "Gives all boats of an owner to another", rehand, Ask("From", owners), Ask("To")
    ),
    entry("Roll > Call > Bookwise", "Owners with the family name first, and back", each(said("Owner", turned))),
    entry("Roll > Call > Short", "Owners with an initial for the first name", each(said("Owner", shortened))),
    entry("Roll > Call > Loud", "Owners in capital letters", each(said("Owner", str.upper))),
    entry(
        "Roll > Pennants > Black Pennant",
        "Reminds those who owe after thirty nights",
        each(to("Mark", "reminder"), both(_unpaid, over("Nights", 30))),
    ),
    entry(
        "Roll > Pennants > Red Pennant",
        "Last notice for those who were reminded",
        each(to("Mark", "last notice"), both(_unpaid, has("Mark", "reminder"))),
    ),
    entry(
        "Roll > Pennants > White Pennant",
        "Takes notices back from those who have paid",
        each(to("Mark", ""), both(has("Paid", "yes"), has("Mark", "reminder", "last notice"))),
    ),
    entry(
        "Roll > Pennants > Dip",
        "",
        one(to("Mark", ""), has("Mark", "reminder", "last notice"), "The {} has no pennant."),
    ),
)
_WATCH = (
    entry(
        "Watch > Wires > Lend Key",
        "The boat may draw from the wire post",
        one(to("Mark", LENT), _is_moored, "The {} is not moored."),
    ),
    entry(
        "Watch > Wires > Take Key...",
        "The boat hands the key in, with what the post counted",
        one(_drawn, _has_key, "The {} has no wire key."),
        Ask("kWh"),
    ),
    entry("Watch > Wires > All Keys In", "", each(to("Mark", ""), _has_key)),
    entry(
        "Watch > Rounds > All Fast",
        "Every singled boat is moored again",
        each(to("State", "moored"), has("State", "singled")),
    ),
    entry(
        "Watch > Rounds > All Single",
        "A storm comes: every moored boat is singled up",
        each(to("State", "singled"), _is_moored),
    ),
    entry("Watch > Rounds > Sweep", "Takes boats that have left off the list", sweep),
    entry(
        "Watch > Rounds > Lay Up",
        "The boat stays for the winter",
        one(to("State", "laid up"), _is_moored, "The {} is not moored."),
    ),
    entry(
        "Watch > Rounds > Fit Out",
        "The boat's winter is over",
        one(to("State", "moored"), has("State", "laid up"), "The {} is not laid up."),
    ),
)
_RAKE = (
    _rake("Stem First", "The longest boat first", "Metres", True),
    _rake("Stern First", "The shortest boat first", "Metres"),
    _rake("Pier Walk", "In the order of berths", "Berth"),
    _rake("Crier", "In the order of the boats' names", "Boat"),
    _rake("Muster", "In the order of the owners' names", "Owner"),
    _rake("Heavy Purse", "The highest fee first", "Fee", True),
    _rake("Light Purse", "The lowest fee first", "Fee"),
    _rake("Barnacles", "Who stays longest first", "Nights", True),
    _rake("Mayflies", "Who stays shortest first", "Nights"),
    _rake("Weather", "In the order of states", "State"),
    entry("Rake > About", "Turns the list upside down", invert),
    entry("Rake > Heave", "The line one place up", moved(-1), key="<Control>Up"),
    entry("Rake > Lower", "The line one place down", moved(1), key="<Control>Down"),
    entry("Rake > Tell Off", "Numbers the lines in their marks", tell_off),
)
_SIGNALS = (
    _hoist("Yellow Jack", "Nobody may go ashore", "quarantine"),
    _hoist("Papa", "The boat sails today", "sails today"),
    _hoist("Bravo", "The boat has dangerous goods", "dangerous goods"),
    _hoist("Lantern", "Somebody lives on board", "lived in"),
    _hoist("Cold Hearth", "Nobody is on board", "nobody aboard"),
    _hoist("Bilge", "The boat takes in water", "leaks"),
    entry("Signals > Bend On...", "Writes a mark of your own", one(told("Mark")), Ask("Mark")),
    entry("Signals > Haul Down", "Takes the mark of the boat away", one(to("Mark", ""))),
    entry("Signals > Haul Down All", "Takes all marks away", each(to("Mark", ""))),
    entry("Signals > Repeat", "Gives every boat the mark of the chosen one", repeat),
)
ENTRIES: tuple[Entry, ...] = (*_LEDGER, *_LAY, *_HULL, *_TALLY, *_ROLL, *_WATCH, *_RAKE, *_SIGNALS)
