/** `reply.serialize` makes the text that `reply.send` sends. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serve } from '../../security/serve.ts'
import type { Anything, Wild } from '../../security/wild.ts'

const payload = { a: 'x', b: 'y', secret: 'z' }
const only = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
})
const byType = (types: Record<string, object>) => ({
  content: Object.fromEntries(Object.entries(types).map(([type, schema]) => [type, { schema }]))
})
const maps: Record<string, object | undefined> = {
  'no map': undefined,
  'a status': { 200: only('a'), 201: only('b'), 404: only('a', 'b') },
  'a class and a default': { '2xx': only('a'), default: only('b') },
  'media types': {
    '2xx': byType({ 'application/json': only('a'), 'application/problem+json': only('b') }),
    404: byType({ 'application/json': only('b') })
  },
  'any media type': { default: byType({ 'application/problem+json': only('a'), '*/*': only('b') }) }
}

const preparations: Record<string, (reply: Anything) => unknown> = {
  nothing: () => {},
  'a status': (reply) => reply.code(201),
  'a media type': (reply) => reply.type('application/problem+json'),
  'a media type with a charset': (reply) => reply.header('Content-Type', 'application/problem+json; charset=utf-8'),
  "a media type on Node's response": (reply) => reply.raw.setHeader('content-type', 'application/json; charset=utf-8'),
  'a serializer of its own': (reply) =>
    reply.type('application/json').serializer((given: object) => `own ${Object.keys(given)}`)
}

const contexts: Record<string, (app: Wild) => unknown> = {
  'a plain context': () => {},
  'a context with a serializer': (app) =>
    app.setReplySerializer((given: object, status: number) => `${status} ${Object.keys(given)}`)
}

for (const exchange of ['auto', 'stock']) {
  for (const [context, prepareContext] of Object.entries(contexts)) {
    for (const [map, response] of Object.entries(maps)) {
      test(`reply.serialize returns the text that send sends: ${map}, ${context} (${exchange})`, async (t) => {
        const texts: unknown[] = []
        const answer = (prepare: (reply: Anything) => unknown) => (_request: unknown, reply: Anything) => {
          prepare(reply)
          texts.push(reply.serialize(payload))
          reply.send(payload)
        }
        const names = Object.keys(preparations)
        const { send } = await serve(t, { exchange, strictResponses: false }, (app) => {
          prepareContext(app)
          Object.values(preparations).forEach((prepare, at) => {
            app.get(`/${at}`, { schema: response && { response } }, answer(prepare))
          })
          app.setNotFoundHandler(answer((reply) => reply.code(404)))
        })
        for (const path of [...names.keys(), 'nowhere']) {
          const body = (await send(`/${path}`))?.body
          assert.equal(texts.pop(), body, names[path as number] ?? 'not found')
        }
      })
    }
  }
}

test('a response schema by media type filters serialize and send, wherever the media type was set', async (t) => {
  const { send } = await serve(t, {}, (app) => {
    const schema = { response: { 200: byType({ 'application/json': only('a') }) } }
    app.get('/serialize', { schema }, (_request: unknown, reply: Anything) => ({ a: reply.serialize(payload) }))
    app.get('/raw', { schema }, (_request: unknown, reply: Anything) => {
      reply.raw.setHeader('content-type', 'application/json; charset=utf-8')
      reply.send(payload)
    })
  })
  assert.deepEqual(JSON.parse((await send('/serialize'))?.body ?? ''), { a: '{"a":"x"}' })
  assert.equal((await send('/raw'))?.body, '{"a":"x"}')
})
