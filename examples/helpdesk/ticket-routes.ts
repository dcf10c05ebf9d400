/** Tickets, and what is written about them. */
import { plugin } from 'espalier'
import { tickets } from './endpoints.ts'
import { requireAgent, tenancy } from './tenancy.ts'
import { ticketService } from './tickets.ts'

export const ticketRoutes = plugin({
  name: 'ticket-routes',
  needs: [tenancy, ticketService],
  setup: (app) => {
    app.route(tickets.list, ({ query, member }) => app.tickets.list(query, member))

    app.route(tickets.open, async ({ body, member }) => {
      const ticket = await app.tickets.open(body, member)
      return ticket
    })

    app.route(tickets.read, ({ params, member }) => app.tickets.read(params.id, member))

    app.route(tickets.mark, { onRequest: requireAgent }, ({ params, body, agent }) =>
      app.tickets.mark(params.id, body.status, agent)
    )

    app.route(tickets.comment, async ({ params, body, member }) => {
      const ticket = await app.tickets.comment(params.id, body.text, member)
      return ticket
    })
  }
})
