/** Creates and removes the databases of a test run. */
export interface Store {
  /** Makes an empty database, and returns its location: a URL of PostgreSQL, or a folder for PGlite. */
  create(): Promise<string>
  /**
   * Copies a database, and returns the location of the copy.
   *
   * @throws Error when the database is open
   */
  copy(at: string): Promise<string>
  /** Removes every database of this store, even those in use. */
  drop(): Promise<void>
}

/** Makes the error for a database that is open and therefore cannot be copied. */
export const leftOpen = (cause?: unknown): Error =>
  new Error('prepare() left its database open, so it cannot be copied. Close all that prepare() opens.', { cause })
