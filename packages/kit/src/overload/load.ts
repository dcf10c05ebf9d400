/** Measures the load of a process: how many requests wait for their response, and how long the current turn of the event loop takes. */
export class Load {
  readonly #most: number
  readonly #turn: number
  readonly #running = new Set<object>()
  /** The time when the first request of the current turn arrived, in milliseconds. 0 if no request has arrived in this turn. */
  #began = 0

  /**
   * @param most how many requests may run
   * @param turn in milliseconds: how long after the first request of a turn further ones are accepted
   */
  constructor(most: number, turn: number) {
    this.#most = most
    this.#turn = turn
  }

  get running(): number {
    return this.#running.size
  }

  /** Counts a request. @returns whether it may run */
  enter(request: object): boolean {
    const now = performance.now()
    if (this.#began === 0) {
      this.#began = now
      // This runs after all requests of the turn. The next request then begins a new turn.
      setImmediate(() => {
        this.#began = 0
      })
    }
    if (this.#running.size >= this.#most || now - this.#began > this.#turn) return false
    this.#running.add(request)
    return true
  }

  /** Stops counting a request. Repeated calls have no effect. */
  leave(request: object): void {
    this.#running.delete(request)
  }
}
