/**
 * Keeps avvio from writing each of its steps to the console. It uses `util.debuglog`, which on workers always writes. This has to happen before avvio
 * is loaded, so this is a module of its own in `dist` too.
 */
import debugging from 'avvio/lib/debug.js'

/** The logger of avvio, silenced. */
export const quiet = Object.assign(debugging, { debug: (): void => {} })
