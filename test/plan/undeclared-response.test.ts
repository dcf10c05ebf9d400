import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoint, espalier, shared, Type } from '../../src/index.ts'
import { documented } from '../../src/openapi/index.ts'
import { bearerAuth } from '../../src/plugin/bearer-auth.ts'
import { hooks } from '../../src/tree/hook.ts'

const Problem = Type.Object({ message: Type.String() })
const defaults = shared({ name: 'defaults', setup: (app) => app.routeDefaults({ response: { 401: Problem } }) })

for (const [name, response, isDocumented] of [
  ['the status', { 200: Type.String(), 401: Problem }, true],
  ['the status class in upper case', { 200: Type.String(), '4XX': Problem }, true],
  ['default', { default: Problem }, true],
  ['another status', { 200: Type.String(), 403: Problem }, false],
  ['only a success', { 200: Type.String() }, false]
] as const)
  test(`an endpoint that declares ${name} ${isDocumented ? 'boots' : 'fails to boot'} in a context whose defaults have a 401`, async () => {
    const app = espalier()
    app.register(defaults)
    app.route(endpoint('GET /books', { response }) as never, () => '' as never)
    if (isDocumented) await app.ready()
    else
      await assert.rejects(async () => app.ready(), {
        code: 'ESP_ERR_ENDPOINT_RESPONSE_UNDECLARED',
        message:
          /^The routeDefaults of a context can send '401', but endpoint GET \/books does not declare it\. Add it to the response/
      })
    await app.close()
  })

test('default responses need no declaration in plain routes, without responses or with strictResponses off', async () => {
  const app = espalier().register(defaults)
  app.route(endpoint('GET /any'), () => '')
  app.get('/plain', { schema: { response: { 200: Type.String() } } }, () => '')
  await app.ready()
  await app.close()
  const lax = espalier({ strictResponses: false }).register(defaults)
  lax.route(endpoint('GET /books', { response: { 200: Type.String() } }) as never, () => '' as never)
  await lax.ready()
  await lax.close()
})

const pass = async () => {}
const succeeding = { response: { 200: Type.String() } }

for (const [what, description, untold] of [
  ['an undeclared error', { errors: [401] }, '401'],
  ['a response of its own', { response: { 403: Problem } }, '403'],
  ['a declared and an undeclared error', { errors: [404, 503] }, '503'],
  ['a status that the endpoint declares', { errors: [404] }, undefined],
  ['a security scheme only', { schemes: { session: { type: 'apiKey', in: 'header', name: 'x-session' } } }, undefined]
] as const)
  test(`an endpoint ${untold === undefined ? 'boots' : 'fails to boot'} behind a guard that is documented with ${what}`, async () => {
    const ways = {
      option: () => espalier().route(books, { onRequest: documented(pass, description) }, () => ''),
      hook: () =>
        espalier()
          .addHook('preHandler', documented(pass, description))
          .route(books, () => ''),
      derived: () =>
        espalier()
          .derive(
            'onRequest',
            documented(() => ({ user: 'Ada' }), description)
          )
          .route(books, () => '')
    }
    const books = endpoint('GET /books', { response: { 200: Type.String(), 404: Problem } })
    for (const way of Object.values(ways)) {
      const app = way()
      if (untold === undefined) await app.ready()
      else
        await assert.rejects(async () => app.ready(), {
          code: 'ESP_ERR_ENDPOINT_RESPONSE_UNDECLARED',
          message: new RegExp(
            `^A guard with documented\\(\\) can send '${untold}', but endpoint GET /books does not declare it`
          )
        })
      await app.close()
    }
  })

for (const [stage, row] of Object.entries(hooks)) {
  if (row.kind !== 'request' || !('delays' in row)) continue
  const isGuard = 'mayGuard' in row
  test(`documented errors at ${stage} ${isGuard ? 'must' : 'need not'} be declared by endpoints`, async () => {
    const app = espalier().route(
      endpoint('GET /books', succeeding),
      { [stage]: documented(pass, { errors: [401] }) } as object,
      () => ''
    )
    const booted = async () => app.ready()
    await (isGuard ? assert.rejects(booted, { code: 'ESP_ERR_ENDPOINT_RESPONSE_UNDECLARED' }) : booted())
    await app.close()
  })
}

test('documented errors of guards need no declaration in plain or unguarded routes, or with strictResponses off', async () => {
  const guarded = { onRequest: documented(pass, { errors: [401] }) }
  const app = espalier()
  app.get('/plain', { ...guarded, schema: { response: { 200: Type.String() } } }, () => '')
  app.route(endpoint('GET /any'), guarded, () => '')
  app.route(endpoint('GET /open', succeeding), () => '')
  await app.ready()
  await app.close()
  const lax = espalier({ strictResponses: false })
  lax.route(endpoint('GET /books', succeeding), guarded, () => '')
  await lax.ready()
  await lax.close()
})

test('an endpoint behind bearerAuth need not declare its 401', async () => {
  const app = espalier().register(bearerAuth, { keys: ['a secret key'] })
  app.route(endpoint('GET /books', succeeding), () => '')
  await app.ready()
  await app.close()
})
