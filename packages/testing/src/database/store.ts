export interface Store {
  create(): Promise<string>
  /** Copies the prepared database. @returns the location of the copy @throws Error when the prepared database is open */
  copy(at: string): Promise<string>
  /** Removes all copies, even databases that are in use. */
  drop(): Promise<void>
}

export const leftOpen = (cause?: unknown): Error =>
  new Error('prepare() left its database open, so it cannot be copied. Close all that prepare() opens.', { cause })
