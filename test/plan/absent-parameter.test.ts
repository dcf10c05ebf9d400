import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Type, withDefault } from '../../src/index.ts'
import { type Anything, createApp } from '../security/wild.ts'

interface Setting {
  readonly prefix?: string
  readonly options?: object
  readonly shared?: object
  readonly route?: object
}

/** Boots an app with one route, under a prefix. */
async function boot(url: string, params: unknown, { prefix = '', options = {}, shared, route }: Setting = {}) {
  const { app } = createApp(options as Record<string, unknown>)
  if (shared !== undefined) app.addSchema(shared)
  app.register(
    async (child: Anything) => {
      child.get(url, { ...route, schema: { params } }, ({ params }: Anything) => params)
    },
    { prefix }
  )
  await app.ready()
  return app
}

const text = { type: 'string' }
const required = (...names: string[]) => ({
  type: 'object',
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, text]))
})

const refused: [what: string, url: string, params: unknown, field: string, setting?: Setting][] = [
  ['a shorthand', '/:id', { idd: Type.String() }, 'idd'],
  ['one absent field of two', '/:id', { id: Type.String(), kind: Type.String() }, 'kind'],
  ['a TypeBox object', '/:id', Type.Object({ idd: Type.Integer() }), 'idd'],
  ['JSON Schema', '/:id', required('idd'), 'idd'],
  ['a required name without a schema', '/:id', { type: 'object', required: ['idd'] }, 'idd'],
  ['the wildcard', '/:a', { '*': Type.String() }, '*'],
  ['an intersection', '/:id', Type.Intersect([Type.Object({ id: text as never }), required('b') as never]), 'b'],
  ['a shared schema', '/:id', { $ref: 'key#' }, 'idd', { shared: { $id: 'key', ...required('idd') } }],
  [
    'a shared schema by its $id without a fragment',
    '/:id',
    { $ref: 'key' },
    'idd',
    { shared: { $id: 'key', ...required('idd') } }
  ],
  ['a field that the prefix lacks as well', '/:id', { org: Type.String() }, 'org', { prefix: '/orgs/:orgs' }],
  ['a route with attachValidation', '/:id', { idd: Type.String() }, 'idd', { route: { attachValidation: true } }],
  ['a route that is compiled lazily', '/:id', { idd: Type.String() }, 'idd', { options: { compile: 'lazy' } }],
  ['a misspelt optional field', '/:userId', { userid: { type: 'string' } }, 'userid'],
  ['a misspelt optional field of TypeBox', '/:page', { pages: Type.Optional(Type.Integer()) }, 'pages']
]

describe('the boot fails for a field of the params schema that the path lacks', () => {
  for (const [what, url, params, field, setting] of refused)
    test(what, async () => {
      await assert.rejects(boot(url, params, setting), {
        code: 'ESP_ERR_SCH_PARAM_ABSENT',
        message: new RegExp(`has the field '${field.replace('*', '\\*')}', but its path has no such parameter`)
      })
    })

  test('the message names the route, its parameters and the closest parameter', async () => {
    await assert.rejects(boot('/books/:book/:kind', { bok: Type.Integer() }, { prefix: '/orgs/:org' }), {
      message:
        "The params schema of GET /orgs/:org/books/:book/:kind has the field 'bok', but its path has no such parameter. " +
        "Its parameters: 'org', 'book', 'kind'. Did you mean 'book'?"
    })
  })

  test('the message lists a parameter of the prefix', async () => {
    await assert.rejects(boot('/', { id: Type.String() }, { prefix: '/:org' }), { message: /Its parameters: 'org'\.$/ })
  })
})

test('a params schema on a path without parameters boots, and every request gets 400', async () => {
  const app = await boot('/', { id: Type.String() })
  assert.equal((await app.inject('/')).statusCode, 400)
})

const kept: [what: string, url: string, params: unknown, path: string, found: object, setting?: Setting][] = [
  [
    'a parameter of the prefix',
    '/:id',
    { org: Type.Integer() },
    '/orgs/1/2',
    { id: '2', org: 1 },
    { prefix: '/orgs/:org' }
  ],
  ['the wildcard', '/x/*', { '*': Type.String() }, '/x/y/z', { '*': 'y/z' }],
  ['an optional last parameter', '/:id?', { id: Type.Optional(Type.Integer()) }, '/1', { id: 1 }],
  [
    'a parameter with a pattern',
    '/:id(^\\d+$)-:to',
    { id: Type.Integer(), to: Type.Integer() },
    '/1-2',
    { id: 1, to: 2 }
  ],
  ['an optional field that resembles no parameter', '/:id', { id: text, format: text }, '/1', { id: '1' }],
  [
    'an absent field with a default',
    '/:id',
    { id: Type.String(), lang: withDefault(Type.String(), 'en') },
    '/1',
    { id: '1', lang: 'en' }
  ],
  ['fewer fields than the path has parameters', '/:id/:kind', { id: Type.Integer() }, '/1/a', { id: 1, kind: 'a' }],
  ['no field', '/:id', { type: 'object', additionalProperties: text }, '/1', { id: '1' }],
  ['a shared schema', '/:id', { $ref: 'key#' }, '/1', { id: '1' }, { shared: { $id: 'key', ...required('id') } }],
  [
    'an absent required field under a custom validator compiler',
    '/:id',
    { type: 'object', required: ['idd'] },
    '/1',
    { id: '1' },
    { route: { validatorCompiler: () => () => true } }
  ],
  [
    'an absent field with compat',
    '/:id',
    { idd: { type: 'string' } },
    '/1',
    { id: '1' },
    { options: { compat: 'fastify' } }
  ]
]

describe('a params schema boots with', () => {
  for (const [what, url, params, path, found, setting] of kept)
    test(what, async () => {
      const app = await boot(url, params, setting)
      assert.deepEqual((await app.inject(path)).json(), found)
    })
})
