/** Resources of `keep` while the command runs: one set of names for all apps of the process, with the files that make each resource. */
import { filesIn } from './fault.ts'

/** `src/plugin/keep.ts` of the core reads it. */
const ofProcess = Symbol.for('espalier.kept')

export class Kept extends Map<string, unknown> {
  readonly #folder: string
  readonly #makers = new Map<string, ReadonlySet<string>>()

  /** @param folder of the project */
  constructor(folder: string) {
    super()
    this.#folder = folder
  }

  /** Has every app that is made from now on use these names. */
  share(): void {
    ;(globalThis as { [ofProcess]?: Kept })[ofProcess] = this
  }

  override set(name: string, resource: unknown): this {
    this.#makers.set(name, new Set(filesIn(new Error().stack ?? '', this.#folder)))
    return super.set(name, resource)
  }

  /** Returns which of some files make a resource that is there. */
  makersAmong(files: Iterable<string>): string[] {
    const makers = [...this.keys()].map((name) => this.#makers.get(name))
    return [...files].filter((file) => makers.some((of) => of?.has(file)))
  }
}
