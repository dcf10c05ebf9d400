/**
 * How long random tests go on, and from which seed. In the suite each has a fixed number of runs; `npm run fuzz -- --seconds 600` gives every
 * one of them that time, and `--seed` repeats what a failure names.
 */
import type { Parameters } from 'fast-check'

const seconds = Number(process.env.ESPALIER_FUZZ_SECONDS ?? 0)
const seed = process.env.ESPALIER_FUZZ_SEED

/** @param runs how many examples the suite tries */
export function budget<Values>(runs: number): Parameters<Values> {
  return {
    numRuns: seconds === 0 ? runs : Number.MAX_SAFE_INTEGER,
    // Also ends the search for a smaller counterexample, which may take long where one example waits for a time-out.
    interruptAfterTimeLimit: (seconds || 20) * 1000,
    markInterruptAsFailure: false,
    ...(seed !== undefined && { seed: Number(seed) })
  }
}
