/** A pause between reads. While no stream is open, its timer does not keep the process alive. */
export class Pause {
  #timer: NodeJS.Timeout | undefined
  #end: (() => void) | undefined
  #keepsAlive = true

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

  keepAlive(isAlive: boolean): void {
    this.#keepsAlive = isAlive
    if (isAlive) this.#timer?.ref()
    else this.#timer?.unref()
  }
}
