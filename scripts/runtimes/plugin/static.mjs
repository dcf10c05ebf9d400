import { join } from 'node:path'
import process from 'node:process'
import files from '@fastify/static'
import { createApp } from '../plugin-app.mjs'

export default async function create(options) {
  const app = createApp(options)
  await app.register(files, { root: join(process.cwd(), '.build/runtimes/files/public') })
  app.get('/send', (_request, reply) => reply.sendFile('alphabet.txt'))
  return app
}

export async function talk(ask) {
  const { headers } = await ask('/alphabet.txt')
  await ask('/alphabet.txt', { headers: { range: 'bytes=-2' } })
  await ask('/alphabet.txt', { headers: { 'if-none-match': headers.etag ?? '' } })
  await ask('/alphabet.txt', { method: 'HEAD' })
  await ask('/send')
  await ask('/none.txt')
}
