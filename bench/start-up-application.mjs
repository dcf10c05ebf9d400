// The application whose start is measured. Every route has schemas of its own, as different from the others' as those of a real one.

export function declareRoutes(app, routes, kind) {
  for (let i = 0; i < routes; i++) declareRoute(app, i, kind)
  return app
}

function declareRoute(app, i, kind) {
  const schema = kind === 'schemas' ? { body: schemaOf(i), response: { 201: schemaOf(i) } } : undefined
  app.post(`/resource-${i}/items`, schema === undefined ? {} : { schema }, async (_request, reply) => {
    reply.code(201)
    return bodyOf(i)
  })
}

function schemaOf(i) {
  const properties = {
    [`name${i}`]: { type: 'string', minLength: 1, maxLength: 40 + i },
    [`count${i}`]: { type: 'integer', minimum: 0 },
    email: { type: 'string' },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 10 },
    owner: {
      type: 'object',
      properties: { id: { type: 'integer' }, [`title${i}`]: { type: 'string' } },
      required: ['id']
    }
  }
  return { type: 'object', properties, required: [`name${i}`, `count${i}`] }
}

export function bodyOf(i) {
  return {
    [`name${i}`]: 'a name',
    [`count${i}`]: 3,
    email: 'a@example.com',
    tags: ['a', 'b'],
    owner: { id: 1, [`title${i}`]: 'owner' }
  }
}

/** For `espalier compile`, which takes no arguments for the application. */
export default async function create() {
  const { default: espalier } = await import('../dist/src/index.js')
  return declareRoutes(espalier(), Number(process.env.ROUTES), 'schemas')
}
