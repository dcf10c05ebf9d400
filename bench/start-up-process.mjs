// Boots one application and prints what that cost this process: CPU of the imports, of the declarations and `ready()`, and of a first call.
//
//   node start-up-process.mjs <fastify | espalier> <routes> <schemas | plain> '<options>'
const [module, routes, kind, options] = process.argv.slice(2)

const steps = { imports: process.cpuUsage() }
const { default: create } = await import(module === 'espalier' ? '../dist/src/index.js' : module)
steps.boot = process.cpuUsage()
const app = create(JSON.parse(options))
for (let i = 0; i < Number(routes); i++) declareRoute(app, i)
await app.ready()
steps.first = process.cpuUsage()
await app.inject({ method: 'POST', url: '/resource-0/items', payload: body(0) })
steps.end = process.cpuUsage()

const names = Object.keys(steps)
const costs = names.slice(0, -1).map((name, index) => [name, total(steps[names[index + 1]]) - total(steps[name])])
console.log(JSON.stringify(Object.fromEntries(costs)))

/** Every route has schemas of its own, as different from the others' as those of a real application. */
function declareRoute(app, i) {
  const schema = kind === 'schemas' ? { body: schemaOf(i), response: { 201: schemaOf(i) } } : undefined
  app.post(`/resource-${i}/items`, schema === undefined ? {} : { schema }, async (_request, reply) => {
    reply.code(201)
    return body(i)
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

function body(i) {
  return {
    [`name${i}`]: 'a name',
    [`count${i}`]: 3,
    email: 'a@example.com',
    tags: ['a', 'b'],
    owner: { id: 1, [`title${i}`]: 'owner' }
  }
}

function total({ user, system }) {
  return user + system
}
