/**
 * Keeps avvio from writing each of its steps to the console: `util.debuglog` always writes on workers. The logger of avvio has to be replaced before
 * avvio is loaded. So this code is a module of its own, also in `dist`.
 */
import debugging from 'avvio/lib/debug.js'

export const quiet = Object.assign(debugging, { debug: (): void => {} })
