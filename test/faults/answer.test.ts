/** Competing responses: a request gets exactly one, and it is complete. */
import assert from 'node:assert/strict'
import { PassThrough, Readable } from 'node:stream'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { type Served, serve } from '../security/serve.ts'
import type { Anything, Wild } from '../security/wild.ts'

const notFound = '{"message":"Route GET:/ not found","error":"Not Found","statusCode":404}'

/** Tries the same on both exchanges. */
function both(name: string, run: (open: (declare: (app: Wild) => unknown) => Promise<Served>) => Promise<void>): void {
  for (const exchange of ['auto', 'stock']) {
    test(`${name} (${exchange})`, (t) => run((declare) => serve(t, { exchange }, declare)))
  }
}

const once = (run: (reply: Anything) => unknown) => {
  let called = false
  return (reply: Anything) => {
    if (called) return
    called = true
    run(reply)
  }
}

const callNotFound = (reply: Anything) => reply.callNotFound()

/** Hooks that call `run` with the reply, in each style. */
const styles: Record<string, (run: (reply: Anything) => unknown) => (...args: Anything[]) => unknown> = {
  'that calls done': (run) => (_request, reply, payload, done) => {
    run(reply)
    done(null, payload)
  },
  'that does not call done at first': (run) => {
    let calls = 0
    return (_request, reply, payload, done) => {
      if (calls++ > 0) done(null, payload)
      else run(reply)
    }
  },
  'that is async': (run) => async (_request, reply, payload) => {
    await turn()
    run(reply)
    return payload
  }
}

for (const hook of ['onSend', 'preSerialization']) {
  for (const [style, toHook] of Object.entries(styles)) {
    both(`callNotFound in a ${hook} hook ${style} gets one response, from the not-found handler`, async (open) => {
      const statuses: number[] = []
      const { send } = await open((app) => {
        app.addHook(hook, toHook(once(callNotFound)))
        app.addHook('onResponse', async (_request: unknown, reply: Anything) => void statuses.push(reply.statusCode))
        app.get('/', async () => ({ a: 1 }))
      })
      const answer = await send('/')
      assert.deepEqual([answer?.status, answer?.body], [404, notFound])
      await turn()
      assert.deepEqual(statuses, [404])
    })
  }
}

both('callNotFound in an error handler responds with the not-found handler', async (open) => {
  const { send } = await open((app) => {
    app.setErrorHandler((_error: unknown, _request: unknown, reply: Anything) => void reply.callNotFound())
    app.get('/', async () => {
      throw new Error('no such row')
    })
  })
  const answer = await send('/')
  assert.deepEqual([answer?.status, answer?.body], [404, notFound])
})

both('callNotFound in an onError hook is refused and logged', async (open) => {
  const { send, lines } = await open((app) => {
    app.addHook('onError', async (_request: unknown, reply: Anything) => void reply.callNotFound())
    app.get('/', async () => {
      throw new Error('failed')
    })
  })
  assert.equal((await send('/'))?.status, 500)
  assert.equal(lines.find(({ msg }) => msg === 'an onError hook failed')?.err?.code, 'FST_ERR_SEND_INSIDE_ONERR')
})

both('callNotFound after a response is logged and has no other effect', async (open) => {
  const { send, lines } = await open((app) => {
    app.get('/', (_request: unknown, reply: Anything) => {
      const stream = new PassThrough()
      reply.send(stream)
      stream.write('whole ')
      setTimeout(() => {
        reply.callNotFound()
        stream.end('answer')
      }, 20)
    })
  })
  assert.equal((await send('/'))?.body, 'whole answer')
  assert.ok(lines.some(({ err }) => err?.code === 'FST_ERR_REP_ALREADY_SENT'))
})

for (const [name, answerBy] of Object.entries<(reply: Anything) => unknown>({
  'callNotFound()': callNotFound,
  'send() of an object': (reply) => reply.send({ again: true }),
  'send() of a stream': (reply) => reply.send(Readable.from(['again']))
})) {
  both(
    `an onSend hook that replies to each response with ${name} results in one error response and is logged`,
    async (open) => {
      const { send, lines } = await open((app) => {
        app.addHook('onSend', async (_request: unknown, reply: Anything, payload: unknown) => {
          answerBy(reply)
          await turn()
          return payload
        })
        app.get('/', async () => ({ a: 1 }))
      })
      const answer = await send('/')
      assert.ok(Number(answer?.status) >= 400 && answer?.body !== '')
      assert.ok(lines.some(({ err }) => err?.code === 'ESP_ERR_REP_TOO_MANY_SENDS'))
    }
  )
}

for (const [thrown, value] of Object.entries({ undefined: undefined, 'an error': new Error('of the hook') })) {
  both(`an onSend hook that throws ${thrown} during an error response keeps the status of the error`, async (open) => {
    const { send, lines } = await open((app) => {
      app.addHook('onSend', async () => {
        throw value
      })
      app.get('/', async () => {
        throw Object.assign(new Error('gone'), { statusCode: 410 })
      })
    })
    const answer = await send('/')
    assert.deepEqual([answer?.status, JSON.parse(String(answer?.body)).error], [410, 'Gone'])
    assert.ok(lines.some(({ msg, err }) => msg === 'the answer to an error failed' && err !== undefined))
  })
}

both('each onError hook receives the error, and one that throws is logged', async (open) => {
  const seen: unknown[] = []
  const { send, lines } = await open((app) => {
    app.addHook('onError', async () => {
      throw new Error('reporter is down')
    })
    app.addHook('onError', async (_request: unknown, _reply: unknown, error: Error) => void seen.push(error.message))
    app.get('/', async () => {
      throw new Error('first')
    })
  })
  assert.equal(JSON.parse(String((await send('/'))?.body)).message, 'first')
  assert.deepEqual(seen, ['first'])
  assert.equal(lines.find(({ msg }) => msg === 'an onError hook failed')?.err?.message, 'reporter is down')
})

for (const [kind, body] of Object.entries<() => unknown>({
  'a stream': () => Readable.from(['from', ' hook']),
  'a text that an async onSend hook delays': () => 'from hook'
})) {
  both(`an async hook that replies with ${kind} and returns nothing ends the request`, async (open) => {
    const ran: string[] = []
    const { send } = await open((app) => {
      app.addHook('onSend', async (_request: unknown, _reply: unknown, payload: unknown) => {
        await turn()
        return payload
      })
      app.addHook('preHandler', async (_request: unknown, reply: Anything) => void reply.code(403).send(body()))
      app.addHook('preHandler', async () => void ran.push('next hook'))
      app.get('/', async () => void ran.push('handler'))
    })
    const answer = await send('/')
    assert.deepEqual([answer?.status, answer?.body, ran], [403, 'from hook', []])
  })
}

for (const [kind, body] of Object.entries<() => unknown>({
  'a text': () => 'text',
  'a stream': () => Readable.from(['chunk'])
})) {
  both(`a handler that throws while ${kind} passes its onSend hooks sends the error only`, async (open) => {
    const { send } = await open((app) => {
      app.addHook('onSend', async (_request: unknown, _reply: unknown, payload: unknown) => {
        await turn()
        return payload
      })
      app.get('/', (_request: unknown, reply: Anything) => {
        reply.send(body())
        throw Object.assign(new Error('too late'), { statusCode: 409 })
      })
    })
    const answer = await send('/')
    assert.deepEqual([answer?.status, JSON.parse(String(answer?.body)).message], [409, 'too late'])
  })
}
