import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import etag from '@fastify/etag'
import helmet from '@fastify/helmet'
import middie from '@fastify/middie'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import sensible from '@fastify/sensible'
import session from '@fastify/session'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import underPressure from '@fastify/under-pressure'
import websocket from '@fastify/websocket'
import { createApp, type Wild } from '../../security/wild.ts'
import type { Ran } from '../law/path.ts'
import { watchInto } from '../law/watched.ts'

const subject = Symbol.for('espalier.subject')
const ran: Ran[] = []
let unwatch = () => {}

before(() => {
  unwatch = watchInto(ran)
})
after(() => unwatch())

const plugins: readonly (readonly [plugin: unknown, options?: object])[] = [
  [compress, { threshold: 0 }],
  [cookie],
  [cors, { origin: true }],
  [etag],
  [helmet],
  [middie],
  [multipart],
  [rateLimit, { max: 4 }],
  [sensible],
  [session, { secret: 's'.repeat(32), cookie: { secure: false } }],
  [swagger],
  [swaggerUi],
  [underPressure, { exposeStatusRoute: true }],
  [websocket]
]

function createShop(): Wild {
  const { app } = createApp()
  for (const [plugin, options] of plugins) app.register(plugin, options)
  app.register(async (child: Wild) => {
    child.addHook('preValidation', async function check() {})
    child.setErrorHandler(function onFault(error: unknown) {
      throw error
    })
    const body = { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } }
    child.get('/books', async () => [{ title: 'Emma' }])
    child.post('/books', { schema: { body } }, async (request: Wild) => request.body)
    child.get('/broken', async () => {
      throw new Error('broken')
    })
  })
  return app
}

const requests = [
  ...[{ url: '/books' }, { url: '/books', headers: { 'accept-encoding': 'gzip', origin: 'http://a.example' } }],
  { method: 'POST', url: '/books', payload: { n: 1 } },
  { method: 'POST', url: '/books', payload: { n: 'x' } },
  { method: 'OPTIONS', url: '/books', headers: { origin: 'http://a.example', 'access-control-request-method': 'GET' } },
  ...[{ method: 'HEAD', url: '/books' }, { url: '/broken' }, { url: '/nowhere' }, { url: '/status' }],
  ...[{ url: '/documentation' }, { url: '/documentation/json' }, { url: '/%zz' }]
]

const subjectOf = (step: object) => (step as { [key: symbol]: unknown })[subject]

test('each function that runs is a later step of the explanation than the one before', async () => {
  const app = createShop()
  await app.ready()
  for (const request of requests) {
    ran.length = 0
    await app.inject(request)
    await new Promise((resolve) => setImmediate(resolve))
    const { method, url: path, headers } = { method: 'GET', headers: {}, ...request }
    const { steps } = await app.explain({ method, path, headers })
    let next = 0
    for (const one of ran) {
      const at = steps.findIndex((step: Wild, index: number) => {
        return (
          index >= next &&
          step.stage === one.stage &&
          (subjectOf(step) === undefined || subjectOf(step) === one.subject)
        )
      })
      const name = typeof one.subject === 'function' ? one.subject.name : one.subject
      assert.ok(at >= 0, `${method} ${path} ran ${one.stage} ${name}, which its explanation has not, or earlier`)
      next = at + 1
    }
    assert.ok(ran.length > 3 || path === '/%zz', `${method} ${path} ran ${ran.length} functions`)
  }
  await app.close()
})
