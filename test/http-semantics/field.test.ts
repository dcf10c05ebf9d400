// Header fields of answers (RFC 9110 §5.5): nothing that a program puts into one may become another field, a body or another answer.
import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createApp } from './app.ts'
import { ask, lastRequest, readAnswer, talk } from './raw.ts'

type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown

const attacks: Readonly<Record<string, string>> = {
  'CR and LF': 'a\r\nx-injected: yes',
  LF: 'a\nx-injected: yes',
  CR: 'a\rx-injected: yes',
  NUL: 'a\0b',
  'two lines and a body': 'a\r\n\r\n<html>',
  'an answer of its own': 'a\r\nContent-Length: 0\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
  'a control character': 'a\x01b',
  DEL: 'a\x7fb',
  'a letter beyond Latin-1': 'aĊx-injected: yes'
}

const ways: Readonly<Record<string, (value: string) => Handler>> = {
  'reply.header': (value) => (_request, reply) => reply.header('x-value', value).send('x'),
  'reply.headers': (value) => (_request, reply) => reply.headers({ 'x-value': value }).send('x'),
  'a list of cookies': (value) => (_request, reply) => reply.header('set-cookie', ['a=1', value]).send('x'),
  'reply.type': (value) => (_request, reply) => reply.type(value).send('x'),
  'reply.redirect': (value) => (_request, reply) => reply.redirect(value),
  'a name': (value) => (_request, reply) => reply.header(value, 'x').send('x'),
  'a stream': (value) => (_request, reply) => reply.header('x-value', value).send(new Blob(['x']).stream()),
  'the headers of an error': (value) => async () => {
    throw Object.assign(new Error('x'), { headers: { 'x-value': value } })
  },
  'reply.raw.setHeader': (value) => async (_request, reply) => {
    reply.raw.setHeader('x-value', value)
    return 'x'
  }
}

async function serve(t: TestContext, handler: Handler, exchange: 'light' | 'stock'): Promise<string> {
  const app = createApp(t, { exchange })
  app.get('/', handler as never)
  app.get('/next', () => 'next')
  return app.listen({ port: 0, host: '127.0.0.1' })
}

describe('a value with', () => {
  for (const [attack, value] of Object.entries(attacks)) {
    for (const [way, makeHandler] of Object.entries(ways)) {
      test(`${attack} in ${way} never reaches the wire: the answer is one 500 without it`, async (t) => {
        for (const exchange of ['light', 'stock'] as const) {
          const answer = await ask(await serve(t, makeHandler(value), exchange), lastRequest('GET', '/'))
          assert.equal(answer.status, 500)
          assert.equal(answer.headers['x-injected'], undefined)
          assert.equal(answer.headers['x-value'], undefined)
        }
      })
    }
  }
})

test('a value of letters of Latin-1 and tabs is sent as it is', async (t) => {
  const origin = await serve(
    t,
    (_request, reply) => reply.header('x-value', 'caf\xe9\tau lait').send(Buffer.from('x')),
    'light'
  )
  assert.deepEqual((await ask(origin, lastRequest('GET', '/'))).headers['x-value'], ['caf\xe9\tau lait'])
})

test('after a refused value the connection serves the next request', async (t) => {
  const origin = await serve(t, (_request, reply) => reply.header('x-value', 'a\r\nb').send('x'), 'light')
  const text = await talk(origin, `GET / HTTP/1.1\r\nHost: a\r\n\r\n${lastRequest('GET', '/next')}`)
  const [first, rest] = readAnswer(text, 'GET')
  const [second, end] = readAnswer(rest, 'GET')
  assert.deepEqual([first.status, second.status, second.body, end], [500, 200, 'next', ''])
})

test('each cookie is a field of its own (RFC 6265 §3)', async (t) => {
  const origin = await serve(
    t,
    (_request, reply) => reply.header('set-cookie', 'a=1').header('set-cookie', ['b=2', 'c=3']).send('x'),
    'light'
  )
  assert.deepEqual((await ask(origin, lastRequest('GET', '/'))).headers['set-cookie'], ['a=1', 'b=2', 'c=3'])
})

test('every answer has one Date and one Connection field, and the reason phrase of its status', async (t) => {
  for (const exchange of ['light', 'stock'] as const) {
    const origin = await serve(t, (_request, reply) => reply.code(418).send('x'), exchange)
    const text = await talk(origin, lastRequest('GET', '/'))
    const [answer] = readAnswer(text, 'GET')
    assert.match(text, /^HTTP\/1\.1 418 I'm a Teapot\r\n/)
    assert.equal(answer.headers.date?.length, 1)
    assert.deepEqual(answer.headers.connection, ['close'])
  }
})
