import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkNames, collectSchemes, describeSecurity } from '../../src/openapi/security.ts'
import { bearerAuth, createVerifyBearerAuth } from '../../src/plugin/bearer-auth.ts'
import type { Anything } from '../security/wild.ts'
import { documentOf } from './describing.ts'

const http = { type: 'http', scheme: 'bearer' }
const cookie = { type: 'apiKey', in: 'cookie', name: 'sid' }

test('security of the route has precedence over the combined security of its guards', () => {
  const token = { schemes: { token: http } }
  const either = { schemes: { token: http, cookie }, security: [{ token: ['read'] }, { cookie: [] }] }
  assert.deepEqual(describeSecurity([], [token]), [])
  assert.equal(describeSecurity(undefined, []), undefined)
  assert.equal(describeSecurity(undefined, [{ errors: [401] }]), undefined)
  assert.deepEqual(describeSecurity(undefined, [token]), [{ token: [] }])
  assert.deepEqual(describeSecurity(undefined, [{ schemes: { token: http, cookie } }]), [{ token: [], cookie: [] }])
  assert.deepEqual(describeSecurity(undefined, [token, either]), [{ token: ['read'] }, { token: [], cookie: [] }])
  const optional = { schemes: { token: http }, security: [{ token: [] }, {}] }
  assert.deepEqual(describeSecurity(undefined, [optional, token]), [{ token: [] }])
  assert.deepEqual(describeSecurity(undefined, [optional]), [{ token: [] }, {}])
})

test('a scheme name has one definition, and every named scheme must exist', () => {
  const one = { schemes: { token: http } }
  const other = { schemes: { token: cookie } }
  assert.deepEqual([...collectSchemes({}, [one, { schemes: { token: { ...http } } }])], [['token', http]])
  assert.deepEqual([...collectSchemes({ token: cookie }, [one, other])], [['token', cookie]])
  assert.throws(() => collectSchemes({}, [one, other]), {
    code: 'ESP_ERR_ARGUMENT_INVALID',
    message: /^The security scheme 'token' must be one scheme wherever a guard names it, not /
  })
  assert.throws(() => checkNames([{ none: [] }], new Map([['token', http]]), 'GET /a'), {
    code: 'ESP_ERR_ARGUMENT_INVALID',
    message:
      "The option 'securitySchemes' of openapi() must be security schemes by name, with 'none', which the security of GET /a names, not [ 'token' ]."
  })
})

const refusal = { type: 'object', required: ['error'], properties: { error: { type: 'string' } } }

test('bearerAuth adds security to the routes of its context only', async () => {
  const { paths, components } = await documentOf((app) => {
    app.get('/open', () => 1)
    app.register(async (context: Anything) => {
      context.register(bearerAuth, { keys: ['k'] })
      context.get('/a', () => 1)
      context.register(async (below: Anything) => void below.get('/b', () => 1))
      context.get('/public', { schema: { security: [] } }, () => 1)
    })
  })
  assert.deepEqual(components.securitySchemes, { bearer: { type: 'http', scheme: 'bearer' } })
  for (const path of ['/a', '/b']) {
    assert.deepEqual(paths[path].get.security, [{ bearer: [] }])
    assert.deepEqual(paths[path].get.responses[401], {
      description: 'Unauthorized',
      headers: { 'WWW-Authenticate': { schema: { type: 'string' } } },
      content: { 'application/json': { schema: refusal } }
    })
  }
  assert.equal(paths['/open'].get.security, undefined)
  assert.equal(paths['/open'].get.responses[401], undefined)
  assert.deepEqual(paths['/public'].get.security, [])
})

test('options of bearerAuth are described in the document', async () => {
  const { paths, components } = await documentOf((app) => {
    const errorResponse = () => '<p>no</p>'
    app.register(bearerAuth, {
      keys: ['k'],
      bearerType: 'Token',
      addHook: 'preParsing',
      errorResponse,
      contentType: 'text/html; charset=utf-8'
    })
    app.get('/', () => 1)
  })
  assert.deepEqual(components.securitySchemes, { token: { type: 'http', scheme: 'token' } })
  assert.deepEqual(Object.keys(paths['/'].get.responses[401].content), ['text/html'])
})

test('createVerifyBearerAuth as a hook adds its scheme and a framework error', async () => {
  const { paths } = await documentOf((app) => {
    app.get('/', { onRequest: createVerifyBearerAuth({ keys: ['k'] }) }, () => 1)
  })
  assert.deepEqual(paths['/'].get.security, [{ bearer: [] }])
  assert.deepEqual(paths['/'].get.responses[401].content['application/json'].schema, {
    $ref: '#/components/schemas/Error'
  })
})
