/** What goes on: news of the tickets as server-sent events, and a socket by which the agents of an organization talk. */
import websocket from '@fastify/websocket'
import { httpError, plugin, Type } from 'espalier'
import { adopt } from 'espalier/fastify'
import { live } from './endpoints.ts'
import { hub } from './hub.ts'
import { type News, Problem } from './schemas.ts'
import { requireAgent, tenancy } from './tenancy.ts'

export const sockets = adopt(websocket, { name: 'sockets', route: ['wsHandler'] })

export const liveRoutes = plugin({
  name: 'live-routes',
  needs: [tenancy, hub, sockets],
  setup: (context) => {
    const app = context.routeDefaults({ tags: ['live'], response: { '4xx': Type.Ref(Problem) } })

    app.route(live.watch, { onRequest: requireAgent }, ({ agent, signal }) => toEvents(app.hub.listen(agent, signal)))

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

async function* toEvents(news: AsyncIterable<News>) {
  for await (const data of news) yield { event: 'news' as const, data }
}
