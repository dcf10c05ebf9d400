// One application in every framework that compare.mjs compares: routes in modules of ten, each with its own schemas for
// parameters, query, body and two answers, and a handler that reads and returns what the schemas say. A contender is
// { name, toModule, toMain }. The last `body.` of a module is where completion.mjs asks what may follow.
import { floorRoute, schemas } from './programs.mjs'

const modulesOf = (count) => Array.from({ length: count }, (_, index) => `things${index}`)
const importsOf = (names) => names.map((name) => `import { ${name} } from './${name}.js'`).join('\n')
const join = (numbers, toUnit) => numbers.map(toUnit).join('\n')

/** A main file that imports every module and does one statement with each. */
const statements = (head, toStatement) => (count) => {
  const names = modulesOf(count)
  return `${head}\n${importsOf(names)}\n${names.map(toStatement).join('\n')}\n`
}

const floor = {
  name: 'floor',
  toModule: (name, numbers) => `import { type Static, Type } from '@sinclair/typebox'
export const ${name} = '${name}'
${join(numbers, floorRoute)}
`,
  toMain: statements('', (name) => `console.log(${name})`)
}

/** What espalier and Fastify have in common: the route. */
const toRoute = (n) => `${schemas(n)}
  app.post('/things${n}/:id${n}', { schema: { params: params${n}, querystring: query${n}, body: body${n}, response: { 200: ok${n}, 404: missing${n} } } }, async (request, reply) => {
    if (request.params.id${n} === request.query.page${n}) return reply.code(404).send({ error${n}: 'none' })
    return { id${n}: request.params.id${n}, name${n}: request.body.name${n} }
  })`

const espalier = {
  name: 'espalier',
  toModule: (name, numbers) => `import { plugin, Type } from '../../../../dist/src/index.js'
export const ${name} = plugin({ name: '${name}', setup: async (app) => {
${join(numbers, toRoute)}
} })
`,
  toMain: statements(
    "import { espalier } from '../../../../dist/src/index.js'\nconst app = espalier()",
    (name) => `app.register(${name})`
  )
}

const fastify = {
  name: 'Fastify',
  toModule: (name, numbers) => `import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox'
export const ${name}: FastifyPluginAsyncTypebox = async (app) => {
${join(numbers, toRoute)}
}
`,
  toMain: statements("import { fastify } from 'fastify'\nconst app = fastify()", (name) => `app.register(${name})`)
}

// Hono has no schemas for answers; their types are stated, so that a wrong one is an error here too.
const hono = {
  name: 'Hono',
  toModule: (name, numbers) => `import { tbValidator } from '@hono/typebox-validator'
import { type Static, Type } from '@sinclair/typebox'
import { Hono } from 'hono'
export const ${name} = new Hono()
${join(
  numbers,
  (n) => `${schemas(n)}
${name}.post('/things${n}/:id${n}', tbValidator('param', params${n}), tbValidator('query', query${n}), tbValidator('json', body${n}), (c) => {
  const params = c.req.valid('param')
  if (params.id${n} === c.req.valid('query').page${n}) return c.json<Static<typeof missing${n}>, 404>({ error${n}: 'none' }, 404)
  const body = c.req.valid('json')
  return c.json<Static<typeof ok${n}>, 200>({ id${n}: params.id${n}, name${n}: body.name${n} }, 200)
})`
)}
`,
  toMain: statements("import { Hono } from 'hono'\nconst app = new Hono()", (name) => `app.route('/', ${name})`)
}

const elysia = {
  name: 'Elysia',
  toModule: (name, numbers) => `import { Elysia, t as Type } from 'elysia'
${join(numbers, schemas)}
export const ${name} = new Elysia()
${join(
  numbers,
  (n) => `  .post('/things${n}/:id${n}', ({ params, query, body, status }) => {
    if (params.id${n} === query.page${n}) return status(404, { error${n}: 'none' })
    return { id${n}: params.id${n}, name${n}: body.name${n} }
  }, { params: params${n}, query: query${n}, body: body${n}, response: { 200: ok${n}, 404: missing${n} } })`
)}
`,
  toMain: statements("import { Elysia } from 'elysia'\nconst app = new Elysia()", (name) => `app.use(${name})`)
}

export const contenders = [floor, espalier, fastify, hono, elysia]
