/** An error that the user of a command can fix. The command prints its message without a stack. */
export class UsageError extends Error {
  /** The exit code of the command. Companion packages bundle this class, so a command checks for the code instead of `instanceof`. */
  readonly exitCode: number = 1
}

/** An error in the arguments, in a document that they name, or in the installation. */
export class ArgumentError extends UsageError {
  override readonly exitCode = 2
}
