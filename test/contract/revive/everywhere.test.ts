// Dates and bigints of a handler must reach the client unchanged, wherever a schema has them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TSchema } from '@sinclair/typebox'
import { endpoint, espalier, Type } from 'espalier'
import { createClient } from 'espalier/client'
import { toFetchHandler } from 'espalier/fetch'
import fc from 'fast-check'

interface Sample {
  readonly schema: TSchema
  readonly value: unknown
}

let ids = 0

function refer({ schema, value }: Sample, isLater: boolean): Sample {
  const named = { ...schema, $id: `named-${++ids}` }
  return { schema: isLater ? Type.Ref(named.$id, () => named) : Type.Ref(named), value }
}

const leaf = fc.oneof(
  fc
    .date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') })
    .map((value): Sample => ({ schema: Type.DateTime(), value })),
  fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }).map((value): Sample => ({ schema: Type.BigInteger(), value })),
  fc.integer().map((value): Sample => ({ schema: Type.Integer(), value })),
  fc.string().map((value): Sample => ({ schema: Type.String(), value }))
)

const name = fc.constantFrom('a', 'b', 'constructor', 'é')

const objectOf = (fields: Readonly<Record<string, Sample>>): Sample => ({
  schema: Type.Object(Object.fromEntries(Object.entries(fields).map(([key, { schema }]) => [key, schema]))),
  value: Object.fromEntries(Object.entries(fields).map(([key, { value }]) => [key, value]))
})

const { object } = fc.letrec<{ any: Sample; object: Sample }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    tie('object'),
    fc.tuple(tie('any'), fc.nat(2)).map(([{ schema, value }, length]) => ({
      schema: Type.Array(schema),
      value: Array.from({ length }, () => value)
    })),
    fc.array(tie('any'), { minLength: 1, maxLength: 3 }).map((items) => ({
      schema: Type.Tuple(items.map(({ schema }) => schema)),
      value: items.map(({ value }) => value)
    })),
    fc.tuple(tie('any'), fc.uniqueArray(name)).map(([{ schema, value }, names]) => ({
      schema: Type.Record(Type.String(), schema),
      value: Object.fromEntries(names.map((key) => [key, value]))
    })),
    fc.tuple(tie('any'), fc.boolean()).map(([sample, isLater]) => refer(sample, isLater))
  ),
  object: fc.oneof(
    fc.dictionary(name, tie('any'), { maxKeys: 3, noNullPrototype: true }).map(objectOf),
    fc.tuple(tie('any'), tie('any')).map(([x, y]) => {
      const [first, second] = [objectOf({ x }), objectOf({ y })]
      const value = { ...(first.value as object), ...(second.value as object) }
      return { schema: Type.Intersect([first.schema, second.schema]), value }
    })
  )
}))

test('dates and bigints reach the client unchanged at every place of a schema', async () => {
  await fc.assert(
    fc.asyncProperty(object, async ({ schema, value }) => {
      const find = endpoint('GET /', { response: { 200: Type.Object({ value: schema }) } })
      const app = espalier().route(find, () => ({ value }) as never)
      const handle = toFetchHandler(app)
      const api = createClient(
        { find },
        { baseUrl: 'http://a', fetch: async (url, init) => handle(new Request(url, init)) }
      )
      const { body } = await api.find()
      await app.close()
      assert.deepEqual(body, { value })
    }),
    { numRuns: 100 }
  )
})
