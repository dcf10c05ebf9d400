import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type App, espalier, type ServerOptions } from '../../src/index.ts'
import { isMultipleOf } from '../../src/schema/multiple.ts'
import { compileHere } from '../ahead/in-process.ts'
import { budget } from '../fuzz/budget.ts'

test('every price up to 100.00 is a multiple of a cent', () => {
  for (let cents = 0; cents <= 10_000; cents++) assert.ok(isMultipleOf(cents / 100, 0.01), `${cents / 100}`)
})

test('a decimal multiple is accepted, and one with an extra digit is not', () => {
  const decimals = fc.tuple(fc.integer({ min: -1e6, max: 1e6 }), fc.integer({ min: 1, max: 999 }), fc.nat(6))
  fc.assert(
    fc.property(decimals, ([times, digits, scale]) => {
      const divisor = Number(`${digits}e-${scale}`)
      const value = Number(`${times * digits}e-${scale}`)
      assert.ok(isMultipleOf(value, divisor))
      if (digits > 1) assert.ok(!isMultipleOf(Number(`${times * digits}1e-${scale + 1}`), divisor))
    }),
    budget(1000)
  )
})

for (const [value, divisor, expected] of [
  [0, 0.01, true],
  [-19.99, 0.01, true],
  [19.995, 0.01, false],
  [4.5, 1.5, true],
  [35, 1.5, false],
  [0.0075, 0.0001, true],
  [0.00751, 0.0001, false],
  [1e308, 0.123456789, false],
  [1e308, 0.5, true],
  [12391239123, 1e-8, true],
  [2 ** 53, 2, true],
  [1e21, 7, false],
  [7e21, 7, true],
  [Number.POSITIVE_INFINITY, 1, false],
  [Number.NaN, 1, false]
] as const) {
  test(`${value} is ${expected ? 'a' : 'not a'} multiple of ${divisor}`, () =>
    assert.equal(isMultipleOf(value, divisor), expected))
}

const price = { type: 'object', properties: { price: { type: 'number', multipleOf: 0.01 } } }

function declare(app: App): void {
  app.post('/', { schema: { body: price } }, () => 'valid')
  app.get('/', { schema: { querystring: price } }, () => 'valid')
}

async function countRefused(options: ServerOptions) {
  const app = espalier(options)
  declare(app)
  let refused = 0
  for (let cents = 1; cents <= 10_000; cents += cents < 2000 ? 1 : 13) {
    const payload = { price: cents / 100 }
    for (const request of [{ method: 'POST' as const, url: '/', payload }, { url: `/?price=${payload.price}` }])
      if ((await app.inject(request)).statusCode !== 200) refused++
  }
  const { statusCode, body } = await app.inject({ method: 'POST', url: '/', payload: { price: 19.995 } })
  assert.deepEqual([statusCode, JSON.parse(body).message], [400, 'body/price must be multiple of 0.01'])
  await app.close()
  return refused
}

test('a price that is a multiple of a cent is accepted with every way of compiling', async () => {
  const compiled = await compileHere(() => {
    const app = espalier()
    declare(app)
    return app
  })
  const ways: ServerOptions[] = [{ compile: 'boot' }, { compile: 'lazy' }, { compiled }]
  for (const options of ways) assert.equal(await countRefused(options), 0)
})

test("an application's multipleOfPrecision is kept", async () => {
  const app = espalier({ ajv: { customOptions: { multipleOfPrecision: 1 } } })
  app.post('/', { schema: { body: price } }, () => 'valid')
  assert.equal((await app.inject({ method: 'POST', url: '/', payload: { price: 19.9909 } })).statusCode, 200)
})
