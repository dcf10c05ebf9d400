/** What a command of the command line is. Each stands in a file of its own and in the table of `table.ts`. */

export interface Flag {
  readonly type: 'boolean' | 'string'
  readonly short?: string
  /** What stands for the value in the help: `<module>`. */
  readonly value?: string
  /** What the flag does, for the help. */
  readonly does: string
}

export type Flags = Readonly<Record<string, Flag>>

/** What was typed behind the command, once it has been found to be in order. */
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
  /** What follows the name in the line of usage: `<application> --out <module>`. */
  readonly takes: string
  /** Paragraphs of the help. */
  readonly about: string
  readonly flags: Flags
  /** @throws UsageError when whoever typed it can put it right */
  run(given: Given): Promise<Outcome>
}
