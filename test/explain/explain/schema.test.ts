/** The published schema of explanations must describe all that `explain` returns, and nothing else. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import fc from 'fast-check'
import type { Anything } from '../../anything.ts'
import { budget } from '../../fuzz/budget.ts'
import { createApp, type Wild } from '../../security/wild.ts'
import { withApp } from '../law/app.ts'
import { randomProgram } from '../law/program.ts'
import { requestsOf } from '../law/request.ts'

process.on('warning', () => {})

interface Definition {
  readonly enum?: readonly (string | null)[]
  readonly anyOf?: readonly Definition[]
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Definition>>
}

const schema: { readonly definitions: Readonly<Record<string, Definition>> } & Definition = JSON.parse(
  readFileSync('docs/explain.schema.json', 'utf8')
)
const ajv = new Ajv({ allowUnionTypes: true })
const isExplanation = ajv.compile(schema)
const isOne = ajv.compile<Anything>({ ...schema, $id: 'one', anyOf: undefined, $ref: '#/definitions/explanation' })

function assertDescribed(given: unknown): void {
  const value: unknown = JSON.parse(JSON.stringify(given))
  assert.ok(isExplanation(value), ajv.errorsText(isExplanation.errors))
}

test('the schema accepts every explanation of random applications', async () => {
  const property = fc.asyncProperty(randomProgram, (body) =>
    withApp(body, async (app) => {
      for (const asked of requestsOf(body)) assertDescribed(await app.explain(asked))
      assertDescribed(await app.explain())
    })
  )
  await fc.assert(property, budget(60))
})

async function explainFully(): Promise<Anything> {
  const { app } = createApp({ exchange: 'stock' }, 'silent')
  app.addHook('preParsing', async () => {})
  app.register(async (child: Wild) => child.decorate('beside', 1))
  app.post('/:id', async () => 'ok')
  const explained = await app.explain({ method: 'POST', path: '/7' })
  const all = await app.explain()
  await app.close()
  assertDescribed(all)
  return JSON.parse(JSON.stringify(explained))
}

const objectsIn = (value: Anything): Anything[] =>
  Object(value) === value ? [...(Array.isArray(value) ? [] : [value]), ...Object.values(value).flatMap(objectsIn)] : []

test('the schema rejects an explanation with an extra or a missing key', async () => {
  const explained = await explainFully()
  assert.equal(isOne(explained), true)
  for (const object of objectsIn(explained)) {
    if (object === explained.params) continue
    object.unknown = 1
    assert.ok(!isOne(explained), `with a key beside ${Object.keys(object)}`)
    delete object.unknown
    for (const [key, value] of Object.entries(object)) {
      delete object[key]
      assert.ok(!isOne(explained), `without ${key}`)
      object[key] = value
    }
  }
})

function enumsIn(definitions: Readonly<Record<string, Definition>>): [name: string, texts: string][] {
  const textsOf = ({ anyOf = [], ...one }: Definition): readonly (string | null)[] => [
    ...(one.enum ?? []),
    ...anyOf.flatMap(textsOf)
  ]
  return Object.values(definitions).flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, definition]): [string, string][] => {
      const texts = textsOf(definition)
      return texts.length === 0 ? [] : [[name, texts.toSorted().join()]]
    })
  )
}

test('the enums of the schema match the types', () => {
  const source = readFileSync('types/explain.ts', 'utf8')
  const unions = [...source.matchAll(/readonly (\w+):((?:[^\n]*|\n +\|)*)/g)].map(([, name = '', type = '']) => {
    return `${name}: ${[...type.matchAll(/'([^']+)'/g)].map(([, text = '']) => text).toSorted()}`
  })
  const described = enumsIn(schema.definitions)
  assert.ok(described.length >= 9)
  for (const [name, texts] of described) assert.ok(unions.includes(`${name}: ${texts}`), `${name}: ${texts}`)
  const stages = [...(/type ExplainedStage =([\s\S]*?)\n\n/.exec(source)?.[1] ?? '').matchAll(/'([^']+)'/g)]
  assert.deepEqual(
    schema.definitions.stage?.enum,
    stages.map(([, stage]) => stage)
  )
})
