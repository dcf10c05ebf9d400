// For documents with hostile texts, a module must contain only the expected declarations and literals.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { budget, fixed } from '../../../../../test/fuzz/budget.ts'
import { text } from '../../../../../test/hostile-text.ts'
import { run } from '../../../../cli/src/run.ts'
import { evaluate } from '../evaluate.ts'
import { checkSyntax } from '../syntax.ts'

type Said = Readonly<Record<string, unknown>>

const folder = mkdtempSync(join(tmpdir(), 'hostile-'))
after(() => rmSync(folder, { recursive: true }))

const mostly = (...words: readonly unknown[]) =>
  fc.oneof({ weight: 60, arbitrary: fc.constantFrom(...words) }, { weight: 1, arbitrary: text })
const some = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 })
const withoutNothing = (value: Said): Said =>
  Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined))
const record = (members: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<Said> =>
  fc.record(members).map(withoutNothing)
const named = <Value>(value: fc.Arbitrary<Value>, maxKeys = 3) =>
  fc.dictionary(text, value, { maxKeys, noNullPrototype: true })

const scalar = fc.oneof(text, fc.constantFrom(null, true, 0, 1, -1, 1e21, 0.5))
const likeItsKey = scalar.map((value) => ({ [typeof value === 'string' ? `'${value}'` : String(value)]: value }))
const json = fc.oneof(scalar, named(scalar), likeItsKey, fc.array(scalar, { maxLength: 2 }))
const components = ['A', '__proto__', 'constructor', "a'b", 'c\nd', 'e*/f', 'g`h', '1', 'true']
const pointers = components.map((name) => `#/components/schemas/${name.replaceAll('/', '~1')}`)

const { schema } = fc.letrec<{ schema: Said }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 2 },
    { weight: 1, arbitrary: fc.constant<Said>({}) },
    { weight: 1, arbitrary: record({ $ref: fc.constantFrom(...pointers), description: some(text) }) },
    { weight: 1, arbitrary: record({ $ref: fc.constant('#/components/schemas/A/properties/p') }) },
    // Most of what TypeBox has no word for, which is written with its type.
    {
      weight: 3,
      arbitrary: record({
        type: some(mostly('object', ['object', 'null'])),
        required: fc.array(text, { maxLength: 2 }),
        properties: named(tie('schema')),
        additionalProperties: some(fc.oneof(fc.boolean(), tie('schema')))
      })
    },
    {
      weight: 6,
      arbitrary: record({
        type: mostly('string', 'number', 'integer', 'boolean', 'object', 'array', 'null', ['string', 'null']),
        ...Object.fromEntries(
          ['title', 'description', 'format', 'pattern', '$comment'].map((name) => [name, some(text)])
        ),
        enum: some(fc.array(json, { maxLength: 3 })),
        const: some(json),
        default: some(json),
        examples: some(fc.array(json, { maxLength: 2 })),
        required: some(fc.array(text, { maxLength: 2 })),
        properties: some(named(tie('schema'))),
        items: some(tie('schema')),
        anyOf: some(fc.array(tie('schema'), { maxLength: 3 })),
        additionalProperties: some(fc.oneof(fc.boolean(), tie('schema')))
      }).chain((said) => named(json, 1).map((rest) => ({ ...rest, ...said })))
    }
  )
}))

const content = fc.dictionary(
  fc.oneof(fc.constantFrom('application/json', 'text/event-stream', 'a/b'), text),
  record({ schema: some(schema) }),
  {
    maxKeys: 2
  }
)
const stream = fc.dictionary(text, schema, { maxKeys: 2 }).map((events) => ({
  'text/event-stream': {
    'x-itemSchema': {
      oneOf: Object.entries(events).map(([event, data]) => ({
        properties: { event: { const: event }, data: { contentSchema: data } }
      }))
    }
  }
}))
const answer = record({
  description: text,
  content: some(fc.oneof(content, stream)),
  headers: some(named(record({ description: some(text), schema })))
})
const parameter = record({
  name: text,
  in: mostly('query', 'header', 'cookie'),
  description: some(text),
  required: some(fc.boolean()),
  schema
})
const said = {
  tags: some(fc.array(text, { maxLength: 2 })),
  summary: some(text),
  description: some(text),
  'x-a': some(json)
}
const operation = record({
  ...said,
  operationId: some(text),
  externalDocs: some(named(text)),
  servers: some(fc.array(record({ url: text, description: some(text) }), { maxLength: 2 })),
  callbacks: some(named(named(fc.constant({ post: {} })))),
  parameters: some(fc.array(parameter, { maxLength: 3 })),
  requestBody: some(record({ required: some(fc.boolean()), description: some(text), content })),
  responses: fc.dictionary(fc.oneof(fc.constantFrom('200', '4XX', 'default'), text), answer, { maxKeys: 2 })
})
const path = fc.oneof(
  fc.constantFrom('/', '/a/{b}', '/{c}-{d}'),
  text.map((name) => `/${name}`)
)
const document = fc
  .record({
    info: record({ title: text, version: text, description: some(text) }),
    paths: fc.dictionary(
      path,
      fc.dictionary(fc.constantFrom('get', 'post', 'put'), operation, { minKeys: 1, maxKeys: 2 }),
      {
        minKeys: 1,
        maxKeys: 2
      }
    ),
    tags: fc.array(record({ name: text }), { maxLength: 2 }),
    schemas: fc.tuple(...components.map(() => fc.oneof({ weight: 3, arbitrary: fc.constant<Said>({}) }, schema))),
    rest: named(json).map((members) => Object.entries(members).map(([name, value]) => [`x-${name}`, value] as const))
  })
  .map(({ info, paths, rest, schemas, tags }) => ({
    openapi: '3.1.0',
    ...Object.fromEntries(rest),
    ...{ info, paths, tags },
    components: {
      schemas: Object.fromEntries(
        components.map((name, at) => [
          name,
          { ...schemas[at], properties: { ...Object(schemas[at]?.properties), p: {} } }
        ])
      )
    }
  }))

/** As far as a file system takes it. */
const fileName = text.map((name) => `${name.replaceAll(/[/\0]|\p{Cs}/gu, '').slice(0, 40)}.json`)

let written = 0

test('a module contains only the expected declarations and literals', async () => {
  const property = fc.asyncProperty(document, fileName, async (made, name) => {
    const given: typeof made = JSON.parse(JSON.stringify(made))
    const [file, out] = [join(folder, `_${name}`), join(folder, 'out.ts')]
    writeFileSync(file, JSON.stringify(given))
    const { code, complaint } = await run(['endpoints', file, '--out', out, '--force'])
    rmSync(file)
    if (code !== 0) return refused(code, complaint)
    written++
    const source = readFileSync(out, 'utf8')
    // No route is at a path with a fragment.
    const paths = Object.entries(given.paths).filter(([path]) => !path.includes('#'))
    const operations = paths.flatMap(([, item]) => Object.values(item))
    const { endpoints, exported } = checkSyntax(source)
    assert.equal(endpoints, operations.length)
    // A schema that is part of itself has a type beside its constant.
    assert.ok(new Set(exported).size <= operations.length + components.length + 2)
    const { document: options, documentPatch: _patch, ...values } = evaluate(source)
    assert.deepEqual(Object(options).info, given.info)
    const schemas = Object.values(values).flatMap((value) => (Object(value).path ? [Object(value).schema] : []))
    const keys = ['tags', 'summary', 'description', 'x-a', 'callbacks', 'servers'] as const
    const told = (list: readonly Said[]) => list.map((each) => JSON.stringify(keys.map((key) => each[key]))).sort()
    assert.deepEqual(told(schemas), told(operations))
  })
  await fc.assert(property, fixed(20))
  assert.ok(written > 0)
  await fc.assert(property, budget(600))
})

function refused(code: number, complaint = ''): void {
  assert.equal(code, 2, complaint)
  assert.doesNotMatch(complaint, /\n {4}at |Cannot (?:read|convert)|is not (?:a function|iterable|defined)/)
}
