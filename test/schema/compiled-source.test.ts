import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { CompilerFactories } from '../../src/schema/compiled.ts'
import { type CompiledSource, writeModule } from '../../src/schema/compiled-source.ts'
import { type Recording, recordingFactories, startRecording, stopRecording } from '../../src/schema/recording.ts'
import { nameBuild } from '../../src/schema/schema-key.ts'
import { buildSerializer } from '../../src/schema/serializer.ts'
import {
  buildValidator,
  type Validate,
  type ValidatorOptions,
  type ValidatorRequest
} from '../../src/schema/validator.ts'

type Shared = Record<string, object>
type Part = ValidatorRequest['httpPart']
type Functions = Readonly<Record<string, () => (data: unknown) => unknown>>
interface Written {
  readonly build: string
  readonly validators: Functions
  readonly serializers: Functions
}

const runtime = new URL('../../src/ahead/runtime.js', import.meta.url).href
const route = { method: 'POST', url: '/' }
const answer = { ...route, httpStatus: '200' }

function record(ask: (factories: CompilerFactories) => void): Recording {
  const recording = startRecording()
  try {
    ask(recordingFactories() as CompilerFactories)
    return recording
  } finally {
    stopRecording()
  }
}

const write = (recording: Recording) => writeModule(recording, runtime, (part) => `./part-${part}.cjs`)

async function withWritten({ index, parts }: CompiledSource, visit: (written: Written) => void): Promise<void> {
  await mkdir('.build', { recursive: true })
  const folder = await mkdtemp(resolve('.build', 'compiled-source-'))
  try {
    await Promise.all(parts.map((text, part) => writeFile(join(folder, `part-${part}.cjs`), text)))
    await writeFile(join(folder, 'index.mjs'), index)
    visit(await import(pathToFileURL(join(folder, 'index.mjs')).href))
  } finally {
    await rm(folder, { recursive: true })
  }
}

const fields = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
const integer = { type: 'integer' }
const point = { $id: 'point', ...fields({ x: integer, 'X-Token': integer }, { required: ['x'] }) }
const node = { $id: 'node', ...fields({ v: integer, c: { type: 'array', items: { $ref: '#' } } }) }
const union = { $id: 'union', anyOf: [fields({ c: { $ref: '#' }, k: { const: 1 } }), fields({ c: { $ref: '#' } })] }
const strict = { customOptions: { coerceTypes: false } } as const

const validators: readonly (readonly [schema: unknown, shared?: Shared, options?: ValidatorOptions, part?: Part])[] = [
  [fields({ a: integer })],
  [fields({ a: integer }), {}, strict],
  [fields({ a: integer }), {}, { isGuarded: false }],
  [fields({ a: { type: 'array', uniqueItems: true } })],
  [fields({ constructor: integer }, { required: ['constructor'] })],
  [fields({ a: { const: JSON.parse('{"__proto__":1}') } })],
  [fields({ a: { enum: JSON.parse('["x",{"__proto__":{}},{"a\\"__proto__":1}]') } })],
  [fields({ a: { $ref: 'point#' } }), { point }],
  [fields({ b: { $ref: 'point#' } }), { point }],
  [fields({ a: { $ref: 'point#' } }), { point }, strict],
  [fields({ a: { $ref: 'point#' } }), { point: { ...point, required: [] } }],
  [{ $ref: 'point#' }, { point }],
  [{ $ref: 'point', description: 'where' }, { point }],
  [point, { point }],
  [{ $ref: 'point#' }, { point }, {}, 'headers'],
  [fields({ X: integer }), { point }, {}, 'headers'],
  [fields({ a: { $ref: 'node#' } }), { node }],
  [fields({ a: { $ref: 'union#' } }), { union, node }],
  [fields({ a: { $ref: '#' }, b: { type: 'array', uniqueItems: true, items: { $ref: '#' } } })],
  [{ $id: 'own', ...fields({ a: integer }) }],
  [{ $id: 'own', ...fields({ a: { type: 'boolean' }, own: { $ref: 'own#' } }) }],
  [true],
  [{ type: 'string', format: 'email', pattern: '^a' }]
]
const values: readonly string[] = [
  ...['{"a":"1"}', '{"a":1}', '{"a":"x"}', '{"a":"1e999"}', '{"a":true}', '{"a":[1,2]}', '{"a":[1,1]}', '{"x":"1"}'],
  ...['{"a":{"x":"1"}}', '{"b":{"x":"one"}}', '{"a":{}}', '{"b":{}}', '{"constructor":"1"}', '{}', '[]', '"a@b.ch"'],
  ...['{"x":1,"X-Token":"a"}', '{"x":1,"x-token":"a"}', '{"x":1,"x-token":"1"}', '"x"', '{"own":{"a":"x"}}'],
  ...['{"a":{"c":[{"v":"1"},{"v":"x"}]}}', '{"a":{"c":{"c":{"k":1}}}}', '{"b":[{"a":{}},{"a":{}}]}', '{"a":{"a":1}}'],
  ...['{"a":{"__proto__":1}}', '{"a":{"__proto__":{}}}', '{"a":{"__proto__":2}}', '{"a":{"a\\"__proto__":1}}']
]

const outcomes = (validate: Validate) =>
  values.map((value) => {
    const data = { data: JSON.parse(value) }
    const verdict = validate(data.data, { parentData: data, parentDataProperty: 'data' })
    return [verdict, data, validate.errors ?? null]
  })

function recordValidators() {
  return record((factories) => {
    for (const [schema, shared, options, httpPart = 'body'] of validators)
      factories.buildValidator(shared, options)({ ...route, schema, httpPart })
  })
}

test('every written validator returns the results, changes and errors of the compiled one', async () => {
  const recording = recordValidators()
  assert.deepEqual([...recording.unwritable], [])
  await withWritten(write(recording), (written) => {
    assert.deepEqual(Object.keys(written.validators).sort(), [...recording.validators.keys()].sort())
    for (const [key, { job, sharedSchemas, options }] of recording.validators) {
      const request = { ...route, schema: job.schema, httpPart: job.shared === undefined ? 'body' : 'headers' } as const
      const compiled = buildValidator(sharedSchemas, { ...options })(request)
      const read = written.validators[key]?.() as Validate
      assert.deepEqual(outcomes(read), outcomes(compiled), JSON.stringify(job.schema))
    }
  })
})

const answers: readonly (readonly [schema: object, shared: Shared, data: unknown])[] = [
  [fields({ a: integer }), {}, { a: '1', secret: 1 }],
  [fields({ a: { $ref: 'point#' } }), { point, node }, { a: { x: 1, secret: 1 } }],
  [fields({ constructor: integer }), {}, {}],
  [{ type: 'array', items: fields({ a: integer }) }, {}, [{ a: 1, b: 2 }, {}, { a: 2 }, { a: 3 }, { a: 4 }]],
  [fields({ a: { anyOf: [fields({ b: integer }, { required: ['b'] }), { type: 'null' }] } }), {}, { a: { b: 1, c: 2 } }]
]

test('every written serializer writes the same text as the compiled one', async () => {
  const recording = record(({ buildSerializer }) => {
    for (const [schema, shared] of answers) buildSerializer(shared)({ ...answer, schema })
  })
  await withWritten(write(recording), ({ serializers, validators }) => {
    assert.deepEqual(Object.keys(validators), [])
    assert.deepEqual(Object.keys(serializers), [...recording.serializers.keys()])
    for (const [at, read] of Object.values(serializers).entries()) {
      const [schema, shared, data] = answers[at] as (typeof answers)[number]
      assert.equal(read()(data), buildSerializer(shared)({ ...answer, schema })(data))
    }
  })
})

test('a written validator or serializer is created once, at first use', async () => {
  const recording = record(({ buildValidator, buildSerializer }) => {
    buildValidator()({ ...route, schema: fields({ a: integer }), httpPart: 'body' })
    buildSerializer()({ ...answer, schema: fields({ a: integer }) })
  })
  await withWritten(write(recording), ({ build, validators, serializers }) => {
    assert.equal(build, nameBuild())
    for (const [make, ...others] of [Object.values(validators), Object.values(serializers)]) {
      assert.equal(others.length, 0)
      assert.equal(make?.(), make?.())
    }
  })
})

/** The part, the block and the key of each function in the index. */
const placesOf = (index: string) =>
  [...index.matchAll(/^ {2}'(.{22})': \(\) => part(\d+)\(\)\[(\d+)\]\(\)\['(.{22})'\],$/gm)].map(
    ([, key, part, block, same]) => {
      assert.equal(key, same)
      return `${part} ${block}`
    }
  )

test('validators that refer to the same shared schemas form one block, all others have their own', () => {
  // Ajv inlines schemas without references.
  const line = { $id: 'line', ...fields({ x: integer, next: { $ref: '#' } }, { required: ['x'] }) }
  const refers = (name: string) => fields({ [name]: { $ref: 'line#' } })
  const index = (schemas: readonly unknown[]) =>
    write(
      record(({ buildValidator }) => {
        for (const schema of schemas) buildValidator({ line })({ ...route, schema, httpPart: 'body' })
      })
    ).index
  const one = index([refers('a')])
  const two = index([refers('a'), refers('b'), { $ref: 'line#' }])
  assert.deepEqual(placesOf(two), ['0 0', '0 0', '0 0'])
  const countOf = (text: string) => text.split('must have required property').length
  assert.equal(countOf(two), countOf(one))
  assert.deepEqual(placesOf(index([fields({ a: integer }), fields({ b: integer })])), ['0 0', '0 1'])
  const local = ['a', 'b'].map((name) =>
    fields({ [name]: { $ref: '#/definitions/n' } }, { definitions: { n: integer } })
  )
  assert.deepEqual(placesOf(index(local)), ['0 0', '0 1'])
  assert.deepEqual(placesOf(index([fields({ a: integer }), refers('a'), refers('b')])), ['0 0', '0 0', '0 1'])
  assert.deepEqual(placesOf(index([refers('a'), { $id: 'own', ...refers('b') }])), ['0 0', '0 1'])
})

test('validators with different shared schemas or options are in different blocks', () => {
  const ask = (shared: Shared, options: ValidatorOptions = {}, httpPart: Part = 'body', more: object = {}) =>
    [shared, options, { ...route, schema: fields({ a: { $ref: 'point#' }, ...more }), httpPart }] as const
  const recording = record(({ buildValidator }) => {
    for (const [shared, options, request] of [
      ask({ point }),
      ask({ point: { ...point, required: [] } }),
      ask({ point }, strict),
      ask({ point }, {}, 'headers'),
      ask({ point }, {}, 'body', { constructor: integer }),
      ask({ point }, {}, 'body', { again: { $ref: '#' }, or: { anyOf: [{ $ref: '#' }] } }),
      ask({ point }, {}, 'body', { b: integer })
    ])
      buildValidator(shared, options)(request)
  })
  // The schema with a union has a function for forms, too.
  assert.deepEqual(placesOf(write(recording).index), ['0 0', '0 0', '0 1', '0 2', '0 3', '0 4', '0 5', '0 6'])
})

test('a small module is one file without parts', () => {
  const { index, parts } = write(recordValidators())
  assert.deepEqual(parts, [])
  assert.match(index, /^\/\/ Written by `espalier compile`; not to be edited\.\nimport \{ [\w, ]+ \} from "file:/)
  assert.doesNotMatch(index, /createRequire|part-0/)
  assert.match(index, /\nexport const serializers = \{\n\}\n$/)
})

test('a large module is split into parts of limited size at paths that the caller names', async () => {
  const schema = (at: number) => fields({ [`name${'s'.repeat(10_000)}${at}`]: integer })
  const recordOf = (count: number) =>
    record(({ buildSerializer }) => {
      for (let at = 10; at < 10 + count; at++) buildSerializer()({ ...answer, schema: schema(at) })
    })
  const size = write(recordOf(2)).index.length - write(recordOf(1)).index.length
  const fitting = Math.ceil(200_000 / size)
  assert.deepEqual(write(recordOf(fitting)).parts, [])
  assert.equal(write(recordOf(fitting + 1)).parts.length, 2)
  const { index, parts } = write(recordOf(2 * fitting + 1))
  assert.equal(parts.length, 3)
  const places = placesOf(index)
  assert.deepEqual(
    [places[0], places[fitting - 1], places[fitting], places.at(-1)],
    ['0 0', `0 ${fitting - 1}`, '1 0', '2 0']
  )
  for (const part of parts)
    assert.match(part, /^\/\/ Written by .*\nmodule\.exports = \(\{ [\w, ]+ \}\) => \{\nreturn \[\n/)
  await withWritten({ index, parts }, ({ serializers }) => {
    for (const [at, read] of Object.values(serializers).entries()) {
      const [name] = Object.keys(schema(10 + at).properties) as [string]
      assert.equal(read()({ [name]: '1', other: 2 }), JSON.stringify({ [name]: 1 }))
    }
  })
})
