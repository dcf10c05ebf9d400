/** Detects calls of a log that take too long. Counts them, and reports each once to `onSlow`. */
import type { CheckedOptions, Trouble } from './options.ts'

export class Troubles {
  readonly #options: CheckedOptions
  #slow = 0
  #count = 0

  constructor(options: CheckedOptions) {
    this.#options = options
  }

  /** How many topics are waiting for a read that takes too long. */
  get slow(): number {
    return this.#slow
  }

  get count(): number {
    return this.#count
  }

  report(trouble: Trouble): void {
    this.#count++
    this.#options.onSlow?.(trouble)
  }

  /** Starts to measure a call of the log. The call is reported if it lasts longer than `slowAfter`. */
  watch(topic: string, doing: Trouble['doing']): Watch {
    const started = performance.now()
    const watch: Watch = { error: undefined, end: () => clearTimeout(timer) }
    const timer = setTimeout(() => {
      if (doing === 'read') {
        this.#slow++
        // `end` may be called twice: when the reader ends, and when its delayed read returns. The second call must not count.
        watch.end = () => {
          this.#slow--
          watch.end = () => {}
        }
      }
      this.report({ topic, doing, ms: Math.round(performance.now() - started), error: watch.error })
    }, this.#options.slowAfter).unref()
    return watch
  }
}

export interface Watch {
  /** The last error of the watched call. */
  error: unknown
  end: () => void
}
