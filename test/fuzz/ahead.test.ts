/**
 * Random schemas and data: apps that compile at boot, at the first request and ahead of time give handlers the same request and clients the same
 * bytes, for each type of root schema.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { compileHere } from '../ahead/in-process.ts'
import { type Anything, createApp, type Options } from '../security/wild.ts'
import { budget, fixed } from './budget.ts'
import { data, type Schema, schemaOf } from './schema.ts'

/** Root schemas: other types than objects, nullable types, references, and schemas with defaults or removal at the root. */
const roots: fc.Arbitrary<Schema> = fc.oneof(
  schemaOf(true),
  fc.constantFrom<Schema[]>(
    { type: 'array', items: { type: 'string' } },
    { type: 'array', items: { type: 'integer' }, default: [] },
    { type: 'integer' },
    { type: 'number', minimum: 1 },
    { type: 'boolean' },
    { type: 'null' },
    { type: 'string', maxLength: 3 },
    { type: 'object', nullable: true, properties: { a: { type: 'integer', default: 3 } } },
    { type: 'integer', nullable: true },
    { type: ['integer', 'null'] },
    { type: ['string', 'array'], items: { type: 'string' } },
    { type: 'object', properties: { a: { type: 'integer' } }, additionalProperties: false },
    { type: 'object', properties: { a: { type: 'array', items: { type: 'integer' } } }, additionalProperties: true },
    { $ref: 'shared#' },
    { $ref: 'list#' },
    { $ref: 'shared#/properties/b' },
    { type: 'object', properties: { a: { $ref: 'shared#' }, b: { $ref: 'list#' } } },
    { type: 'array', items: { $ref: 'shared#' } },
    {
      $id: 'tree',
      type: 'object',
      properties: { a: { $ref: '#' }, b: { type: 'integer' } },
      additionalProperties: false
    },
    { definitions: { n: { type: 'integer' } }, $ref: '#/definitions/n' }
  ),
  // Two routes may use one id for two things.
  fc.tuple(fc.constantFrom('own', 'other'), schemaOf(false)).map(([$id, schema]) => ({ ...schema, $id })),
  fc.constantFrom('integer', 'boolean', 'array').map((type) => ({
    type: 'object',
    properties: { a: { $ref: 'inner#' } },
    definitions: { inner: { $id: 'inner', type } }
  }))
)
const shared: Schema[] = [
  {
    $id: 'shared',
    type: 'object',
    properties: { a: { $ref: '#' }, b: { type: 'integer' } },
    additionalProperties: false
  },
  { $id: 'list', type: 'array', items: { type: 'boolean' } }
]
const options = fc.constantFrom<Anything[]>(
  {},
  { allErrors: true },
  { coerceTypes: true },
  { coerceTypes: false },
  { removeAdditional: 'all' },
  { useDefaults: 'empty' }
)

interface Route {
  readonly schema: Schema
  readonly response: Schema | undefined
}

const parts = ['body', 'querystring', 'headers', 'params'] as const

/** The serializer numbers merged schemas throughout the process. */
const withoutCounts = (message: string) => message.replaceAll(/__fjs_merged_\d+/g, '__fjs_merged')

function declareRoutes(app: Anything, routes: readonly Route[]): void {
  for (const one of shared) app.addSchema(one)
  for (const [index, { schema, response }] of routes.entries()) {
    for (const part of parts) {
      const whole = { [part]: { ...schema, title: part } }
      app.post(`/${index}/${part}/:a`, { schema: whole }, ({ body, query, headers, params }: Anything) => {
        const { a, b } = headers ?? {}
        return JSON.stringify({ body, query, params, headers: headers && { a, b } })
      })
    }
    if (response !== undefined)
      app.post(
        `/${index}`,
        { schema: { response: { 200: { ...response, title: 'answer' } } } },
        ({ body }: Anything, reply: Anything) =>
          reply.type('application/json').send(typeof body === 'string' ? { a: body } : body)
      )
  }
  app.setErrorHandler(({ statusCode, code, message, validation }: Anything, _request: unknown, reply: Anything) =>
    reply.code(statusCode ?? 500).send(JSON.stringify({ code, message: withoutCounts(message), validation }))
  )
}

/** Returns the routes that boot, because some random response schemas cannot be merged. */
async function bootable(routes: readonly Route[], settings: Options): Promise<Route[]> {
  const kept: Route[] = []
  for (const route of routes) {
    const { app } = createApp({ ...settings, logger: false })
    declareRoutes(app, [route])
    const boots = await app.ready().then(
      () => true,
      () => false
    )
    if (boots) kept.push(route)
    await app.close()
  }
  return kept
}

test('the compile modes boot, lazy and compiled give the same responses', async () => {
  let accepted = 0
  let refused = 0
  const route = fc.record({ schema: roots, response: fc.option(roots, { nil: undefined }) })
  const law = fc.asyncProperty(
    fc.array(route, { minLength: 1, maxLength: 6 }),
    options,
    fc.array(data, { minLength: 1, maxLength: 8 }),
    async (given, customOptions, payloads) => {
      const settings = { logger: false, ajv: { customOptions: { strict: false, logger: false, ...customOptions } } }
      const routes = await bootable(given, settings)
      const make = (extra: Options) => {
        const { app } = createApp({ ...settings, ...extra })
        declareRoutes(app, routes)
        return app
      }
      const compiled = await compileHere(() => make({}) as never)
      const apps = [make({}), make({ compile: 'lazy' }), make({ compiled })]
      for (const index of routes.keys()) {
        for (const [at, payload] of [...payloads, undefined].entries()) {
          const urls = [...parts.map((part) => `/${index}/${part}/${at % 3}`), `/${index}`]
          for (const url of urls) {
            const ask = {
              method: 'POST',
              url: `${url}${isRecord(payload) ? `?${new URLSearchParams(payload as never)}` : '?a=1&b=x'}`,
              headers: { ...(payload !== undefined && { 'content-type': 'application/json' }), a: '1', b: 'x' },
              ...(payload !== undefined && { payload: JSON.stringify(payload) })
            }
            const [boot, ...others] = await Promise.all(apps.map((app) => app.inject(ask)))
            for (const other of others) {
              assert.deepEqual(
                [other.statusCode, other.body],
                [boot?.statusCode, boot?.body],
                `${url} ${JSON.stringify(payload)}`
              )
            }
            if (boot?.statusCode === 200) accepted++
            else refused++
          }
        }
      }
      await Promise.all(apps.map((app) => app.close()))
    }
  )
  await fc.assert(law, fixed(2))
  assert.ok(accepted > 0 && refused > 0)
  await fc.assert(law, budget(25))
})

const isRecord = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

test('too deep data gets 400 ESP_ERR_VALIDATION_TOO_DEEP in each compile mode', async () => {
  const tree = { $id: 'tree', type: 'object', properties: { a: { $ref: 'tree#' } } }
  const make = (extra: Options) => {
    const { app } = createApp({ logger: false, bodyLimit: 10_000_000, ...extra })
    app.addSchema(tree)
    app.post('/', { schema: { body: { $ref: 'tree#' } } }, () => 'ok')
    return app
  }
  const compiled = await compileHere(() => make({}) as never)
  const depth = 400_000
  const payload = `${'{"a":'.repeat(depth)}{}${'}'.repeat(depth)}`
  for (const extra of [{}, { compile: 'lazy' }, { compiled }]) {
    const app = make(extra)
    const answer = await app.inject({
      method: 'POST',
      url: '/',
      headers: { 'content-type': 'application/json' },
      payload
    })
    assert.deepEqual([answer.statusCode, answer.json().code], [400, 'ESP_ERR_VALIDATION_TOO_DEEP'])
    await app.close()
  }
})
