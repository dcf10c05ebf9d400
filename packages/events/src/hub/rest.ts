/** A pause between two reads of the log. `end()` shortens the pause. While no stream is open, the timer of the pause does not keep the process alive. */
export class Rest {
  #timer: NodeJS.Timeout | undefined
  #end: (() => void) | undefined
  #holds = true

  /** Resolves after some milliseconds, after `end()`, or at the abort. */
  for(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(this.#timer)
        signal.removeEventListener('abort', end)
        this.#end = undefined
        resolve()
      }
      this.#end = end
      this.#timer = setTimeout(end, ms)
      this.hold(this.#holds)
      signal.addEventListener('abort', end)
      if (signal.aborted) end()
    })
  }

  end(): void {
    this.#end?.()
  }

  /** Sets whether the timer of the pause keeps the process alive. */
  hold(holds: boolean): void {
    this.#holds = holds
    if (holds) this.#timer?.ref()
    else this.#timer?.unref()
  }
}
