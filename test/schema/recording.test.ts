import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CompilerFactories } from '../../src/schema/compiled.ts'
import { recordingFactories, startRecording, stopRecording } from '../../src/schema/recording.ts'

const body = { method: 'POST', url: '/books', httpPart: 'body' } as const
const answer = { method: 'GET', url: '/books', httpStatus: '2xx' }
const schema = { type: 'object', properties: { a: { type: 'integer' } } }

function record(ask: (factories: CompilerFactories) => void) {
  const recording = startRecording()
  try {
    ask(recordingFactories() as CompilerFactories)
  } finally {
    stopRecording()
  }
  return recording
}

test('factories record only during a recording', () => {
  assert.equal(recordingFactories(), null)
  record(() => assert.notEqual(recordingFactories(), null))
  assert.equal(recordingFactories(), null)
})

test('a compiled function is recorded once by its key with its inputs, and works', () => {
  const point = { $id: 'point', ...schema }
  const { validators, serializers, unwritable } = record(({ buildValidator, buildSerializer }) => {
    for (const compile of [buildValidator({ point }), buildValidator({ point })]) {
      assert.equal(compile({ ...body, schema })({ a: 'one' }), false)
      assert.equal(compile({ ...body, url: '/other', schema })({ a: 1 }), true)
    }
    assert.equal(buildSerializer({ point }, { rounding: 'ceil' })({ ...answer, schema })({ a: 1.2, b: 2 }), '{"a":2}')
  })
  assert.deepEqual([...unwritable], [])
  const [validator, ...otherValidators] = [...validators]
  assert.deepEqual(otherValidators, [])
  assert.equal(validator?.[0], validator?.[1].job.key)
  assert.deepEqual(
    [validator?.[1].job.schema, validator?.[1].sharedSchemas, validator?.[1].options],
    [schema, { point }, {}]
  )
  assert.deepEqual([...serializers.values()], [{ schema, sharedSchemas: { point }, options: { rounding: 'ceil' } }])
})

test('a function that cannot be written is recorded by its route and part, and works', () => {
  const isA = { ...schema, isA: Date }
  const { validators, serializers, unwritable } = record(({ buildValidator, buildSerializer }) => {
    const options = { customOptions: { keywords: ['isA'] } }
    assert.equal(buildValidator({}, options)({ ...body, schema: isA })({ a: 'one' }), false)
    assert.equal(buildSerializer()({ ...answer, schema: isA })({ a: 1, b: 2 }), '{"a":1}')
  })
  assert.deepEqual([validators.size, serializers.size], [0, 0])
  assert.deepEqual([...unwritable], ['POST /books: body', 'GET /books: response 2xx'])
})

test('a schema that does not compile is not recorded', () => {
  const { validators, serializers, unwritable } = record(({ buildValidator, buildSerializer }) => {
    assert.throws(() => buildValidator()({ ...body, schema: { type: 'text' } }))
    assert.throws(() => buildSerializer()({ ...answer, schema: { $ref: 'nothing#' } }))
  })
  assert.deepEqual([validators.size, serializers.size, unwritable.size], [0, 0, 0])
})
