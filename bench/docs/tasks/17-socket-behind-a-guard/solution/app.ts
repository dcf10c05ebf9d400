import websocket from '@fastify/websocket'
import { espalier, guard } from 'espalier'
import { adopt } from 'espalier/fastify'

const sockets = adopt(websocket, { app: ['injectWS'], route: ['wsHandler'] })

const requireMember = guard(async function requireMember({ headers }, reply) {
  return headers.authorization === 'secret' ? { member: 'Ada' } : reply.code(401).send({ message: 'Who are you?' })
})

export const createApp = async () => {
  const app = await espalier().register(sockets)
  return app.get('/chat', {
    onRequest: [requireMember],
    handler: (_request, reply) => reply.code(426).send({ message: 'Connect with a websocket.' }),
    wsHandler(socket, { member }) {
      socket.on('message', (text) => socket.send(`${member}: ${text}`))
    }
  })
}
