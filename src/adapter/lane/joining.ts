/** How an exchange that has begun without Node's server gets hold of what the server makes of it: the server's listener is called for it. Leans on nothing. */
import type { IncomingMessage, RawListener, ServerResponse } from '../../node-http.ts'

type Meet = (raw: IncomingMessage, rawReply: ServerResponse) => void

/** Of the exchange that is just being given to the server. */
let expected: Meet | null = null

/** Gives an exchange to the server by `give`; what the server hands to its listener meanwhile goes to `meet`. */
export function joinBy(give: () => void, meet: Meet): void {
  expected = meet
  give()
  expected = null
}

/** The listener of such a server: what it makes of an exchange that has begun without it belongs to that, and all else to the app. */
export function orJoined(listener: RawListener): RawListener {
  return (raw, rawReply) => {
    if (expected === null) return listener(raw, rawReply)
    const meet = expected
    expected = null
    meet(raw, rawReply)
  }
}
