/** A pause between two reads of the log. `end()` shortens the pause. While no stream is open, the timer of the pause does not keep the process alive. */
export class Pause {
  #timer: NodeJS.Timeout | undefined
  #end: (() => void) | undefined
  #keepsAlive = true

  /** Resolves after some milliseconds, after `end()`, or at the abort. */
  wait(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(this.#timer)
        signal.removeEventListener('abort', end)
        this.#end = undefined
        resolve()
      }
      this.#end = end
      this.#timer = setTimeout(end, ms)
      this.keepAlive(this.#keepsAlive)
      signal.addEventListener('abort', end)
      if (signal.aborted) end()
    })
  }

  end(): void {
    this.#end?.()
  }

  /** Sets whether the timer of the pause keeps the process alive. */
  keepAlive(isAlive: boolean): void {
    this.#keepsAlive = isAlive
    if (isAlive) this.#timer?.ref()
    else this.#timer?.unref()
  }
}
