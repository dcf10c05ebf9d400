import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import type { Ajv } from 'ajv'
import ajvErrors from 'ajv-errors'
import addFormats from 'ajv-formats'
import { isError } from '../../src/error/error.ts'
import type { HttpPart } from '../../src/schema/route-schema.ts'
import { buildValidator, type Validate, type ValidatorOptions } from '../../src/schema/validator.ts'
import type { AjvPlugin } from '../../types/options.ts'

// It has no types.
const ajvMergePatch: AjvPlugin = createRequire(import.meta.url)('ajv-merge-patch')
const where = { method: 'POST', url: '/' }

function compile(schema: unknown, options: ValidatorOptions = {}, shared: object[] = [], httpPart: HttpPart = 'body') {
  const sharedSchemas = Object.fromEntries(shared.map((one) => [(one as { $id: string }).$id, one]))
  return buildValidator(sharedSchemas, options)({ schema, ...where, httpPart })
}

function messageOf(validate: Validate, data: unknown): string | undefined {
  if (validate(data) === true) return undefined
  const [error] = validate.errors as { instancePath: string; message: string }[]
  return `${error?.instancePath} ${error?.message}`.trim()
}

const address = {
  $id: 'address',
  type: 'object',
  required: ['zip'],
  properties: { zip: { type: 'string', maxLength: 5 }, country: { $id: '#country', enum: ['CH', 'FR'] } },
  definitions: { city: { type: 'string', minLength: 2 } }
}

for (const [form, schema, good, bad] of [
  ['a whole shared schema by "id#"', { $ref: 'address#' }, { zip: '8000' }, {}],
  ['a whole shared schema by "id"', { $ref: 'address' }, { zip: '8000' }, {}],
  ['a property holding a shared schema', prop({ $ref: 'address#' }), { a: { zip: '1' } }, { a: {} }],
  ['definitions of a shared schema', prop({ $ref: 'address#/definitions/city' }), { a: 'Bern' }, { a: 'B' }],
  ['definitions of a shared schema at the root', { $ref: 'address#/definitions/city' }, 'Bern', 'B'],
  ['a property of a shared schema', prop({ $ref: 'address#/properties/zip' }), { a: '8000' }, { a: '800000' }],
  ['an anchor inside a shared schema', prop({ $ref: 'address#country' }), { a: 'CH' }, { a: 'XX' }],
  ['an anchor inside a shared schema at the root', { $ref: 'address#country' }, 'CH', 'XX'],
  [
    'definitions of the same schema',
    { ...prop({ $ref: '#/definitions/n' }), definitions: { n: { type: 'integer', minimum: 3 } } },
    { a: 3 },
    { a: 1 }
  ],
  [
    'an anchor of the same schema',
    { ...prop({ $ref: '#n' }), definitions: { n: { $id: '#n', type: 'integer', minimum: 3 } } },
    { a: 3 },
    { a: 1 }
  ]
] as const) {
  test(`a validator follows a reference to ${form}`, () => {
    const validate = compile(schema, {}, [address])
    assert.equal(messageOf(validate, good), undefined)
    assert.notEqual(messageOf(validate, bad), undefined)
  })
}

function prop(schema: object): object {
  return { type: 'object', properties: { a: schema } }
}

test('a validator follows references between shared schemas with absolute ids, in any order of declaration', () => {
  const user = { $id: 'http://example.com/user', ...prop({ $ref: 'http://example.com/base#/definitions/n' }) }
  const base = { $id: 'http://example.com/base', definitions: { n: { type: 'integer' } } }
  const validate = compile({ $ref: 'http://example.com/user#' }, {}, [user, base])
  assert.equal(messageOf(validate, { a: 'x' }), '/a must be integer')
})

test('a reference to nothing fails to compile and names the reference', () => {
  assert.throws(() => compile({ $ref: 'nowhere#' }), /nowhere/)
  assert.throws(() => compile(prop({ $ref: '#nowhere' })), /can't resolve reference #nowhere from id #/)
})

test('a recursive schema validates at every depth', () => {
  const tree = { $id: 'tree', ...prop({ type: 'array', items: { $ref: '#' } }) }
  const validate = compile({ $ref: 'tree#' }, {}, [tree])
  assert.equal(messageOf(validate, { a: [{ a: [{}] }] }), undefined)
  assert.equal(messageOf(validate, { a: [{ a: [{ a: { not: 'a list' } }] }] }), '/a/0/a/0/a must be array')
})

test('values are coerced to the types of the schema', () => {
  const types = { n: 'number', i: 'integer', b: 'boolean', s: 'string', z: 'null' }
  const properties = Object.fromEntries(Object.entries(types).map(([key, type]) => [key, { type }]))
  const data = { n: '1.5', i: '3', b: 'true', s: 7, z: '' }
  assert.equal(compile({ type: 'object', properties })(data), true)
  assert.deepEqual(data, { n: 1.5, i: 3, b: true, s: '7', z: null })
})

test('a single query value becomes an array of one, and an absent one its default', () => {
  const validate = compile(prop({ type: 'array', items: { type: 'string' }, default: [] }), {}, [], 'querystring')
  const query: Record<string, unknown> = Object.assign(Object.create(null), { a: 'x' })
  assert.equal(validate(query), true)
  assert.deepEqual(query.a, ['x'])
  const empty: Record<string, unknown> = Object.create(null)
  assert.equal(validate(empty), true)
  assert.deepEqual(empty.a, [])
})

test('missing properties and items are filled in from defaults, a fresh copy each time', () => {
  const validate = compile(prop({ type: 'object', default: { list: [] } }))
  const [first, second]: Record<string, { list: unknown[] }>[] = [{}, {}]
  validate(first)
  first?.a?.list.push('changed')
  validate(second)
  assert.deepEqual(second, { a: { list: [] } })
})

test('additional properties are removed where the schema forbids them and kept elsewhere', () => {
  const closed = { a: 1, extra: 2 }
  compile({ ...prop({ type: 'integer' }), additionalProperties: false })(closed)
  assert.deepEqual(closed, { a: 1 })
  const open = { a: 1, extra: 2 }
  compile(prop({ type: 'integer' }))(open)
  assert.deepEqual(open, { a: 1, extra: 2 })
})

test('validation stops at the first error unless allErrors is asked for', () => {
  const schema = { type: 'object', required: ['a', 'b', 'c'] }
  const one = compile(schema)
  one({})
  assert.equal((one.errors as unknown[]).length, 1)
  const all = compile(schema, { customOptions: { allErrors: true } })
  all({})
  assert.equal((all.errors as unknown[]).length, 3)
})

test('customOptions change the baseline', () => {
  const off = { coerceTypes: false, useDefaults: false, removeAdditional: false }
  const schema = {
    type: 'object',
    properties: { a: { type: 'integer' }, b: { default: 1 } },
    additionalProperties: false
  }
  const validate = compile(schema, { customOptions: off })
  assert.equal(messageOf(validate, { a: '1' }), '/a must be integer')
  assert.equal(messageOf(validate, { extra: 1 }), 'must NOT have additional properties')
  const data = {}
  validate(data)
  assert.deepEqual(data, {})
})

test('one of several types may hold null, and nullable adds it', () => {
  const validate = compile({
    type: 'object',
    properties: { a: { type: ['number', 'null'] }, b: { type: 'string', nullable: true } }
  })
  const data = { a: null, b: null }
  assert.equal(validate(data), true)
  assert.deepEqual(data, { a: null, b: null })
})

test('boolean schemas accept all or nothing', () => {
  assert.equal(messageOf(compile(true), { any: 1 }), undefined)
  assert.equal(messageOf(compile(false), {}), 'boolean schema is false')
})

test('a misspelt keyword fails to compile', () => {
  assert.throws(() => compile(prop({ type: 'string', maxLenght: 3 })), /unknown keyword: "maxLenght"/)
})

for (const value of ['Infinity', '-Infinity', '1e999', '-1e999']) {
  for (const type of ['number', 'integer', ['integer', 'null']]) {
    test(`"${value}" is refused as ${type}`, () => {
      assert.equal(messageOf(compile(prop({ type })), { a: value }), `/a must be ${type}`)
    })
  }
}

test('infinite numbers are refused at the root, in lists, from JSON, and by bounds without a type', () => {
  assert.equal(messageOf(compile({ type: 'number' }), 'Infinity'), 'must be number')
  assert.equal(
    messageOf(compile(prop({ type: 'array', items: { type: 'number' } })), { a: '1e999' }),
    '/a/0 must be number'
  )
  assert.equal(messageOf(compile(prop({ type: 'number' })), JSON.parse('{"a":1e999}')), '/a must be number')
  assert.equal(messageOf(compile(prop({ maximum: 5 })), JSON.parse('{"a":1e999}')), '/a must be <= 5')
})

test('a refused number is reported as a type error, like any other wrong type', () => {
  const validate = compile(prop({ type: 'integer' }))
  validate({ a: '1e999' })
  assert.deepEqual(validate.errors, [
    {
      instancePath: '/a',
      schemaPath: '#/properties/a/type',
      keyword: 'type',
      params: { type: 'integer' },
      message: 'must be integer'
    }
  ])
})

for (const name of ['constructor', 'toString', 'hasOwnProperty', 'valueOf', '__proto__']) {
  test(`a required "${name}" is not met by the prototype`, () => {
    const validate = compile({ type: 'object', required: [name] })
    assert.equal(messageOf(validate, {}), `must have required property '${name}'`)
    assert.equal(messageOf(validate, JSON.parse(`{"${name}": 1}`)), undefined)
  })
}

test('a property named like a prototype member is validated only when it is there', () => {
  const validate = compile({ type: 'object', properties: { constructor: { type: 'integer' } } })
  assert.equal(messageOf(validate, {}), undefined)
  assert.equal(messageOf(validate, { constructor: 'x' }), '/constructor must be integer')
})

test("compat: 'fastify' lets infinite numbers and inherited names pass", () => {
  const options: ValidatorOptions = { compat: 'fastify' }
  assert.equal(messageOf(compile(prop({ type: 'number' }), options), { a: 'Infinity' }), undefined)
  assert.equal(messageOf(compile({ type: 'object', required: ['constructor'] }, options), {}), undefined)
})

test('equal items are found whatever they are, and reported as Ajv reports them', () => {
  const validate = compile({ type: 'array', uniqueItems: true })
  assert.equal(messageOf(validate, [1, '1', true, 'true', null, 'null', { a: 1 }, [1], '{"a":1}', {}]), undefined)
  assert.equal(
    messageOf(validate, [{ a: 1, b: [2] }, 3, { b: [2], a: 1 }]),
    'must NOT have duplicate items (items ## 0 and 2 are identical)'
  )
  assert.deepEqual((validate.errors as { params: object }[])[0]?.params, { i: 2, j: 0 })
  assert.equal(messageOf(compile({ type: 'array', uniqueItems: false }), [1, 1]), undefined)
})

test('uniqueItems over many objects takes linear time', () => {
  const validate = compile({ type: 'array', uniqueItems: true })
  const items = Array.from({ length: 100_000 }, (_, index) => ({ index, text: 'x'.repeat(10) }))
  // Comparing every pair would take 5e9 deep comparisons: minutes.
  assert.equal(validate(items), true)
})

test('formats are checked', () => {
  const validate = compile(prop({ type: 'string', format: 'email' }))
  assert.equal(messageOf(validate, { a: 'someone@example.com' }), undefined)
  assert.equal(messageOf(validate, { a: 'someone' }), '/a must match format "email"')
})

test('ajv-formats given as a plugin with its options replaces the default formats', () => {
  const plugins: AjvPlugin[] = [[addFormats.default as never, { mode: 'fast', formats: ['date'] }]]
  assert.doesNotThrow(() => compile(prop({ type: 'string', format: 'date' }), { plugins }))
  assert.throws(() => compile(prop({ type: 'string', format: 'email' }), { plugins }), /unknown format "email"/)
})

test('ajv-errors replaces messages by the author’s', () => {
  const options = { plugins: [ajvErrors.default as never], customOptions: { allErrors: true } }
  const schema = {
    ...prop({ type: 'number', minimum: 2, errorMessage: { minimum: 'should be at least two' } }),
    required: ['a'],
    errorMessage: { required: { a: 'we need a' } }
  }
  assert.equal(messageOf(compile(schema, options), { a: 1 }), '/a should be at least two')
  assert.equal(messageOf(compile(schema, options), {}), 'we need a')
})

test('ajv-merge-patch brings $merge and $patch, at the root, inside, and over shared schemas', () => {
  const options = { plugins: [ajvMergePatch], customOptions: { logger: false } }
  const merged = { $merge: { source: prop({ type: 'string' }), with: { required: ['a'] } } }
  assert.equal(messageOf(compile(merged, options), {}), "must have required property 'a'")
  const patched = {
    $patch: { source: { $ref: 'address#' }, with: [{ op: 'add', path: '/properties/q', value: { type: 'number' } }] }
  }
  assert.equal(messageOf(compile(patched, options, [address]), { zip: '1', q: 'x' }), '/q must be number')
})

test('custom keywords and formats come through customOptions, plugins and onCreate', () => {
  const seen: Ajv[] = []
  const isEven = { keyword: 'isEven', type: 'number', validate: (_: unknown, n: number) => n % 2 === 0 } as const
  const options: ValidatorOptions = {
    customOptions: { keywords: [isEven], formats: { upper: /^[A-Z]+$/ } },
    plugins: [((ajv: Ajv) => ajv.addKeyword('x-note')) as never],
    onCreate: (ajv) => seen.push(ajv)
  }
  const schema = {
    type: 'object',
    properties: { a: { type: 'number', isEven: true, 'x-note': 1 }, b: { type: 'string', format: 'upper' } }
  }
  const validate = compile(schema, options)
  assert.equal(messageOf(validate, { a: 3 }), '/a must pass "isEven" keyword validation')
  assert.equal(messageOf(validate, { b: 'low' }), '/b must match format "upper"')
  assert.equal(seen.length, 1)
})

test('mode JTD compiles JSON Type Definition', () => {
  const validate = compile(
    { properties: { a: { type: 'int32' } } },
    { mode: 'JTD', customOptions: { coerceTypes: false } }
  )
  assert.equal(messageOf(validate, { a: 1 }), undefined)
  assert.notEqual(messageOf(validate, { a: 'x' }), undefined)
})

test('Ajv is set up at the first schema, once for all contexts that see the same shared schemas', () => {
  let count = 0
  const options: ValidatorOptions = { onCreate: () => count++ }
  const shared = { address }
  const compilers = [
    buildValidator(shared, options),
    buildValidator({ ...shared }, options),
    buildValidator({}, options)
  ]
  assert.equal(count, 0)
  for (const compiler of compilers) compiler({ schema: { type: 'string' }, ...where, httpPart: 'body' })
  assert.equal(count, 2)
})

test('equal schemas, references to one target and the id of a shared schema share one function', () => {
  const compiler = buildValidator({ address }, {})
  const one = (schema: unknown) => compiler({ schema, ...where, httpPart: 'body' })
  assert.equal(one(prop({ type: 'string' })), one(prop({ type: 'string' })))
  assert.notEqual(one(prop({ type: 'string' })), one(prop({ type: 'number' })))
  assert.equal(one({ $ref: 'address#' }), one({ $ref: 'address', description: 'where' }))
  assert.equal(one({ $ref: 'address#' }), one(address))
})

test('schemas that differ only in what JSON cannot hold are compiled apart', () => {
  const isA = { keyword: 'isA', validate: (type: new () => unknown, data: unknown) => data instanceof type }
  const compiler = buildValidator({}, { customOptions: { keywords: [isA as never] } })
  const [date, map] = [Date, Map].map((isA) => compiler({ schema: { isA }, ...where, httpPart: 'body' }))
  assert.equal(date?.(new Date()), true)
  assert.equal(map?.(new Date()), false)
})

test('names that could break out of generated code are plain names', () => {
  const names = ['a"b', "a'b", 'a\nb', 'a\\', '`$', 'a/b~c', '\u2028', '*/ throw 1 /*', '1', 'a.b', '😀']
  for (const name of names) {
    const $id = `http://example.com/${encodeURIComponent(name)}`
    const shared = { $id, type: 'object', required: [name], properties: { [name]: { type: 'integer' } } }
    const validate = compile(prop({ $ref: `${$id}#` }), {}, [shared])
    assert.equal(messageOf(validate, { a: { [name]: 1 } }), undefined, name)
    assert.equal(messageOf(validate, { a: {} }), `/a must have required property '${name}'`)
    assert.match(messageOf(validate, { a: { [name]: 'x' } }) ?? '', / must be integer$/)
  }
})

test('shared schemas and route schemas are left as they were', () => {
  const shared = structuredClone(address)
  const schema = {
    headers: { type: 'object', required: ['X-A'], properties: { 'X-A': { type: 'string', default: 'd' } } }
  }
  const before = structuredClone(schema)
  compile(schema.headers, {}, [shared], 'headers')
  assert.deepEqual(shared, address)
  assert.deepEqual(schema, before)
})

test('an object of a class is validated by what its getters answer', () => {
  class Point {
    get x() {
      return 'wrong'
    }
  }
  assert.equal(
    messageOf(compile({ type: 'object', properties: { x: { type: 'integer' } } }), new Point()),
    '/x must be integer'
  )
})

test('a shared schema that names a prototype member is held to own properties wherever it is used', () => {
  const shared = { $id: 'shared', type: 'object', required: ['valueOf'] }
  assert.equal(
    messageOf(compile(prop({ $ref: 'shared#' }), {}, [shared]), { a: {} }),
    "/a must have required property 'valueOf'"
  )
})

test('a pattern that can take exponential time is refused at boot, by route and pattern', () => {
  for (const schema of [
    { type: 'string', pattern: '^(a+)+$' },
    { type: 'object', patternProperties: { '^(a+)+$': { type: 'integer' } } }
  ]) {
    assert.throws(
      () => compile(schema),
      (error: Error) =>
        isError(error, 'ESP_ERR_SCH_UNSAFE') && /POST: \/ holds the pattern "\^\(a\+\)\+\$"/.test(error.message)
    )
    assert.doesNotThrow(() => compile(schema, { compat: 'fastify' }))
  }
})

test('patterns are Unicode and match as they always did', () => {
  const validate = compile({ type: 'string', pattern: '^\\p{L}+(?:-\\p{L}+)*$' })
  assert.equal(messageOf(validate, 'été-夏'), undefined)
  assert.match(messageOf(validate, 'a_b') ?? '', /^must match pattern/)
})

test('a URL of any length is judged in linear time, by the same rule', () => {
  const validate = compile({ type: 'string', format: 'url' })
  assert.equal(messageOf(validate, 'https://user:pa:ss@example.com:8080/a?b#c'), undefined)
  assert.equal(messageOf(validate, 'https://user@example.com'), undefined)
  assert.notEqual(messageOf(validate, 'https://exa mple.com'), undefined)
  // With the stock format: half a second for a twentieth of this length, growing with the square.
  assert.notEqual(messageOf(validate, `https://${'::'.repeat(200_000)}`), undefined)
})

test('an ordinary schema compiles once for contexts that see different shared schemas, and once for each options object', () => {
  const options = {}
  const own = () => ({ type: 'object', properties: { id: { type: 'integer' } } })
  const point = (type: string) => ({ point: { $id: 'point', type } })
  const of = (shared: Record<string, unknown>, given: object, schema: object) =>
    buildValidator(shared, given)({ schema, method: 'POST', url: '/', httpPart: 'body' })
  const one = of({}, options, own())
  assert.equal(of(point('object'), options, own()), one)
  assert.equal(of(point('string'), options, own()), one)
  assert.notEqual(of({}, {}, own()), one)
  const refers = () => ({ type: 'object', properties: { at: { $ref: 'point#' } } })
  assert.equal(of(point('string'), options, refers())({ at: {} }), false)
  assert.equal(of(point('object'), options, refers())({ at: {} }), true)
})
