import assert from 'node:assert/strict'
import { test } from 'node:test'
import Ajv from 'ajv'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { createClient } from '../../../src/client/index.ts'
import { endpoint, Type } from '../../../src/contract/index.ts'
import { budget, fixed } from '../../fuzz/budget.ts'

const get = endpoint('GET /', {
  response: { 200: { at: Type.Optional(Type.DateTime()), n: Type.Optional(Type.BigInteger()) } }
})

async function receive(body: object) {
  return createClient({ get }, { fetch: async () => Response.json(body) })
    .get()
    .expect(200)
}

const validate = addFormats.default(new Ajv.default()).compile({ type: 'string', format: 'date-time' })
// The validator accepts zones without a colon and the hour 24. RFC 3339 allows neither.
const isDateTime = (text: string) => validate(text) && !/[+-]\d{4}$|^.{11}24/.test(text)

const pad = (n: number, digits = 2) => `${n}`.padStart(digits, '0')
const date = fc.tuple(
  fc.integer({ min: 0, max: 9999 }),
  fc.integer({ min: 0, max: 13 }),
  fc.integer({ min: 0, max: 32 })
)
const time = fc.tuple(fc.integer({ min: 0, max: 24 }), fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 59 }))
const moment = fc
  .tuple(
    date,
    fc.constantFrom('T', 't', ' ', '', '_'),
    time,
    fc.constantFrom('', '.5', '.123456789', '.', ',5'),
    fc.constantFrom('Z', 'z', '+01:00', '-23:59', '+24:00', '+0100', '', ' GMT')
  )
  .map(
    ([[year, month, day], between, [hour, minute, second], rest, zone]) =>
      `${pad(year, 4)}-${pad(month)}-${pad(day)}${between}${pad(hour)}:${pad(minute)}:${pad(second)}${rest}${zone}`
  )
const text = fc.oneof(
  { weight: 5, arbitrary: moment },
  { weight: 1, arbitrary: fc.constantFrom('', '5', '2026', '2026-01-02', '2026-01-02 03:04', 'soon', '1 May 2001') },
  {
    weight: 1,
    arbitrary: fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((one) => one.toJSON())
  },
  { weight: 1, arbitrary: fc.string() }
)

test('a date-time of RFC 3339 is revived as its instant, and other texts reject', async () => {
  let dates = 0
  const law = fc.asyncProperty(text, async (at) => {
    if (!isDateTime(at)) {
      await assert.rejects(receive({ at }), { code: 'ESP_ERR_ANSWER_UNREADABLE', body: JSON.stringify({ at }) })
      return
    }
    dates++
    const received = (await receive({ at })).at
    assert.ok(received instanceof Date)
    const [, day = '', clock = '', zone = ''] = /^(.{10}).(.{8})[.\d]*(.*)$/.exec(at) ?? []
    const [hours = 0, minutes = 0] = zone.length > 1 ? zone.slice(1).split(':').map(Number) : []
    const shift = (zone[0] === '-' ? -1 : 1) * (hours * 60 + minutes) * 60_000
    assert.equal(Math.floor(received.getTime() / 1000) * 1000, Date.parse(`${day}T${clock}Z`) - shift)
  })
  await fc.assert(law, fixed(200))
  assert.ok(dates > 10, `${dates}`)
  await fc.assert(law, budget(1500))
})

test('a bigint is revived from digits only', async () => {
  const digits = fc.bigInt().map(String)
  const odd = fc.constantFrom('', ' ', ' 7 ', '0x10', '0b1', '1e3', '1.0', '+1', '--1', '1n', '1_000', '٣', '\n1', '-')
  await fc.assert(
    fc.asyncProperty(fc.oneof(digits, odd, fc.string()), async (n) => {
      if (/^-?[0-9]+$/.test(n) && !n.includes('\n')) assert.equal((await receive({ n })).n, BigInt(n))
      else await assert.rejects(receive({ n }), { code: 'ESP_ERR_ANSWER_UNREADABLE' })
    }),
    budget(500)
  )
})
