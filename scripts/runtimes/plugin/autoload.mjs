import { join } from 'node:path'
import process from 'node:process'
import autoload from '@fastify/autoload'
import { createApp } from '../plugin-app.mjs'

export default async function create(options) {
  const app = createApp(options)
  await app.register(autoload, { dir: join(process.cwd(), '.build/runtimes/files/plugins') })
  return app
}

export async function talk(ask) {
  await ask('/books/7')
  await ask('/none')
}
