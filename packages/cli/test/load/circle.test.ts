import assert from 'node:assert/strict'
import { test } from 'node:test'
import { espalier } from 'espalier'
import fc from 'fast-check'
import { budget } from '../../../../test/fuzz/budget.ts'
import { circleOf, refuseCircles } from '../../src/load/circle.ts'

test('the circle is the shortest repeating list', () => {
  const property = fc.property(
    fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 9 }),
    fc.nat(8),
    (names, from) => {
      const began = ['first', ...Array.from({ length: 100 }, (_, at) => names[(at + from) % names.length] ?? '')]
      const [first, ...rest] = circleOf(began).split(' → ')
      assert.equal(rest.at(-1), first)
      if (names.every((name) => !name.includes(' → '))) assert.deepEqual([...rest].sort(), [...names].sort())
    }
  )
  fc.assert(property, budget(300))
  assert.equal(circleOf([]), 'a plugin')
})

test('an app with many nested plugins starts, and its `register` is restored', async () => {
  const app = espalier()
  const { register } = app
  const nested = (depth: number) => async (child: { register(plugin: object): unknown }) => {
    if (depth > 0) child.register(nested(depth - 1))
  }
  for (let count = 0; count < 300; count++) app.register(nested(3))
  app.register(nested(50))
  const allow = refuseCircles('app.ts', app)
  await app.ready()
  allow()
  assert.equal(app.register, register)
  await app.close()
})
