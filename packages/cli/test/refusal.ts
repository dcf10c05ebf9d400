/** How commands end that cannot do what they are asked. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { espalier } from '../../../test/ahead/running.ts'

/** What it is run with, in words; its arguments; what it ends with; what it says. */
export type Refusal = readonly [what: string, args: readonly string[], code: 1 | 2, message: RegExp]

/** Tests that a command ends with a code and says why, without a stack and with nothing on its output. */
export function testRefusals(command: string, refusals: readonly Refusal[]): void {
  for (const [what, args, code, message] of refusals)
    test(`${command} with ${what} ends with ${code} and says why`, async () => {
      const run = await espalier([command, ...args])
      assert.match(run.stderr, message)
      assert.deepEqual([run.code, run.stdout], [code, ''])
      assert.doesNotMatch(run.stderr, /\n +at /)
    })
}
