import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from '@sinclair/typebox'
import { type Anything, createApp } from '../security/wild.ts'

const types = '(array, boolean, integer, null, number, object, string).'
const object = (at: unknown, more: object = {}) => ({ type: 'object', properties: { at }, ...more })

const refusalOf = async (
  schema: object,
  options: Record<string, unknown> = {},
  shared: object[] = []
): Promise<Anything> => {
  const { app } = createApp(options)
  for (const one of shared) app.addSchema(one)
  try {
    app.post('/x', { schema }, async () => ({}))
    await app.ready()
  } catch (error) {
    return error
  }
  return assert.fail('the app boots')
}

/** Wrong schemas, the path of the error, and its message. Some are errors for the validator only. */
const wrong: [what: string, schema: unknown, path: string, says: string, validatorOnly?: true][] = [
  ['an unknown type', object({ type: 'objekt' }), '/properties/at/type', `'objekt' is no type of JSON Schema ${types}`],
  [
    'an unknown type in a list of types',
    object({ type: ['string', 'text'] }),
    '/properties/at/type/1',
    `'text' is no type of JSON Schema ${types}`
  ],
  [
    'an unknown type in a deep subschema',
    object({ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'Foo' }] } }),
    '/properties/at/items/anyOf/1/type',
    `'Foo' is no type of JSON Schema ${types}`
  ],
  ['a type that is a number', object({ type: 7 }), '/properties/at/type', `7 is no type of JSON Schema ${types}`],
  [
    'a length that is not a number',
    object({ type: 'string', minLength: 'x' }),
    '/properties/at/minLength',
    "'x' must be integer"
  ],
  ['a length below zero', object({ type: 'string', minLength: -1 }), '/properties/at/minLength', '-1 must be >= 0'],
  ['required that is not an array', object({}, { required: 'at' }), '/required', "'at' must be array"],
  ['a required name that is not a string', object({}, { required: ['at', 1] }), '/required/1', '1 must be string'],
  ['an enum that is not an array', object({ enum: 'a' }), '/properties/at/enum', "'a' must be array"],
  ['a subschema that is not a schema', object('string'), '/properties/at', "'string' must be object,boolean"],
  [
    'a name with a slash',
    { type: 'object', properties: { 'a/~': { type: 'x' } } },
    '/properties/a~1~0/type',
    `'x' is no type of JSON Schema ${types}`
  ],
  [
    'a misspelt keyword',
    object({ type: 'string', minLenght: 3 }),
    '/properties/at',
    "'minLenght' is no keyword. Did you mean 'minLength'?",
    true
  ],
  [
    'an unknown keyword',
    object({ type: 'string', frobnicate: 3 }),
    '/properties/at',
    "'frobnicate' is no keyword.",
    true
  ],
  [
    'the name of a type in place of a schema',
    object({ type: 'object', size: 'integer' }),
    '/properties/at',
    "the field 'size' takes a schema: write { type: 'integer' }",
    true
  ],
  [
    'a constructor in place of a schema',
    object({ type: 'object', size: Number }),
    '/properties/at',
    "the field 'size' takes a schema: write { type: 'number' }",
    true
  ],
  [
    'a misspelt format',
    object({ type: 'string', format: 'datetime' }),
    '/properties/at/format',
    "'datetime' is no format. Did you mean 'date-time'?",
    true
  ]
]

for (const [what, schema, schemaPath, says, validatorOnly] of wrong) {
  for (const httpPart of ['body', 'querystring', 'params', 'headers'])
    test(`${what} in ${httpPart} is refused with route, part, path and value`, async () => {
      const error = await refusalOf({ [httpPart]: schema }, { compat: 'fastify' })
      assert.equal(error.code, 'FST_ERR_SCH_VALIDATION_BUILD')
      assert.deepEqual([error.httpPart, error.schemaPath], [httpPart, schemaPath])
      const build = 'Failed building the validation schema for POST: /x, due to error'
      assert.equal(error.message, `${build} in its ${httpPart}, which is wrong at ${schemaPath}: ${says}`)
      const sentence = `POST /x: the schema of its ${httpPart} is wrong at ${schemaPath}: ${says}`
      assert.ok(error.stack.startsWith(`FastifyError: ${sentence}\n`), error.stack)
      assert.ok(error.cause instanceof Error)
    })
  if (validatorOnly) continue
  test(`${what} in a response is refused with route, status, path and value`, async () => {
    const error = await refusalOf({ response: { '2xx': schema } })
    assert.deepEqual([error.httpStatus, error.schemaPath], ['2xx', schemaPath])
    assert.ok(
      error.message.endsWith(`POST: /x, due to error in its response 2xx, which is wrong at ${schemaPath}: ${says}`),
      error.message
    )
  })
}

test('an invalid pattern is refused with its path and the reason', async () => {
  for (const [schema, path] of [
    [{ type: 'string', pattern: '(' }, '/properties/at/pattern'],
    [{ type: 'object', patternProperties: { '(': { type: 'string' } } }, '/properties/at/patternProperties']
  ] as const) {
    const { message, schemaPath } = await refusalOf({ body: object(schema) })
    assert.equal(schemaPath, path)
    assert.match(message, /in its body, which is wrong at .*: Invalid regular expression: .*Unterminated group/)
  }
})

for (const [name, schema, instead] of [
  ['Date', Type.Date(), "JSON has no dates. Use a string with the format 'date-time'."],
  ['undefined', Type.Undefined(), 'JSON has no undefined. Make the field optional, or use null.'],
  ['void', Type.Void(), 'JSON has no undefined. Make the field optional, or use null.'],
  ['bigint', Type.BigInt(), 'JSON has no bigint. Use an integer, or a string for what is larger than 2 ** 53.'],
  ['Uint8Array', Type.Uint8Array(), 'JSON has no bytes. Use a string, such as one in base64.'],
  ['RegExp', Type.RegExp(/a/), "Use a string with a 'pattern'."],
  ['symbol', Type.Symbol(), ''],
  ['Function', Type.Function([], Type.String()), ''],
  ['Promise', Type.Promise(Type.String()), '']
] as const)
  test(`the type ${name} of TypeBox is refused in requests and responses${instead && ', with an alternative'}`, async () => {
    for (const part of [{ body: { at: schema } }, { response: { 200: { at: schema } } }]) {
      const { message, schemaPath } = await refusalOf(part)
      assert.equal(schemaPath, '/properties/at/type')
      assert.ok(message.endsWith(`'${name}' is no type of JSON Schema ${types}${instead && ` ${instead}`}`), message)
    }
  })

test('a faulty shared schema is reported by its $id', async () => {
  const shared = [{ $id: 'book', ...object({ type: 'objekt' }) }]
  for (const part of [{ body: { $ref: 'book#' } }, { response: { 200: { $ref: 'book#' } } }]) {
    const { message } = await refusalOf(part, {}, shared)
    assert.match(message, /wrong at \/properties\/at\/type of the shared schema 'book': 'objekt' is no type/)
  }
})

test('the media type of a faulty body or response is reported', async () => {
  const content = { 'text/csv': { schema: { type: 'rows' } } }
  assert.match((await refusalOf({ body: { content } })).message, /in its body \(text\/csv\), which is wrong at \/type/)
  assert.match(
    (await refusalOf({ response: { 200: { content } } })).message,
    /in its response 200 \(text\/csv\), which/
  )
})

test('an unresolved reference keeps the message of Ajv, and the error adds path, part and fix', async () => {
  for (const [$ref, fix] of [
    ['absent#', ' Add the one it means with addSchema(), in this context or above.'],
    ['#anchor', '']
  ] as const) {
    const body = await refusalOf({ body: object({ $ref }) })
    assert.equal(body.schemaPath, '/properties/at/$ref')
    assert.match(body.message, new RegExp(`, due to error can't resolve reference ${$ref} from id #$`))
    const sentence = `POST /x: the schema of its body is wrong at /properties/at/$ref: '${$ref}' does not resolve to a schema.${fix}`
    assert.ok(body.stack.startsWith(`FastifyError: ${sentence}\n`), body.stack)
    const response = await refusalOf({ response: { 200: object({ $ref }) } })
    assert.deepEqual([response.httpStatus, response.schemaPath], ['200', '/properties/at/$ref'])
  }
  const pointer = await refusalOf({ body: object({ $ref: '#/definitions/absent' }) })
  assert.match(
    pointer.message,
    /wrong at \/properties\/at\/\$ref: '#\/definitions\/absent' does not resolve to a schema\.$/
  )
})

test('references that resolve are not reported in place of one that does not', async () => {
  const schema = {
    definitions: { a: { $id: '#a', type: 'string' }, b: { type: 'string' } },
    ...object(
      { $ref: '#/definitions/b' },
      { properties: { one: { $ref: '#a' }, two: { $ref: 'book#' }, three: { $ref: 'absent' } } }
    )
  }
  const { schemaPath } = await refusalOf({ body: schema }, {}, [{ $id: 'book', type: 'string' }])
  assert.equal(schemaPath, '/properties/three/$ref')
})

test('custom keywords and formats of Ajv are known, and lax options are respected', async () => {
  const customOptions = { keywords: ['isbn'], formats: { shelf: /^[a-z]$/ } }
  const schema = object({ type: 'string', isbn: true, format: 'shelf', isbm: true })
  assert.match(
    (await refusalOf({ body: schema }, { ajv: { customOptions } })).message,
    /'isbm' is no keyword\. Did you mean 'isbn'\?/
  )
  const lax = object({ type: 'objekt', frobnicate: 1, format: 'odd' })
  const error = await refusalOf({ body: lax }, { ajv: { customOptions: { strict: false } } })
  assert.equal(error.schemaPath, '/properties/at/type')
})

test('a JSON Type Definition is checked by its own rules', async () => {
  const { message } = await refusalOf({ body: { properties: { at: { type: 'objekt' } } } }, { ajv: { mode: 'JTD' } })
  assert.match(message, /in its body, which is wrong at \/properties\/at/)
})

test('a schema that is recursive or not an object is refused with the validation build error', async () => {
  const deep: Anything = { type: 'object', properties: {} }
  deep.properties.self = deep
  assert.equal((await refusalOf({ body: deep })).code, 'FST_ERR_SCH_VALIDATION_BUILD')
  for (const [given, title] of [
    [7, '7'],
    ['text', "'text'"]
  ])
    assert.match(
      (await refusalOf({ body: given } as object)).message,
      new RegExp(`wrong at its root: ${title} must be an object`)
    )
})

test('an error of a custom compiler keeps its message, and the stack names the part', async () => {
  const validatorCompiler = () => {
    throw new Error('out of order')
  }
  const { app } = createApp()
  app.setValidatorCompiler(validatorCompiler)
  app.post('/x', { schema: { body: { type: 'objekt' } } }, async () => ({}))
  await assert.rejects(async () => await app.ready(), {
    message: 'Failed building the validation schema for POST: /x, due to error out of order',
    stack: /^FastifyError: POST \/x: the schema of its body does not compile: out of order\n/
  })
})

const badShared: [what: string, schema: object, validatorOnly?: true][] = [
  ['an unknown type', object({ type: 'text' })],
  ['an invalid pattern', object({ type: 'string', pattern: '(' }), true],
  ['a pattern that can take exponential time', object({ type: 'string', pattern: '^(a+)+$' }), true],
  ['a misspelt keyword', { type: 'object', propertees: {} }, true],
  ['required that is not an array', { type: 'object', required: 'a' }],
  ['a reference to a missing definition', object({ $ref: '#/definitions/nowhere' })],
  ['a reference to a missing schema', object({ $ref: 'nowhere#' })],
  ['a condition without consequences', { type: 'object', if: { properties: {} } }, true],
  [
    'a property that a pattern matches too',
    object({ type: 'string' }, { patternProperties: { '^a': { type: 'string' } } }),
    true
  ],
  ['a duplicate $id', object({ $id: 'twice', type: 'string' }, { items: { $id: 'twice', type: 'number' } }), true]
]

for (const [what, schema, validatorOnly] of badShared)
  for (const where of validatorOnly ? ['body', 'querystring', 'headers'] : ['body', 'querystring', 'response'])
    for (const compile of ['boot', 'lazy'])
      test(`a shared schema with ${what} is reported by its $id for a ${where} that refers to it (${compile})`, async () => {
        const user = { $id: 'user', type: 'object', properties: { owner: { $ref: 'owner#' } } }
        const shared = [{ $id: 'fine', type: 'object' }, user, { $id: 'owner', ...schema }]
        const refers = { type: 'object', properties: { user: { $ref: 'user#' } } }
        const { message } = await refusalOf(
          where === 'response' ? { response: { 200: refers } } : { [where]: refers },
          { compile },
          shared
        )
        assert.match(message, /'owner'| from id owner$/)
        assert.doesNotMatch(message, /'user'|'fine'/)
      })

test('a boolean schema is not reported in place of a faulty shared schema', async () => {
  for (const body of [true, false])
    assert.match((await refusalOf({ body } as object, {}, [{ $id: 'owner', type: 'text' }])).message, /'owner'/)
})
