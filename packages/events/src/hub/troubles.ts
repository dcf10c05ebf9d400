/** Watches calls of a log that do not return, counts them, and reports each once. */
import type { CheckedOptions, Trouble } from './options.ts'

export class Troubles {
  readonly #options: CheckedOptions
  #held = 0
  #count = 0

  constructor(options: CheckedOptions) {
    this.#options = options
  }

  /** Reads of topics that have not returned for too long. */
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

  /** Begins to watch something that should end soon. */
  watch(topic: string, doing: Trouble['doing']): Watch {
    const started = performance.now()
    const watch: Watch = { error: undefined, end: () => clearTimeout(timer) }
    const timer = setTimeout(() => {
      if (doing === 'read') {
        this.#held++
        // A reader that is ended and a read of it that returns later both end the watch.
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
  /** The last error of what is watched. */
  error: unknown
  end: () => void
}
