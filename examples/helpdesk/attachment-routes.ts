/** Files that people attach to tickets: streams in, streams out. */
import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import { httpError, plugin } from 'espalier'
import { adopt } from 'espalier/fastify'
import { tickets } from './endpoints.ts'
import { tenancy } from './tenancy.ts'
import { ticketService } from './tickets.ts'

const uploads = adopt(multipart, { request: ['file'] })

export const attachmentRoutes = plugin({
  name: 'attachment-routes',
  needs: [tenancy, ticketService],
  setup: (context) => {
    const app = context.register(uploads, { limits: { fileSize: 5_000_000, files: 1 }, throwFileSizeLimit: false })
    // A name of our own: the client's may lead anywhere.
    const pathOf = (id: string) => join(context.files, id)

    app.route(tickets.attach, async (request) => {
      const ticket = await context.tickets.read(request.params.id, request.member)
      const upload = await request.file()
      if (!upload) throw httpError(400, 'NO_FILE', 'The form has no file.')
      const id = randomUUID()
      await pipeline(upload.file, createWriteStream(pathOf(id), { flags: 'wx' }))
      const attachment = { id, name: upload.filename, bytes: upload.file.bytesRead }
      if (upload.file.truncated) {
        await rm(pathOf(id))
        throw httpError(413, 'FILE_TOO_LARGE', 'A file has at most 5 MB.')
      }
      await context.tickets.attach(ticket.id, attachment)
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
