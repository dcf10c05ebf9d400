/** Counts the outcomes of requests, and keeps the moments of those that failed. */
export class Tally {
  requests = 0
  /** `{ kind, outcome, at }` of each: a status, or the code of an error. */
  failures = []
  slowest = 0

  /** Sends a request; resolves to its answer, which is read, where it has the status that is wanted, and else to undefined. */
  async send(kind, url, wanted, { within = 60_000, ...options } = {}) {
    const began = performance.now()
    try {
      const answer = await fetch(url, { ...options, signal: AbortSignal.timeout(within) })
      const text = await answer.text()
      if (answer.status === wanted) return text
      this.#fail(kind, answer.status)
    } catch (error) {
      this.#fail(kind, error.cause?.code ?? error.name)
    } finally {
      this.#count(began)
    }
  }

  /** The same for a call of the client of endpoints. */
  async call(kind, wanted, call) {
    const began = performance.now()
    try {
      return await call().expect(wanted)
    } catch (error) {
      this.#fail(kind, error.status ?? error.cause?.code ?? error.name)
    } finally {
      this.#count(began)
    }
  }

  #fail(kind, outcome) {
    this.failures.push({ kind, outcome: String(outcome), at: Date.now() })
  }

  #count(began) {
    this.requests++
    this.slowest = Math.max(this.slowest, performance.now() - began)
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
