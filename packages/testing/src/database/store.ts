/** Creates and removes the databases of a test run. */
export interface Store {
  /** Makes an empty database, and returns its location: a URL of PostgreSQL, or a folder for PGlite. */
  create(): Promise<string>
  /**
   * Copies a database that is not open, and returns the location of the copy.
   *
   * @throws Error when it is open
   */
  copy(at: string): Promise<string>
  /** Removes every database that was made here, even those in use. */
  drop(): Promise<void>
}

/** The error for copying a database that is in use. */
export const leftOpen = (cause?: unknown): Error =>
  new Error('prepare() left its database open, so it cannot be copied. Close all that prepare() opens.', { cause })
