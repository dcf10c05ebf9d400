/** Every stage at which a user's function passes on a value, times every hostile value: each affects only its request. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sample } from '../sample.ts'
import type { Fault } from './fault.ts'
import { findProblems } from './find-problems.ts'
import { handOvers } from './hand-over.ts'
import { hostileValues } from './hostile-value.ts'
import { type Stage, stages } from './stage.ts'

const handed = Object.entries(hostileValues).map(
  ([name, make]): Fault => ({
    name: `hands on ${name}`,
    kind: 'value',
    expect: 'any',
    run: ({ request, reply, done }) => {
      const value = make({ request, reply })
      if (done === undefined) return value
      done(null, value)
    }
  })
)

test('there are at least a hundred hostile values', () => {
  assert.ok(handed.length >= 100, String(handed.length))
})

/** A promise that is not consumed belongs to its creator. */
const fits = ({ hands }: Stage, { name }: Fault) => hands !== 'nothing' || !name.includes('rejects later')

for (const [index, stage] of [...stages, ...handOvers].filter(({ hands }) => hands !== 'never').entries()) {
  test(`a hostile value from ${stage.name} in ${stage.style} style ends its request, and the next is served`, async (t) => {
    const values = sample(handed, stage.isVariant ? 4 : 2, index)
    const fitting = values.filter((fault) => fits(stage, fault))
    assert.deepEqual(await findProblems(t, stage, fitting), [])
  })
}
