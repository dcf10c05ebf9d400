/** What goes on: news of the tickets as server-sent events, and a socket by which the agents of an organization talk. */
import { Readable } from 'node:stream'
import websocket from '@fastify/websocket'
import { httpError, plugin, Type } from 'espalier'
import { adopt } from 'espalier/fastify'
import { hub, type News } from './hub.ts'
import { Problem } from './schemas.ts'
import { requireAgent, tenancy } from './tenancy.ts'

export const sockets = adopt(websocket, { name: 'sockets', route: ['wsHandler'] })

export const liveRoutes = plugin({
  name: 'live-routes',
  needs: [tenancy, hub, sockets],
  setup: (context) => {
    const app = context.routeDefaults({ tags: ['live'], response: { '4xx': Type.Ref(Problem) } })

    app.get('/events', { onRequest: requireAgent }, ({ agent, signal }, reply) =>
      reply
        .type('text/event-stream')
        .header('cache-control', 'no-store')
        .send(Readable.from(toEventStream(app.hub.listen(agent, signal))))
    )

    app.get('/talk', {
      onRequest: requireAgent,
      handler: () => {
        throw httpError(426, 'SOCKETS_ONLY', 'Connect with a websocket.', { headers: { upgrade: 'websocket' } })
      },
      wsHandler(socket, { agent }) {
        socket.on('message', (text) => app.hub.say(agent, `${text}`))
        socket.on(
          'close',
          app.hub.hear(agent, (line) => socket.send(line))
        )
      }
    })
  }
})

async function* toEventStream(news: AsyncIterable<News>) {
  yield 'retry: 1000\n\n'
  for await (const event of news) yield `data: ${JSON.stringify(event)}\n\n`
}
