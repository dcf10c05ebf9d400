/**
 * Closes exchanges that do not end by themselves: responses that are streams, hijacked replies, upgraded sockets.
 *
 * Waiting for them could take forever. So `request.signal` aborts at once. After `closeTimeout` the exchange is destroyed, as if the client had
 * disconnected. An event stream is destroyed as soon as its signal aborts, because its client reconnects. A normal end would look like completion.
 * `drain` spreads these cuts over time, because all clients of a process would reconnect to the others at once.
 *
 * A request without an answer is not open-ended. Its handler answers it, or at last its deadline, and its signal aborts only when the time is over.
 */
import { errors } from '../error/error.ts'
import type { Closing } from '../http/closing.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Connections } from './connections.ts'

/** In milliseconds. */
const interval = 50

export class OpenEnded {
  readonly #closing: Closing
  readonly #connections: ReadonlyMap<unknown, Connections>
  readonly #timeout: number
  readonly #spread: number
  /** How many event streams were ended. */
  #cuts = 0
  /** When each exchange was first seen to be open while the app closes. */
  readonly #since = new WeakMap<object, number>()
  #begun = 0
  #timer: NodeJS.Timeout | null = null

  /**
   * @param timeout in milliseconds; 0 for no limit and no log line
   * @param drain in milliseconds: the time over which event streams are ended
   */
  constructor(closing: Closing, connections: ReadonlyMap<unknown, Connections>, timeout: number, drain: number) {
    this.#closing = closing
    this.#connections = connections
    this.#timeout = timeout
    this.#spread = Math.min(drain, timeout)
  }

  /** Starts to abort signals and to end exchanges, until `stop` is called. */
  begin(): void {
    if (this.#timeout === 0) return
    this.#begun = performance.now()
    this.#look()
    this.#timer = setInterval(() => this.#look(), Math.min(interval, this.#timeout))
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
  }

  #look(): void {
    const now = performance.now()
    const bound = (what: object, cut: () => void) => {
      const since = this.#since.get(what)
      if (since === undefined) this.#since.set(what, now)
      else if (now - since >= this.#timeout) cut()
    }
    this.#cutStreams(now - this.#begun)
    for (const exchange of [...this.#closing.noted]) {
      if (this.#closing.endless.has(exchange)) continue
      const { hijacked, transport } = exchange
      // A complete response that is being sent may finish.
      const isLate = now - this.#begun >= this.#timeout && !transport.isEnded
      if (goesOn(exchange) || isLate) abort(exchange)
      if (hijacked && goesOn(exchange)) bound(transport, () => transport.abort())
    }
    for (const connections of this.#connections.values()) connections.eachOpenEnded(bound)
  }

  /** Ends the event streams that are due by now, the oldest first. */
  #cutStreams(elapsed: number): void {
    const { endless } = this.#closing
    const share = elapsed >= this.#spread ? 1 : elapsed / this.#spread
    const due = Math.floor((this.#cuts + endless.size) * share) + 1 - this.#cuts
    for (const [exchange, cut] of [...endless].slice(0, Math.max(0, due))) {
      this.#cuts++
      abort(exchange)
      cut()
    }
  }
}

function goesOn({ hijacked, transport }: Exchange): boolean {
  return (hijacked || transport.isBegun) && !transport.isEnded
}

function abort({ abort }: Exchange): void {
  if (abort !== null && !abort.signal.aborted) abort.abort(new errors.ESP_ERR_APP_CLOSING())
}
