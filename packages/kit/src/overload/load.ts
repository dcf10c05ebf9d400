/** Measures the load of a process: how many requests wait for a response, and how long the current turn of the event loop takes. */
export class Load {
  readonly #maxRunning: number
  readonly #maxTurn: number
  readonly #running = new Set<object>()
  /** When the first request in the current turn of the event loop arrived; 0 if none has. */
  #began = 0

  constructor(maxRunning: number, maxTurn: number) {
    this.#maxRunning = maxRunning
    this.#maxTurn = maxTurn
  }

  get running(): number {
    return this.#running.size
  }

  enter(request: object): boolean {
    const now = performance.now()
    if (this.#began === 0) {
      this.#began = now
      // Runs after all requests in this turn of the event loop.
      setImmediate(() => {
        this.#began = 0
      })
    }
    if (this.#running.size >= this.#maxRunning || now - this.#began > this.#maxTurn) return false
    this.#running.add(request)
    return true
  }

  leave(request: object): void {
    this.#running.delete(request)
  }
}
