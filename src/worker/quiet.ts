/**
 * Keeps avvio from writing each of its steps to the console. It writes by `util.debuglog`, which on workers writes always. This has to happen before
 * avvio is loaded, so this is a module of its own in `dist` too.
 */
import debugging from 'avvio/lib/debug.js'

/** The logger of avvio's steps. */
export const quiet = Object.assign(debugging, { debug: (): void => {} })
