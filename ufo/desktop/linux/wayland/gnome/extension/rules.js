// What may be struck. Nothing here knows the shell, so that it can be tried without one (tests/desktop/linux/wayland).

/** Return why the order must not be carried out as things stand now, or null.
 *
 * order: {x, y, tops, painted, until, steps}. `tops`: the windows that may get it, null for any. `painted`: when each of some windows
 * was painted on last, in microseconds; the order is for what they showed then. `until`: whoever gave it waits no longer.
 * now: {at: {window, name}, painted: Map, time}.
 */
function refusal(order, now) {
    if (now.time > order.until)
        return {refused: 'late', at: now.at};
    if (order.tops && !order.tops.includes(now.at.window))
        return {refused: 'over', at: now.at};
    for (const [id, time] of Object.entries(order.painted ?? {})) {
        if (now.painted.get(Number(id)) !== time)
            return {refused: 'painted', at: now.at};
    }
    return null;
}

/** Return what is still to be let go of after the steps: the buttons of `held` and of the steps that were only pressed. */
function heldAfter(held, steps) {
    const left = new Set(held);
    for (const [what, button] of steps) {
        if (what === 'press')
            left.add(button);
        else if (what === 'release')
            left.delete(button);
    }
    return left;
}

/** Return the order as a value that can be carried out. Throws for anything else, before anything is done. */
function parsed(text) {
    const order = JSON.parse(text);
    const isNumber = value => typeof value === 'number' && Number.isFinite(value);
    const sizes = {move: 2, press: 1, release: 1, scroll: 2};
    if (![order?.x, order?.y, order?.until].every(isNumber) || !Array.isArray(order.steps))
        throw new Error('an order has x, y, until and steps');
    if (order.tops && !order.tops.every(isNumber))
        throw new Error('tops are numbers of windows');
    for (const [what, ...values] of order.steps) {
        if (values.length !== sizes[what] || !values.every(isNumber))
            throw new Error(`no such step: ${what}`);
    }
    return order;
}
