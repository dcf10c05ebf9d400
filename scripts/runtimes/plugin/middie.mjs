import middie from '@fastify/middie'
import { createApp } from '../plugin-app.mjs'

export default async function create(options) {
  const app = createApp(options)
  await app.register(middie)
  app.use((_request, response, next) => {
    response.setHeader('x-middleware', 'passed')
    next()
  })
  app.use('/own', (_request, response) => response.end('by the middleware'))
  app.get('/', async () => 'by the route')
  return app
}

export async function talk(ask) {
  await ask('/')
  await ask('/own')
}
