/** Pairs of patterns that differ in little: of no cost, and of exponential cost. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dangerOf as dangerIn } from '../src/safety.ts'
import { findAttack } from './attack.ts'

export type Twins = readonly (readonly [harmless: string, hostile: string])[]

let asked = 0

/**
 * What the analysis says of a pattern that a schema holds. Verdicts are remembered by pattern and flags: a flag that means nothing here, once more
 * each time, has each judged anew.
 */
export const dangerOf = (pattern: string, flags = 'u') => dangerIn(pattern, flags + 'g'.repeat(++asked))

/**
 * Declares a test for each pair: no attack is found on the one, and the other is refused.
 *
 * @param isAttacked whether an attack on what is refused is short enough to be found
 */
export function testTwins(law: string, twins: Twins, { isAttacked }: { isAttacked: boolean }): void {
  describe(law, () => {
    for (const [harmless, hostile] of twins) {
      test(`${harmless} passes, and ${hostile} does not`, () => {
        assert.equal(dangerOf(harmless), null)
        assert.ok(dangerOf(hostile)?.repeated)
      })

      test(`no attack is found on ${harmless}${isAttacked ? `, and one on ${hostile}` : ''}`, () => {
        assert.equal(findAttack(harmless, 'u'), undefined)
        const repeated = dangerOf(hostile)?.repeated ?? ''
        if (isAttacked) assert.ok(findAttack(hostile, 'u', [repeated]), `refused for ${repeated}`)
      })
    }
  })
}
