// fastify-socket.io: the server of socket.io is a decorator of the app, and closes with it. Both transports, a guard, a room, the routes beside it.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import fastifySocketIo from 'fastify-socket.io'
import { io } from 'socket.io-client'

function build({ app, shelf }) {
  app.register(fastifySocketIo, { path: '/live' })
  app.addHook('onReady', async () => {
    app.io.use(({ handshake }, next) =>
      next(handshake.auth.token === undefined ? new Error('Who are you?') : undefined)
    )
    app.io.on('connection', (socket) => {
      socket.join('news')
      socket.on('add', (title, done) => {
        const book = shelf.add(title, socket.handshake.auth.token)
        app.io.to('news').emit('added', book)
        done(book.id)
      })
    })
  })
  // A route reaches the sockets by the decorator.
  app.post('/tell', async ({ body, reader }) => ({ told: app.io.to('news').emit('told', { reader, ...body }) }))
}

async function connectBy(origin, transport, auth = { token: 'ada' }) {
  const socket = io(origin, { path: '/live', transports: [transport], auth, reconnection: false, forceNew: true })
  await new Promise((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  return socket
}

const talkBy =
  (transport) =>
  async ({ origin, ask, compare }) => {
    const socket = await connectBy(origin, transport)
    const added = once(socket, 'added')
    const id = compare(await socket.emitWithAck('add', `Read by ${transport}`))
    assert.equal(compare(await added)[0].id, id)
    assert.equal((await ask(`/books/${id}`)).json().author, 'ada')
    const told = once(socket, 'told')
    assert.deepEqual((await ask('/tell', { headers: { authorization: 'Bearer bob' }, body: { page: 7 } })).json(), {
      told: true
    })
    assert.deepEqual(compare(await told), [{ reader: 'bob', page: 7 }])
    socket.disconnect()
  }

const cases = {
  'a room hears sockets and routes, over a socket': talkBy('websocket'),
  'a room hears sockets and routes, by polling': talkBy('polling'),
  'who has no token is refused, and what is no handshake': async ({ origin, ask, compare }) => {
    assert.equal(compare((await connectBy(origin, 'websocket', {}).catch((error) => error)).message), 'Who are you?')
    assert.equal((await ask('/live/?EIO=4&transport=pigeon')).status, 400)
    assert.equal((await ask('/nowhere')).status, 404)
    assert.equal((await ask('/tell', { headers: { authorization: 'Bearer stolen' }, body: {} })).status, 401)
  },
  'the app closes the sockets that are left': async ({ origin, compare, library }) => {
    const socket = await connectBy(origin, 'polling')
    const gone = once(socket, 'disconnect')
    await library.app.close()
    compare((await gone).length > 0)
  }
}

export const uses = { 'fastify-socket.io': { build, cases } }
