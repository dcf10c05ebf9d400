/** The members of database drivers that the PostgreSQL log uses. Pools and clients of `pg` have them, and PGlite and its transactions. */

/** Runs statements: a pool, a client in a transaction, PGlite, or its transaction. */
export interface Queries {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: unknown[] }>
}

/** A pool of `pg`, one connection of which listens. */
export interface ListeningPool extends Queries {
  connect(): Promise<ListeningClient>
}

/** A client of a pool. */
export interface ListeningClient extends Queries {
  on(name: 'notification', listener: (message: { readonly payload?: string | undefined }) => void): unknown
  on(name: 'error', listener: (error: Error) => void): unknown
  on(name: 'end', listener: () => void): unknown
  release(isBroken: boolean): void
}

/** PGlite, which can listen without a separate connection. */
export interface ListeningPglite extends Queries {
  listen(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>>
}

export type PostgresDatabase = ListeningPool | ListeningPglite
