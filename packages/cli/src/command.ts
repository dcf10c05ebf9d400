/** The types of a command. Each command has a folder of its own and a row in `table.ts`. */

export interface Flag {
  readonly type: 'boolean' | 'string'
  readonly short?: string
  /** The placeholder for the flag's value in the help text, such as `<module>`. */
  readonly value?: string
  /** The description of the flag in the help text. */
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
  /** A diff of sources, printed before `output`. Its line ends are not changed, because `git apply` compares them with the sources. */
  readonly diff?: string
  readonly output: string
  readonly complaint?: string
}

export interface Command {
  /** The rest of the usage line after the command's name, such as `<application> --out <module>`. */
  readonly takes: string
  /** The paragraphs of the help text. */
  readonly about: string
  readonly flags: Flags
  /** @throws UsageError when the arguments are invalid */
  run(given: Given): Promise<Outcome>
}
