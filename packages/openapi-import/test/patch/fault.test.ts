import assert from 'node:assert/strict'
import { test } from 'node:test'
import { info } from '../../../../test/openapi/describing.ts'
import { faultsOf } from '../../src/patch/fault.ts'

const base = { openapi: '3.1.0', info, servers: [], security: [], paths: {} }

test('a document without faults has an empty list', () => {
  const schemas = { a: { $ref: '#/components/schemas/b' }, b: { type: 'string', example: { links: { x: 1 } } } }
  const securitySchemes = { key: { type: 'http', scheme: 'bearer' } } as const
  const get = {
    operationId: 'x',
    security: [{ key: [] }, {}],
    responses: {}
  }
  assert.deepEqual(faultsOf({ ...base, paths: { '/': { get } }, components: { schemas, securitySchemes } }, base), [])
})

test('each fault is listed by its name', () => {
  const get = { operationId: 'x', security: [{ key: [] }] }
  const paths = { '/': { get, additionalOperations: { LINK: { operationId: 'x' } } } }
  const webhooks = { told: { post: { operationId: 'y', requestBody: { $ref: '#/components/none' } } } }
  const schemas = {
    partial: { properties: undefined, description: 'Of what is gone.' },
    used: { description: 'Any value.' },
    whole: { type: 'string' },
    using: { items: { $ref: '#/components/schemas/used' } },
    known: {}
  }
  const document = { ...base, paths, webhooks, components: { schemas } }
  assert.deepEqual(faultsOf(document, { ...base, components: { schemas: { known: {} } } }), [
    '$ref #/components/none',
    'operationId x',
    'security key',
    'component /components/schemas/partial'
  ])
})
