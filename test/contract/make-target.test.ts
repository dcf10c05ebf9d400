import assert from 'node:assert/strict'
import { test } from 'node:test'
import { events, Type } from '../../src/contract/index.ts'
import { makeTarget } from '../../src/contract/make-target.ts'
import { revive } from '../../src/contract/revive.ts'

const answersOf = (response: unknown) => makeTarget({ method: 'GET', path: '/', schema: { response } }).answers

test('a target has its path taken apart', () => {
  assert.deepEqual(makeTarget({ method: 'GET', path: '/a/:b/:c?', schema: {} }), {
    name: 'GET /a/:b/:c?',
    method: 'GET',
    parts: ['/a/', 'b', '', ['/', 'c', ''], ''],
    isRepeatable: true,
    answers: { default: {} }
  })
})

test('a target has the statuses that are declared; a map of errors alone leaves the rest free', () => {
  assert.deepEqual(answersOf({ 200: {}, '4XX': {} }), { 200: {}, '4xx': {} })
  assert.deepEqual(answersOf({ default: {} }), { default: {} })
  assert.deepEqual(answersOf({ 404: {} }), { '2xx': {}, '3xx': {}, 404: {} })
  assert.deepEqual(answersOf({}), { '2xx': {}, '3xx': {} })
  for (const none of [undefined, null, 'text']) assert.deepEqual(answersOf(none), { default: {} })
})

test('a request is repeatable where its method is idempotent', () => {
  const isRepeatable = (method: string) => makeTarget({ method, path: '/', schema: {} }).isRepeatable
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE', 'QUERY']) assert.ok(isRepeatable(method))
  for (const method of ['POST', 'PATCH', 'LOCK', 'get']) assert.ok(!isRepeatable(method))
})

test('a target has what is to be revived, by media type, and the events of a stream', () => {
  const at = Type.DateTime()
  const plan = { fields: { at: { as: 'date' } } }
  assert.deepEqual(answersOf({ 200: { at } }), { 200: { '*': plan } })
  const content = {
    'Application/JSON; charset=utf-8': { schema: Type.Object({ at }) },
    'text/csv': { schema: Type.String() }
  }
  assert.deepEqual(answersOf({ 200: { content } }), { 200: { 'application/json': plan } })
  const stream = events({ tick: Type.Object({ at }), done: Type.Null() })
  assert.deepEqual(answersOf({ 200: { content: { 'text/csv': { schema: Type.Array(at) } } } }), { 200: {} })
  assert.deepEqual(answersOf({ 200: stream }), { 200: { 'text/event-stream': { fields: { tick: plan } } } })
  assert.deepEqual(answersOf({ 200: { content: at } }), { 200: { '*': { fields: { content: { as: 'date' } } } } })
})

test('a target brings what revives, where there is anything to revive', () => {
  const of = (response: object) => makeTarget({ method: 'GET', path: '/', schema: { response } })
  assert.equal(of({ 200: { at: Type.DateTime() } }).revive, revive)
  assert.ok(!('revive' in of({ 200: { as: Type.String() } })))
})
