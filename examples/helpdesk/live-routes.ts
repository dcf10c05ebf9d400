/** What goes on: news of the tickets as server-sent events, of which a reader that comes back has missed none, and a socket by which the agents of an organization talk. */
import websocket from '@fastify/websocket'
import { httpError, plugin, Type } from 'espalier'
import { adopt } from 'espalier/fastify'
import { live } from './endpoints.ts'
import { hub } from './hub.ts'
import { journal } from './journal.ts'
import { Problem } from './schemas.ts'
import { requireAgent, tenancy } from './tenancy.ts'

export const sockets = adopt(websocket, { name: 'sockets', route: ['wsHandler'] })

export const liveRoutes = plugin({
  name: 'live-routes',
  needs: [tenancy, journal, hub, sockets],
  setup: (context) => {
    const app = context.routeDefaults({ tags: ['live'], response: { '4xx': Type.Ref(Problem) } })

    app.route(live.watch, { onRequest: requireAgent }, async ({ agent, lastEventId = '', query, signal }) => {
      const seen = /^\d{1,9}$/.test(lastEventId) ? Number(lastEventId) : query.after
      return app.journal.after(seen ?? (await app.journal.newest(agent)), agent, signal)
    })

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
