/** Faults of streams that are sent: one response or a closed connection, a destroyed source, and an app that continues. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { serve } from '../security/serve.ts'
import type { Anything } from '../security/wild.ts'
import { Connection, request } from '../security/wire.ts'
import { until } from '../until.ts'

const boom = () => new Error('boom')

interface Source {
  readonly make: () => unknown
  /** `error`: an error answer. `broken`: a connection closed without the end of an answer. `any`: either. `whole`: the answer. */
  readonly expect: 'error' | 'broken' | 'any' | 'whole'
}

async function* failing(parts: number) {
  for (let part = 0; part < parts; part++) yield 'part'
  throw boom()
}

const web = (pull: (controller: ReadableStreamDefaultController, turn: number) => unknown) => {
  let turn = 0
  return new ReadableStream({ pull: (controller) => void pull(controller, turn++) }, { highWaterMark: 0 })
}
const bytes = () => new TextEncoder().encode('part')

const sources: Record<string, Source> = {
  'fails before its first byte': { make: () => Readable.from(failing(0)), expect: 'error' },
  'fails after its first byte': { make: () => Readable.from(failing(2)), expect: 'any' },
  'is destroyed before it is sent': { make: () => new Readable({ read() {} }).destroy(), expect: 'any' },
  'is destroyed with an error before it is sent': {
    make: () => {
      const stream = new Readable({ read() {} })
      stream.on('error', () => {})
      return stream.destroy(boom())
    },
    expect: 'any'
  },
  'is destroyed without an error in the middle': {
    make: () => {
      const stream = new Readable({ read() {} })
      stream.push('part')
      setTimeout(() => stream.destroy(), 20)
      return stream
    },
    expect: 'broken'
  },
  'fails twice': {
    make: () => {
      const stream = new Readable({ read() {} })
      setImmediate(() => {
        stream.emit('error', boom())
        stream.emit('error', boom())
      })
      return stream
    },
    expect: 'error'
  },
  'fails without an error': {
    make: () =>
      new Readable({
        read() {
          this.emit('error', undefined)
          this.destroy()
        }
      }),
    expect: 'any'
  },
  'throws when it is read': {
    make: () =>
      new Readable({
        read() {
          throw boom()
        }
      }),
    expect: 'error'
  },
  'emits objects': { make: () => Readable.from([{ a: 1 }]), expect: 'any' },
  'throws when it is piped': { make: () => ({ pipe: () => assert.fail('boom') }), expect: 'any' },
  'has ended already': {
    make: async () => {
      const stream = Readable.from(['part']).resume()
      await once(stream, 'end')
      return stream
    },
    expect: 'any'
  },
  'is a web stream that throws at once': {
    make: () =>
      web(() => {
        throw boom()
      }),
    expect: 'error'
  },
  'is a web stream that fails in the middle': {
    make: () =>
      web((controller, turn) => {
        if (turn === 2) throw boom()
        controller.enqueue(bytes())
      }),
    expect: 'broken'
  },
  'is a web stream that fails with undefined': {
    make: () => web((controller) => controller.error(undefined)),
    expect: 'any'
  },
  'is a web stream of objects': {
    make: () =>
      web((controller) => {
        controller.enqueue({ a: 1 })
        controller.close()
      }),
    expect: 'any'
  },
  'is a locked web stream': {
    make: () => {
      const stream = web((controller) => controller.close())
      stream.getReader()
      return stream
    },
    expect: 'error'
  },
  'is a Response that was read': {
    make: async () => {
      const response = new Response('part')
      await response.text()
      return response
    },
    expect: 'error'
  },
  'is a Response that fails in the middle': {
    make: () =>
      new Response(
        web((controller, turn) => {
          if (turn === 2) throw boom()
          controller.enqueue(bytes())
        })
      ),
    expect: 'broken'
  },
  works: { make: () => Readable.from(['pa', 'rt']), expect: 'whole' }
}

for (const [name, { make, expect }] of Object.entries(sources)) {
  test(`a stream that ${name} results in at most one response, and the next request is served`, async (t) => {
    const { port, send } = await serve(t, { handlerTimeout: 500 }, (app) => {
      app.get('/', async () => make())
      app.get('/fine', () => 'fine')
    })
    const connection = new Connection(port).send(request('/'))
    const answer = await connection.read()
    if (expect === 'error') assert.equal(answer?.status, 500)
    if (expect === 'broken') assert.equal(answer, null)
    if (expect === 'whole') assert.equal(answer?.body, 'part')
    if (answer !== null && !connection.isClosed) {
      const next = await connection.send(request('/fine')).read()
      assert.ok(next === null || next.body === 'fine', next?.body)
    }
    connection.destroy()
    assert.equal((await send('/fine'))?.body, 'fine')
  })
}

test('a client disconnect in the middle of a stream destroys its source, whichever kind it is', async (t) => {
  let open = 0
  const endless = () => {
    open++
    return new Readable({
      read() {
        setImmediate(() => this.push('part'))
      },
      destroy(error, callback) {
        open--
        callback(error)
      }
    })
  }
  const endlessWeb = () => {
    open++
    return new ReadableStream({
      pull: (controller) => controller.enqueue(bytes()),
      cancel: () => {
        open--
      }
    })
  }
  const { port } = await serve(t, {}, (app) => {
    app.get('/node', endless)
    app.get('/web', endlessWeb)
    app.get('/response', () => new Response(endlessWeb()))
  })
  for (const target of ['/node', '/web', '/response']) {
    const connection = new Connection(port).send(request(target))
    await once(connection.socket, 'data')
    connection.destroy()
    await until(() => open === 0, `the end of the stream of ${target}`)
  }
})

test('a web stream is cancelled when its response is destroyed, even with its last chunk ready', async (t) => {
  const told: unknown[] = []
  const { port } = await serve(t, {}, (app) => {
    app.get('/', (_request: unknown, reply: Anything) => {
      // The client takes nothing, and is gone by the time that more could be written.
      reply.raw.write = () => {
        queueMicrotask(() => reply.raw.destroy().emit('drain'))
        return false
      }
      return new ReadableStream({
        start: (controller) => controller.enqueue(bytes()),
        pull(controller) {
          controller.enqueue(bytes())
          controller.close()
        },
        cancel: () => void told.push('cancelled')
      })
    })
  })
  const connection = new Connection(port).send(request('/'))
  assert.equal(await connection.read(), null)
  await new Promise(setImmediate)
  assert.deepEqual(told, ['cancelled'])
})

test('a stream sent with 204 or to HEAD is destroyed', async (t) => {
  let destroyed = 0
  const make = () =>
    new Readable({
      read() {
        this.push('part')
      },
      destroy(_error, callback) {
        destroyed++
        callback(null)
      }
    })
  const { send } = await serve(t, {}, (app) => {
    app.get('/204', (_request: unknown, reply: Anything) => reply.code(204).send(make()))
    app.head('/head', (_request: unknown, reply: Anything) => reply.send(make()))
  })
  assert.equal((await send('/204'))?.status, 204)
  assert.equal((await send('/head', { method: 'HEAD' }))?.status, 200)
  assert.equal(destroyed, 2)
})

const bodies: Record<string, (payload: Readable) => unknown> = {
  'fails at once': () => Readable.from(failing(0)),
  'fails in the middle': () => Readable.from(failing(2)),
  'is destroyed': () => {
    const stream = new Readable({ read() {} })
    setImmediate(() => stream.destroy())
    return stream
  },
  'is destroyed already': () => new Readable({ read() {} }).destroy(),
  'is the body, destroyed': (payload) => payload.destroy(),
  'is a text': () => 'text',
  'is an object': () => ({}),
  'is a number': () => 7,
  'is a stream of objects': () => Readable.from([{ a: 1 }])
}

for (const [name, replace] of Object.entries(bodies)) {
  test(`a preParsing hook whose result ${name} affects only its request`, async (t) => {
    const { port, send } = await serve(t, { handlerTimeout: 500 }, (app) => {
      app.post(
        '/',
        { preParsing: async (_request: unknown, _reply: unknown, payload: Readable) => replace(payload) },
        () => 'reached'
      )
      app.get('/fine', () => 'fine')
    })
    const headers: [string, string][] = [['Content-Type', 'application/json']]
    const connection = new Connection(port).send(request('/', { method: 'POST', headers, body: '{"a":1}' }))
    const answer = await connection.read()
    connection.destroy()
    assert.ok(answer === null || answer.status >= 400, `${answer?.status} ${answer?.body}`)
    assert.equal((await send('/fine'))?.body, 'fine')
  })
}
