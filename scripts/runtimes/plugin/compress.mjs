import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import compress from '@fastify/compress'
import { createApp } from '../plugin-app.mjs'

const text = 'to be or not to be, '.repeat(200)

export default async function create(options) {
  const app = createApp(options)
  await app.register(compress)
  app.get('/', async () => ({ text }))
  app.get('/stream', async (_request, reply) => reply.type('text/plain').send(Readable.from([text])))
  app.post('/', async ({ body }) => ({ length: body.text.length }))
  return app
}

export async function talk(ask) {
  for (const encoding of ['br', 'gzip', 'deflate']) await ask('/', { headers: { 'accept-encoding': encoding } })
  await ask('/stream', { headers: { 'accept-encoding': 'gzip' } })
  await ask('/', { headers: { 'accept-encoding': 'identity' } })
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  await ask('/', { method: 'POST', headers, body: gzipSync(JSON.stringify({ text })) })
}

// Compressors of several versions of zlib make texts of several lengths.
export const varies = /(?<=^content-length: )\d+$/m
