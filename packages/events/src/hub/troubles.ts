/** Counts the calls of a log that take longer than `slowAfter`, and reports each once to `onSlow`. */
import type { CheckedOptions, Trouble } from './options.ts'

export class Troubles {
  readonly #options: CheckedOptions
  #slow = 0
  #count = 0

  constructor(options: CheckedOptions) {
    this.#options = options
  }

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

  watch(topic: string, doing: Trouble['doing']): Watch {
    const started = performance.now()
    const watch: Watch = { error: undefined, end: () => clearTimeout(timer) }
    const timer = setTimeout(() => {
      if (doing === 'read') {
        this.#slow++
        // `watch.end` may be called twice: when the reader of the topic ends, and when its late read returns.
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
  error: unknown
  end: () => void
}
