import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entryOf, memberOf } from '../../../src/openapi/patch/kind.ts'

test('a member is a part by the kind that it stands in, and plain JSON otherwise', () => {
  assert.deepEqual(memberOf('operation', 'requestBody'), { form: 'one', kind: 'requestBody', isOwned: true })
  assert.deepEqual(memberOf('mediaType', 'x-itemSchema'), { form: 'one', kind: 'schema' })
  assert.deepEqual(memberOf('callback', '{$request.query.url}'), { form: 'one', kind: 'pathItem' })
  for (const name of ['constructor', 'example', 'x-note']) assert.equal(memberOf('operation', name), undefined)
  assert.equal(memberOf('callback', 'x-note'), undefined)
})

test('an extension in a record of paths, answers or callbacks is plain JSON', () => {
  for (const kind of ['pathItem', 'response', 'callback'] as const)
    assert.equal(entryOf({ form: 'record', kind }, 'x-note'), undefined)
  const entry = { form: 'one', kind: 'header', isOwned: false }
  assert.deepEqual(entryOf({ form: 'record', kind: 'header' }, 'x-note'), entry)
})
