/** Random response schemas and payloads: a response has only declared members at every level, or it is an error. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createApp } from '../security/wild.ts'
import { budget, fixed } from './budget.ts'
import { data, type Schema, schemaOf } from './schema.ts'

/** Returns the first path of an output that its schema does not declare; `null` if all are declared. */
function undeclared(schema: Schema, output: unknown, path = ''): string | null {
  if (typeof output !== 'object' || output === null) return null
  if (Array.isArray(output)) {
    const { items } = schema as { items?: Schema }
    if (items === undefined) return path
    return first(output, (value, index) => undeclared(items, value, `${path}/${index}`))
  }
  const properties = (schema.properties ?? {}) as Record<string, Schema>
  return first(Object.entries(output), ([name, value]) =>
    Object.hasOwn(properties, name)
      ? undeclared(properties[name] as Schema, value, `${path}/${name}`)
      : `${path}/${name}`
  )
}

function first<Item>(items: readonly Item[], find: (item: Item, index: number) => string | null): string | null {
  for (const [index, item] of items.entries()) {
    const found = find(item, index)
    if (found !== null) return found
  }
  return null
}

/** Forms of a payload in a program: with `toJSON`, a prototype, getters or own properties. */
const dress: readonly ((value: unknown) => unknown)[] = [
  (value) => value,
  (value) => ({ toJSON: () => value }),
  (value) => (isRecord(value) ? Object.assign(Object.create({ inherited: 'secret' }), value) : value),
  (value) =>
    isRecord(value)
      ? Object.defineProperty({ ...value }, 'secret', { get: () => 'a getter', enumerable: true, configurable: true })
      : value,
  (value) => (Array.isArray(value) ? Object.assign([...value], { secret: 1 }) : value),
  (value) => (isRecord(value) ? new Map(Object.entries(value)) : value)
]

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

test('a response contains only members that its schema declares', async () => {
  let served = 0
  const law = fc.asyncProperty(
    schemaOf(false),
    fc.array(fc.tuple(data, fc.constantFrom(...dress)), { minLength: 1, maxLength: 6 }),
    async (schema, payloads) => {
      const { app } = createApp({ logger: false })
      // A text is sent unchanged. Only other payloads pass the schema.
      const kept = payloads.map(([value, wrap]) => wrap(value)).filter((value) => typeof value !== 'string')
      app.get(
        '/:index',
        { schema: { response: { 200: { ...schema, $comment: 'whole' } } } },
        async (request: { params: { index: number } }) => kept[request.params.index]
      )
      for (const index of kept.keys()) {
        const answer = await app.inject(`/${index}` as never)
        if (answer.statusCode === 500) continue
        assert.equal(answer.statusCode, 200)
        served++
        const found = undeclared(schema, JSON.parse(answer.body))
        assert.equal(found, null, `${answer.body} has ${found}`)
      }
    }
  )
  await fc.assert(law, fixed(10))
  assert.ok(served > 0)
  await fc.assert(law, budget(150))
})
