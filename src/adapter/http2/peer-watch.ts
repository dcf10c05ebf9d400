/**
 * Detects that the peer of a session is gone: it does not answer a PING (RFC 9113 §6.7). A session that received bytes meanwhile is alive and gets no
 * PING. All streams of a session share one watch, with the shortest heartbeat among them.
 */
import type { ServerHttp2Session } from 'node:http2'
import { beatsInHeartbeat, joinHeartbeat } from '../../stage/heartbeat.ts'

/** The number of silent checks after which the peer is gone: two heartbeats, less one because the first check may be late. */
const patience = 2 * beatsInHeartbeat - 1

class PeerWatch {
  readonly #session: ServerHttp2Session
  #heartbeat = Number.POSITIVE_INFINITY
  #streams = 0
  #leave: (() => void) | null = null
  #received = 0
  /** Checks since something arrived. */
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
    // The answer to the PING counts as arriving bytes.
    if (this.#silent === beatsInHeartbeat) this.#session.ping(() => {})
    else if (this.#silent >= patience) this.#session.destroy()
  }
}

const watches = new WeakMap<ServerHttp2Session, PeerWatch>()

/**
 * Sends a PING to a silent peer, until the returned function is called. If nothing arrives within two heartbeats, the session and all its streams are
 * destroyed.
 *
 * @param heartbeat in milliseconds
 */
export function watchPeer(session: ServerHttp2Session, heartbeat: number): () => void {
  const watch = watches.get(session) ?? new PeerWatch(session)
  watches.set(session, watch)
  watch.add(heartbeat)
  return () => watch.remove()
}
