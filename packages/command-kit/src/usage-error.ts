/** An error that the user of a command can fix. The command prints its message without a stack. */
export class UsageError extends Error {
  /**
   * The exit code of the command. Commands recognize the error by this member, because `instanceof` fails for the copy of the class in another
   * package's bundle.
   */
  readonly exitCode: number = 1
}

/** An error in the arguments, in a document that they name, or in the installation. */
export class ArgumentError extends UsageError {
  override readonly exitCode = 2
}
