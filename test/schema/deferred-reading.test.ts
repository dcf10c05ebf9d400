import assert from 'node:assert/strict'
import { test } from 'node:test'
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

test('the text of a validator is read once, when the validator is first called', () => {
  const compile = buildValidator()
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
