/**
 * The duration and the seed of random tests. In the suite each has a fixed number of runs, of which `npm test` takes a third (test/sample.ts).
 * `npm run fuzz -- --seconds 600` gives each of them that time, and `--seed` repeats the seed of a failure.
 */
import type { Parameters } from 'fast-check'

const seconds = Number(process.env.ESPALIER_FUZZ_SECONDS ?? 0)
const seed = process.env.ESPALIER_FUZZ_SEED

/** The number of runs that one run represents. */
const share = process.env.ESPALIER_SAMPLE === undefined ? 1 : 3

/** @param runs how many examples the whole suite tries */
export function budget<Values>(runs: number): Parameters<Values> {
  return {
    numRuns: seconds === 0 ? Math.ceil(runs / share) : Number.MAX_SAFE_INTEGER,
    // Also ends the search for a smaller counterexample, which may take long where one example waits for a time-out. The machine itself may pause for a while.
    interruptAfterTimeLimit: (seconds || 100) * 1000,
    markInterruptAsFailure: false,
    ...(seed !== undefined && { seed: Number(seed) })
  }
}

/**
 * Runs with the same values each time, which no time limit cuts short. A test that counts its cases counts them here: another seed, or a busy machine,
 * may give it too few.
 */
export const fixed = (runs: number) => ({ numRuns: runs, seed: 1 })
