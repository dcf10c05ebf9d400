// The parameters of prefixes: typed in hooks, guards, routes and contexts below, as they are at each stage.
import { type AppOf, espalier, guard, plugin, shared, Type } from 'espalier'
import { expectType } from 'tsd'

const Slug = Type.String({ pattern: '^[a-z]+$' })

// Inline, without schemas: text at every stage.
espalier().register(
  async (child) => {
    child.addHook('onRequest', async ({ params }) => expectType<string>(params.org))
    child.get('/', ({ params }) => expectType<string>(params.org))
    child.get('/tickets/:id', { schema: { params: { id: Type.Integer() } } }, ({ params }) => {
      expectType<number>(params.id)
      expectType<string>(params.org)
      return null
    })
    child.register(
      async (below) => below.get('/', ({ params }) => expectType<[string, string]>([params.org, params.team])),
      { prefix: '/teams/:team' }
    )
    child
      .derive('onRequest', async ({ params }) => ({ tenant: params.org }))
      .get('/derived', ({ tenant }) => expectType<string>(tenant))
    // @ts-expect-error the prefix has no such parameter
    child.get('/misspelt', ({ params }) => params.orgg)
  },
  { prefix: '/orgs/:org' }
)
// @ts-expect-error a context beside it has no such parameter
espalier().get('/', ({ params }) => params.org)

// With a schema: text before validation, what the schema says after it, either where it may have been refused.
espalier().register(
  async (child) => {
    child.addHook('onRequest', async ({ params }) => expectType<string>(params.n))
    child.addHook('preValidation', async ({ params }) => expectType<string>(params.n))
    child.addHook('preHandler', async ({ params }) => expectType<number>(params.n))
    child.addHook('onSend', async ({ params }) => expectType<string | number>(params.n))
    child.setErrorHandler((_error, { params }) => expectType<string | number>(params.n))
    child.get(
      '/:id',
      {
        onRequest: async ({ params }) => expectType<[string, string]>([params.n, params.id]),
        preHandler: async ({ params }) => expectType<[number, string]>([params.n, params.id])
      },
      ({ params }) => expectType<[number, string]>([params.n, params.id])
    )
  },
  { prefix: '/numbers/:n', params: { n: Type.Integer() } }
)

// A plugin states what its prefix must have.
const tickets = plugin({
  name: 'tickets',
  params: { org: Slug },
  setup: (app) => app.get('/', ({ params }) => expectType<string>(params.org))
})
const limited = plugin({
  name: 'limited',
  params: { org: Slug },
  setup: (app, { limit }: { limit: number }) => app.get('/', ({ params }) => [params.org, limit])
})
espalier().register(tickets, { prefix: '/orgs/:org' }).register(limited, { prefix: '/:org', limit: 1 })
espalier().register(
  async (child) => {
    child.register(tickets).register(tickets, { prefix: '/again' }).register(limited, { limit: 1 })
  },
  { prefix: '/orgs/:org', params: { org: Slug } }
)
declare const unknownPrefix: string
espalier().register(tickets, { prefix: unknownPrefix })
// @ts-expect-error this context lacks the parameter 'org' in its prefix
espalier().register(tickets)
// @ts-expect-error this context lacks the parameter 'org' in its prefix
espalier().register(tickets, { prefix: '/orgs/:organization' })
// @ts-expect-error the option limit is missing
espalier().register(limited, { prefix: '/:org' })
espalier().register(
  async (child) => {
    // @ts-expect-error this context declares a parameter of its prefix in another way than the plugin
    child.register(tickets)
  },
  { prefix: '/orgs/:org', params: { org: Type.Integer() } }
)
// @ts-expect-error the path '/orgs/:organization' has no parameter 'org'
espalier().register(async () => {}, { prefix: '/orgs/:organization', params: { org: Slug } })

// A shared plugin gives the context that registers it the schemas of its prefix, beside what it declares.
const tenancy = shared({
  name: 'tenancy',
  params: { org: Slug },
  setup: (app) => app.derive('onRequest', async ({ params }) => ({ tenant: params.org }))
})
const desks = plugin({
  name: 'desks',
  needs: [tenancy],
  setup: (app) => app.get('/', ({ tenant, params }) => expectType<[string, string]>([tenant, params.org]))
})
espalier().register(
  async (child) => {
    child.register(tenancy).register(desks)
  },
  { prefix: '/orgs/:org' }
)
// @ts-expect-error this context lacks the parameter 'org'
espalier().register(tenancy)
// @ts-expect-error a shared plugin has no prefix of its own
espalier().register(tenancy, { prefix: '/:org' })
plugin({
  name: 'all desks',
  params: { org: Slug },
  setup: (app) => app.register(tenancy).get('/', ({ tenant }) => expectType<string>(tenant))
})
const silent = shared({ name: 'silent', params: { org: Slug }, setup: () => {} })
// @ts-expect-error a shared plugin has no prefix of its own, whatever it gives
espalier().register(silent, { prefix: '/:org' })

// Options of a registration are checked for their spelling.
// @ts-expect-error 'prefx' is no option of every plugin
espalier().register(async () => {}, { prefx: '/a' })
// @ts-expect-error 'lgoLevel' is no option
espalier().register(tickets, { prefix: '/:org', lgoLevel: 'info' })
espalier().register(async (_child, options: { pages: number }) => expectType<number>(options.pages), { pages: 1 })

// Guards and helpers ask for them by shape.
const requireMember = guard(({ params }: { params: { org: string } }) => ({ member: params.org }))
declare function addRoutes(app: AppOf<{ request: { params: { org: string } } }>): void
espalier().register(
  async (child) => {
    child.get('/', { preHandler: requireMember }, ({ member }) => expectType<string>(member))
    addRoutes(child)
  },
  { prefix: '/:org' }
)
// @ts-expect-error the requests of this context have no such parameter
addRoutes(espalier())

// A plugin whose prefix is not known describes its parameters beside those of the path.
const File = { id: Type.Integer(), file: Type.String() }
const attachments = plugin({
  name: 'attachments',
  setup: (app) => {
    app.get('/:file', { schema: { params: File } }, ({ params }) =>
      expectType<[number, string]>([params.id, params.file])
    )
    app.route({
      method: 'PUT',
      url: '/:file',
      schema: { params: Type.Object(File) },
      handler: ({ params }) => expectType<number>(params.id)
    })
    app.register(
      async (below) => {
        below.get('/:page', { schema: { params: { id: Type.Integer(), page: Type.Integer() } } }, ({ params }) =>
          expectType<[number, number, string]>([params.id, params.page, params.file])
        )
      },
      { prefix: '/:file' }
    )
    // @ts-expect-error the path '/:file' has no parameter 'fiel'
    app.get('/:file', { schema: { params: { fiel: Type.String() } } }, () => null)
  }
})
espalier().register(attachments, { prefix: '/tickets/:id/attachments' })
export const describedFile = (app: AppOf) => app.get('/:file', { schema: { params: File } }, ({ params }) => params.id)
describedFile(espalier())
shared({
  name: 'described',
  setup: (app) => app.get('/:file', { schema: { params: File } }, ({ params }) => expectType<number>(params.id))
})

// Where it is known, its parameters are all that there are.
plugin({
  name: 'known',
  params: { id: Type.Integer() },
  setup: (app) => {
    app.get('/:file', { schema: { params: File } }, () => null)
    // @ts-expect-error the path '/:file' has no parameter 'page'
    app.get('/:file', { schema: { params: { ...File, page: Type.Integer() } } }, () => null)
  }
})
// @ts-expect-error the path '/:file' has no parameter 'id'
espalier().get('/:file', { schema: { params: File } }, () => null)

// A route may describe a parameter of an inline prefix that says nothing of it.
espalier().register(
  async (child) => {
    child.get(
      '/:file',
      {
        schema: { params: File },
        onRequest: async ({ params }) => expectType<string>(params.id),
        preHandler: async ({ params }) => expectType<[number, string]>([params.id, params.org])
      },
      ({ params }) => expectType<[number, string, string]>([params.id, params.file, params.org])
    )
    child.route({
      method: 'GET',
      url: '/:file/old',
      schema: { params: Type.Object(File) },
      handler: ({ params }) => expectType<number>(params.id)
    })
    child.get('/:file/plain', ({ params }) => expectType<[string, string]>([params.id, params.file]))
    child.get('/:file/other', { attachValidation: true, schema: { params: File } }, ({ params, validationError }) =>
      validationError === undefined ? expectType<number>(params.id) : null
    )
  },
  { prefix: '/:org/tickets/:id' }
)
