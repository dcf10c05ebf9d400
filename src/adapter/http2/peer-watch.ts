/**
 * Detects that the client of an HTTP/2 session is gone, because it does not answer a PING (RFC 9113 §6.7). A session that has received bytes since
 * the last check is alive and gets no PING. All streams of a session share one watch, whose interval is the shortest `heartbeat` of its event
 * streams.
 */
import type { ServerHttp2Session } from 'node:http2'
import { beatsInHeartbeat, joinHeartbeat } from '../../stage/heartbeat.ts'

/**
 * After two heartbeats without bytes the client counts as gone. One check is subtracted: the first check after the last bytes still sees these bytes.
 */
const mostSilentChecks = 2 * beatsInHeartbeat - 1

class PeerWatch {
  readonly #session: ServerHttp2Session
  #heartbeat = Number.POSITIVE_INFINITY
  #streams = 0
  #leave: (() => void) | null = null
  #received = 0
  /** The number of checks since bytes arrived. */
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
    // The client's answer to the PING increases `bytesRead`, which resets the count.
    if (this.#silent === beatsInHeartbeat) this.#session.ping(() => {})
    else if (this.#silent >= mostSilentChecks) this.#session.destroy()
  }
}

const watches = new WeakMap<ServerHttp2Session, PeerWatch>()

/**
 * Sends a PING to a silent client, until the returned function is called. If nothing arrives within two heartbeats, the session and all its streams
 * are destroyed.
 *
 * @param heartbeat in milliseconds
 */
export function watchPeer(session: ServerHttp2Session, heartbeat: number): () => void {
  const watch = watches.get(session) ?? new PeerWatch(session)
  watches.set(session, watch)
  watch.add(heartbeat)
  return () => watch.remove()
}
