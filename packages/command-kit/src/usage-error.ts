/** A fault that the user of a command can mend. The command prints its message and no stack. */
export class UsageError extends Error {
  /** The code with which the command ends. Companions bundle this class, so a command reads the code in place of `instanceof`. */
  readonly exitCode: number = 1
}

/** A fault of the arguments, of a document that they name, or of what is installed. */
export class ArgumentError extends UsageError {
  override readonly exitCode = 2
}
