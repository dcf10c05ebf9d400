/** The command line of espalier, as a function. */
export type { Outcome } from './command.ts'
export { exitCodes, run } from './run.ts'
