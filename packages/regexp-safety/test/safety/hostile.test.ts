import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sample } from '../../../../test/sample.ts'
import { dangerOf } from '../../src/safety.ts'
import { findAttack } from '../attack.ts'
import { families, ofProjects, single } from '../hostile.ts'

test('the corpus has at least 200 expressions of exponential cost', () => {
  assert.ok(new Set([...Object.values({ ...families, ...ofProjects }).flat(), ...single]).size >= 200)
})

// Running the sampled expressions against `repeated` shows that their steps do grow exponentially.
for (const [name, sources] of Object.entries({ ...families, ...ofProjects, 'found elsewhere': single })) {
  test(`refused: ${name}`, () => {
    const dangers = sources.map((source) => ({ source, repeated: dangerOf(source, 'u')?.repeated }))
    for (const { source, repeated } of dangers) assert.ok(repeated, source)
    for (const { source, repeated = '' } of sample(dangers, 8))
      assert.ok(findAttack(source, 'u', [repeated]), `${source} is refused for ${repeated}`)
  })
}
