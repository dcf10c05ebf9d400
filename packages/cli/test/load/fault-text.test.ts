import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultText, placeOfFault } from '../../src/load/fault-text.ts'

const withStack = (error: Error, ...frames: string[]) =>
  Object.assign(error, { stack: [String(error), ...frames.map((frame) => `    at ${frame}`)].join('\n') })

const here = new URL(`file://${process.cwd()}/`).href

test('stack lines of the application have relative paths, without those of Node and packages', () => {
  const error = withStack(
    new Error('no'),
    'node:internal/process:1:2',
    `connect (${here}plugins/database.ts:12:9)`,
    `file:///app/node_modules/pg/index.js:3:4`,
    `async ${here}app.ts:3:1`
  )
  assert.equal(faultText(error), 'Error: no\n    at connect (plugins/database.ts:12:9)\n    at async app.ts:3:1')
  assert.equal(placeOfFault(error), 'plugins/database.ts:12')
})

test('an error with package lines only keeps its first ones and has the place of its cause', () => {
  const cause = withStack(new Error('inner'), `${here}a.ts:7:1`)
  const error = withStack(new Error('outer', { cause }), '/app/node_modules/pg/index.js:3:4')
  assert.equal(
    faultText(error),
    'Error: outer\n    at /app/node_modules/pg/index.js:3:4\ncaused by Error: inner\n    at a.ts:7:1'
  )
  assert.equal(placeOfFault(error), 'a.ts:7')
})

test('a connection error with a code and no message is printed with its inner errors', () => {
  const refused = withStack(new Error('connect ECONNREFUSED ::1:5432'))
  const error = withStack(Object.assign(new AggregateError([refused], ''), { code: 'ECONNREFUSED' }))
  assert.equal(faultText(error), 'AggregateError [ECONNREFUSED]\ncaused by Error: connect ECONNREFUSED ::1:5432')
})

test('a chain of causes is printed up to the fifth error', () => {
  let error = withStack(new Error('0'))
  for (let depth = 1; depth < 9; depth++) error = withStack(new Error(`${depth}`, { cause: error }))
  assert.equal(faultText(error), ['Error: 8', ...[7, 6, 5, 4].map((depth) => `caused by Error: ${depth}`)].join('\n'))
})

test('any thrown value is printed', () => {
  const circle: { cause?: unknown } = withStack(new Error('round'))
  circle.cause = circle
  assert.match(faultText(circle), /^Error: round$/)
  assert.equal(placeOfFault(circle), undefined)
  for (const value of [undefined, null, 1, 'text', { a: 1 }, Object.create(null)])
    assert.match(faultText(value), /^thrown: /)
  const hostile = new Proxy(new Error('hidden'), {
    get() {
      throw new Error('not yours')
    }
  })
  assert.equal(typeof faultText(hostile), 'string')
  assert.equal(placeOfFault(hostile), undefined)
})
