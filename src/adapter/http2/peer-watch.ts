/**
 * Detects a lost HTTP/2 client: it does not acknowledge a PING (RFC 9113 §6.7). PINGs are sent only while nothing arrives. All event streams of a
 * session share one timer, with the shortest of their `heartbeat` options.
 */
import type { ServerHttp2Session } from 'node:http2'
import { getOrCreate } from '../../base/get-or-create.ts'
import { beatsInHeartbeat, joinHeartbeat } from '../../stage/heartbeat.ts'

/** The checks in two heartbeats, minus one: the first check after the last bytes still finds these bytes as new. */
const mostSilentChecks = 2 * beatsInHeartbeat - 1

class PeerWatch {
  readonly #session: ServerHttp2Session
  #heartbeat = Number.POSITIVE_INFINITY
  #streams = 0
  #leave: (() => void) | null = null
  #received = 0
  #silent = 0

  constructor(session: ServerHttp2Session) {
    this.#session = session
  }

  add(heartbeat: number): void {
    this.#streams++
    if (heartbeat >= this.#heartbeat) return
    this.#leave?.()
    this.#heartbeat = heartbeat
    this.#leave = joinHeartbeat(heartbeat, this)
  }

  remove(): void {
    if (--this.#streams > 0) return
    this.#leave?.()
    this.#leave = null
    this.#heartbeat = Number.POSITIVE_INFINITY
    this.#silent = 0
  }

  beat(): void {
    if (this.#session.destroyed) return
    const { bytesRead } = this.#session.socket
    if (bytesRead !== this.#received) {
      this.#received = bytesRead
      this.#silent = 0
      return
    }
    this.#silent++
    // The acknowledgement of the PING increases `bytesRead`, which resets the count.
    if (this.#silent === beatsInHeartbeat) this.#session.ping(() => {})
    else if (this.#silent >= mostSilentChecks) this.#session.destroy()
  }
}

const watches = new WeakMap<ServerHttp2Session, PeerWatch>()

/** Destroys the session if nothing arrives within two heartbeats. The returned function stops the check. @param heartbeat in milliseconds */
export function watchPeer(session: ServerHttp2Session, heartbeat: number): () => void {
  const watch = getOrCreate(watches, session, () => new PeerWatch(session))
  watch.add(heartbeat)
  return () => watch.remove()
}
