/** avvio uses `util.debuglog`, which always writes on workers. Its logger must be replaced before avvio loads. So this is a module of its own. */
import debugging from 'avvio/lib/debug.js'

export const quiet = Object.assign(debugging, { debug: (): void => {} })
