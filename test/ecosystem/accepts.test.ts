import assert from 'node:assert/strict'
import { test } from 'node:test'
import accepts from '@fastify/accepts'
import { createApp } from './framework.ts'
import { serving } from './serving.ts'

test('request.type chooses an offered type by Accept, and a 406 is sent when no type matches', async (t) => {
  const app = createApp()
  await app.register(accepts)
  app.get('/', (request, reply) => {
    switch (request.type(['json', 'html'])) {
      case 'json':
        return reply.send({ hello: 'world' })
      case 'html':
        return reply.type('text/html; charset=utf-8').send('<b>hello</b>')
      default:
        return reply.code(406).send({ offered: ['json', 'html'] })
    }
  })
  const origin = await serving(t, app)

  const refused = await fetch(origin, { headers: { accept: 'image/png' } })
  assert.equal(refused.status, 406)
  const html = await fetch(origin, { headers: { accept: 'text/html, application/json;q=0.5' } })

  assert.equal(await html.text(), '<b>hello</b>')
  assert.deepEqual(await (await fetch(origin, { headers: { accept: 'application/json' } })).json(), { hello: 'world' })
})

test('languages and encodings are available on request and reply', async (t) => {
  const app = createApp()
  await app.register(accepts, { decorateReply: true })
  app.get('/', (request, reply) =>
    reply.send({ languages: request.languages(), encoding: reply.requestEncoding(['br', 'gzip']) })
  )
  const origin = await serving(t, app)

  const answer = await fetch(origin, { headers: { 'accept-language': 'de;q=0.5, en', 'accept-encoding': 'gzip' } })

  assert.deepEqual(await answer.json(), { languages: ['en', 'de'], encoding: 'gzip' })
})
