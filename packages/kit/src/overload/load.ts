/** The load of a process: requests without the beginning of an answer, and how long this turn of the event loop has lasted. */
export class Load {
  readonly #most: number
  readonly #turn: number
  readonly #running = new Set<object>()
  /** When the first request of this turn came, in milliseconds; 0 before it. */
  #began = 0

  /**
   * @param most how many requests may run
   * @param turn in milliseconds
   */
  constructor(most: number, turn: number) {
    this.#most = most
    this.#turn = turn
  }

  get running(): number {
    return this.#running.size
  }

  /** Counts a request. @returns whether there is a place for it */
  enter(request: object): boolean {
    const now = performance.now()
    if (this.#began === 0) {
      this.#began = now
      // It runs behind all that has arrived in this turn.
      setImmediate(() => {
        this.#began = 0
      })
    }
    if (this.#running.size >= this.#most || now - this.#began > this.#turn) return false
    this.#running.add(request)
    return true
  }

  /** Gives the place of a request back, once. */
  leave(request: object): void {
    this.#running.delete(request)
  }
}
