import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readEvents } from '../../src/contract/event-reader.ts'
import { events, Type } from '../../src/contract/index.ts'
import { makeTarget } from '../../src/contract/make-target.ts'
import { revive } from '../../src/contract/revive.ts'
import { withKey } from '../../src/contract/with-key.ts'

const answersOf = (response: unknown) => makeTarget({ method: 'GET', path: '/', schema: { response } }).answers

test('a target contains the parts of its path, and fill if the path needs it', () => {
  const { fill, ...target } = makeTarget({ method: 'GET', path: '/a/:b/:c?', schema: {} })
  assert.equal(typeof fill, 'function')
  assert.deepEqual(target, {
    name: 'GET /a/:b/:c?',
    method: 'GET',
    parts: ['/a/', 'b', '', ['/', 'c', ''], ''],
    isRepeatable: true,
    answers: { default: {} }
  })
  const has = (path: string) => 'fill' in makeTarget({ method: 'GET', path, schema: {} })
  for (const path of ['/', '/a/b.c/', '/a::b@c', '/...']) assert.ok(!has(path), path)
  for (const path of ['/*', '/é', '/a b', '/50%', '/a?b', '/a#b', '/./a', '/a/..']) assert.ok(has(path), path)
})

test('a target contains the declared statuses, and a map of errors alone allows all success statuses', () => {
  assert.deepEqual(answersOf({ 200: {}, '4XX': {} }), { 200: {}, '4xx': {} })
  assert.deepEqual(answersOf({ default: {} }), { default: {} })
  assert.deepEqual(answersOf({ 404: {} }), { '2xx': {}, '3xx': {}, 404: {} })
  assert.deepEqual(answersOf({}), { '2xx': {}, '3xx': {} })
  for (const none of [undefined, null, 'text']) assert.deepEqual(answersOf(none), { default: {} })
})

test('a request is repeatable if its method is idempotent', () => {
  const isRepeatable = (method: string) => makeTarget({ method, path: '/', schema: {} }).isRepeatable
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE', 'QUERY']) assert.ok(isRepeatable(method))
  for (const method of ['POST', 'PATCH', 'LOCK', 'get']) assert.ok(!isRepeatable(method))
})

test('a target with an Idempotency-Key header has withKey and is repeatable', () => {
  const of = (headers: unknown, method = 'POST') => makeTarget({ method, path: '/', schema: { headers } })
  const key = Type.Optional(Type.String())
  for (const headers of [{ 'idempotency-key': key }, Type.Object({ from: Type.String(), 'Idempotency-Key': key })]) {
    assert.equal(of(headers).withKey, withKey)
    assert.ok(of(headers).isRepeatable)
  }
  for (const headers of [undefined, {}, { from: key }, Type.Object({ 'x-idempotency-key': key }), 'idempotency-key']) {
    assert.ok(!('withKey' in of(headers)))
    assert.ok(!of(headers).isRepeatable)
  }
  assert.ok(of({}, 'GET').isRepeatable)
})

test('a target has revive only with a value to revive', () => {
  const of = (response: object) => makeTarget({ method: 'GET', path: '/', schema: { response } })
  assert.equal(of({ 200: { at: Type.DateTime() } }).revive, revive)
  assert.ok(!('revive' in of({ 200: { as: Type.String() } })))
})

test('a target has readEvents only with an event stream', () => {
  const of = (response: object) => makeTarget({ method: 'GET', path: '/', schema: { response } })
  assert.equal(of({ 200: events({ tick: Type.Null() }) }).readEvents, readEvents)
  assert.ok(!('readEvents' in of({ 200: { heartbeat: Type.Integer() } })))
})
