// Elysia on Node with its own schemas: they check answers too, where the others serialize, and word their refusals differently.
import { setTimeout } from 'node:timers/promises'
import { node } from '@elysiajs/node'
import { Elysia, t } from 'elysia'
import { accepts, freePort } from '../../scripts/servers/port.mjs'
import { list, small, toUserAnswer } from '../schema.mjs'
import * as work from '../work.mjs'

const User = t.Object({
  name: t.String({ minLength: 1, maxLength: 80 }),
  email: t.String({ maxLength: 120 }),
  age: t.Integer({ minimum: 0, maximum: 150 }),
  role: t.Union([t.Literal('reader'), t.Literal('writer'), t.Literal('owner')]),
  tags: t.Optional(t.Array(t.String(), { maxItems: 20 })),
  address: t.Object({ street: t.String(), city: t.String(), zip: t.String(), country: t.String() }),
  biography: t.Optional(t.String({ maxLength: 1000 }))
})
const Small = t.Object({ hello: t.String(), count: t.Integer() })
const UserAnswer = t.Object({
  id: t.Integer(),
  name: t.String(),
  email: t.String(),
  age: t.Integer(),
  role: t.String(),
  tags: t.Array(t.String())
})
const List = t.Array(
  t.Object({
    id: t.Integer(),
    name: t.String(),
    email: t.String(),
    active: t.Boolean(),
    score: t.Number(),
    note: t.String()
  })
)
const Query = t.Object({ page: t.Integer(), limit: t.Integer(), active: t.BooleanString() })

export async function serve(app, options = {}) {
  const elysia = app === 'large' ? createLarge() : createSmall()
  // Elysia on Node does not tell which port it was given for port 0, and its callback may come before the server listens.
  const port = options.port || (await freePort())
  elysia.listen({ port, hostname: '127.0.0.1' })
  while (!(await accepts(port))) await setTimeout(10)
  return port
}

export async function createInject() {
  const app = createSmall()
  return async (path) => (await app.handle(new Request(`http://localhost${path}`))).text()
}

function create() {
  return new Elysia({ adapter: node() }).onError(({ code, error, request, status }) => {
    if (code === 'NOT_FOUND') return status(404, work.notFound(request.method, new URL(request.url).pathname))
    if (code === 'VALIDATION') {
      const { path, summary } = error.all[0]
      return status(400, work.invalid('body', [{ instancePath: path, message: summary }]))
    }
  })
}

function createSmall() {
  return create()
    .get('/small', () => small)
    .get('/typed', () => small, { response: Small })
    .get('/list', () => list, { response: List })
    .get(
      '/items/:id',
      ({ params, query }) => ({ id: params.id, page: query.page, limit: query.limit, active: query.active }),
      { params: t.Object({ id: t.Integer() }), query: Query }
    )
    .post('/users', ({ body, status }) => status(201, toUserAnswer(body)), {
      body: User,
      response: { 201: UserAnswer }
    })
    .post('/bulk', ({ body }) => ({ items: body.items.length }))
}

function createLarge() {
  let app = create()
    .onRequest(({ request }) => {
      work.countFirst(request)
    })
    .onBeforeHandle(({ request }) => work.authenticate(request))
    .onBeforeHandle(({ request }) => {
      work.countLast(request)
    })
  for (const { prefix, routes } of work.plugins) {
    let child = new Elysia({ prefix })
    for (const { path, number } of routes) {
      child = child.get(path, ({ request: { user, seen } }) => ({ route: number, user, seen }))
    }
    app = app.use(child)
  }
  return app
}
