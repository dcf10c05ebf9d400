import assert from 'node:assert/strict'
import { test } from 'node:test'
import express from '@fastify/express'
import { createApp } from '../../ecosystem/framework.ts'
import { serving } from '../../ecosystem/serving.ts'

/** The part of Express that these tests touch. */
interface ExpressResponse {
  set(name: string, value: string): ExpressResponse
  status(code: number): ExpressResponse
  json(body: unknown): void
}
type Middleware = (request: { path: string }, response: ExpressResponse, next: (error?: Error) => void) => void

/** Adds an Express middleware to `app`, whose `use` the types of two plugins disagree about. */
function use(app: object, ...middleware: [Middleware] | [path: string, Middleware]): void {
  const withUse = app as { use(...middleware: unknown[]): void }
  withUse.use(...middleware)
}

test('an error of an Express middleware is handled by the error handler', async (t) => {
  const app = createApp()
  await app.register(express)
  use(app, (_request, _response, next) => next(Object.assign(new Error('no entry'), { statusCode: 403 })))
  app.get('/', () => 'unreachable')
  const origin = await serving(t, app)

  const refused = await fetch(origin)

  assert.equal(refused.status, 403)
  assert.deepEqual(await refused.json(), { statusCode: 403, error: 'Forbidden', message: 'no entry' })
})

test('an Express middleware responds with the methods of Express', async (t) => {
  const app = createApp()
  await app.register(express)
  use(app, '/legacy', (request, response) => {
    response.set('x-engine', 'express').status(203).json({ path: request.path })
  })
  app.get('/modern', () => 'modern')
  const origin = await serving(t, app)

  const legacy = await fetch(`${origin}/legacy/page`)
  assert.equal(legacy.status, 203)
  assert.equal(legacy.headers.get('x-engine'), 'express')
  assert.deepEqual(await legacy.json(), { path: '/page' })
  assert.equal(await (await fetch(`${origin}/modern`)).text(), 'modern')
})

test('a header set by an Express middleware is in responses of its own context only', async (t) => {
  const app = createApp()
  app.register(async (old) => {
    await old.register(express)
    use(old, (_request, response, next) => {
      response.set('x-old', 'yes')
      next()
    })
    old.get('/old', (request) => ({ url: request.raw.url }))
  })
  app.get('/new', () => 'new')
  const origin = await serving(t, app)

  const old = await fetch(`${origin}/old`)
  assert.equal(old.headers.get('x-old'), 'yes')
  assert.deepEqual(await old.json(), { url: '/old' })
  assert.equal((await fetch(`${origin}/new`)).headers.has('x-old'), false)
})
