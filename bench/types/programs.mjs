// The programs that measure.mjs compiles. Names differ from unit to unit, so that the compiler cannot reuse one's types
// for the next.
const imports = "import { espalier, plugin, shared, value, Type } from '../../../bench/types/espalier.ts'\n"

function times(count, make) {
  return Array.from({ length: count }, (_, index) => make(index)).join('\n')
}

/** The schemas of one route: parameters, query, body and two answers. */
export function schemas(n) {
  return `const params${n} = Type.Object({ id${n}: Type.Integer() })
const query${n} = Type.Object({ page${n}: Type.Optional(Type.Integer()), search${n}: Type.Optional(Type.String()) })
const body${n} = Type.Object({ name${n}: Type.String(), age${n}: Type.Integer(), tags${n}: Type.Array(Type.String()) })
const ok${n} = Type.Object({ id${n}: Type.Integer(), name${n}: Type.String() })
const missing${n} = Type.Object({ error${n}: Type.String() })`
}

/** One route's schemas with a typed function in place of the handler. */
export const floorRoute = (n) => `${schemas(n)}
export function use${n}(params: Static<typeof params${n}>, query: Static<typeof query${n}>, body: Static<typeof body${n}>): Static<typeof ok${n}> | Static<typeof missing${n}> {
  if (params.id${n} === query.page${n}) return { error${n}: 'none' }
  return { id${n}: params.id${n}, name${n}: body.name${n} }
}`

/** Schemas and `Static` alone: what any typed framework on these schemas pays. */
export function floor(count) {
  return `import { type Static, Type } from '@sinclair/typebox'\n${times(count, floorRoute)}`
}

/** Routes with all their parts, on an app with decorators. */
export function routes(count) {
  const head = `${imports}const app = espalier().decorate('db', { find: (id: number) => id }).decorateRequest('user', value<{ name: string } | null>(null))\n`
  const unit = (n) => `${schemas(n)}
app.post('/things${n}/:id${n}', { schema: { params: params${n}, querystring: query${n}, body: body${n}, response: { 200: ok${n}, 404: missing${n} } } }, async (request, reply) => {
  if (request.params.id${n} === request.query.page${n}) return reply.code(404).send({ error${n}: 'none' })
  return { id${n}: request.params.id${n}, name${n}: request.body.name${n} }
})`
  return head + times(count, unit)
}

/** Shared plugins that each need the one before. */
export function plugins(count) {
  const first = "const plugin0 = shared({ name: 'plugin0', setup: (app) => app.decorate('member0', 0) })\n"
  const unit = (n) =>
    `const plugin${n + 1} = shared({ name: 'plugin${n + 1}', needs: [plugin${n}], setup: (app) => app.decorate('member${n + 1}', app.member${n} + 1) })`
  const registrations = times(count, (n) => `  .register(plugin${n + 1})`)
  return `${imports}${first}${times(count, unit)}\nexport const app = espalier().register(plugin0)\n${registrations}\n`
}

/** Declarations in one chain. */
export function chain(count) {
  const unit = (n) => `  .decorate('member${n}', ${n}).decorateRequest('field${n}', '${n}')`
  return `${imports}const app = espalier()\n${times(count, unit)}
app.get('/', function (request) { return this.member0 + request.field${count - 1} })\n`
}

/** Plugins within plugins. */
export function tree(count) {
  const open = times(
    count,
    (n) => `level${n}.register(async (child${n}) => {\nconst level${n + 1} = child${n}.decorate('member${n}', ${n})`
  )
  const deepest = `level${count}.get('/', function () { return this.member0 + this.member${count - 1} })`
  return `${imports}const level0 = espalier()\n${open}\n${deepest}\n${'})\n'.repeat(count)}`
}
