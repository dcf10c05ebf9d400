import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import websocket from '@fastify/websocket'
import fc from 'fast-check'
import WebSocket from 'ws'
import { Type } from '../../src/contract/index.ts'
import { adopt } from '../../src/plugin/fastify.ts'
import { openChannel } from '../../src/plugin/websocket.ts'
import { budget } from '../fuzz/budget.ts'
import { type Anything, createApp } from '../security/wild.ts'
import { until } from '../until.ts'

const Said = Type.Object({ text: Type.String(), by: Type.String() }, { $id: 'said' })
const chat = {
  receive: { say: Type.Object({ text: Type.String(), times: Type.Optional(Type.Integer()) }), count: Type.Integer() },
  send: { said: Type.Ref(Said), counted: Type.Integer() }
}

type Handle = (channel: Anything, request: Anything, socket: Anything) => unknown

const adopted = (app: Anything, options = {}) =>
  app.register(adopt(websocket as never, { route: ['wsHandler'] } as never), options)

async function serve(
  t: TestContext,
  handle: Handle,
  messages: Anything = chat,
  register: (app: Anything) => unknown = (app) => app.register(websocket)
) {
  const { app, lines } = createApp()
  await register(app)
  app.get('/', {
    handler: () => 'over http',
    wsHandler: (socket: Anything, request: Anything) => handle(openChannel(socket, request, messages), request, socket)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  t.after(() => app.close())
  const { port } = app.server.address() as { port: number }
  const connect = async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/`)
    const received: string[] = []
    socket.on('message', (text) => received.push(String(text)))
    const closed = once(socket, 'close').then(([code, reason]) => [code, String(reason)])
    await once(socket, 'open')
    t.after(() => socket.terminate())
    return { socket, received, closed }
  }
  return { app, lines, connect }
}

const refused: Record<string, [string | Buffer, RegExp]> = {
  'is binary': [Buffer.from('{}'), /^a message is text$/],
  'is not JSON': ['{', /^a message is JSON: \{ "event": "name", "data": … \}$/],
  'is null': ['null', /^a message is JSON/],
  'has no name': ['{"data":1}', /^a message is JSON/],
  'is not declared': ['{"event":"shout","data":1}', /^there is no message 'shout': send say, count$/],
  'has the name of an Object member': ['{"event":"toString","data":1}', /^there is no message 'toString'/],
  'has no data': ['{"event":"say"}', /^message 'say' is not as its schema says: must have required property 'data'$/],
  'has data of another type': [
    '{"event":"say","data":{"text":"a","times":"often"}}',
    /^message 'say' is not as its schema says: data\/times must be integer$/
  ],
  'has a __proto__ key': ['{"event":"say","data":{"__proto__":{"a":1},"text":"a"}}', /^a message is JSON/]
}

for (const [fault, [message, reason]] of Object.entries(refused))
  test(`a message that ${fault} closes the socket with 1008 and a reason, and does not reach the handler`, async (t) => {
    const seen: unknown[] = []
    let isOver = false
    const { connect, lines } = await serve(t, async (channel) => {
      for await (const one of channel) seen.push(one)
      isOver = true
    })
    const { socket, closed } = await connect()
    socket.send(message)
    const [code, said] = await closed
    assert.equal(code, 1008)
    assert.match(said, reason)
    await until(() => isOver, 'the end of the handler')
    assert.deepEqual(seen, [])
    assert.ok(lines.some(({ reason: told }) => reason.test(String(told))))
  })

test('a close reason that is too long is cut between characters', async (t) => {
  const { connect } = await serve(t, async (channel) => {
    for await (const _ of channel);
  })
  const { socket, closed } = await connect()
  socket.send(JSON.stringify({ event: 'ä'.repeat(200), data: 1 }))
  const [code, said] = await closed
  assert.equal(code, 1008)
  assert.match(said, /^there is no message 'ä+$/)
})

test('send rejects for an undeclared message and for data that does not match its schema', async (t) => {
  const errors: Anything[] = []
  const { connect } = await serve(t, async (channel) => {
    for (const message of [{ event: 'shouted', data: 1 }, { event: 'said' }, { event: 'said', data: {} }])
      await channel.send(message).catch((error: unknown) => errors.push(error))
    channel.close()
  })
  const { closed } = await connect()
  assert.deepEqual(await closed, [1000, ''])
  assert.deepEqual(
    errors.map(({ code, message }) => [code, message]),
    [
      ['ESP_ERR_EVENT_INVALID', "Route '/' (GET) cannot send the event 'shouted': its socket declares said, counted"],
      ['ESP_ERR_EVENT_INVALID', "Route '/' (GET) cannot send the event 'said': it has no data"],
      ['ESP_ERR_EVENT_INVALID', "Route '/' (GET) cannot send the event 'said': \"text\" is required!"]
    ]
  )
})

const broken = () => Promise.reject(new Error('forgotten'))
const unsendable: Readonly<Record<string, () => Anything>> = {
  'whose data is a promise': () => ({ event: 'counted', data: broken() }),
  'with a promise in its data': () => ({ event: 'any', data: [{ of: broken() }] }),
  'whose name is a promise': () => ({ event: broken(), data: 1 }),
  'with a promise beside its data': () => ({ event: 'counted', data: 1, more: broken() }),
  'whose data is a function': () => ({ event: 'any', data: () => 1 }),
  'with a function in its data': () => ({ event: 'row', data: { a: () => 1 } }),
  'whose toJSON returns undefined': () => ({ event: 'any', data: { toJSON() {} } })
}
for (const [name, make] of Object.entries(unsendable))
  test(`send rejects for a message ${name}, and logs the error`, async (t) => {
    const send = { ...chat.send, any: Type.Any(), row: Type.Object({ a: Type.Any() }) }
    const codes: string[] = []
    const { connect, lines } = await serve(
      t,
      async (channel) => {
        await channel.send(make()).catch(({ code }: { code: string }) => codes.push(code))
        // This call is not awaited.
        void channel.send(make())
        await new Promise(setImmediate)
        channel.close()
      },
      { ...chat, send }
    )
    const { closed, received } = await connect()
    assert.deepEqual(await closed, [1000, ''])
    assert.deepEqual(codes, ['ESP_ERR_EVENT_INVALID'])
    assert.deepEqual(received, [])
    assert.deepEqual(
      lines.filter(({ level }) => level === 50).map(({ err }) => err?.code),
      ['ESP_ERR_EVENT_INVALID', 'ESP_ERR_EVENT_INVALID']
    )
  })

test('a schema that does not compile closes the first socket and is logged', async (t) => {
  const messages = { receive: { say: { type: 'nothing' } }, send: {} }
  const { connect, lines } = await serve(t, () => {}, messages)
  const { closed } = await connect()
  assert.equal((await closed)[0], 1006)
  assert.ok(lines.some(({ level }) => level === 50))
})

test('send resolves to false on a closed socket, and the loop ends', async (t) => {
  const results: unknown[] = []
  const { connect } = await serve(t, async (channel) => {
    for await (const _ of channel);
    results.push(await channel.send({ event: 'counted', data: 1 }))
  })
  const { socket } = await connect()
  socket.terminate()
  await until(() => results.length > 0, 'the end')
  assert.deepEqual(results, [false])
})

test('messages are coerced and serialized by their schemas, with references resolved', async (t) => {
  const seen: unknown[] = []
  const { connect } = await serve(t, async (channel) => {
    for await (const message of channel) {
      seen.push(message)
      if (message.event === 'count') await channel.send({ event: 'counted', data: message.data + 1 })
      else
        assert.equal(
          await channel.send({ event: 'said', data: { text: message.data.text, by: 'ada', secret: 1 } }),
          true
        )
    }
  })
  const { socket, received } = await connect()
  socket.send('{"event":"say","data":{"text":"hello","times":"2"}}')
  socket.send('{"event":"count","data":"7"}')
  await until(() => received.length === 2, 'the answers')
  assert.deepEqual(seen, [
    { event: 'say', data: { text: 'hello', times: 2 } },
    { event: 'count', data: 7 }
  ])
  assert.deepEqual(received, ['{"event":"said","data":{"text":"hello","by":"ada"}}', '{"event":"counted","data":8}'])
})

test('a schema that is already shared in the context is not added again', async (t) => {
  const { app, lines } = createApp()
  await app.register(websocket)
  app.addSchema(Said)
  const sent: unknown[] = []
  app.get('/', {
    handler: () => 'over http',
    wsHandler: async (socket: Anything, request: Anything) =>
      sent.push(await openChannel(socket, request, chat).send({ event: 'said', data: { text: 'a', by: 'b' } }))
  })
  await app.ready()
  t.after(() => app.close())
  const socket = await app.injectWS('/')
  await until(() => sent.length > 0, 'the message')
  assert.deepEqual([sent, lines.filter(({ level }) => level >= 40)], [[true], []])
  socket.terminate()
})

test('a slow handler pauses the socket, and messages stay in order', async (t) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let isPaused = false
  const seen: number[] = []
  const { connect } = await serve(t, async (channel, _request, socket) => {
    const { pause } = socket
    socket.pause = () => {
      isPaused = true
      pause.call(socket)
    }
    for await (const { data } of channel) {
      await held
      seen.push(data)
    }
  })
  const { socket } = await connect()
  for (let n = 0; n < 100; n++) socket.send(JSON.stringify({ event: 'count', data: n }))
  await until(() => isPaused, 'the pause')
  release()
  await until(() => seen.length === 100, 'all messages')
  assert.deepEqual(
    seen,
    Array.from({ length: 100 }, (_, n) => n)
  )
})

test('leaving the loop closes the socket, as does closing the app', async (t) => {
  const { app, connect } = await serve(t, async (channel) => {
    for await (const { data } of channel) if (data === 0) break
  })
  const [one, other] = [await connect(), await connect()]
  one.socket.send('{"event":"count","data":0}')
  assert.deepEqual(await one.closed, [1000, ''])
  await app.close()
  assert.equal((await other.closed)[0], 1005)
})

const ends: Record<string, [isFailed: boolean, handle: Handle]> = {
  'leaves the loop': [
    false,
    async (channel) => {
      for await (const _ of channel) break
    }
  ],
  'returns from the loop': [
    false,
    async (channel) => {
      for await (const _ of channel) return
    }
  ],
  'throws in the loop': [
    true,
    async (channel) => {
      for await (const _ of channel) throw new Error('broken')
    }
  ],
  'fails below the loop': [
    true,
    async (channel) => {
      for await (const _ of channel) await later(2)
    }
  ],
  'fails where it sends what is not declared': [
    true,
    async (channel) => {
      for await (const _ of channel) await channel.send({ event: 'shouted', data: 1 })
    }
  ],
  'throws behind the loop': [
    true,
    async (channel) => {
      for await (const _ of channel) break
      throw new Error('broken')
    }
  ],
  'fails without a loop': [
    true,
    async (channel) => {
      await channel[Symbol.asyncIterator]().next()
      await later(1)
    }
  ],
  'throws at once': [
    true,
    () => {
      throw new Error('broken')
    }
  ]
}

async function later(turns: number): Promise<never> {
  for (let n = 0; n < turns; n++) await new Promise(setImmediate)
  throw new Error('broken')
}

const wraps: Record<string, (handle: Handle, turns: number) => Handle> = {
  'as it is': (handle) => handle,
  'in functions that await it':
    (handle, turns) =>
    async (...args) => {
      for (let n = 0; n < turns; n++) await null
      return await handle(...args)
    },
  'in one that cleans up and takes turns for it':
    (handle, turns) =>
    async (...args) => {
      try {
        return await handle(...args)
      } finally {
        for (let n = 0; n < turns; n++) await new Promise(setImmediate)
      }
    },
  'in one that throws another error':
    (handle) =>
    async (...args) => {
      try {
        return await handle(...args)
      } catch (cause) {
        throw new Error('wrapped', { cause })
      }
    }
}

// RFC 6455 §7.4.1: after an error of the handler the socket closes with 1011, and the log has the error; otherwise with 1000.
test('a socket closes with 1011 when its handler fails, and with 1000 otherwise', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.keys(ends)),
      fc.constantFrom(...Object.keys(wraps)),
      fc.nat({ max: 4 }),
      fc.integer({ min: 1, max: 3 }),
      async (end, wrap, turns, count) => {
        const [isFailed, handle] = ends[end] as [boolean, Handle]
        const { app, connect, lines } = await serve(
          t,
          (wraps[wrap] as (typeof wraps)[string])(handle, turns),
          chat,
          adopted
        )
        const { socket, closed } = await connect()
        for (let n = 0; n < count; n++) socket.send('{"event":"count","data":1}')
        assert.equal((await closed)[0], isFailed ? 1011 : 1000)
        assert.equal(
          lines.some(({ level, err }) => level === 50 && /broken|wrapped|shouted/.test(String(err?.message))),
          isFailed
        )
        await app.close()
      }
    ),
    budget(40)
  )
})

test('a channel that is opened after its handler has returned closes when its loop is left', async (t) => {
  const read = async (request: Anything, socket: Anything) => {
    for await (const _ of openChannel(socket, request, chat)) break
  }
  const { connect } = await serve(
    t,
    (_channel, request, socket) => void setImmediate(read, request, socket),
    chat,
    adopted
  )
  const { socket, closed } = await connect()
  const sending = setInterval(() => socket.send('{"event":"count","data":1}'), 5)
  t.after(() => clearInterval(sending))
  assert.equal((await closed)[0], 1000)
})

test('an error in the loop closes with 1011 when @fastify/websocket is not adopted', async (t) => {
  for (const end of ['throws in the loop', 'fails below the loop', 'leaves the loop', 'throws behind the loop']) {
    const [isFailed, handle] = ends[end] as [boolean, Handle]
    const { connect } = await serve(t, handle)
    const { socket, closed } = await connect()
    socket.send('{"event":"count","data":1}')
    assert.equal((await closed)[0], isFailed ? 1011 : 1000, end)
  }
})

test('errorHandler of the plugin can close the socket, which otherwise closes with 1011', async (t) => {
  for (const [errorHandler, code] of [
    [(_error: Error, socket: Anything) => socket.close(4000, 'come back'), 4000],
    [() => {}, 1011]
  ] as const) {
    const [, handle] = ends['throws in the loop'] as (typeof ends)[string]
    const { connect } = await serve(t, handle, chat, (app) => adopted(app, { errorHandler }))
    const { socket, closed } = await connect()
    socket.send('{"event":"count","data":1}')
    assert.equal((await closed)[0], code)
  }
})
