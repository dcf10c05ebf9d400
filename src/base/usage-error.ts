/** What whoever types a command can put right; its message is all there is to say. */
export class UsageError extends Error {}

/** A command was given arguments that it does not take. */
export class ArgumentError extends UsageError {}
