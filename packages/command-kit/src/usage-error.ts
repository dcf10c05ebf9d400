/** An error that the user of a command can fix. The command prints its message without a stack. */
export class UsageError extends Error {
  /**
   * Commands recognize the error by this property. `instanceof` would fail for an error of another package, which bundles its own copy of the class.
   */
  readonly exitCode: number = 1
}

/** An error in the arguments, in a document that the arguments name, or in the installation. */
export class ArgumentError extends UsageError {
  override readonly exitCode = 2
}
