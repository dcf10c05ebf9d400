/** The load of a process: requests whose response has not begun, and the duration of the current turn of the event loop. */
export class Load {
  readonly #most: number
  readonly #turn: number
  readonly #running = new Set<object>()
  /** When the first request of this turn arrived, in milliseconds; 0 before it. */
  #began = 0

  /**
   * @param most how many requests may run
   * @param turn in milliseconds: the longest turn before requests are refused
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
      // This callback runs after everything that has arrived in this turn.
      setImmediate(() => {
        this.#began = 0
      })
    }
    if (this.#running.size >= this.#most || now - this.#began > this.#turn) return false
    this.#running.add(request)
    return true
  }

  /** Ends the count of a request, once. */
  leave(request: object): void {
    this.#running.delete(request)
  }
}
