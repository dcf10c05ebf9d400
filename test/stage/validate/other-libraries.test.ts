import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { Type } from '@sinclair/typebox'
import localize from 'ajv-i18n'
import fluent from 'fluent-json-schema'
import Joi from 'joi'
import * as yup from 'yup'
import * as z from 'zod'
import { toPolicy } from '../../../src/policy.ts'
import { normalizeRouteSchema } from '../../../src/schema/route-schema.ts'
import { buildValidator, type ValidatorCompiler } from '../../../src/schema/validator.ts'
import { defaultSchemaErrorFormatter } from '../../../src/stage/schema-error.ts'
import {
  compileValidators,
  toValidationError,
  type ValidationTarget,
  validateRequest
} from '../../../src/stage/validate.ts'
import { createApp } from '../../security/wild.ts'

const where = { method: 'POST', url: '/' }

async function post(schema: unknown, compiler: ValidatorCompiler, body: unknown) {
  const normalized = normalizeRouteSchema({ body: schema }, where, { customValidator: true })
  const validators = compileValidators(normalized ?? {}, compiler, where, toPolicy({}))
  assert.ok(validators)
  const request: ValidationTarget = { params: {}, body, query: {}, headers: {} }
  const failure = await validateRequest(validators, request)
  const error = failure && toValidationError(failure, defaultSchemaErrorFormatter)
  return { body: request.body, error: error as (Error & Record<string, unknown>) | null }
}

const joiCompiler: ValidatorCompiler =
  ({ schema }) =>
  (data) =>
    (schema as Joi.ObjectSchema).validate(data)

const yupCompiler: ValidatorCompiler =
  ({ schema }) =>
  (data) => {
    try {
      return { value: (schema as yup.ObjectSchema<object>).validateSync(data, { strict: false, stripUnknown: true }) }
    } catch (error) {
      return { error }
    }
  }

const zodCompiler: ValidatorCompiler =
  ({ schema }) =>
  (data) => {
    const { success, data: value, error } = (schema as z.ZodType).safeParse(data)
    return success ? { value } : { error }
  }

for (const [name, compiler, schema] of [
  ['Joi', joiCompiler, Joi.object({ n: Joi.number().required() })],
  ['Yup', yupCompiler, yup.object({ n: yup.number().required() })],
  ['Zod', zodCompiler, z.object({ n: z.coerce.number() })]
] as const) {
  test(`${name} validates and converts a body`, async () => {
    assert.deepEqual(await post(schema, compiler, { n: '1' }), { body: { n: 1 }, error: null })
  })

  test(`${name} refuses a body with its own error, which has status 400`, async () => {
    const { error } = await post(schema, compiler, { n: 'one' })
    assert.ok(error instanceof Error)
    assert.match(error.message, /number/)
    assert.equal(error.statusCode, 400)
    assert.equal(error.code, 'FST_ERR_VALIDATION')
    assert.equal(error.validationContext, 'body')
  })
}

test('an asynchronous Yup validator passes or fails', async () => {
  const schema = yup.object({ n: yup.number().required() })
  const compiler: ValidatorCompiler = () => (data) => schema.validate(data)
  assert.equal((await post(schema, compiler, { n: 1 })).error, null)
  assert.match((await post(schema, compiler, {})).error?.message ?? '', /n is a required field/)
})

test('ajv-i18n translates the errors of the validator', async () => {
  const { error } = await post({ type: 'object', required: ['a'] }, buildValidator(), {})
  assert.ok(error)
  const { de } = localize as unknown as { de: (errors: unknown) => void }
  de(error.validation)
  assert.match((error.validation as { message: string }[])[0]?.message ?? '', /muss/)
})

for (const [what, response] of [
  ['fields of Zod', { a: z.string() }],
  ['fields of Joi', { a: Joi.string(), b: Joi.number() }]
] as [string, object][]) {
  const content = { content: { 'application/json': { schema: response } } }
  for (const [place, entry] of [
    ['a response', response],
    ['a media type of a response', content]
  ] as const) {
    test(`${what} as ${place} are refused in a context that has not chosen their library`, () => {
      assert.throws(() => normalizeRouteSchema({ response: { 200: entry } }, where), {
        code: 'ESP_ERR_SCH_FOREIGN',
        message: /is of (?:zod|joi), which this context cannot read\. It stands at '\/a'/
      })
      assert.doesNotThrow(() => normalizeRouteSchema({ response: { 200: entry } }, where, { customSerializer: true }))
      assert.doesNotThrow(() => normalizeRouteSchema({ response: { 200: entry } }, where, { allowUnknownKeys: true }))
    })
  }
}

for (const [what, response] of [
  ['an unknown keyword', { typ: 'object' }],
  ['an unknown keyword beside a title', { title: 'A', fields: ['a'] }]
] as [string, object][]) {
  const content = { content: { 'application/json': { schema: response } } }
  for (const [place, entry] of [
    ['a response', response],
    ['a media type of a response', content]
  ] as const) {
    test(`${what} as ${place} is refused because it would restrict nothing`, () => {
      assert.throws(() => normalizeRouteSchema({ response: { 200: entry } }, where), {
        code: 'FST_ERR_SCH_SERIALIZATION_BUILD',
        message: /(?:is no keyword|are no keywords) of JSON Schema, so it would hold nothing back/
      })
      assert.doesNotThrow(() => normalizeRouteSchema({ response: { 200: entry } }, where, { customSerializer: true }))
      assert.doesNotThrow(() => normalizeRouteSchema({ response: { 200: entry } }, where, { allowUnknownKeys: true }))
    })
  }
}

const opaque: Record<string, () => object> = {
  'a map': () => new Map([['type', 'object']]),
  'a set': () => new Set(['type']),
  'a weak map': () => new WeakMap(),
  'a date': () => new Date(),
  'a pattern': () => /a/,
  'a promise': () => Promise.resolve({ type: 'object' }),
  'an error': () => new Error('schema'),
  'an object of a class without fields': () => new (class Nothing {})(),
  'an object that inherits its keywords': () => Object.create({ type: 'object' })
}

const places: Record<string, (schema: object) => object> = {
  body: (body) => ({ body }),
  params: (params) => ({ params }),
  querystring: (querystring) => ({ querystring }),
  headers: (headers) => ({ headers }),
  'a media type of the body': (schema) => ({ body: { content: { 'application/json': { schema } } } }),
  'a response': (schema) => ({ response: { 200: schema } }),
  'a media type of a response': (schema) => ({ response: { 200: { content: { 'application/json': { schema } } } } })
}

for (const [what, make] of Object.entries(opaque)) {
  for (const [place, toSchema] of Object.entries(places)) {
    test(`${what} as ${place} is refused because it would restrict nothing`, () => {
      const normalize = (options: object) => normalizeRouteSchema(toSchema(make()), where, options)
      assert.throws(() => normalize({}), {
        code: `FST_ERR_SCH_${place.includes('response') ? 'SERIALIZATION' : 'VALIDATION'}_BUILD`,
        message: /the schema is an object of the class \w+.* and has no key of its own, so it would hold nothing back/
      })
      const custom = { customValidator: true, customSerializer: true }
      for (const options of [custom, { allowUnknownKeys: true }, { owns: () => true }])
        assert.doesNotThrow(() => normalize(options))
    })
  }
}

const nestings: Record<string, (schema: unknown) => object> = {
  properties: (properties) => ({ type: 'object', properties }),
  'properties/a': (a) => ({ type: 'object', properties: { a } }),
  'patternProperties/a': (a) => ({ type: 'object', patternProperties: { a } }),
  'definitions/a': (a) => ({ type: 'object', definitions: { a } }),
  '$defs/a': (a) => ({ type: 'object', $defs: { a } }),
  'dependencies/a': (a) => ({ type: 'object', dependencies: { a } }),
  additionalProperties: (additionalProperties) => ({ type: 'object', additionalProperties }),
  items: (items) => ({ type: 'array', items }),
  'items/1': (schema) => ({ type: 'array', items: [{ type: 'string' }, schema] }),
  not: (not) => ({ not }),
  'allOf/0': (schema) => ({ allOf: [schema] }),
  'anyOf/0': (schema) => ({ anyOf: [schema, { type: 'string' }] }),
  'properties/list/items/properties/a': (a) => ({
    type: 'object',
    properties: { list: { type: 'array', items: { type: 'object', properties: { a } } } }
  })
}

for (const [what, make] of Object.entries(opaque)) {
  for (const [path, nest] of Object.entries(nestings)) {
    test(`${what} as ${path} of a schema is refused with its path`, () => {
      for (const [schema, part] of [
        [{ body: nest(make()) }, 'VALIDATION'],
        [{ response: { 200: nest(make()) } }, 'SERIALIZATION']
      ] as const) {
        assert.throws(
          () => normalizeRouteSchema(schema, where),
          ({ code, message }: { code: string; message: string }) =>
            code === `FST_ERR_SCH_${part}_BUILD` &&
            message.includes(` '${path}' is an object of the class `) &&
            message.includes('has no key of its own, so it would hold nothing back')
        )
        assert.doesNotThrow(() => normalizeRouteSchema(schema, where, { allowUnknownKeys: true }))
      }
    })
  }
}

test('class instances are accepted outside of schemas, and TypeBox, fluent and empty schemas anywhere', () => {
  const tree: Record<string, unknown> = { type: 'object' }
  tree.properties = { child: tree }
  for (const schema of [
    tree,
    { type: 'string', default: new Date(), examples: [new Date()], const: new Date(), enum: [new Date()] },
    { type: 'object', 'x-own': new Map(), properties: { properties: { type: 'object', default: new Map() } } },
    { type: 'object', properties: {}, items: [], anyOf: [{}], not: Object.create(null) },
    { type: 'object', properties: { a: Type.Any(), b: fluent.default.string() } }
  ])
    assert.doesNotThrow(() => normalizeRouteSchema({ body: schema, response: { 200: schema } }, where))
})

test('a class instance with own keywords is a schema, and so is a plain object of another realm', () => {
  class Text {
    type = 'string'
  }
  for (const schema of [new Text(), runInNewContext('({})'), Object.create(null)])
    assert.doesNotThrow(() => normalizeRouteSchema({ body: schema, response: { 200: schema } }, where))
})

test('a response schema of annotations alone, or of one keyword, is accepted', () => {
  const valued = [{ const: 'x' }, { const: null }, { default: 1 }, { enum: [1] }, { minimum: 1 }]
  const all = [
    ...valued,
    {},
    { description: 'anything' },
    { 'x-own': 1 },
    { type: 'object', faker: 'name' },
    { $ref: 'a#' },
    true
  ]
  for (const response of all) {
    assert.doesNotThrow(() => normalizeRouteSchema({ response: { 200: response } }, where))
  }
})

test('a schema of the chosen library is kept unchanged', () => {
  const own = { parse: () => 'a' }
  const owns = (schema: unknown) => schema === own
  assert.deepEqual(normalizeRouteSchema({ response: { 200: own } }, where, { owns })?.response?.get('200'), {
    schema: own
  })
  assert.throws(() => normalizeRouteSchema({ response: { 200: own } }, where), {
    code: 'FST_ERR_SCH_SERIALIZATION_BUILD'
  })
})

test('a validator factory of the application receives a class instance as the schema', async () => {
  class Headers {}
  const read: unknown[] = []
  const buildValidator = () => (given: { schema: unknown }) => {
    read.push(given.schema)
    return () => true
  }
  const { app } = createApp({ schemaController: { compilersFactory: { buildValidator } } })
  const headers = new Headers()
  app.get('/', { schema: { headers } }, () => 'read')
  await app.ready()
  assert.ok(read.length > 0 && read.every((schema) => schema === headers))
  await app.close()
})
