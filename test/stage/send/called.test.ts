import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Anything, createApp } from '../../security/wild.ts'

/** Sends an invalid payload: an object with a content type other than JSON. */
const refuse = (reply: Anything) => reply.type('text/html').send({})

const callers: Record<string, (app: Anything, attempt: (request: Anything, reply: Anything) => void) => void> = {
  handler: (app, attempt) => app.get('/', attempt),
  preHandler: (app, attempt) => {
    app.addHook('preHandler', (request: Anything, reply: Anything, _done: unknown) => attempt(request, reply))
    app.get('/', () => 'text')
  },
  'error handler': (app, attempt) => {
    app.setErrorHandler((_error: Error, request: Anything, reply: Anything) => attempt(request, reply))
    app.get('/', () => {
      throw new Error('boom')
    })
  }
}

for (const [name, declare] of Object.entries(callers)) {
  test(`a ${name} can catch an error of reply.send and send another response`, async () => {
    const { app } = createApp()
    let caught: Anything
    declare(app, (_request, reply) => {
      try {
        refuse(reply)
      } catch (error) {
        caught = error
      }
      reply.code(202).send('otherwise')
    })
    const answer = await app.inject('/')
    assert.equal(caught?.code, 'FST_ERR_REP_INVALID_PAYLOAD_TYPE')
    assert.deepEqual([answer.statusCode, answer.body], [202, 'otherwise'])
  })
}

test('an invalid payload sent from the handler of another request does not throw there, and is the response', async () => {
  const { app } = createApp()
  let thrown: unknown
  let other: Anything
  app.get('/first', (_request: Anything, reply: Anything) => {
    other = reply
  })
  app.get('/second', (_request: Anything, reply: Anything) => {
    try {
      refuse(other)
    } catch (error) {
      thrown = error
    }
    reply.send('second')
  })
  const first = app.inject('/first')
  while (other === undefined) await new Promise(setImmediate)
  assert.equal((await app.inject('/second')).body, 'second')
  assert.equal((await first).json().code, 'FST_ERR_REP_INVALID_PAYLOAD_TYPE')
  assert.equal(thrown, undefined)
})

test('a hook can catch an error of reply.send after the handler that it called has returned', async () => {
  const { app } = createApp()
  let caught: Anything
  app.addHook('preHandler', (_request: Anything, reply: Anything, done: () => void) => {
    done()
    try {
      refuse(reply)
    } catch (error) {
      caught = error
    }
    reply.code(202).send('otherwise')
  })
  app.get('/', (_request: Anything, _reply: Anything) => {})
  assert.equal((await app.inject('/')).body, 'otherwise')
  assert.equal(caught?.code, 'FST_ERR_REP_INVALID_PAYLOAD_TYPE')
})
