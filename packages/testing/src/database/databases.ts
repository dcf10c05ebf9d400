import { FolderStore } from './folder-store.ts'
import { type Connect, ServerStore } from './server-store.ts'
import type { Store } from './store.ts'

interface Preparation {
  /**
   * Fills an empty database, such as by migrations, and closes it. It runs once in a process, because all other databases are copies of this one.
   *
   * @param at a URL of PostgreSQL, or a folder for PGlite that does not exist yet
   */
  readonly prepare: (at: string) => Promise<unknown>
}

/** With a `url`, databases are created on that PostgreSQL server. Without one, each database is a folder for PGlite. */
export type DatabasesOptions = Preparation &
  ({ readonly url?: undefined } | { readonly url: string | undefined; readonly connect: Connect })

export interface Databases {
  /**
   * Makes a database and returns its location: a URL of PostgreSQL, or a folder for PGlite.
   *
   * @throws errors of `prepare`, and Error when `prepare` has not closed its database
   */
  readonly create: () => Promise<string>
  /** Removes all databases, even those in use. Call it in `after` of `node:test`, or in `afterAll`. */
  readonly drop: () => Promise<void>
}

/**
 * Makes databases for tests. Each database is a copy of one prepared database, so tests may run at the same time.
 *
 * @throws TypeError when `url` is not a URL of PostgreSQL, or `connect` is missing
 * @example
 * const { create, drop } = databases({ url: process.env.DATABASE_URL, connect, prepare: async (at) => (await openNotes(at)).close() })
 * after(drop)
 * test('a note is kept', async () => { const app = createApp({ at: await create() }) … })
 */
export function databases(options: DatabasesOptions): Databases {
  const store: Store = options.url ? new ServerStore(options.url, options.connect) : new FolderStore()
  const copies: Promise<string>[] = []
  let template: Promise<string> | undefined
  let isOver = false
  const prepare = async () => {
    const at = await store.create()
    await options.prepare(at)
    return at
  }
  const copy = async () => {
    template ??= prepare()
    return store.copy(await template)
  }
  return {
    async create() {
      if (isOver) throw new Error('create() of databases() was called behind its drop().')
      const made = copy()
      copies.push(made)
      return made
    },
    async drop() {
      isOver = true
      await Promise.allSettled(copies)
      await store.drop()
    }
  }
}
