/** The type of a command. Each command has its own file and a row in `table.ts`. */

export interface Flag {
  readonly type: 'boolean' | 'string'
  readonly short?: string
  /** The placeholder for the value in the help: `<module>`. */
  readonly value?: string
  /** A sentence for the help. */
  readonly does: string
}

export type Flags = Readonly<Record<string, Flag>>

/** The validated arguments of the command. */
export interface Given {
  readonly positionals: readonly string[]
  readonly values: Readonly<Record<string, string | boolean | undefined>>
}

/** The result of a command: the exit code, and its output on stdout and stderr. */
export interface Outcome {
  readonly code: number
  /** A diff of sources, before the output. It is for `git apply`, so line ends are kept. */
  readonly diff?: string
  readonly output: string
  readonly complaint?: string
}

export interface Command {
  /** The usage line after the command's name: `<application> --out <module>`. */
  readonly takes: string
  /** The paragraphs of the help text. */
  readonly about: string
  readonly flags: Flags
  /** @throws UsageError when the arguments are invalid */
  run(given: Given): Promise<Outcome>
}
