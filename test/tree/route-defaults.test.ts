import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastifySwagger from '@fastify/swagger'
import { Type } from '../../src/index.ts'
import { type Anything, createApp } from '../security/wild.ts'

const Problem = Type.Object({ message: Type.String() })

test('routeDefaults throws for invalid defaults', () => {
  const wrong: [given: unknown, message: RegExp][] = [
    [undefined, /The argument of routeDefaults\(\) must be an object, not undefined/],
    [null, /must be an object/],
    [[], /must be an object/],
    [{ respons: {} }, /must be response, tags, security, not 'respons'/],
    [{ hasOwnProperty: 1 }, /must be response, tags, security/],
    [{ response: { 200: Problem } }, /'response' of routeDefaults\(\) must be schemas of errors by status or class/],
    [{ response: { '2xx': Problem } }, /schemas of errors/],
    [{ response: { default: Problem } }, /schemas of errors/],
    [{ response: { 404: undefined } }, /schemas of errors/],
    [{ response: { 404: 'text' } }, /schemas of errors/],
    [{ response: Problem.type }, /schemas of errors/],
    [{ tags: 'tickets' }, /'tags' of routeDefaults\(\) must be a list of texts/],
    [{ tags: [1] }, /a list of texts/],
    [{ security: { bearer: [] } }, /'security' of routeDefaults\(\) must be a list of objects/]
  ]
  for (const [given, message] of wrong) {
    const { app } = createApp()
    assert.throws(() => app.routeDefaults(given), { code: 'ESP_ERR_ARGUMENT_INVALID', message })
  }
})

test('routeDefaults throws after ready and in an onReady hook', async () => {
  const { app } = createApp()
  await app.ready()
  const late = {
    code: 'FST_ERR_INSTANCE_ALREADY_LISTENING',
    message: /^routeDefaults\(\) came too late: the app has started/
  }
  assert.throws(() => app.routeDefaults({ tags: ['late'] }), late)
  // Plans are made before `onReady` hooks run, so these hooks come too late.
  const other = createApp()
  other.app.addHook('onReady', async () => assert.throws(() => other.app.routeDefaults({ tags: ['late'] }), late))
  await other.app.ready()
})

test('the boot fails for a default response schema that does not compile', async () => {
  const { app } = createApp()
  app.routeDefaults({ response: { '4xx': { type: 'objekt' } } }).get('/', () => '')
  await assert.rejects(app.ready(), { code: 'FST_ERR_SCH_SERIALIZATION_BUILD' })
})

test('errors are serialized by the schema of the route, else of the nearest default', async () => {
  const { app } = createApp()
  const fail = (_request: Anything, reply: Anything) =>
    reply.code(409).send({ message: 'no', detail: 'more', secret: 'x' })
  app.routeDefaults({ response: { '4xx': Problem } })
  app.get('/root', fail)
  app.get('/success', () => ({ free: true }))
  app.register(async (child: Anything) => {
    child.get('/inherited', { schema: { response: { 200: Type.String() } } }, fail)
    child.get('/own', { schema: { response: { 409: Type.Object({ detail: Type.String() }) } } }, fail)
    child.get('/ownClass', { schema: { response: { '4XX': Type.Object({ detail: Type.String() }) } } }, fail)
  })
  app.register(async (child: Anything) => {
    child.routeDefaults({ response: { 409: Type.Object({ secret: Type.String() }) } })
    child.get('/nearest', fail)
  })
  const answers = ['root', 'inherited', 'own', 'ownClass', 'nearest'].map(async (path) => [
    path,
    (await app.inject(`/${path}`)).json()
  ])
  assert.deepEqual(Object.fromEntries(await Promise.all(answers)), {
    root: { message: 'no' },
    inherited: { message: 'no' },
    own: { detail: 'more' },
    ownClass: { detail: 'more' },
    nearest: { secret: 'x' }
  })
  assert.deepEqual((await app.inject('/success')).json(), { free: true })
})

test('defaults do not apply to outer routes, and given objects stay unchanged', async () => {
  const { app } = createApp()
  const shared = Object.freeze({ response: Object.freeze({ 200: Type.String() }), tags: Object.freeze(['own']) })
  app.register(async (child: Anything) =>
    child.routeDefaults({ response: { '4xx': Problem }, tags: ['child'] }).get('/in', { schema: shared }, () => '')
  )
  app.get('/out', { schema: shared }, (_request: Anything, reply: Anything) => reply.code(404).send({ all: 1 }))
  await app.ready()
  assert.deepEqual((await app.inject('/out')).json(), { all: 1 })
  assert.deepEqual(shared.tags, ['own'])
})

test('@fastify/swagger shows the tags of all levels and the nearest security', async () => {
  const { app } = createApp()
  await app.register(fastifySwagger, {
    openapi: {
      info: { title: 'x', version: '1' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } }
    }
  })
  app.register(async (child: Anything) => {
    child.routeDefaults({ tags: ['all'], security: [{ bearer: [] }], response: { '4xx': Problem } })
    child.get('/plain', () => '')
    child.register(async (below: Anything) => {
      below.routeDefaults({ tags: ['below', 'all'] })
      below.get('/below', { schema: { tags: ['own'], response: { 200: Type.String() } } }, () => '')
      below.get('/open', { schema: { security: [] } }, () => '')
    })
  })
  await app.ready()
  const { paths } = app.swagger()
  const { plain, below, open } = { plain: paths['/plain'].get, below: paths['/below'].get, open: paths['/open'].get }
  assert.deepEqual([plain.tags, plain.security, Object.keys(plain.responses)], [['all'], [{ bearer: [] }], ['4XX']])
  assert.deepEqual([below.tags, below.security], [['all', 'below', 'own'], [{ bearer: [] }]])
  assert.deepEqual(Object.keys(below.responses).sort(), ['200', '4XX'])
  assert.deepEqual([open.tags, open.security], [['all', 'below'], []])
})
