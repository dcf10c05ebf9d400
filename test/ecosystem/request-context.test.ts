import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as later } from 'node:timers/promises'
import requestContext from '@fastify/request-context'
import { createApp } from './framework.ts'
import { serving } from './serving.ts'

declare module '@fastify/request-context' {
  interface RequestContextData {
    user: string
    trail: string[]
  }
}

test('the context of a failed request does not affect the next one', async (t) => {
  const app = createApp()
  await app.register(requestContext, { defaultStoreValues: () => ({ user: 'nobody', trail: [] }) })
  app.get('/failing', async (request) => {
    request.requestContext.set('user', 'intruder')
    throw new Error('after setting')
  })
  app.get('/', async (request) => ({ user: request.requestContext.get('user') }))
  const origin = await serving(t, app)

  assert.equal((await fetch(`${origin}/failing`)).status, 500)
  assert.deepEqual(await (await fetch(origin)).json(), { user: 'nobody' })
})

test('the context is available in every stage, also after the body is parsed', async (t) => {
  const app = createApp()
  await app.register(requestContext, { defaultStoreValues: () => ({ user: 'nobody', trail: [] }) })
  const note = (stage: string): void => {
    app.requestContext.get('trail')?.push(stage)
  }
  app.addHook('onRequest', async () => {
    await later(1)
    note('onRequest')
  })
  app.addHook('preValidation', (_request, _reply, done) => {
    note('preValidation')
    done()
  })
  app.addHook('preHandler', async () => note('preHandler'))
  app.addHook('preSerialization', async (_request, _reply, payload) => {
    note('preSerialization')
    return payload
  })
  app.addHook('onSend', async (_request, reply) => {
    note('onSend')
    reply.header('x-trail', app.requestContext.get('trail')?.join(' '))
  })
  app.post('/', async () => {
    await later(1)
    note('handler')
    return { ok: true }
  })
  const origin = await serving(t, app)

  const answer = await fetch(origin, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ long: 'x'.repeat(300_000) })
  })

  assert.equal(answer.headers.get('x-trail'), 'onRequest preValidation preHandler handler preSerialization onSend')
})

test('concurrent requests have their own contexts', async (t) => {
  const app = createApp()
  await app.register(requestContext)
  let release = (): void => {}
  const bothHere = new Promise<void>((resolve) => {
    release = resolve
  })
  let waiting = 0
  app.get<{ Params: { user: string } }>('/:user', async (request) => {
    request.requestContext.set('user', request.params.user)
    if (++waiting === 2) release()
    await bothHere
    return { user: app.requestContext.get('user') }
  })
  const origin = await serving(t, app)

  const answers = await Promise.all([fetch(`${origin}/ada`), fetch(`${origin}/bob`)])

  assert.deepEqual(await Promise.all(answers.map((answer) => answer.json())), [{ user: 'ada' }, { user: 'bob' }])
})
