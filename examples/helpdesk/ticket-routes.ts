/** Tickets, and what is written about them. */
import { plugin } from 'espalier'
import { tickets } from './endpoints.ts'
import { repeats } from './repeats.ts'
import { requireAgent, tenancy } from './tenancy.ts'
import { ticketService } from './tickets.ts'

export const ticketRoutes = plugin({
  name: 'ticket-routes',
  needs: [tenancy, ticketService, repeats],
  setup: (app) => {
    app.route(tickets.list, ({ query, member }) => app.tickets.list(query, member))

    app.route(tickets.open, (request) => app.tickets.open(request.body, request.member, app.transactionOf(request)))

    app.route(tickets.read, ({ params, member }) => app.tickets.read(params.id, member))

    app.route(tickets.mark, { onRequest: requireAgent }, ({ params, body, agent }) =>
      app.tickets.mark(params.id, body.status, agent)
    )

    app.route(tickets.comment, (request) => {
      const { params, body, member } = request
      return app.tickets.comment(params.id, body.text, member, app.transactionOf(request))
    })
  }
})
