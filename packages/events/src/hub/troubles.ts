/** Detects calls of a log that do not return, counts them, and reports each once. */
import type { CheckedOptions, Trouble } from './options.ts'

export class Troubles {
  readonly #options: CheckedOptions
  #held = 0
  #count = 0

  constructor(options: CheckedOptions) {
    this.#options = options
  }

  /** How many topics have a read that takes too long. */
  get held(): number {
    return this.#held
  }

  get count(): number {
    return this.#count
  }

  report(trouble: Trouble): void {
    this.#count++
    this.#options.onHeld?.(trouble)
  }

  /** Starts to watch a call that should end soon. */
  watch(topic: string, doing: Trouble['doing']): Watch {
    const started = performance.now()
    const watch: Watch = { error: undefined, end: () => clearTimeout(timer) }
    const timer = setTimeout(() => {
      if (doing === 'read') {
        this.#held++
        // Both the end of a reader and its late read end the watch, so a second end is ignored.
        watch.end = () => {
          this.#held--
          watch.end = () => {}
        }
      }
      this.report({ topic, doing, ms: Math.round(performance.now() - started), error: watch.error })
    }, this.#options.heldAfter).unref()
    return watch
  }
}

export interface Watch {
  /** The last error of the watched call. */
  error: unknown
  end: () => void
}
