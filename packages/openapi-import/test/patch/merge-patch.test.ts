import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from '../../../../src/index.ts'
import { openapi } from '../../../../src/openapi/index.ts'
import { documentOf, info } from '../../../../test/openapi/describing.ts'
import { type Anything, createApp } from '../../../../test/security/wild.ts'
import { mergePatch } from '../../src/patch/merge-patch.ts'

test('a patch that is not an object throws', () => {
  for (const given of [null, undefined, [], 'x', 1])
    assert.throws(() => mergePatch(given as never), {
      code: 'ESP_ERR_ARGUMENT_INVALID',
      message: /^The argument of mergePatch\(\) must be an object, not /
    })
})

test('parts of removed endpoints are left out of the document and reported', async () => {
  const { app } = createApp()
  app.get('/a', { schema: { response: { 200: Type.String() } } }, () => 'a')
  await app.ready()
  const patch = {
    paths: {
      '/a': { get: { description: 'A' } },
      '/b': { get: { description: 'B' } },
      '/c/{id}': { post: { parameters: { 'path id': { example: 1 } } } }
    }
  }
  const sentences: string[] = []
  const { paths }: Anything = openapi(app, {
    info,
    patch: mergePatch(patch),
    onLeftOut: (sentence) => sentences.push(sentence)
  })
  assert.deepEqual(Object.keys(paths), ['/a'])
  assert.equal(paths['/a'].get.description, 'A')
  assert.deepEqual(sentences, [
    "/paths/~1b of the option 'patch' is left out: the application has no such part.",
    "/paths/~1c~1{id} of the option 'patch' is left out: the application has no such part."
  ])
})

test('an unresolved reference is left out, and so is a component that only it needed', async () => {
  const gone = { $ref: '#/components/schemas/gone' }
  const get = {
    responses: { 200: { content: { 'application/json': { schema: { allOf: [gone, { minProperties: 1 }] } } } } }
  }
  const patch = { paths: { '/a': { get } }, components: { schemas: { unneeded: { description: 'of what is gone' } } } }
  const document = await documentOf(
    (app) => app.get('/a', { schema: { response: { 200: Type.Object({}) } } }, () => ({})),
    { patch: mergePatch(patch) }
  )
  const { schema } = document.paths['/a'].get.responses[200].content['application/json']
  assert.deepEqual(schema.allOf, [{ minProperties: 1 }])
  assert.deepEqual(Object.keys(document.components.schemas), ['Error'])
})

test('a component that the application refers to is not removed', async () => {
  const document = await documentOf((app) => app.get('/a', () => 1), {
    patch: mergePatch({ components: { schemas: { Error: undefined } } })
  })
  assert.deepEqual(Object.keys(document.components.schemas), ['Error'])
})
