/** The methods of `pg` and PGlite that the PostgreSQL log calls. */

/** An object that runs statements: a pool or client of `pg`, PGlite, or a transaction of PGlite. */
export interface Queries {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: unknown[] }>
}

/** A pool of `pg`. The log uses one connection of the pool to listen. */
export interface ListeningPool extends Queries {
  connect(): Promise<ListeningClient>
}

export interface ListeningClient extends Queries {
  on(name: 'notification', listener: (message: { readonly payload?: string | undefined }) => void): unknown
  on(name: 'error', listener: (error: Error) => void): unknown
  on(name: 'end', listener: () => void): unknown
  release(isBroken: boolean): void
}

/** PGlite, which listens without a second connection. */
export interface ListeningPglite extends Queries {
  listen(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>>
}

export type PostgresDatabase = ListeningPool | ListeningPglite
