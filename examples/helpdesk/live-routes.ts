/** What goes on: news of the tickets as server-sent events, and a socket by which the agents of an organization talk. */
import { on } from 'node:events'
import websocket from '@fastify/websocket'
import { guard, httpError, plugin, Type } from 'espalier'
import { adopt } from 'espalier/fastify'
import type { Member } from './accounts.ts'
import { live } from './endpoints.ts'
import { hub, news, talk } from './hub.ts'
import { Problem } from './schemas.ts'
import { requireAgent, tenancy } from './tenancy.ts'

export const sockets = adopt(websocket, { name: 'sockets', route: ['wsHandler'] })

export const liveRoutes = plugin({
  name: 'live-routes',
  needs: [tenancy, hub, sockets],
  setup: (context) => {
    const app = context.routeDefaults({ tags: ['live'], response: { '4xx': Type.Ref(Problem) } })

    app.route(live.watch, { onRequest: requireAgent }, ({ agent, lastEventId, query, signal }) =>
      app.hub.follow(news.of(agent.orgId), { lastEventId: lastEventId ?? query.after, signal })
    )

    /** Before the socket is open, so that an agent hears all that is said from then on. */
    const findPlace = guard(async ({ member }: { member: Member }) => ({
      place: await app.hub.idAt(talk.of(member.orgId), 'newest')
    }))

    app.get('/talk', {
      onRequest: [requireAgent, findPlace],
      handler: () => {
        throw httpError(426, 'SOCKETS_ONLY', 'Connect with a websocket.', { headers: { upgrade: 'websocket' } })
      },
      async wsHandler(socket, { agent, place }) {
        const topic = talk.of(agent.orgId)
        // At once: a line that comes before it would be lost.
        const lines = on(socket, 'message', { close: ['close'] })
        const left = new AbortController()
        socket.once('close', () => left.abort())
        const hear = async () => {
          for await (const line of await app.hub.follow(topic, { lastEventId: place, signal: left.signal }))
            if (line.event === 'said') socket.send(line.data)
        }
        const say = async () => {
          for await (const [text] of lines)
            await app.hub.append(topic, { event: 'said', data: `${agent.name}: ${text}` })
        }
        await Promise.all([hear(), say()])
      }
    })
  }
})
