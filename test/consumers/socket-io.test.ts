/** socket.io on the server of the app: both transports, a guard, rooms, acknowledgements, and the routes beside it. */

import assert from 'node:assert/strict'
import { Server } from 'socket.io'
import { io, type Socket } from 'socket.io-client'
import type { Anything } from '../anything.ts'
import type { Library } from './library.ts'
import type { Client } from './on-both.ts'
import { onBoth } from './on-both.ts'

function talk(server: Server, { shelf }: Library): void {
  server.use((socket, next) => {
    const { token } = socket.handshake.auth
    if (token === undefined) return next(Object.assign(new Error('Who are you?'), { data: { code: 'NO_TOKEN' } }))
    socket.data.reader = token
    next()
  })
  server.on('connection', (socket) => {
    socket.on('join', async (room: string, done) => {
      await socket.join(room)
      socket.to(room).emit('joined', socket.data.reader)
      done({ rooms: socket.rooms.size })
    })
    socket.on('add', (title, done) => {
      try {
        const book = shelf.add(title, socket.data.reader)
        server.to('news').emit('added', book)
        done({ id: book.id })
      } catch (error) {
        done({ error: (error as Error).message })
      }
    })
    socket.on('cover', (bytes: Buffer, done) => done(Buffer.concat([bytes, bytes])))
  })
}

function build(library: Library): void {
  const { app } = library
  const server = new Server(app.server, { path: '/live' })
  talk(server, library)
  app.addHook('preClose', async () => void server.disconnectSockets(true))
  app.addHook('onClose', async () => server.close())
}

/** Resolves to the arguments of the next event of this name. */
const heard = (socket: Socket, name: string): Promise<Anything[]> =>
  new Promise((resolve) => socket.once(name, (...given) => resolve(given)))

async function connectBy(origin: string, transport: string, auth: object = { token: 'ada' }): Promise<Socket> {
  const socket = io(origin, { path: '/live', transports: [transport], auth, reconnection: false, forceNew: true })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  return socket
}

/** Ids of connections are random. */
const settle = (text: string) => text.replaceAll(/"sid":"[^"]+"/g, '"sid":"ID"')

async function converse({ origin, compare, ask }: Client, transport: string): Promise<void> {
  const [first, second] = [await connectBy(origin, transport), await connectBy(origin, transport, { token: 'bob' })]
  compare(await first.emitWithAck('join', 'news'))
  const joined = heard(first, 'joined')
  compare(await second.emitWithAck('join', 'news'))
  assert.deepEqual(compare(await joined), ['bob'])
  const told = heard(first, 'added')
  const title = `Read by ${transport}`
  const { id } = compare(await second.emitWithAck('add', title))
  assert.equal(compare(await told)[0].title, title)
  assert.equal((await ask(`/books/${id}`)).json().author, 'bob')
  compare(await second.emitWithAck('add', 'Emma'))
  assert.equal(String(compare(await first.emitWithAck('cover', Buffer.from('ab')))), 'abab')
  first.disconnect()
  second.disconnect()
}

onBoth('socket.io', {
  build,
  settle,
  cases: {
    'rooms, acknowledgements and bytes over a socket': (client) => converse(client, 'websocket'),
    'rooms, acknowledgements and bytes by polling': (client) => converse(client, 'polling'),
    'a client without a token is refused': async ({ origin, compare }) => {
      const refusal = await connectBy(origin, 'websocket', {}).catch((error) => error)
      assert.deepEqual(compare([refusal.message, refusal.data]), ['Who are you?', { code: 'NO_TOKEN' }])
    },
    'a manual handshake is accepted, and an invalid one gets 400': async ({ ask }) => {
      const opened = await ask('/live/?EIO=4&transport=polling')
      assert.match(opened.text, /^0\{"sid"/)
      assert.equal((await ask('/live/?EIO=4&transport=polling&sid=unknown')).status, 400)
      assert.equal((await ask('/live/?EIO=4&transport=pigeon')).status, 400)
    },
    'the routes and hooks of the app still work': async ({ ask }) => {
      assert.equal((await ask('/books/1', { headers: { authorization: 'Bearer ada' } })).headers['x-served-to'], 'ada')
      assert.equal((await ask('/books/1', { headers: { authorization: 'Bearer stolen' } })).status, 401)
      assert.equal((await ask('/nowhere')).status, 404)
    },
    'a connected client is disconnected when the app closes': async ({ origin, compare, library }) => {
      const socket = await connectBy(origin, 'websocket')
      const gone = heard(socket, 'disconnect')
      await library.app.close()
      compare((await gone)[0])
    }
  }
})
