/** Where the databases of a test run are kept. */
export interface Store {
  /** Makes an empty database, and returns where it is: a URL of PostgreSQL, or a folder for PGlite. */
  create(): Promise<string>
  /**
   * Copies a database that nothing has open, and returns where the copy is.
   *
   * @throws Error when something has it open
   */
  copy(at: string): Promise<string>
  /** Removes every database that was made here, in use or not. */
  drop(): Promise<void>
}

/** The error of a copy of what is in use. */
export const leftOpen = (cause?: unknown): Error =>
  new Error('prepare() left its database open, so it cannot be copied. Close all that prepare() opens.', { cause })
