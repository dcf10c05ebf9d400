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
  ['its class in capitals', { 200: Type.String(), '4XX': Problem }, true],
  ['all of them', { default: Problem }, true],
  ['another status', { 200: Type.String(), 403: Problem }, false],
  ['successes alone', { 200: Type.String() }, false]
] as const)
  test(`an endpoint that declares ${name} ${isDocumented ? 'tells' : 'does not tell'} what the defaults of its context may answer`, async () => {
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

test('an endpoint without responses, one where answers are not held to them, and a plain route need not tell', async () => {
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
  ['an error', { errors: [401] }, '401'],
  ['an answer of its own', { response: { 403: Problem } }, '403'],
  ['the second of its errors', { errors: [404, 503] }, '503'],
  ['what the endpoint declares', { errors: [404] }, undefined],
  ['nothing', { schemes: { session: { type: 'apiKey', in: 'header', name: 'x-session' } } }, undefined]
] as const)
  test(`a guard that is documented with ${what} is ${untold === undefined ? 'not asked of' : 'asked of'} the endpoints behind it`, async () => {
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
  test(`what a function is documented with at ${stage} is ${isGuard ? '' : 'not '}asked of endpoints: a guard may ${isGuard ? '' : 'not '}stand there`, async () => {
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

test('a documented guard asks nothing of plain routes, where answers are not held to declarations, or where it does not stand', async () => {
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

test('bearerAuth, which says of itself what it answers, asks nothing of endpoints', async () => {
  const app = espalier().register(bearerAuth, { keys: ['a secret key'] })
  app.route(endpoint('GET /books', succeeding), () => '')
  await app.ready()
  await app.close()
})
