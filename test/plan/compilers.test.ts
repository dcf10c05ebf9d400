/** Which compiler gets a schema, and with which arguments: that of the route, of the context, of its library, or the default. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Anything, createApp } from '../security/wild.ts'

/** Creates compilers that record their arguments under a name. */
function noting() {
  const notes: Anything[] = []
  const validator = (name: string) => (asked: Anything) => {
    notes.push([name, asked.httpPart, asked.contentType, asked.method, asked.url, asked.schema])
    return () => true
  }
  const serializer = (name: string) => (asked: Anything) => {
    notes.push([name, asked.httpStatus, asked.contentType, asked.method, asked.url, asked.schema])
    return () => `"${name}"`
  }
  return { notes, validator, serializer }
}

/** A schema of an object with the properties `items` and `type`, or of a list: JSON Schema is ambiguous here. */
const ambiguous = { items: { type: 'array' } }
const object = { type: 'object' }
const text = { type: 'string' }

test('a compiler is called for each schema of a route with its part, status, media type, method and path', async () => {
  const { notes, validator, serializer } = noting()
  const { app } = createApp({ exposeHeadRoutes: false })
  app.setValidatorCompiler(validator('v')).setSerializerCompiler(serializer('s'))
  const schema = {
    params: object,
    querystring: object,
    headers: object,
    body: { content: { 'a/b': { schema: text }, 'c/d': { schema: object } } },
    response: { 200: text, '4xx': { content: { 'a/b': { schema: object } } }, default: object }
  }
  app.route({ method: ['PUT', 'POST'], url: '/:a', schema, handler: () => '' })
  await app.ready()
  const where = ['PUT,POST', '/:a']
  assert.deepEqual(
    notes.sort((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other))),
    [
      ['v', 'params', undefined, ...where, object],
      ['v', 'body', 'a/b', ...where, text],
      ['v', 'body', 'c/d', ...where, object],
      ['v', 'querystring', undefined, ...where, object],
      ['v', 'headers', undefined, ...where, object],
      ['s', '200', undefined, ...where, text],
      ['s', '4xx', 'a/b', ...where, object],
      ['s', 'default', undefined, ...where, object]
    ].sort((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)))
  )
})

for (const part of ['params', 'querystring', 'headers', 'body', 'response'] as const)
  test(`a route with only ${part} calls one compiler once, and builds no other`, async () => {
    const { notes, validator, serializer } = noting()
    const schema = { [part]: part === 'response' ? { 200: object } : object }
    const { app } = createApp({ exposeHeadRoutes: false })
    app.setValidatorCompiler(validator('v')).setSerializerCompiler(serializer('s'))
    app.post('/:a', { schema }, () => '')
    app.post('/none', () => '')
    await app.ready()
    assert.deepEqual(
      notes.map(([name]) => name),
      [part === 'response' ? 's' : 'v']
    )
    const { app: building } = createApp({ exposeHeadRoutes: false })
    building.post('/:a', { schema }, () => '')
    await building.ready()
    const built = [building.validatorCompiler, building.serializerCompiler].map((compiler) => typeof compiler)
    assert.deepEqual(built, part === 'response' ? ['undefined', 'function'] : ['function', 'undefined'])
  })

test('compilers are those of the route, else of the nearest context', async () => {
  const { notes, validator, serializer } = noting()
  const { app } = createApp({ exposeHeadRoutes: false })
  const schema = { querystring: object, response: { 200: object } }
  app.setValidatorCompiler(validator('root')).setSerializerCompiler(serializer('root'))
  app.get('/root', { schema }, () => '')
  app.register(async (child: Anything) => {
    child.setValidatorCompiler(validator('child')).setSerializerCompiler(serializer('child'))
    child.get('/child', { schema }, () => '')
    child.get(
      '/route',
      { schema, validatorCompiler: validator('route'), serializerCompiler: serializer('route') },
      () => ({})
    )
  })
  await app.ready()
  for (const name of ['root', 'child', 'route'])
    assert.deepEqual(
      notes.filter(([, , , , url]) => url === `/${name}`).map(([own]) => own),
      [name, name]
    )
  assert.equal((await app.inject('/route')).body, '"route"')
})

test('a type provider compiles its own schemas in its context and below, and no others', async () => {
  const { notes, validator, serializer } = noting()
  class Own {
    readonly mine = true
    readonly items = ambiguous.items
  }
  const own = new Own()
  const library = {
    owns: (schema: Anything) => schema?.mine === true,
    validatorCompiler: validator('library'),
    serializerCompiler: serializer('library')
  }
  const schema = { querystring: own, headers: object, response: { 200: own, 201: text } }
  for (const custom of [false, true]) {
    notes.length = 0
    const { app } = createApp({ exposeHeadRoutes: false })
    if (custom) app.setValidatorCompiler(validator('custom')).setSerializerCompiler(serializer('custom'))
    app.register(async (child: Anything) => {
      child.withTypeProvider(library)
      child.register(async (below: Anything) => {
        below.get('/', { schema }, (_request: unknown, reply: Anything) =>
          reply.code(reply.request.query.a ? 201 : 200).send({})
        )
      })
    })
    app.register(async (beside: Anything) => void beside.get('/beside', { schema: { headers: object } }, () => ''))
    await app.ready()
    const asked = notes.map(([name, place, , , , given]) => [name, place, given === own || given?.mine === true])
    assert.deepEqual(
      asked.filter(([name]) => name === 'library'),
      [
        ['library', 'querystring', true],
        ['library', '200', true]
      ]
    )
    assert.deepEqual(
      asked.filter(([name]) => name === 'custom').map(([, place]) => place),
      custom ? ['headers', '201', 'headers'] : []
    )
    assert.equal((await app.inject('/')).body, '"library"')
    assert.equal((await app.inject({ url: '/?a=1' })).body, custom ? '"custom"' : '"[object Object]"')
  }
})

test('compiler factories get the shared schemas of the context and the options of the app', async () => {
  const given: Record<string, Anything> = {}
  const { validator, serializer } = noting()
  const { app } = createApp({
    exposeHeadRoutes: false,
    ajv: { customOptions: { allErrors: true } },
    serializerOpts: { rounding: 'ceil' },
    schemaController: {
      compilersFactory: {
        buildValidator: (...asked: unknown[]) => {
          given.validator = asked
          return validator('built')
        },
        buildSerializer: (...asked: unknown[]) => {
          given.serializer = asked
          return serializer('built')
        }
      }
    }
  })
  app.addSchema({ $id: 'shared' })
  app.get('/', { schema: { querystring: object, response: { 200: object } } }, () => ({}))
  await app.ready()
  assert.deepEqual(given.validator[0], { shared: { $id: 'shared' } })
  assert.deepEqual(given.serializer[0], { shared: { $id: 'shared' } })
  assert.equal(given.validator[1].customOptions.allErrors, true)
  assert.equal(given.serializer[1].rounding, 'ceil')
  assert.equal((await app.inject('/')).body, '"built"')
})

for (const [kind, part, toSchema] of [
  ['validatorCompiler', 'body', (schema: object) => ({ body: schema })],
  ['serializerCompiler', 'response', (schema: object) => ({ response: { 200: schema } })]
] as const) {
  const boot = async (schema: object, own: object = {}, declare: (app: Anything) => void = () => {}) => {
    const { app } = createApp()
    app.addSchema({ $id: 'taken', type: 'string' })
    declare(app)
    app.post('/a', { schema: toSchema(schema), ...own }, () => '')
    await app.ready()
  }
  const taken = { $id: 'taken', type: 'object' }
  const compiler = () => () => ''

  test(`a custom ${kind} accepts ambiguous schemas and a taken $id, which otherwise reject the boot`, async () => {
    await assert.rejects(boot(ambiguous), { code: 'ESP_ERR_SCH_AMBIGUOUS', message: new RegExp(`'${part}.*POST /a`) })
    await assert.rejects(boot(taken), {
      code: 'ESP_ERR_SCH_ID_TAKEN',
      message: /^A schema of POST \/a has the \$id 'taken' of.*\$ref: 'taken#'/
    })
    const verb = `set${kind[0]?.toUpperCase()}${kind.slice(1)}`
    const other = kind === 'validatorCompiler' ? 'serializerCompiler' : 'validatorCompiler'
    const otherVerb = `set${other[0]?.toUpperCase()}${other.slice(1)}`
    for (const schema of [ambiguous, taken]) {
      await boot(schema, { [kind]: compiler })
      await boot(schema, {}, (app) => app[verb](compiler))
      await assert.rejects(boot(schema, { [other]: compiler }))
      await assert.rejects(boot(schema, {}, (app) => app[otherVerb](compiler)))
    }
  })
}

for (const built of ['buildValidator', 'buildSerializer'] as const)
  test(`a schema of an unknown library boots with a custom ${built}, and not with another factory`, async () => {
    const foreign = { '~standard': { version: 1, vendor: 'elsewhere' } }
    const { validator, serializer } = noting()
    const compilersFactory = { [built]: () => (built === 'buildValidator' ? validator : serializer)('built') }
    const boot = async (schema: object) => {
      const { app } = createApp({ schemaController: { compilersFactory } })
      app.post('/', { schema }, () => '')
      await app.ready()
    }
    const [taken, other] = [{ body: foreign }, { response: { 200: foreign } }]
    await boot(built === 'buildValidator' ? taken : other)
    await assert.rejects(boot(built === 'buildValidator' ? other : taken), /elsewhere/)
  })

test('with compat, a schema with a taken $id means the shared schema, as in Fastify', async () => {
  const { app } = createApp({ compat: 'fastify' })
  app.addSchema({ $id: 'taken', type: 'string' })
  app.get('/', { schema: { querystring: { $id: 'taken', type: 'object' } } }, () => '')
  assert.equal((await app.inject('/')).json().message, 'querystring must be string')
})
