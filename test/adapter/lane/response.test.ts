/** For each sequence of calls, a response of the lane gives the results, errors and bytes that Node's own class gives. */
import assert from 'node:assert/strict'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { test } from 'node:test'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { findSymbols, hasNodesSetHeader, LaneResponse } from '../../../src/adapter/lane/response.ts'

const request = Object.assign(new IncomingMessage(new Socket()), { httpVersionMajor: 1, httpVersionMinor: 1 })
findSymbols(new ServerResponse(request))

type Call = readonly [method: keyof ServerResponse, ...args: unknown[]]

const name = fc.constantFrom(
  'X-A',
  'x-a',
  'X-B',
  '__proto__',
  'constructor',
  '7',
  'set-cookie',
  'Connection',
  'x y',
  ''
)
const text = fc.constantFrom('one', 'two', '', ' one', 'é', '\u{1f600}', 'a\r\nb')
const value = fc.oneof({ weight: 4, arbitrary: text }, fc.constantFrom(7, undefined, ['one', 'two'], ['a\nb']))
const call: fc.Arbitrary<Call> = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(fc.constant('setHeader' as const), name, value) },
  fc.tuple(fc.constantFrom('getHeader' as const, 'hasHeader' as const, 'removeHeader' as const), name),
  fc.tuple(fc.constant('appendHeader' as const), name, value),
  fc.constantFrom(
    ['getHeaders'],
    ['getHeaderNames'],
    ['flushHeaders'],
    ['writeHead', 200],
    ['writeHead', 201, { 'X-A': 'three' }]
  )
) as fc.Arbitrary<Call>

function run(rawReply: ServerResponse, [method, ...args]: Call): unknown {
  try {
    const result: unknown = Reflect.apply(rawReply[method] as never, rawReply, structuredClone(args))
    return result === rawReply ? 'itself' : result
  } catch (error) {
    const { name, message, code } = error as NodeJS.ErrnoException
    return { name, message, code }
  }
}

/** Calls the methods, and returns all results and the head that is sent. */
function runAll(rawReply: ServerResponse, calls: readonly Call[]): unknown[] {
  rawReply.sendDate = false
  const results = calls.map((call) => run(rawReply, call))
  const fields = inspect(rawReply.getHeaders())
  results.push(fields, run(rawReply, ['flushHeaders']), Reflect.get(rawReply, '_header'))
  return results
}

test('calls have the results of Node’s class, whatever responses came before', () => {
  fc.assert(
    fc.property(fc.array(fc.array(call, { maxLength: 12 }), { minLength: 1, maxLength: 4 }), (responses) => {
      for (const calls of responses)
        assert.deepEqual(runAll(new LaneResponse(request), calls), runAll(new ServerResponse(request), calls))
    }),
    { numRuns: 500 }
  )
})

test('many fields are sent in the order in which they were set', () => {
  const calls = Array.from({ length: 60 }, (_, index): Call => ['setHeader', `X-${index}`, 'a'])
  for (let turn = 0; turn < 3; turn++)
    assert.deepEqual(runAll(new LaneResponse(request), calls), runAll(new ServerResponse(request), calls))
})

test('a replaced `setHeader` of Node’s class sees each call', (t) => {
  const rawReply = new LaneResponse(request)
  rawReply.setHeader('X-Seen', 'a')
  const seen = t.mock.method(ServerResponse.prototype, 'setHeader')
  for (let turn = 0; turn < 3; turn++) new LaneResponse(request).setHeader('X-Seen', 'a')
  assert.equal(seen.mock.callCount(), 3)
  assert.equal(hasNodesSetHeader(rawReply), false)
})

test('a replaced `setHeader` is noticed on the response, and Node’s is not', () => {
  const rawReply = new LaneResponse(request)
  assert.equal(hasNodesSetHeader(rawReply), true)
  Object.setPrototypeOf(rawReply, Object.create(ServerResponse.prototype))
  assert.equal(hasNodesSetHeader(rawReply), true)
  rawReply.setHeader = () => rawReply
  assert.equal(hasNodesSetHeader(rawReply), false)
})

test('a response of the lane looks like one of Node', () => {
  const rawReply = new LaneResponse(request)
  assert.equal(rawReply.constructor, ServerResponse)
  assert.match(inspect(rawReply, { depth: 0 }), /^ServerResponse \{/)
  assert.deepEqual(Object.keys(rawReply), Object.keys(new ServerResponse(request)))
})
