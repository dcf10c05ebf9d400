/** The law of ids: a reconnecting client sends exactly the id that the route yielded, or the route cannot yield it. Over every transport. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { events, Type } from '../../../src/contract/index.ts'
import { budget } from '../../fuzz/budget.ts'
import { type Carrier, carriers } from '../../http/transport/carriers.ts'
import type { Anything } from '../../security/wild.ts'
import { readStream } from './reader.ts'

const id = fc.oneof(
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 6 }) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
  {
    weight: 3,
    arbitrary: fc
      .array(
        fc.constantFrom(
          ' ',
          '\t',
          '\x01',
          '\x7f',
          '\x85',
          '\xa0',
          'à',
          '\ufeff',
          ':',
          '0',
          '"',
          '\u2028',
          '😀',
          '\ud83d'
        ),
        {
          maxLength: 4
        }
      )
      .map((parts) => parts.join(''))
  },
  { weight: 1, arbitrary: fc.nat({ max: 6000 }).map((length) => 'x'.repeat(length)) },
  { weight: 1, arbitrary: fc.nat({ max: 3000 }).map((length) => 'é'.repeat(length)) },
  fc.double(),
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
  fc.integer()
)

/** True for an id that a route may yield: HTTP and UTF-8 can represent it, and do not trim it. */
function isSayable(given: string | number): boolean {
  const text = String(given)
  if (typeof given === 'number') return Number.isFinite(given)
  const isTrimmed = !/^[ \t]|[ \t]$/.test(text)
  return (
    isTrimmed &&
    !/[^\t\x20-\x7e\x80-\uffff]/.test(text) &&
    (text as Anything).isWellFormed() &&
    Buffer.byteLength(text) <= 4096
  )
}

for (const place of ['node:http, auto', 'node:http, stock', 'HTTP/2', 'inject, direct', 'fetch'])
  describe(`over ${place}`, () => {
    let carrier: Carrier
    let given: string | number = 0

    before(async () => {
      carrier = await (carriers[place] as (typeof carriers)[string])((app: Anything) => {
        app.get('/', { schema: { response: { 200: events({ row: Type.Null() }) } } }, async function* () {
          yield { id: given }
        })
        app.get('/back', ({ lastEventId }: Anything) => ({ lastEventId }))
      })
    })
    after(() => carrier.close())

    test('an event id comes back unchanged as request.lastEventId, or is refused with 500', async () => {
      await fc.assert(
        fc.asyncProperty(id, async (one) => {
          given = one
          const { status, body } = await carrier.ask({ method: 'GET', path: '/' })
          if (!isSayable(one)) return assert.equal(status, 500)
          assert.equal(status, 200)
          const { lastId } = readStream(Buffer.from(body, 'latin1').toString())
          assert.equal(lastId, String(one))
          const headers = lastId === '' ? {} : { 'last-event-id': Buffer.from(lastId as string).toString('latin1') }
          const back = await carrier.ask({ method: 'GET', path: '/back', headers } as never)
          const said = JSON.parse(Buffer.from(back.body, 'latin1').toString())
          assert.deepEqual(said, lastId === '' ? {} : { lastEventId: String(one) })
        }),
        budget(120)
      )
    })
  })
