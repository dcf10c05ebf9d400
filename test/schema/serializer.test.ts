import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildSerializer, type SerializerOptions } from '../../src/schema/serializer.ts'

function serialize(schema: unknown, data: unknown, shared: object[] = [], options?: SerializerOptions): string {
  const sharedSchemas = Object.fromEntries(shared.map((one) => [(one as { $id: string }).$id, one]))
  return buildSerializer(sharedSchemas, options)({ schema, method: 'GET', url: '/', httpStatus: '200' })(data)
}

const prop = (schema: object) => ({ type: 'object', properties: { a: schema } })
const address = {
  $id: 'address',
  type: 'object',
  properties: {
    zip: { type: 'string' },
    country: { $id: '#country', type: 'object', properties: { code: { type: 'string' } } }
  },
  definitions: { city: { type: 'object', properties: { name: { type: 'string' } } } }
}

for (const [form, schema, data, expected] of [
  ['a whole shared schema by "id#"', { $ref: 'address#' }, { zip: 1, secret: 1 }, { zip: '1' }],
  ['a whole shared schema by "id"', { $ref: 'address' }, { zip: 1, secret: 1 }, { zip: '1' }],
  ['a shared schema in a property', prop({ $ref: 'address#' }), { a: { zip: 1, secret: 1 } }, { a: { zip: '1' } }],
  [
    'a shared schema in a list',
    { type: 'array', items: { $ref: 'address#' } },
    [{ zip: 1, secret: 1 }],
    [{ zip: '1' }]
  ],
  [
    'definitions of a shared schema',
    prop({ $ref: 'address#/definitions/city' }),
    { a: { name: 1, secret: 1 } },
    { a: { name: '1' } }
  ],
  ['a property of a shared schema', prop({ $ref: 'address#/properties/zip' }), { a: 1 }, { a: '1' }],
  [
    'an anchor inside a shared schema',
    prop({ $ref: 'address#country' }),
    { a: { code: 1, secret: 1 } },
    { a: { code: '1' } }
  ],
  [
    'definitions of the same schema',
    { ...prop({ $ref: '#/definitions/n' }), definitions: { n: { type: 'object', properties: { b: {} } } } },
    { a: { b: 1, secret: 1 } },
    { a: { b: 1 } }
  ],
  [
    'an anchor of the same schema',
    { ...prop({ $ref: '#n' }), definitions: { n: { $id: '#n', type: 'object', properties: { b: {} } } } },
    { a: { b: 1, secret: 1 } },
    { a: { b: 1 } }
  ]
] as const) {
  test(`a serializer follows a reference to ${form}, and undeclared properties stay inside`, () => {
    assert.deepEqual(JSON.parse(serialize(schema, data, [address])), expected)
  })
}

test('references between shared schemas and to a nested $id are resolved', () => {
  const user = { $id: 'http://example.com/user', ...prop({ $ref: 'http://example.com/base#/definitions/n' }) }
  const base = { $id: 'http://example.com/base', definitions: { n: { type: 'object', properties: { b: {} } } } }
  const list = { type: 'array', items: { $ref: 'http://example.com/user#' } }
  assert.equal(serialize(list, [{ a: { b: 1, secret: 1 }, secret: 1 }], [user, base]), '[{"a":{"b":1}}]')
  const outer = { $id: 'outer', definitions: { in: { $id: 'inner', type: 'object', properties: { b: {} } } } }
  assert.equal(serialize(prop({ $ref: 'inner#' }), { a: { b: 1, secret: 1 } }, [outer]), '{"a":{"b":1}}')
})

test('a schema with the $id of a shared schema replaces it', () => {
  const own = { $id: 'address', type: 'object', properties: { b: {} } }
  assert.equal(serialize(own, { b: 1, zip: 1 }, [address]), '{"b":1}')
})

test('an unresolved reference fails to compile, and the error names it', () => {
  assert.throws(() => serialize({ $ref: 'nowhere#' }, {}), /nowhere#/)
  assert.throws(() => serialize(prop({ $ref: '#/definitions/nowhere' }), {}), /nowhere/)
})

test('a recursive schema serializes at every depth', () => {
  const tree = { $id: 'tree', type: 'object', properties: { children: { type: 'array', items: { $ref: '#' } } } }
  const data = { children: [{ children: [{ secret: 1 }], secret: 1 }] }
  assert.equal(serialize({ $ref: 'tree#' }, data, [tree]), '{"children":[{"children":[{}]}]}')
})

test('undeclared properties of a nested object are omitted under every composition', () => {
  const open = { type: 'object', properties: { b: { type: 'string' } } }
  const schemas = [
    prop(open),
    prop({ anyOf: [{ type: 'null' }, open] }),
    prop({ oneOf: [open] }),
    prop({ allOf: [open] })
  ]
  // biome-ignore lint/suspicious/noThenProperty: a keyword
  for (const schema of [...schemas, prop({ if: { type: 'object' }, then: open, else: { type: 'null' } })]) {
    assert.equal(serialize(schema, { a: { b: 'x', secret: 1 }, secret: 1 }), '{"a":{"b":"x"}}', JSON.stringify(schema))
  }
})

test('a missing required property throws an error that names it', () => {
  assert.throws(() => serialize({ ...prop({ type: 'string' }), required: ['a'] }, {}), /"a" is required!/)
})

test('values are converted, defaults are filled in, and a value that cannot be converted throws', () => {
  assert.equal(serialize(prop({ type: 'integer' }), { a: '5' }), '{"a":5}')
  assert.equal(serialize(prop({ type: 'string', default: 'd' }), {}), '{"a":"d"}')
  assert.throws(() => serialize(prop({ type: 'integer' }), { a: 'five' }), /cannot be converted/)
})

test('dates are serialized in the declared format', () => {
  const date = new Date('2024-02-29T12:34:56.789Z')
  assert.equal(
    serialize(prop({ type: 'string', format: 'date-time' }), { a: date }),
    '{"a":"2024-02-29T12:34:56.789Z"}'
  )
  assert.match(serialize(prop({ type: 'string', format: 'date' }), { a: date }), /^\{"a":"2024-0[23]-\d\d"\}$/)
  assert.match(serialize(prop({ type: 'string', format: 'time' }), { a: date }), /^\{"a":"\d\d:\d\d:56"\}$/)
  assert.equal(serialize(prop({ type: 'string' }), { a: date }), '{"a":"2024-02-29T12:34:56.789Z"}')
})

test('serializerOpts are passed to fast-json-stringify', () => {
  assert.equal(serialize(prop({ type: 'integer' }), { a: 1.2 }, [], { rounding: 'ceil' }), '{"a":2}')
})

test('names and values that could break out of generated code or JSON are serialized as text', () => {
  const texts = ['a"b', "a'b", 'a\nb', 'a\\', '`$', 'a/b~c', '\u2028', '*/ throw 1 /*', '', '1', '😀', '\ud800']
  for (const text of texts) {
    const schema = { type: 'object', required: [text], properties: { [text]: { type: 'string', default: text } } }
    assert.equal(JSON.parse(serialize(schema, { [text]: text, secret: 1 }))[text], text)
    const shared = { $id: `http://example.com/${encodeURIComponent(text === '\ud800' ? '' : text)}`, ...schema }
    assert.equal(
      JSON.parse(serialize(prop({ $ref: `${shared.$id}#` }), { a: { [text]: text } }, [shared])).a[text],
      text
    )
    assert.throws(() => serialize({ ...schema, properties: {} }, {}), /is required!/)
  }
})

test('a property named __proto__ is serialized like any other', () => {
  const schema = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}')
  assert.equal(serialize(schema, JSON.parse('{"__proto__":"x"}')), '{"__proto__":"x"}')
})

test('equal schemas share one function', () => {
  const compiler = buildSerializer()
  const one = (schema: unknown) => compiler({ schema, method: 'GET', url: '/', httpStatus: '200' })
  assert.equal(one(prop({ type: 'string' })), one(prop({ type: 'string' })))
  assert.notEqual(one(prop({ type: 'string' })), one(prop({ type: 'number' })))
})

test('shared schemas and response schemas are not modified', () => {
  const shared = structuredClone(address)
  const schema = prop({ allOf: [{ $ref: 'address#' }, { type: 'object', properties: { b: {} } }] })
  const before = structuredClone(schema)
  serialize(schema, { a: {} }, [shared])
  assert.deepEqual(shared, address)
  assert.deepEqual(schema, before)
})

test('compiling does not modify the schemas of the application', () => {
  const shared = { $id: 'shared', properties: { b: { minLength: 3 } } }
  const schema = { properties: { a: { minimum: 3 }, b: { $ref: 'shared#/properties/b' } } }
  const before = structuredClone([schema, shared])
  assert.equal(serialize(schema, { a: 5, b: 'long' }, [shared]), '{"a":5,"b":"long"}')
  assert.deepEqual([schema, shared], before)
})

test('contexts share a serializer only with the same options and the same referenced shared schemas', () => {
  const options = {}
  const where = { method: 'GET', url: '/', httpStatus: '200' }
  const point = (name: string) => ({ $id: 'point', type: 'object', properties: { [name]: { type: 'integer' } } })
  const [x, y] = [point('x'), point('y')]
  const of = (shared: Record<string, unknown>, schema: object, given: object = options) =>
    buildSerializer(shared, given)({ ...where, schema })
  const plain = () => prop({ type: 'integer' })
  const refers = () => prop({ $ref: 'point#' })
  assert.equal(of({ point: x }, plain()), of({ point: y }, plain()))
  assert.notEqual(of({}, plain()), of({}, plain(), {}))
  assert.equal(of({ point: x }, refers()), of({ point: x, other: { $id: 'other' } }, refers()))
  const data = { a: { x: 1, y: 2 } }
  assert.equal(of({ point: x }, refers())(data), '{"a":{"x":1}}')
  assert.equal(of({ point: y }, refers())(data), '{"a":{"y":2}}')
})

test('a schema refers to itself by its $id, even if a shared schema has the same one', () => {
  const own = { $id: 'address', type: 'object', properties: { b: {}, child: { $ref: 'address#' } } }
  assert.equal(serialize(own, { b: 1, zip: 1, child: { b: 2, zip: 2 } }, [address]), '{"b":1,"child":{"b":2}}')
  const outer = { $id: 'outer', definitions: { in: { $id: 'inner', type: 'object', properties: { c: {} } } } }
  const beside = { ...own, properties: { ...own.properties, at: { $ref: 'inner#' } } }
  assert.equal(
    serialize(beside, { at: { c: 1, d: 2 }, zip: 1, child: { b: 1, zip: 1 } }, [address, outer]),
    '{"child":{"b":1},"at":{"c":1}}'
  )
})

test('shared schemas are followed through a cycle of references', () => {
  const chain = Array.from({ length: 5 }, (_, at) => ({
    $id: `link${at}`,
    type: 'object',
    properties: { [`v${at}`]: {}, next: { $ref: `link${(at + 1) % 5}#` } }
  }))
  const data = {
    v0: 0,
    next: { v1: 1, x: 1, next: { v2: 2, next: { v3: 3, next: { v4: 4, next: { v0: 5, x: 1 } } } } }
  }
  assert.equal(
    serialize({ $ref: 'link0#' }, data, chain),
    '{"v0":0,"next":{"v1":1,"next":{"v2":2,"next":{"v3":3,"next":{"v4":4,"next":{"v0":5}}}}}}'
  )
})

test('a reference to the name of an inherited property is refused', () => {
  for (const id of ['toString', 'constructor', '__proto__'])
    assert.throws(() => serialize({ $ref: `${id}#` }, {}), {
      code: 'ESP_ERR_SCH_REFERENCE_MISSING',
      message: new RegExp(id)
    })
})

test('schemas that differ only in values that JSON cannot represent have separate serializers', () => {
  const compiler = buildSerializer()
  const [a, b] = ['a', 'b'].map((name) =>
    compiler({
      schema: { type: 'object', properties: { [name]: {} }, isA: Date },
      method: 'GET',
      url: '/',
      httpStatus: '200'
    })
  )
  assert.equal(a?.({ a: 1, b: 2 }), '{"a":1}')
  assert.equal(b?.({ a: 1, b: 2 }), '{"b":2}')
})

test('a serializer is deferrable if its schema is simple and there are no custom options', () => {
  const mayWait = (schema: unknown, shared: Record<string, unknown> = {}, options: SerializerOptions = {}) =>
    buildSerializer(shared, options).mayWait?.({ schema, method: 'GET', url: '/', httpStatus: '200' })
  assert.equal(mayWait(prop({ type: 'string' })), true)
  assert.equal(mayWait(prop({ $ref: 'point#' }), { point: { $id: 'point', type: 'object' } }), true)
  assert.equal(mayWait(prop({ $ref: 'point#' })), false)
  assert.equal(mayWait({ allOf: [{ type: 'string' }] }), false)
  assert.equal(mayWait(prop({ type: 'string' }), {}, { rounding: 'ceil' }), false)
})

test('inherited properties are not serialized under names of Object.prototype, also in shared schemas', () => {
  const shared = { $id: 'shared', type: 'object', properties: { toString: { type: 'string' }, b: {} } }
  assert.equal(serialize(prop({ $ref: 'shared#' }), { a: { b: 1 } }, [shared]), '{"a":{"b":1}}')
  assert.equal(serialize(prop({ $ref: 'shared#' }), { a: { toString: 'own' } }, [shared]), '{"a":{"toString":"own"}}')
})

const row = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } }, required: ['id'] }
const compileRow = () => buildSerializer()({ schema: structuredClone(row), method: 'GET', url: '/', httpStatus: '200' })

/** Replaces the global `Function` by one that records its source texts, and may throw. */
function withFunction<T>(run: () => T, onText: (text: string) => void): T {
  const real = globalThis.Function
  const shown: FunctionConstructor = new Proxy(real, {
    construct(target, args: string[]): object {
      assert.equal(globalThis.Function, shown)
      onText(args.at(-1) as string)
      return Reflect.construct(target, args)
    }
  })
  globalThis.Function = shown
  try {
    return run()
  } finally {
    globalThis.Function = real
  }
}

function countTexts<T>(run: () => T): { result: T; texts: number } {
  let texts = 0
  const result = withFunction(run, (text) => {
    if (text.includes('module.exports')) texts++
  })
  return { result, texts }
}

test('a serializer of a simple schema is created once, at the first call, and does not replace the global Function', () => {
  const { result: serialize, texts } = countTexts(compileRow)
  assert.equal(texts, 0)
  assert.deepEqual(
    countTexts(() => [serialize({ id: 1, secret: 2 }), serialize({ id: '3', name: 4 })]),
    { result: ['{"id":1}', '{"id":3,"name":"4"}'], texts: 1 }
  )
  assert.throws(() => serialize({ name: 'no id' }), /"id" is required/)
})

test('a serializer of a union is created at the first call and selects by its validators', () => {
  const union = {
    anyOf: [{ type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] }, { type: 'null' }]
  }
  const schema = { type: 'object', properties: { union } }
  const { result, texts } = countTexts(() => buildSerializer()({ schema, method: 'GET', url: '/', httpStatus: '200' }))
  assert.equal(texts, 0)
  assert.equal(result({ union: { a: 1, b: 2 } }), '{"union":{"a":1}}')
  assert.equal(result({ union: null }), '{"union":null}')
})

test('a serializer that may fail to compile is created at once', () => {
  const schema = {
    type: 'object',
    properties: { at: { type: 'string', format: 'date-time' } },
    additionalProperties: true
  }
  const options: SerializerOptions = { rounding: 'ceil' }
  const { texts } = countTexts(() =>
    buildSerializer({}, options)({ schema, method: 'GET', url: '/', httpStatus: '200' })
  )
  assert.equal(texts, 1)
})

test('a change to a compiled schema does not change the serializer', () => {
  const schema = structuredClone(row)
  const serialize = buildSerializer()({ schema, method: 'GET', url: '/', httpStatus: '200' })
  Object.assign(schema.properties, { secret: { type: 'string' } })
  assert.equal(serialize({ id: 1, secret: 'x' }), '{"id":1}')
})

test('a serializer is refused at compile time where code generation from strings is disallowed', () => {
  const refuse = () => {
    throw new EvalError('Code generation from strings disallowed for this context')
  }
  assert.throws(() => withFunction(compileRow, refuse), EvalError)
})

for (const [name, pointer] of [
  ['a b', 'a%20b'],
  ['a/b', 'a~1b']
] as const)
  test(`a reference with the escaped pointer '${pointer}' serializes by its schema`, () => {
    const definitions = { [name]: { type: 'object', properties: { x: { type: 'string' } } } }
    const schema = { type: 'object', definitions, properties: { v: { $ref: `#/definitions/${pointer}` } } }
    assert.equal(serialize(schema, { v: { x: 1, y: 2 } }), '{"v":{"x":"1"}}')
  })
