/** A stream waits many times. All its waits share one abort listener: a listener for each wait would cost more time than an event. */
export class Subscription {
  readonly signal: AbortSignal
  #wake: (() => void) | undefined

  constructor(signal: AbortSignal) {
    this.signal = signal
    signal.addEventListener('abort', this.wake)
  }

  wait(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
      if (this.signal.aborted) resolve()
    })
  }

  readonly wake = (): void => this.#wake?.()

  end(): void {
    this.signal.removeEventListener('abort', this.wake)
  }
}
