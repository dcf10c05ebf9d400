import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { test } from 'node:test'
import middie from '@fastify/middie'
import { createApp } from './framework.ts'
import { serving } from './serving.ts'

type Next = (error?: Error) => void

const marking =
  (name: string) =>
  (_request: IncomingMessage, response: ServerResponse, next: Next): void => {
    response.setHeader(`x-${name}`, 'passed')
    next()
  }

test('an error of a middleware goes to the error handler', async (t) => {
  const app = createApp()
  await app.register(middie)
  app.use((_request: IncomingMessage, _response: ServerResponse, next: Next) => {
    next(Object.assign(new Error('refused'), { statusCode: 403 }))
  })
  app.setErrorHandler((error: Error & { statusCode: number }, _request, reply) => {
    reply.code(error.statusCode).send({ handled: error.message })
  })
  app.get('/', () => 'unreachable')
  const origin = await serving(t, app)

  const refused = await fetch(origin)

  assert.equal(refused.status, 403)
  assert.deepEqual(await refused.json(), { handled: 'refused' })
})

test('a middleware that responds ends the request', async (t) => {
  const app = createApp()
  await app.register(middie)
  let called = false
  app.use('/own', (_request: IncomingMessage, response: ServerResponse) => {
    response.statusCode = 202
    response.end('answered by the middleware')
  })
  app.get('/own', () => {
    called = true
    return 'unreachable'
  })
  const origin = await serving(t, app)

  const answer = await fetch(`${origin}/own`)

  assert.equal(answer.status, 202)
  assert.equal(await answer.text(), 'answered by the middleware')
  assert.equal(called, false)
})

test('a middleware gets its path without the prefix, and only requests below it', async (t) => {
  const app = createApp()
  await app.register(middie)
  app.use('/assets', (request: IncomingMessage, response: ServerResponse, next: Next) => {
    response.setHeader('x-seen', request.url ?? '')
    next()
  })
  app.get('/*', () => 'answer')
  const origin = await serving(t, app)

  assert.equal((await fetch(`${origin}/assets/logo.png`)).headers.get('x-seen'), '/logo.png')
  assert.equal((await fetch(`${origin}/pages`)).headers.has('x-seen'), false)
})

test('a middleware of a child runs after that of its parent, and not for its sibling', async (t) => {
  const app = createApp()
  await app.register(middie)
  app.use(marking('parent'))
  app.register(
    async (child) => {
      child.use(marking('child'))
      child.get('/', () => 'child')
    },
    { prefix: '/child' }
  )
  app.register(async (sibling) => sibling.get('/', () => 'sibling'), { prefix: '/sibling' })
  const origin = await serving(t, app)

  const child = await fetch(`${origin}/child`)
  const sibling = await fetch(`${origin}/sibling`)

  assert.equal(child.headers.get('x-parent'), 'passed')
  assert.equal(child.headers.get('x-child'), 'passed')
  assert.equal(sibling.headers.get('x-parent'), 'passed')
  assert.equal(sibling.headers.has('x-child'), false)
})
