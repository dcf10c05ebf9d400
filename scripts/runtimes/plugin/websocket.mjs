import websocket from '@fastify/websocket'
import { createApp } from '../plugin-app.mjs'

export default async function create(options) {
  const app = createApp(options)
  await app.register(websocket)
  app.get('/echo', { websocket: true }, (socket) => {
    socket.on('message', (data) => socket.send(`heard ${data}`))
  })
  app.get('/', async () => 'no socket')
  return app
}

export async function talk(ask) {
  await ask('/')
  await ask.socket('/echo', 'hello')
}
