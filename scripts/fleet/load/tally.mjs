/** Counts the outcomes of requests, and keeps the moments of those that failed. */
import { setTimeout as sleep } from 'node:timers/promises'

export class Tally {
  requests = 0
  /** `{ kind, outcome, at }` of each: a status, or the code of an error. */
  failures = []
  /** In milliseconds, of a request without a key: those with one are repeated by their client. */
  slowest = 0
  /** How often a process had more requests than it answers in time. Nothing was done for these, so they are sent again. */
  refused = 0

  /** Sends a request; resolves to its answer, which is read, where it has the status that is wanted, and else to undefined. */
  async send(kind, url, wanted, options) {
    try {
      const { status, text } = await this.#sendUntilTaken(url, options)
      if (status === wanted) return text
      this.#fail(kind, status)
    } catch (error) {
      this.#fail(kind, error.cause?.code ?? error.name)
    } finally {
      this.requests++
    }
  }

  async #sendUntilTaken(url, options, tries = 10) {
    const began = performance.now()
    const answer = await fetch(url, { ...options, signal: AbortSignal.timeout(60_000) })
    const { status } = answer
    const text = await answer.text()
    this.slowest = Math.max(this.slowest, performance.now() - began)
    if (tries === 0 || status !== 503 || JSON.parse(text).code !== 'OVERLOADED') return { status, text }
    this.refused++
    // What Retry-After says, and a part by chance.
    await sleep(Number(answer.headers.get('retry-after')) * 1000 * (1 + Math.random()))
    return this.#sendUntilTaken(url, options, tries - 1)
  }

  /** The same for a call of the client of endpoints. */
  async call(kind, wanted, call) {
    try {
      return await call().expect(wanted)
    } catch (error) {
      this.#fail(kind, error.status ?? error.cause?.code ?? error.name)
    } finally {
      this.requests++
    }
  }

  #fail(kind, outcome) {
    this.failures.push({ kind, outcome: String(outcome), at: Date.now() })
  }

  of(kind) {
    return this.failures.filter((failure) => failure.kind === kind)
  }

  /** Such as `502 × 3, 504 × 1`. */
  describe() {
    const counts = new Map()
    for (const { outcome } of this.failures) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
    return [...counts].map(([outcome, count]) => `${outcome} × ${count}`).join(', ')
  }
}
