/** Resources that plugins create by `keep()` of espalier, such as a pool. Under `espalier dev` the resources survive a save, because all apps share one map. */
import { filesIn } from './fault.ts'

/** The core (`src/plugin/keep.ts`) finds the map under this symbol of `globalThis`. */
const ofProcess = Symbol.for('espalier.kept')

export class KeptResources extends Map<string, unknown> {
  readonly #folder: string
  readonly #makers = new Map<string, ReadonlySet<string>>()

  /** @param folder the folder of the project */
  constructor(folder: string) {
    super()
    this.#folder = folder
  }

  /** Makes later apps use this map for the resources of `keep()`. */
  share(): void {
    ;(globalThis as { [ofProcess]?: KeptResources })[ofProcess] = this
  }

  override set(name: string, resource: unknown): this {
    this.#makers.set(name, new Set(filesIn(new Error().stack ?? '', this.#folder)))
    return super.set(name, resource)
  }

  /** Selects the files whose code has created one of the resources. */
  makersAmong(files: Iterable<string>): string[] {
    const makers = [...this.keys()].map((name) => this.#makers.get(name))
    return [...files].filter((file) => makers.some((of) => of?.has(file)))
  }
}
