import { test } from 'node:test'

type Run = () => unknown
/** In milliseconds. */
type Options = { timeout?: number }

/**
 * Declares tests that tell one story: each goes on where the one before it ended. They are the steps of one test, so they keep their order where
 * tests change places (`--shuffle`). All of them are declared in one turn, because nobody would run those that come later.
 */
export function story(name: string): (step: string, ...how: [Run] | [Options, Run]) => void {
  const steps: { step: string; options: Options; run: Run }[] = []
  let isTold = false
  test(name, async (t) => {
    isTold = true
    for (const { step, options, run } of steps) await t.test(step, options, async () => void (await run()))
  })
  return (step, ...how) => {
    if (isTold) throw new Error(`"${name}" has begun without the step ${step}`)
    const [options, run] = how.length === 1 ? [{}, how[0]] : how
    steps.push({ step, options, run })
  }
}
