export interface Flag {
  readonly type: 'boolean' | 'string'
  readonly short?: string
  /** A placeholder in the help text, such as `<module>`. */
  readonly value?: string
  readonly does: string
}

export type Flags = Readonly<Record<string, Flag>>

export interface Given {
  readonly positionals: readonly string[]
  readonly values: Readonly<Record<string, string | boolean | undefined>>
}

/** `output` is for stdout, and `complaint` for stderr. */
export interface Outcome {
  readonly code: number
  /** Printed before `output`, with unchanged line ends, because `git apply` compares them with the sources. */
  readonly diff?: string
  readonly output: string
  readonly complaint?: string
}

export interface Command {
  /** The usage line after the name of the command: `<application> --out <module>`. */
  readonly takes: string
  readonly about: string
  readonly flags: Flags
  run(given: Given): Promise<Outcome>
}
