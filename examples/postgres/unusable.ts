/** A database that the user has to start, name or upgrade. The message says so in a sentence. */
export class UnusableDatabaseError extends Error {
  override readonly name = 'UnusableDatabaseError'
}
