/**
 * avvio logs by `util.debuglog`, which always writes on Cloudflare Workers. avvio's logger must be replaced before avvio loads, so this code is a
 * separate module.
 */
import debugging from 'avvio/lib/debug.js'

export const quiet = Object.assign(debugging, { debug: (): void => {} })
