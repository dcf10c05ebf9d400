/** An app that fails to start when it compiles at boot also fails to start when it compiles later or ahead of time. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { espalier as ofSources } from '../../src/index.ts'
import { compileHere } from '../ahead/in-process.ts'
import {
  boots,
  type Call,
  declarations,
  handler,
  type Loose,
  type make as makeOfPackage,
  twice
} from '../error/refusals.ts'

type Refused = readonly [code: string, what: string, declare: (app: Loose) => unknown]

const make = ofSources as unknown as typeof makeOfPackage
const book = { type: 'object', properties: { title: { type: 'string' } } }
/** A route that would compile later if nothing were wrong with it. */
const waiting = { schema: { body: book, response: { 200: book } } }

const silent: Call = (request) => {
  ;(request as { user: unknown }).user = 1
}
const once = (code: string, declare: (app: Loose) => unknown): Refused => [code, 'is declared', declare]

const hooks = ['onRequest', 'preParsing', 'preValidation', 'preHandler', 'preSerialization', 'onSend', 'onError']
const schemas: readonly (readonly [what: string, schema: object])[] = [
  ['an unknown keyword', { body: { type: 'object', propertees: {} } }],
  ['an unknown type', { body: { type: 'text' } }],
  ['an unresolved reference', { querystring: { $ref: 'nothing#' } }],
  ['an unknown format', { body: { type: 'string', format: 'none' } }],
  ['a reference to an inherited property', { body: { $ref: '#/definitions/constructor', definitions: {} } }],
  ['a response reference to an inherited property', { response: { 200: { $ref: '#/toString' } } }],
  ['an unresolved response reference', { response: { 200: { $ref: '#/definitions/a' } } }],
  ['an unknown keyword in the schema of a media type', { body: { content: { 'a/b': { schema: { typ: 'string' } } } } }]
]

const refused: readonly Refused[] = [
  ...Object.entries(declarations).map(([code, declare]) => once(code, declare)),
  ...Object.entries(boots).map(([code, declare]) => once(code, declare)),
  ...Object.entries(twice).map(
    ([code, declare]): Refused => [
      code,
      'is declared twice',
      (app) => {
        declare(app)
        return declare(app)
      }
    ]
  ),
  ...hooks.flatMap((name): Refused[] => [
    ['ESP_ERR_NEVER_FINISHES', `has a silent ${name} hook`, (app) => app.addHook?.(name, silent)],
    [
      'ESP_ERR_NEVER_FINISHES',
      `has a route with a silent ${name} hook`,
      (app) => app.put?.('/', { [name]: silent }, handler)
    ],
    [
      'ESP_ERR_NEVER_FINISHES',
      `has a route with schemas and a silent ${name} hook in a list`,
      (app) => app.put?.('/', { ...waiting, [name]: [async () => {}, silent] }, handler)
    ]
  ]),
  [
    'ESP_ERR_NEVER_FINISHES',
    'has a plugin with a silent hook and a route',
    (app) =>
      app.register?.(async (inner: Loose) => {
        inner.addHook?.('preHandler', silent)
        inner.put?.('/', waiting, handler)
      })
  ],
  ['ESP_ERR_NEVER_FINISHES', 'has a silent handler', (app) => app.put?.('/', silent)],
  ['ESP_ERR_NEVER_FINISHES', 'has a silent handler behind schemas', (app) => app.put?.('/', waiting, silent)],
  ['ESP_ERR_SCH_UNKNOWN_KEY', 'has an unknown key', (app) => app.put?.('/', { schema: { bodi: book } }, handler)],
  [
    'ESP_ERR_SCH_UNDEFINED_KEY',
    'has an undefined schema',
    (app) => app.put?.('/', { schema: { body: undefined } }, handler)
  ],
  [
    'FST_ERR_SCH_SERIALIZATION_BUILD',
    'has an invalid status',
    (app) => app.put?.('/', { schema: { response: { ok: book } } }, handler)
  ],
  [
    'ESP_ERR_SCH_AMBIGUOUS',
    'has an ambiguous schema',
    (app) => app.put?.('/', { schema: { body: { items: { type: 'array' } } } }, handler)
  ],
  [
    'FST_ERR_SCH_SERIALIZATION_BUILD',
    'has a response schema with a Map',
    (app) => app.put?.('/', { schema: { response: { 200: { a: { type: 'string' }, b: new Map() } } } }, handler)
  ],
  [
    'FST_ERR_SCH_VALIDATION_BUILD',
    'validates by a shared schema with a Map',
    (app) => {
      app.addSchema?.({ $id: 'shared', type: 'object', properties: { a: new Map() } })
      return app.put?.('/', { schema: { body: { $ref: 'shared#' } } }, handler)
    }
  ],
  [
    'FST_ERR_SCH_SERIALIZATION_BUILD',
    'serializes by a shared schema with a Map',
    (app) => {
      app.addSchema?.({ $id: 'shared', type: 'object', properties: { a: new Map() } })
      return app.put?.('/', { schema: { response: { 200: { $ref: 'shared#' } } } }, handler)
    }
  ],
  [
    'ESP_ERR_RESPONSE_UNREACHABLE',
    'declares a response with an impossible status',
    (app) => app.put?.('/', { schema: { response: { 100: book } } }, handler)
  ],
  [
    'ESP_ERR_SCH_PARAM_ABSENT',
    'requires a parameter that its path lacks',
    (app) => app.put?.('/:id', { schema: { params: { type: 'object', required: ['idd'] } } }, handler)
  ],
  [
    'FST_ERR_ROUTE_LOG_LEVEL_INVALID',
    'has an invalid log level',
    (app) => app.put?.('/', { ...waiting, logLevel: 'loud' }, handler)
  ],
  [
    'FST_ERR_SCH_VALIDATION_BUILD',
    'has a validator compiler that does not return a function',
    (app) => app.put?.('/', { ...waiting, validatorCompiler: () => 'none' }, handler)
  ],
  [
    'FST_ERR_SCH_SERIALIZATION_BUILD',
    'has a serializer compiler that does not return a function',
    (app) => app.put?.('/', { ...waiting, serializerCompiler: () => 'none' }, handler)
  ]
]

/** How an app compiles; `ahead` is what `espalier compile` wrote for an app that is right. */
const ahead = await compileHere(() => {
  const app = make()
  declareRight(app)
  for (const url of ['/', '/right']) app.put?.(url === '/' ? '/other' : url, waiting, handler)
  return app as never
})
const modes = { boot: {}, lazy: { compile: 'lazy' }, compiled: { compiled: ahead } }

function declareRight(app: Loose): void {
  app.post?.('/right', waiting, handler)
  app.get?.('/plain', handler)
}

async function refusalOf(
  options: object,
  declare: (app: Loose) => unknown
): Promise<{ code?: string; message?: string }> {
  const logger = { level: 'silent' }
  const app = make({ pluginTimeout: 50, allowErrorHandlerOverride: false, logger, ...options })
  try {
    declareRight(app)
    declare(app)
    await app.ready?.()
    return {}
  } catch (error) {
    return error as Error
  } finally {
    await app.close?.()
  }
}

for (const [mode, options] of Object.entries(modes)) {
  describe(mode, () => {
    test('an app without faults starts', async () => assert.deepEqual(await refusalOf(options, () => {}), {}))

    for (const [code, what, declare] of refused) {
      test(`${code}: an app that ${what} fails to start`, async () => {
        const refusal = await refusalOf(options, declare)
        assert.equal(refusal.code, code, refusal.message)
      })
    }

    test('an app with an unknown constraint fails to start', async () => {
      const route = { ...waiting, constraints: { nothing: 1 } }
      const { message } = await refusalOf(options, (app) => app.put?.('/', route, handler))
      assert.equal(message, 'No strategy registered for constraint key nothing')
    })

    for (const [what, schema] of schemas) {
      test(`an app with ${what} fails to start`, async () => {
        const { code } = await refusalOf(options, (app) => app.put?.('/', { schema }, handler))
        // The module lacks schemas that could not be compiled. `espalier compile` reports the reason.
        assert.match(code ?? '', mode === 'compiled' ? /^ESP_ERR_COMPILED_STALE$/ : /^FST_ERR_SCH_\w+_BUILD$/)
      })
    }

    test('an app with a pattern of exponential cost fails to start', async () => {
      const schema = { body: { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } } }
      const { code } = await refusalOf(options, (app) => app.put?.('/', { schema }, handler))
      assert.equal(code, mode === 'compiled' ? 'ESP_ERR_COMPILED_STALE' : 'ESP_ERR_SCH_UNSAFE')
    })
  })
}

describe('espalier compile', () => {
  for (const [what, schema] of schemas) {
    test(`refuses an app with ${what} with the same error as at boot`, async () => {
      const declare = (app: Loose) => app.put?.('/', { schema }, handler)
      const atBoot = await refusalOf({}, declare)
      await assert.rejects(
        compileHere(() => {
          const app = make()
          declare(app)
          return app as never
        }),
        { code: atBoot.code, message: atBoot.message }
      )
    })
  }

  test('succeeds although another app of the program fails to start', async () => {
    const module = await compileHere(async () => {
      const broken = make()
      broken.put?.('/', { schema: { body: { type: 'text' }, querystring: book } }, handler)
      broken.put?.('/a', { schema: { response: { 200: { $ref: 'nothing#' } } } }, handler)
      await assert.rejects(async () => broken.ready?.())
      const app = make()
      declareRight(app)
      return app as never
    })
    assert.equal(Object.keys(module.validators).length > 0, true)
  })
})
