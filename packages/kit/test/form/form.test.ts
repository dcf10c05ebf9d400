import assert from 'node:assert/strict'
import { test } from 'node:test'
import { file, form } from '@espalier/kit/form'
import { Type } from 'espalier'

test('a form describes the limits of its files', () => {
  const { consumes, body } = form({
    cover: file({ maxBytes: 10, types: ['image/png', 'image/*'] }),
    any: file({ maxBytes: 5 })
  })
  assert.deepEqual(consumes, ['multipart/form-data'])
  const text = { $ref: 'register-uploads-before-this-route', type: 'string', format: 'binary' }
  assert.deepEqual(JSON.parse(JSON.stringify(body.properties)), {
    cover: { ...text, description: 'At most 10 bytes, image/png or image/*.' },
    any: { ...text, description: 'At most 5 bytes.' }
  })
})

test('an array of files without maxItems, and a file without a valid maxBytes, throw', () => {
  assert.throws(() => form({ pages: Type.Array(file({ maxBytes: 1 })) }), /'pages' needs a bound.*maxItems/)
  for (const maxBytes of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])
    assert.throws(() => file({ maxBytes }), /file\(\) takes maxBytes, a whole number from 1/)
})
