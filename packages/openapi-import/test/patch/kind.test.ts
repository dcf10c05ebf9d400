import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entryOf, insteadOf, kindOf, memberOf } from '../../src/patch/kind.ts'

const plain = { form: 'one', kind: 'plain' }

test('the kind of a member depends on the kind of its parent, and others are plain JSON', () => {
  assert.deepEqual(memberOf('operation', 'requestBody'), { form: 'one', kind: 'requestBody', isOwned: true })
  assert.deepEqual(memberOf('mediaType', 'x-itemSchema'), { form: 'one', kind: 'schema' })
  assert.deepEqual(memberOf('callback', '{$request.query.url}'), { form: 'one', kind: 'pathItem' })
  for (const name of ['constructor', 'example']) assert.equal(memberOf('operation', name), undefined)
  for (const kind of ['operation', 'callback', 'schema'] as const) assert.deepEqual(memberOf(kind, 'x-note'), plain)
  assert.deepEqual(memberOf('schema', 'constructor'), plain)
  assert.deepEqual(memberOf('requirement', 'x-key'), { form: 'list', kind: 'text' })
})

test('an extension beside paths and responses is plain JSON, and in other maps it is a part', () => {
  const paths = { form: 'record', kind: 'pathItem', naming: 'path' } as const
  const answers = { form: 'record', kind: 'response', naming: 'status' } as const
  for (const member of [paths, answers]) assert.deepEqual(entryOf(member, 'x-note'), plain)
  for (const kind of ['pathItem', 'response', 'callback', 'header'] as const) {
    const entry = { form: 'one', kind, isOwned: false }
    assert.deepEqual(entryOf({ form: 'record', kind }, 'x-note'), entry)
    assert.deepEqual(entryOf({ form: 'record', kind, naming: 'component' }, 'x-note'), entry)
  }
})

test('example excludes examples, content excludes all alternatives, and other names exclude no member', () => {
  assert.deepEqual(insteadOf('example'), ['examples'])
  assert.ok(insteadOf('content').includes('examples'))
  for (const name of ['description', 'constructor', '__proto__']) assert.deepEqual(insteadOf(name), [])
})

test('a security scheme has the kind of its type', () => {
  assert.equal(kindOf('scheme', { type: 'apiKey' }), 'apiKey')
  for (const part of [{ type: 'constructor' }, { type: 1 }, {}]) assert.equal(kindOf('scheme', part), 'scheme')
  assert.equal(kindOf('info', { type: 'apiKey' }), 'info')
})
