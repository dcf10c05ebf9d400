import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PackedTexts } from '../../src/schema/packed-texts.ts'
import { buildValidator } from '../../src/schema/validator.ts'

const where = { method: 'POST', url: '/', httpPart: 'body' } as const

function countFunctions<T>(run: () => T): { result: T; texts: number } {
  const real = globalThis.Function
  let texts = 0
  globalThis.Function = new Proxy(real, {
    construct(target, args) {
      if (args.at(-1).includes('function validate')) texts++
      return Reflect.construct(target, args)
    }
  })
  try {
    return { result: run(), texts }
  } finally {
    globalThis.Function = real
  }
}

test('the source of a validator is evaluated once, at the first call', () => {
  const compile = buildValidator({}, {})
  const schema = { type: 'object', properties: { name: { type: 'string', maxLength: 3 } }, required: ['name'] }
  const { result: validate, texts } = countFunctions(() => compile({ ...where, schema }))
  assert.equal(texts, 0)
  assert.deepEqual(
    countFunctions(() => [validate({ name: 'one' }), validate({ name: 'four' }), validate({})]),
    { result: [true, false, false], texts: 1 }
  )
})

test('a lazily evaluated validator reports the errors of the latest call', () => {
  const validate = buildValidator()({ ...where, schema: { type: 'object', properties: { age: { type: 'integer' } } } })
  assert.equal(validate({ age: 'old' }), false)
  assert.equal((validate.errors as { keyword: string }[])[0]?.keyword, 'type')
  assert.equal(validate({ age: 3 }), true)
  assert.equal(validate.errors, null)
})

test('a validator with a reference to a shared schema reports errors with the path of the data', () => {
  const id = { $id: 'id', type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] }
  const schema = { type: 'object', properties: { owner: { $ref: 'id#' } } }
  const validate = buildValidator({ id })({ ...where, schema })
  assert.equal(validate({ owner: {} }), false)
  assert.equal((validate.errors as { instancePath: string }[])[0]?.instancePath, '/owner')
  assert.equal(validate({ owner: { id: '7' } }), true)
})

test('validators with packed sources behave like those without', () => {
  const names = Array.from({ length: 60 }, (_, at) => `name ${at} \u{1f332} é`)
  const validators = names.map((name) =>
    buildValidator()({ ...where, schema: { type: 'object', properties: { [name]: { type: 'integer' } } } })
  )
  for (const [at, name] of names.entries()) {
    assert.equal(validators[at]?.({ [name]: 'x' }), false)
    assert.equal(validators[at]?.({ [name]: '1' }), true)
  }
})

test('packed texts are returned unchanged in any order', () => {
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

test('a validator with an onCreate option is evaluated at compile time', () => {
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
