/**
 * The law of yielded values of an event stream: the process continues, and a client that implements the HTML standard gets each written event
 * exactly as it was yielded. A value that cannot be written ends the stream, with the error in the log.
 */
import assert from 'node:assert/strict'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { events, Type } from '../../../src/contract/index.ts'
import { budget } from '../../fuzz/budget.ts'
import { carriers } from '../../http/transport/carriers.ts'
import type { Anything, Line } from '../../security/wild.ts'
import { readEvents } from './reader.ts'

/** Makes a value when it is yielded, because a rejected promise is unhandled from its creation on. */
type Make = () => unknown

const broken = () => Promise.reject(new Error('forgotten'))
const named = (name: string, make: Make): Make => Object.assign(make, { toString: () => name })

const json = fc.jsonValue({ maxDepth: 2 }).map((value) => named(JSON.stringify(value), () => value))

const promised = fc.constantFrom(
  named('a promise that rejects', broken),
  named('a promise', () => Promise.resolve(1)),
  // biome-ignore lint/suspicious/noThenProperty: a thenable is what is yielded
  named('a thenable', () => ({ then: (_: unknown, reject: (error: Error) => void) => reject(new Error('thenable')) })),
  named('toJSON with a promise', () => ({ toJSON: broken })),
  named('a getter of a promise', () => ({
    get a() {
      return broken()
    }
  })),
  named(
    'a class with a getter',
    () =>
      new (class {
        get a() {
          return broken()
        }
      })()
  )
)

const odd = fc.constantFrom(
  named('undefined', () => undefined),
  named('a function', () => () => 1),
  named('a symbol', () => Symbol('a')),
  named('a bigint', () => 1n),
  named('toJSON without a value', () => ({ toJSON() {} })),
  named('NaN', () => Number.NaN),
  named('a date', () => new Date(0)),
  named('a getter that throws', () => ({
    get a() {
      throw new Error('unreadable')
    }
  }))
)

/** Data with such values at any depth. */
const { data } = fc.letrec<{ data: Make }>((tie) => ({
  data: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    { weight: 6, arbitrary: json },
    { weight: 1, arbitrary: promised },
    { weight: 1, arbitrary: odd },
    {
      weight: 2,
      arbitrary: fc
        .array(tie('data'), { maxLength: 3 })
        .map((list) => named(`[${list}]`, () => list.map((one) => one())))
    },
    {
      weight: 2,
      arbitrary: fc
        .dictionary(fc.constantFrom('a', 'list', 'then', 'c', '__proto__'), tie('data'), { maxKeys: 3 })
        .map((members) =>
          named(`{${Object.entries(members).map(([name, make]) => `${name}: ${make}`)}}`, () =>
            Object.fromEntries(Object.entries(members).map(([name, make]) => [name, make()]))
          )
        )
    }
  )
}))

const text = (value: unknown) => named(JSON.stringify(value) ?? String(value), () => value)
const event = fc.record(
  {
    event: fc.oneof({ weight: 8, arbitrary: fc.constantFrom('any', 'row', ' two words:').map(text) }, promised, odd),
    data,
    id: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom('', '1', ' a', 'a\tb', 'é', 0, -0, 1e21, 1.5).map(text) },
      { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }).map(text) },
      { weight: 1, arbitrary: fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, null, '\ud800').map(text) },
      promised,
      odd
    ),
    retry: fc.oneof(
      { weight: 6, arbitrary: fc.nat().map(text) },
      { weight: 3, arbitrary: fc.constantFrom(1e21, 1e300, -1, 1.5, '1', null, 2 ** 53, 2 ** 31).map(text) },
      promised,
      odd
    ),
    more: fc.oneof(promised, json)
  },
  { requiredKeys: ['event', 'data'], noNullPrototype: true }
)

type Yielded = Readonly<Record<string, Make>>

const make = (members: Yielded) => Object.fromEntries(Object.entries(members).map(([name, one]) => [name, one()]))

const yielded: fc.Arbitrary<Make> = fc.oneof(
  {
    weight: 12,
    arbitrary: event.map((members) =>
      named(
        Object.entries(members as Yielded)
          .map(([name, one]) => `${name}: ${one}`)
          .join(),
        () => make(members as Yielded)
      )
    )
  },
  { weight: 1, arbitrary: promised },
  { weight: 1, arbitrary: odd }
)

/** Iterates by hand, so that yielded values are not awaited. */
function sourceOf(list: readonly Make[], gives: unknown[]): AsyncIterable<unknown> {
  const next = (at: number) => {
    const value = list[at]?.()
    gives.push(value)
    return { value, done: false }
  }
  let at = 0
  return {
    [Symbol.asyncIterator]: () => ({
      next: async () => (at < list.length ? next(at++) : { done: true, value: broken() }),
      return: async () => ({ done: true, value: broken() })
    })
  }
}

/** Refuses promises, which JSON.stringify writes as empty objects. */
function awaited(_key: string, value: Anything): unknown {
  if (typeof value?.then !== 'function') return value
  value.then(undefined, () => {})
  throw new Error('a promise')
}

/** True for a text that an event field returns unchanged. */
const isField = (one: unknown) =>
  typeof one === 'string' &&
  !/[^\t\x20-\x7e\x80-\uffff]/.test(one) &&
  one.replace(/^[\t ]+|[\t ]+$/g, '') === one &&
  (one as Anything).isWellFormed()

/** Stands for an id or a retry alone: it is written, and a client gets no event for it. */
const noEvent = 'an id or a retry time alone'

/** The event that a client should get; `noEvent` for an id or a retry alone, and `null` for a value that cannot be written. */
function asRead(given: Anything): object | typeof noEvent | null {
  try {
    const { event, data, id, retry, more } = given
    JSON.stringify([event, id, retry, more], awaited)
    const isId = id === undefined || (typeof id === 'number' && Number.isFinite(id)) || isField(id)
    const isRetry = retry === undefined || (typeof retry === 'number' && /^\d+$/.test(String(retry)) && retry < 2 ** 31)
    if (!isId || !isRetry) return null
    if ([event, data, more].every((one) => one === undefined) && (id ?? retry) !== undefined) return noEvent
    if (!Object.hasOwn(schemas, event)) return null
    const read = { event, data: JSON.parse(JSON.stringify(data, awaited)) }
    return { ...read, ...(id !== undefined && { id: String(id) }), ...(retry !== undefined && { retry }) }
  } catch {
    return null
  }
}

async function readSoFar(stream: Readable): Promise<string> {
  const chunks: Buffer[] = []
  stream.on('data', (chunk) => chunks.push(chunk))
  await finished(stream).catch(() => {})
  return Buffer.concat(chunks).toString()
}

const schemas = {
  any: Type.Any(),
  row: Type.Object({ a: Type.Any(), list: Type.Array(Type.Any()) }),
  ' two words:': Type.Any()
}
const places = ['node:http, auto', 'node:http, stock', 'HTTP/2', 'fetch', 'inject, direct']

for (const place of places) {
  describe(`over ${place}`, () => {
    let list: readonly Make[] = []
    let gives: unknown[] = []
    let lines: Line[] = []
    let isSeen = false
    const unheard: unknown[] = []
    const hear = (reason: unknown) => void unheard.push(reason)
    let ask: () => Promise<string>
    let close: () => Promise<void>

    before(async () => {
      process.on('unhandledRejection', hear)
      const stream = { write: (line: string) => void lines.push(JSON.parse(line)) }
      const declare = (app: Anything) => {
        const options = { schema: { response: { 200: events(schemas as Anything) } } }
        app.get('/', options, () => sourceOf(list, gives))
        app.register(async (child: Anything) => {
          child.addHook('onSend', async () => {})
          child.get('/seen', options, () => sourceOf(list, gives))
        })
      }
      const carrier = await (carriers[place] as (typeof carriers)[string])(declare, { logger: { stream } })
      close = carrier.close
      ask = async () => {
        const given = { method: 'GET', path: isSeen ? '/seen' : '/' }
        if (carrier.begin === undefined)
          return carrier.ask(given).then(
            ({ body }) => Buffer.from(body, 'latin1').toString(),
            () => ''
          )
        const call = carrier.begin(given)
        call.end()
        // A response that is aborted at once may be lost entirely.
        return call.response.then(readSoFar, () => '')
      }
    })
    after(async () => {
      process.off('unhandledRejection', hear)
      await close()
    })

    test('a yielded value is read unchanged or ends the stream with a logged error, without an unhandled rejection', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(yielded, { minLength: 1, maxLength: 3 }), fc.boolean(), async (some, seen) => {
          list = some
          gives = []
          lines = []
          isSeen = seen
          const content = await ask()
          for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate)
          assert.deepEqual(unheard.splice(0), [])
          const read = content.startsWith('{"statusCode":500') ? [] : readEvents(content)
          const wanted = gives.map(asRead)
          const events = gives.filter((_, at) => wanted[at] !== noEvent)
          for (const [at, one] of read.entries()) assertRead(one, asRead(events[at]), events[at])
          const isWhole = gives.length === some.length && read.length === events.length
          const errors = lines.filter(({ level }) => level >= 50)
          if (isWhole) assert.deepEqual(errors, [])
          // An abort may discard bytes that were written just before it.
          else assert.ok(errors.length > 0, 'the stream ended and the log has no error')
          if (!wanted.includes(null) && gives.every((one: Anything) => one?.event !== 'row')) assert.ok(isWhole)
        }),
        budget(150)
      )
    })
  })
}

/** The schema of rows omits members, turns other values into an object, and null into a list. */
function assertRead(read: Anything, wanted: Anything, given: unknown): void {
  assert.ok(wanted, `${String(given)} has no form and was written as ${JSON.stringify(read)}`)
  if (wanted.event !== 'row') return assert.deepEqual(read, wanted)
  if (wanted.data?.list === undefined) return
  const { a, list } = wanted.data
  assert.deepEqual(read, { ...wanted, data: { a, list: list ?? [] } })
}
