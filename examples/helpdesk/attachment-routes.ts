/** Files that people attach to tickets. */
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { uploads } from '@espalier/kit/uploads'
import { plugin } from 'espalier'
import { tickets } from './endpoints.ts'
import { repeats } from './repeats.ts'
import { tenancy } from './tenancy.ts'
import { ticketService } from './tickets.ts'

export const attachmentRoutes = plugin({
  name: 'attachment-routes',
  needs: [tenancy, ticketService, repeats],
  setup: (context) => {
    const app = context.register(uploads, { folder: join(context.files, 'incoming') })
    // A name of our own: the client's may lead anywhere.
    const pathOf = (id: string) => join(context.files, id)

    // The file of a slow client takes longer than any other request.
    app.route(tickets.attach, { handlerTimeout: 60_000 }, async (request) => {
      const { params, body, member } = request
      const { file } = body
      const transaction = context.transactionOf(request)
      const ticket = await context.tickets.read(params.id, member, transaction)
      const attachment = { id: randomUUID(), name: file.name, bytes: file.bytes }
      await rename(file.path, pathOf(attachment.id))
      await context.tickets.attach(ticket.id, attachment, transaction)
      return attachment
    })

    app.route(tickets.download, async ({ params, member }, reply) => {
      const { id, name, bytes } = await context.tickets.attachment(params.id, params.file, member)
      return reply
        .type('application/octet-stream')
        .header('content-length', bytes)
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
        .send(createReadStream(pathOf(id)))
    })
  }
})
