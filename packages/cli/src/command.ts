/** A command of the command line. Each stands in a file of its own and in the table of `table.ts`. */

export interface Flag {
  readonly type: 'boolean' | 'string'
  readonly short?: string
  /** The value in the help: `<module>`. */
  readonly value?: string
  /** A sentence for the help. */
  readonly does: string
}

export type Flags = Readonly<Record<string, Flag>>

/** The arguments of the command, once they were found to be in order. */
export interface Given {
  readonly positionals: readonly string[]
  readonly values: Readonly<Record<string, string | boolean | undefined>>
}

/** How a command ended: the exit code, and what it says on stdout and stderr. */
export interface Outcome {
  readonly code: number
  /** A diff of sources, before the output. It is for `git apply`, which needs their line ends as they are. */
  readonly diff?: string
  readonly output: string
  readonly complaint?: string
}

export interface Command {
  /** The rest of the line of usage behind the name: `<application> --out <module>`. */
  readonly takes: string
  /** Paragraphs of the help. */
  readonly about: string
  readonly flags: Flags
  /** @throws UsageError when the arguments are wrong */
  run(given: Given): Promise<Outcome>
}
