/** The user of a command can fix the error. The command prints its message without a stack. */
export class UsageError extends Error {
  /** Commands recognize the error by this member. `instanceof` fails for the copy of the class in the bundle of another package. */
  readonly exitCode: number = 1
}

/** An error in the arguments, in a document that they name, or in the installation. */
export class ArgumentError extends UsageError {
  override readonly exitCode = 2
}
