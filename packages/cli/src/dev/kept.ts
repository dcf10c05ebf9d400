/** The resources of `keep` while the command runs: one set of names for all apps of the process, with the files that create each. */
import { filesIn } from './fault.ts'

/** The same symbol is in `src/plugin/keep.ts` of the core. */
const ofProcess = Symbol.for('espalier.kept')

export class Kept extends Map<string, unknown> {
  readonly #folder: string
  readonly #makers = new Map<string, ReadonlySet<string>>()

  /** @param folder of the project */
  constructor(folder: string) {
    super()
    this.#folder = folder
  }

  /** Makes all later apps use these names. */
  share(): void {
    ;(globalThis as { [ofProcess]?: Kept })[ofProcess] = this
  }

  override set(name: string, resource: unknown): this {
    this.#makers.set(name, new Set(filesIn(new Error().stack ?? '', this.#folder)))
    return super.set(name, resource)
  }

  /** Returns which of the files create an existing resource. */
  makersAmong(files: Iterable<string>): string[] {
    const makers = [...this.keys()].map((name) => this.#makers.get(name))
    return [...files].filter((file) => makers.some((of) => of?.has(file)))
  }
}
