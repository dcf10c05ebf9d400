// h3 has no serializer and takes validators as functions; here Ajv is called in the handler.
import { getQuery, H3, serve as listen, readBody } from 'h3'
import { list, small, toUserAnswer } from '../schema.mjs'
import * as work from '../work.mjs'

export async function serve(app, { port = 0 } = {}) {
  const h3 = app === 'large' ? createLarge() : createSmall()
  const server = listen(h3, { port, hostname: '127.0.0.1', silent: true, node: { keepAliveTimeout: 72_000 } })
  await server.ready()
  return Number(new URL(server.url).port)
}

export async function createInject() {
  const app = createSmall()
  return async (path) => (await app.request(path)).text()
}

function answer(event, status, body) {
  event.res.status = status
  return body
}

const sendNotFound = (event) => answer(event, 404, work.notFound(event.req.method, event.url.pathname))

function createSmall() {
  const app = new H3()
  app.get('/small', () => small)
  app.get('/typed', () => small)
  app.get('/list', () => list)
  app.get('/items/:id', (event) => {
    const { params } = event.context
    const query = getQuery(event)
    if (!work.validateParams(params)) return answer(event, 400, work.invalid('params', work.validateParams.errors))
    if (!work.validateQuery(query)) return answer(event, 400, work.invalid('querystring', work.validateQuery.errors))
    return { id: params.id, page: query.page, limit: query.limit, active: query.active }
  })
  app.post('/users', async (event) => {
    const body = await readBody(event)
    if (!work.validateUser(body)) return answer(event, 400, work.invalid('body', work.validateUser.errors))
    return answer(event, 201, toUserAnswer(body))
  })
  app.post('/bulk', async (event) => ({ items: (await readBody(event)).items.length }))
  app.all('/**', sendNotFound)
  return app
}

function createLarge() {
  const app = new H3()
  app.use((event) => work.countFirst(event.context))
  app.use(async (event) => work.authenticate(event.context))
  app.use((event) => work.countLast(event.context))
  for (const { prefix, routes } of work.plugins) {
    const child = new H3()
    for (const { path, number } of routes) {
      child.get(path, ({ context }) => ({ route: number, user: context.user, seen: context.seen }))
    }
    app.mount(prefix, child)
  }
  app.all('/**', sendNotFound)
  return app
}
