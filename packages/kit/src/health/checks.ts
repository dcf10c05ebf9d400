/** Checks that a service is available, and otherwise throws or rejects. `signal` aborts at the time limit. */
export type HealthCheck = (signal: AbortSignal) => unknown

interface CheckLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

type Outcome = { readonly passed: true } | { readonly passed: false; readonly reason: unknown }

export class Checks {
  readonly #checks: readonly (readonly [name: string, check: HealthCheck])[]
  readonly #within: number
  readonly #log: CheckLog
  /** The names of checks that still run after their time limit. Each counts as failed, and starts again only after it has ended. */
  readonly #late = new Set<string>()
  readonly #failing = new Set<string>()
  #run: Promise<string[]> | null = null

  constructor(checks: Readonly<Record<string, HealthCheck>>, within: number, log: CheckLog) {
    this.#checks = Object.entries(checks)
    this.#within = within
    this.#log = log
  }

  /** Runs all checks, or joins the current run. Returns the names of failed checks. */
  run(): Promise<string[]> {
    this.#run ??= this.#runAll().finally(() => {
      this.#run = null
    })
    return this.#run
  }

  async #runAll(): Promise<string[]> {
    const passed = await Promise.all(this.#checks.map(([name, check]) => this.#passes(name, check)))
    return this.#checks.flatMap(([name], index) => (passed[index] ? [] : [name]))
  }

  async #passes(name: string, check: HealthCheck): Promise<boolean> {
    if (this.#late.has(name)) return false
    const outcome = await this.#bounded(name, check)
    // Only changes are logged, because a load balancer may probe every second.
    if (outcome.passed && this.#failing.delete(name)) this.#log.info({ check: name }, 'a readiness check passes again')
    if (!outcome.passed && !this.#failing.has(name)) {
      this.#failing.add(name)
      this.#log.warn({ check: name, err: outcome.reason }, 'a readiness check fails')
    }
    return outcome.passed
  }

  #bounded(name: string, check: HealthCheck): Promise<Outcome> {
    const abort = new AbortController()
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        const reason = new Error(`The check '${name}' took longer than ${this.#within} ms.`)
        this.#late.add(name)
        abort.abort(reason)
        resolve({ passed: false, reason })
      }, this.#within)
      const end = (outcome: Outcome) => {
        clearTimeout(timer)
        this.#late.delete(name)
        resolve(outcome)
      }
      void (async () => check(abort.signal))().then(
        () => end({ passed: true }),
        (reason) => end({ passed: false, reason })
      )
    })
  }
}
