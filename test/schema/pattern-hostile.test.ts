import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dangerOf } from '../../src/schema/pattern-safety.ts'
import { findAttack } from './pattern/attack.ts'
import { families, single } from './pattern/hostile.ts'

test('the corpus has at least 200 expressions of exponential cost', () => {
  assert.ok(new Set([...Object.values(families).flat(), ...single]).size >= 200)
})

// Each is run against what it is refused for, and its steps are seen to grow exponentially.
for (const [name, sources] of Object.entries({ ...families, 'found elsewhere': single })) {
  test(`refused: ${name}`, () => {
    for (const source of sources) {
      const danger = dangerOf(source, 'u')
      assert.ok(danger?.repeated, source)
      assert.ok(findAttack(source, 'u', [danger.repeated]), `${source} is refused for ${danger.repeated}`)
    }
  })
}
