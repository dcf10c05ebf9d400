import assert from 'node:assert/strict'
import { test } from 'node:test'
import { espalier } from '../../../test/ahead/running.ts'

/** A description, the arguments, the exit code, and the message on stderr. */
export type Refusal = readonly [what: string, args: readonly string[], code: 1 | 2, message: RegExp]

/** Expects an exit code and a message on stderr, without a stack and without output on stdout. */
export function testRefusals(command: string, refusals: readonly Refusal[]): void {
  for (const [what, args, code, message] of refusals)
    test(`${command} with ${what} exits with ${code} and a message`, async () => {
      const run = await espalier([command, ...args])
      assert.match(run.stderr, message)
      assert.deepEqual([run.code, run.stdout], [code, ''])
      assert.doesNotMatch(run.stderr, /\n +at /)
    })
}
