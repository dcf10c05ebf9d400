import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import websocket from '@fastify/websocket'
import { WebSocket } from 'ws'
import { createApp } from './framework.ts'
import { serving } from './serving.ts'

const socketAddress = (origin: string, path: string): string => `${origin.replace('http', 'ws')}${path}`

/** Returns the first message that a socket receives. */
async function firstMessage(socket: WebSocket): Promise<string> {
  const [data] = await once(socket, 'message')
  return String(data)
}

/** Returns the status with which the server rejects the upgrade of `socket`. */
async function refusalStatus(socket: WebSocket): Promise<number> {
  const [outgoing, incoming] = await once(socket, 'unexpected-response')
  outgoing.destroy()
  return incoming.statusCode
}

test('a hook that rejects the upgrade sends its status, and no socket opens', async (t) => {
  const app = createApp()
  await app.register(websocket)
  let opened = 0
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.authorization === undefined) return reply.code(401).send({ who: 'are you' })
  })
  app.get('/', { websocket: true }, () => {
    opened++
  })
  const origin = await serving(t, app)

  assert.equal(await refusalStatus(new WebSocket(socketAddress(origin, '/'))), 401)
  assert.equal(opened, 0)
})

test('an upgrade of an unknown path is a 404, and one of a plain route closes at once', async (t) => {
  const app = createApp()
  await app.register(websocket)
  app.get('/plain', async () => ({ plain: true }))
  const origin = await serving(t, app)

  assert.equal(await refusalStatus(new WebSocket(socketAddress(origin, '/nowhere'))), 404)
  const plain = new WebSocket(socketAddress(origin, '/plain'))
  const [code] = await once(plain, 'close')
  assert.equal(code, 1005)
})

test('a handler that throws closes the socket, and the server continues', async (t) => {
  const app = createApp()
  await app.register(websocket)
  app.get('/broken', { websocket: true }, async () => {
    throw new Error('broken on purpose')
  })
  app.get('/', async () => ({ alive: true }))
  const origin = await serving(t, app)

  const socket = new WebSocket(socketAddress(origin, '/broken'))
  const [code] = await once(socket, 'close')

  assert.equal(code, 1006)
  assert.deepEqual(await (await fetch(origin)).json(), { alive: true })
})

test('messages are sent both ways, and the handler has the request and its own app', async (t) => {
  const app = createApp()
  await app.register(websocket)
  app.register(
    async (rooms) => {
      rooms.decorate('house', 'Espalier')
      rooms.addHook('preValidation', async (request) => {
        request.headers['x-seen'] = 'hook'
      })
      rooms.get<{ Params: { room: string } }>('/:room', { websocket: true }, function (socket, request) {
        const house = this.getDecorator<string>('house')
        socket.on('message', (data) => {
          socket.send(`${house}/${request.params.room}/${request.headers['x-seen']}: ${data}`)
        })
      })
    },
    { prefix: '/rooms' }
  )
  const origin = await serving(t, app)

  const socket = new WebSocket(socketAddress(origin, '/rooms/blue'))
  await once(socket, 'open')
  socket.send('hello')

  assert.equal(await firstMessage(socket), 'Espalier/blue/hook: hello')
  socket.close()
  await once(socket, 'close')
})

test('one route serves requests and sockets', async (t) => {
  const app = createApp()
  await app.register(websocket)
  app.route({
    method: 'GET',
    url: '/both',
    handler: (_request, reply) => reply.send({ over: 'http' }),
    wsHandler: (socket) => socket.send('over a socket')
  })
  const origin = await serving(t, app)

  assert.deepEqual(await (await fetch(`${origin}/both`)).json(), { over: 'http' })
  const socket = new WebSocket(socketAddress(origin, '/both'))
  assert.equal(await firstMessage(socket), 'over a socket')
  socket.close()
  await once(socket, 'close')
})

test('closing the app closes the open sockets', async () => {
  const app = createApp()
  await app.register(websocket)
  app.get('/', { websocket: true }, () => {})
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = new WebSocket(socketAddress(origin, '/'))
  await once(socket, 'open')

  const [closed] = await Promise.all([once(socket, 'close'), app.close()])

  assert.equal(closed[0], 1005)
})
