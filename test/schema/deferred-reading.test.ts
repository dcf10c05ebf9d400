import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PackedTexts } from '../../src/schema/packed-texts.ts'
import { buildSerializer } from '../../src/schema/serializer.ts'
import { buildValidator } from '../../src/schema/validator.ts'

const where = { method: 'POST', url: '/', httpPart: 'body' } as const

function countFunctions<T>(run: () => T, sign = 'function validate'): { result: T; texts: number } {
  const real = globalThis.Function
  let texts = 0
  globalThis.Function = new Proxy(real, {
    construct(target, args) {
      if (args.at(-1).includes(sign)) texts++
      return Reflect.construct(target, args)
    }
  })
  try {
    return { result: run(), texts }
  } finally {
    globalThis.Function = real
  }
}

test('the text of a validator is read once, when the validator is first called', () => {
  const compile = buildValidator({}, {})
  const schema = { type: 'object', properties: { name: { type: 'string', maxLength: 3 } }, required: ['name'] }
  const { result: validate, texts } = countFunctions(() => compile({ ...where, schema }))
  assert.equal(texts, 0)
  assert.deepEqual(
    countFunctions(() => [validate({ name: 'one' }), validate({ name: 'four' }), validate({})]),
    { result: [true, false, false], texts: 1 }
  )
})

test('a validator that is read late reports the errors of the latest call', () => {
  const validate = buildValidator()({ ...where, schema: { type: 'object', properties: { age: { type: 'integer' } } } })
  assert.equal(validate({ age: 'old' }), false)
  assert.equal((validate.errors as { keyword: string }[])[0]?.keyword, 'type')
  assert.equal(validate({ age: 3 }), true)
  assert.equal(validate.errors, null)
})

test('a validator that refers to a shared schema reports the errors of both', () => {
  const id = { $id: 'id', type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] }
  const schema = { type: 'object', properties: { owner: { $ref: 'id#' } } }
  const validate = buildValidator({ id })({ ...where, schema })
  assert.equal(validate({ owner: {} }), false)
  assert.equal((validate.errors as { instancePath: string }[])[0]?.instancePath, '/owner')
  assert.equal(validate({ owner: { id: '7' } }), true)
})

const whereAnswered = { method: 'GET', url: '/', httpStatus: '200' }
const row = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } }, required: ['id'] }

test('the text of a serializer is read once, when the serializer is first called', () => {
  const compile = buildSerializer()
  const { result: serialize, texts } = countFunctions(
    () => compile({ ...whereAnswered, schema: row }),
    'JSON_STR_COMMA'
  )
  assert.equal(texts, 0)
  assert.deepEqual(
    countFunctions(() => [serialize({ id: 1, secret: 2 }), serialize({ id: '3', name: 4 })], 'JSON_STR_COMMA'),
    { result: ['{"id":1}', '{"id":3,"name":"4"}'], texts: 1 }
  )
  assert.throws(() => serialize({ name: 'no id' }), /"id" is required/)
})

test('a serializer of a union is read late and chooses by its validators', () => {
  const union = {
    anyOf: [{ type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] }, { type: 'null' }]
  }
  const { result, texts } = countFunctions(
    () => buildSerializer()({ ...whereAnswered, schema: { type: 'object', properties: { union } } }),
    'JSON_STR_COMMA'
  )
  assert.equal(texts, 0)
  assert.equal(result({ union: { a: 1, b: 2 } }), '{"union":{"a":1}}')
  assert.equal(result({ union: null }), '{"union":null}')
})

test('functions whose texts were packed are the same as if they had been read at once', () => {
  const compile = buildSerializer()
  const names = Array.from({ length: 60 }, (_, at) => `name ${at} \u{1f332} é`)
  const all = names.map((name) =>
    compile({ ...whereAnswered, schema: { type: 'object', properties: { [name]: { type: 'string' } } } })
  )
  const validators = names.map((name) =>
    buildValidator()({ ...where, schema: { type: 'object', properties: { [name]: { type: 'integer' } } } })
  )
  for (const [at, name] of names.entries()) {
    assert.equal(all[at]?.({ [name]: 'ü', other: 1 }), JSON.stringify({ [name]: 'ü' }))
    assert.equal(validators[at]?.({ [name]: 'x' }), false)
    assert.equal(validators[at]?.({ [name]: '1' }), true)
  }
})

test('texts are answered as they were given, packed or not, in any order', () => {
  const texts = new PackedTexts()
  const given = Array.from({ length: 40 }, (_, at) => `${at} \u{1f332} `.repeat(1000))
  const finds = given.map((text) => texts.add(text))
  assert.deepEqual(
    finds
      .toReversed()
      .map((find) => find())
      .toReversed(),
    given
  )
})

test('a serializer that cannot be read at all is refused when it is compiled', () => {
  const real = globalThis.Function
  globalThis.Function = new Proxy(real, {
    construct() {
      throw new EvalError('Code generation from strings disallowed for this context')
    }
  })
  try {
    assert.throws(() => buildSerializer()({ ...whereAnswered, schema: row }), EvalError)
  } finally {
    globalThis.Function = real
  }
})

test('where Function may not be replaced, a serializer is read at once', () => {
  const compile = buildSerializer()
  const schema = { type: 'object', properties: { here: { type: 'integer' } } }
  const real = Object.getOwnPropertyDescriptor(globalThis, 'Function') as PropertyDescriptor
  Object.defineProperty(globalThis, 'Function', { ...real, writable: false })
  try {
    assert.equal(compile({ ...whereAnswered, schema })({ here: '1', other: 2 }), '{"here":1}')
  } finally {
    Object.defineProperty(globalThis, 'Function', real)
  }
})

test('a validator that is not known to be sound is read when it is compiled', () => {
  const compile = buildValidator({}, { onCreate: () => {} })
  const { result: validate, texts } = countFunctions(() =>
    compile({ ...where, schema: { type: 'integer', minimum: 2 } })
  )
  assert.notEqual(texts, 0)
  assert.deepEqual(
    countFunctions(() => [validate(2), validate(1)]),
    { result: [true, false], texts: 0 }
  )
})
