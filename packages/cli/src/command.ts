export interface Flag {
  readonly type: 'boolean' | 'string'
  readonly short?: string
  /** The placeholder for the value of the flag in the help text, such as `<module>`. */
  readonly value?: string
  readonly does: string
}

export type Flags = Readonly<Record<string, Flag>>

export interface ParsedArguments {
  readonly positionals: readonly string[]
  readonly values: Readonly<Record<string, string | boolean | undefined>>
}

/** `output` is printed to stdout, and `complaint` to stderr. */
export interface Outcome {
  readonly code: number
  /** Printed before `output`. Its line ends must stay unchanged, because `git apply` compares the diff with the sources. */
  readonly diff?: string
  readonly output: string
  readonly complaint?: string
}

export interface Command {
  /** The arguments in the usage line, such as `<application> --out <module>`. */
  readonly takes: string
  readonly about: string
  readonly flags: Flags
  run(args: ParsedArguments): Promise<Outcome>
}
