import { join } from 'node:path'
import process from 'node:process'
import view from '@fastify/view'
import { Eta } from 'eta'
import { createApp } from '../plugin-app.mjs'

export default async function create(options) {
  const app = createApp(options)
  await app.register(view, {
    engine: { eta: new Eta() },
    templates: join(process.cwd(), '.build/runtimes/files/public')
  })
  app.get('/', (_request, reply) => reply.view('hello.eta', { name: '<Ada>' }))
  app.get('/none', (_request, reply) => reply.view('none.eta'))
  return app
}

export async function talk(ask) {
  await ask('/')
}
