/**
 * Plugins create resources, such as a database pool, by `keep()` of espalier. Under `espalier dev` all apps share one map, so the resources survive a
 * save.
 */
import { filesIn } from './fault.ts'

/** The symbol under which the core finds the shared map (`src/plugin/keep.ts`). */
const sharedMap = Symbol.for('espalier.kept')

export class KeptResources extends Map<string, unknown> {
  readonly #folder: string
  readonly #makers = new Map<string, ReadonlySet<string>>()

  constructor(folder: string) {
    super()
    this.#folder = folder
  }

  share(): void {
    ;(globalThis as { [sharedMap]?: KeptResources })[sharedMap] = this
  }

  override set(name: string, resource: unknown): this {
    this.#makers.set(name, new Set(filesIn(new Error().stack ?? '', this.#folder)))
    return super.set(name, resource)
  }

  /** Returns the files among the given ones whose code has created one of the resources. */
  makersAmong(files: Iterable<string>): string[] {
    const makers = [...this.keys()].map((name) => this.#makers.get(name))
    return [...files].filter((file) => makers.some((of) => of?.has(file)))
  }
}
