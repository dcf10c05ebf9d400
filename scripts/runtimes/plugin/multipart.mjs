import multipart from '@fastify/multipart'
import { createApp } from '../plugin-app.mjs'

export default async function create(options) {
  const app = createApp(options)
  await app.register(multipart, { limits: { fileSize: 1000 } })
  app.post('/', async (request) => {
    const seen = []
    for await (const part of request.parts()) {
      if (part.type === 'file') seen.push([part.filename, part.mimetype, (await part.toBuffer()).toString()])
      else seen.push([part.fieldname, part.value])
    }
    return seen
  })
  return app
}

const part = (disposition, content) => `--edge\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`
const note = (content) => part('name="note"; filename="note.txt"\r\ncontent-type: text/plain', content)

export async function talk(ask) {
  const headers = { 'content-type': 'multipart/form-data; boundary=edge' }
  const upload = (...parts) => ask('/', { method: 'POST', headers, body: `${parts.join('')}--edge--\r\n` })
  await upload(part('name="title"', 'Walden'), note('to be'))
  await upload(note('x'.repeat(2000)))
}
