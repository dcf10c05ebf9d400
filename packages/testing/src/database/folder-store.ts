/** Databases of PGlite in a temporary folder, which is removed when the process ends. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { leftOpen, type Store } from './store.ts'

/** PostgreSQL keeps this file in the data folder while the database is open. A copy of an open database would be broken. */
const lockFile = /(?:^|[/\\])postmaster\.pid$/

export class FolderStore implements Store {
  #root: string | undefined
  #count = 0
  readonly #remove = () => {
    if (this.#root !== undefined) rmSync(this.#root, { recursive: true, force: true })
    this.#root = undefined
  }

  async create(): Promise<string> {
    if (this.#root === undefined) {
      this.#root = mkdtempSync(join(tmpdir(), 'espalier-'))
      process.once('exit', this.#remove)
    }
    return join(this.#root, String(this.#count++))
  }

  async copy(at: string): Promise<string> {
    const files = readdirSync(at, { recursive: true, encoding: 'utf8' })
    if (files.some((file) => lockFile.test(file))) throw leftOpen()
    const copy = await this.create()
    await cp(at, copy, { recursive: true })
    return copy
  }

  async drop(): Promise<void> {
    this.#remove()
    process.off('exit', this.#remove)
  }
}
