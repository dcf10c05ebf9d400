/** For any order of the plugins, functions must run in the order of the explanation. */
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Anything } from '../../anything.ts'
import { budget } from '../../fuzz/budget.ts'
import { createApp, type Wild } from '../../security/wild.ts'
import type { Ran } from '../law/path.ts'
import { holdRequest, watchInto } from '../law/watched.ts'

const load = createRequire(import.meta.url)
process.on('warning', () => {})

const secret = 'a secret of more than thirty-two letters'
const validate = async (name: string) => {
  if (name !== 'ada') throw new Error('unknown')
}

const packages: Readonly<Record<string, Anything>> = {
  ...{ '@fastify/accepts': {}, '@fastify/basic-auth': { validate }, '@fastify/bearer-auth': { keys: ['a'] } },
  ...{
    '@fastify/caching': { privacy: 'private', expiresIn: 9 },
    '@fastify/circuit-breaker': {},
    '@fastify/compress': {}
  },
  ...{ '@fastify/cookie': { secret }, '@fastify/cors': {}, '@fastify/etag': {}, '@fastify/formbody': {} },
  ...{ '@fastify/helmet': {}, '@fastify/jwt': { secret }, '@fastify/multipart': {}, '@fastify/rate-limit': { max: 3 } },
  ...{
    '@fastify/request-context': {},
    '@fastify/response-validation': { ajv: { strict: false } },
    '@fastify/routes': {},
    '@fastify/schedule': {}
  },
  ...{ '@fastify/sensible': {}, '@fastify/static': { root: process.cwd(), prefix: '/files/' }, '@fastify/swagger': {} },
  ...{ '@fastify/under-pressure': { exposeStatusRoute: true }, '@fastify/url-data': {}, '@fastify/websocket': {} },
  ...{ 'fastify-raw-body': { global: true }, '@fastify/session': { secret }, '@fastify/csrf-protection': {} },
  ...{ '@fastify/middie': {}, '@fastify/swagger-ui': {} }
}

const needs: Readonly<Record<string, string>> = {
  ...{ '@fastify/session': '@fastify/cookie', '@fastify/csrf-protection': '@fastify/cookie' },
  ...{ '@fastify/swagger-ui': '@fastify/swagger' }
}

const withNeeds = (names: readonly string[]): string[] => [
  ...new Set(names.flatMap((name) => [needs[name], name].filter((one) => one !== undefined)))
]

const requests: readonly Anything[] = [
  ...[{ url: '/' }, { url: '/inner/7' }, { url: '/nowhere' }, { url: '/inner/nowhere' }, { url: '/', method: 'HEAD' }],
  { url: '/', method: 'OPTIONS', headers: { origin: 'http://a.example', 'access-control-request-method': 'GET' } },
  { url: '/inner/7', headers: { authorization: 'Bearer a', 'accept-encoding': 'gzip', cookie: 'a=1' } },
  { url: '/', method: 'POST', payload: { name: 'ada' } },
  { url: '/', method: 'POST', payload: 'name=ada', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  { url: '/inner', method: 'POST', payload: '{', headers: { 'content-type': 'application/json' } },
  ...[
    { url: '/files/package.json' },
    { url: '/files/none' },
    { url: '/status' },
    { url: '/documentation/json' },
    { url: '/throws' }
  ]
]

async function createShop(names: readonly string[]): Promise<Wild> {
  const { app } = createApp({}, 'silent')
  for (const name of names) await app.register(load(name), packages[name])
  app.addHook('onRequest', async function everywhere() {})
  app.get('/', async () => 'a text')
  app.get('/throws', async () => {
    throw new Error('thrown')
  })
  app.post('/', { schema: { body: { type: 'object' } } }, async (request: Anything) => request.body)
  app.register(
    async (inner: Wild) => {
      inner.addHook('preHandler', async function within() {})
      inner.setErrorHandler(async function tell(error: Error) {
        return { message: error.message }
      })
      inner.get('/:id', async () => ({ some: 'thing' }))
      inner.post('/', async () => 'posted')
    },
    { prefix: '/inner' }
  )
  await app.ready()
  return app
}

async function check(names: readonly string[], seen: Set<string>): Promise<void> {
  const ran: Ran[] = []
  const unwatch = watchInto(ran)
  const app = await createShop(names)
  try {
    for (const request of requests) {
      const { taken } = await holdRequest(app, request, ran)
      for (const { place } of taken) seen.add(/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(place?.file ?? '')?.[1] ?? '')
    }
  } finally {
    unwatch()
    await app.close()
  }
}

test('functions of Fastify plugins run in the order of the explanation', { timeout: 600_000 }, async (t) => {
  const seen = new Set<string>()
  for (const name of Object.keys(packages)) await check(withNeeds([name]), seen)
  const some = fc.uniqueArray(fc.constantFrom(...Object.keys(packages)), { minLength: 2, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(some, (names) => check(withNeeds(names), seen)),
    budget(60)
  )
  t.diagnostic([...seen].join(' '))
  assert.ok(seen.size > 15, [...seen].join(' '))
})
