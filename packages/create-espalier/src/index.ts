import { type Outcome, run } from './run.ts'
import { readSource } from './source.ts'

export type { Outcome }

/** Runs the command with its arguments, in the current folder. */
export const create = (args: readonly string[]): Promise<Outcome> =>
  run(args, readSource(new URL('../', import.meta.url)))
