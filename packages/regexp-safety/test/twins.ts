/** Pairs of similar patterns, the first without a danger, and the second of exponential cost. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dangerOf as dangerIn } from '../src/safety.ts'
import { findAttack } from './attack.ts'

export type Twins = readonly (readonly [harmless: string, hostile: string])[]

let asked = 0

/** Results are cached by pattern and flags, so one more `g`, which the analysis ignores, makes each call run an analysis. */
export const dangerOf = (pattern: string, flags = 'u') => dangerIn(pattern, flags + 'g'.repeat(++asked))

/** @param isAttacked whether an attack on the hostile pattern is short enough to be found */
export function testTwins(law: string, twins: Twins, { isAttacked }: { isAttacked: boolean }): void {
  describe(law, () => {
    for (const [harmless, hostile] of twins) {
      test(`${harmless} is accepted, and ${hostile} is refused`, () => {
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
