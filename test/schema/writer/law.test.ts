import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import fc from 'fast-check'
import * as runtime from '../../../src/ahead/runtime.ts'
import { buildSerializer, type Serialize, serializerSource } from '../../../src/schema/serializer.ts'
import { budget, fixed } from '../../fuzz/budget.ts'
import { schemas } from '../random-schema.ts'
import { type Described, described, type Schema } from './described.ts'
import { likely } from './likely.ts'

const where = { method: 'GET', url: '/', httpStatus: '200' }
const atBoot = (schema: unknown) => buildSerializer()({ schema, ...where })

/** Compiles like `espalier compile`, and evaluates the source. */
function ahead(schema: unknown): Serialize {
  const module: { exports?: unknown } = {}
  const names = Object.keys(runtime)
  const source = serializerSource(schema, {}, {})
  new Function('module', ...names, source)(module, ...Object.values(runtime))
  return module.exports as Serialize
}

test('a value is serialized as JSON without undeclared members, at boot and compiled ahead', () => {
  fc.assert(
    fc.property(described, ({ schema, value, sent }: Described) => {
      const expected = JSON.stringify(sent)
      assert.equal(atBoot(schema)(value), expected)
      assert.equal(ahead(schema)(value), expected)
    }),
    budget(1000)
  )
})

test('a value is serialized equally if its parts are references', () => {
  fc.assert(
    fc.property(fc.array(described, { minLength: 1, maxLength: 3 }), (parts) => {
      const entries = parts.map((part, at) => [`part${at}`, part] as const)
      const toPart = (name: string) => ({
        anyOf: [{ $ref: `#/definitions/${name}` }, { type: 'boolean', enum: [true] }]
      })
      const schema = {
        type: 'object',
        properties: Object.fromEntries(entries.map(([name]) => [name, toPart(name)])),
        definitions: Object.fromEntries(entries.map(([name, part]) => [name, part.schema]))
      }
      const of = (key: 'value' | 'sent') => Object.fromEntries(entries.map(([name, part]) => [name, part[key]]))
      assert.equal(atBoot(schema)(of('value')), JSON.stringify(of('sent')))
    }),
    budget(300)
  )
})

function isWithoutMembers(part: unknown, whole: unknown): boolean {
  if (Array.isArray(part) && Array.isArray(whole))
    return part.length === whole.length && part.every((item, at) => isWithoutMembers(item, whole[at]))
  if (typeof part !== 'object' || part === null || typeof whole !== 'object' || whole === null) return part === whole
  if (Array.isArray(part) || Array.isArray(whole)) return false
  const members = whole as Record<string, unknown>
  return Object.entries(part).every(
    ([name, one]) => Object.hasOwn(members, name) && isWithoutMembers(one, members[name])
  )
}

const withoutDefaults = (schema: Schema): Schema =>
  JSON.parse(JSON.stringify(schema), (key, value) => (key === 'default' ? undefined : value))

function compiled<Function>(compile: () => Function): Function | undefined {
  try {
    return compile()
  } catch {
    return undefined
  }
}

/** Returns `false` for a schema that refers to itself without end, such as `{ $ref: '' }`. */
function matchesAny(validate: (value: unknown) => unknown, value: unknown): boolean {
  try {
    return validate(value) === true
  } catch (error) {
    assert.ok(error instanceof RangeError)
    return false
  }
}

test('a value that matches a random schema is sent unchanged except for omitted members', () => {
  const ajv = formats.default(new Ajv({ strict: false, logger: false, validateFormats: true }))
  let sent = 0
  const law = fc.property(
    schemas as fc.Arbitrary<Schema>,
    fc.array(fc.oneof(likely, likely, fc.jsonValue({ maxDepth: 3 })), { minLength: 5, maxLength: 9 }),
    (given, data) => {
      const schema = withoutDefaults(given)
      const checks = compiled(() => ajv.compile({ ...schema }))
      const serialize = compiled(() => atBoot(schema))
      if (checks === undefined || serialize === undefined) return
      for (const value of data) {
        if (!matchesAny(checks, value)) continue
        sent++
        const text = serialize(value)
        assert.ok(isWithoutMembers(JSON.parse(text), value), `${JSON.stringify(value)} became ${text}`)
      }
    }
  )
  fc.assert(law, fixed(300))
  assert.ok(sent > 100)
  fc.assert(law, budget(2000))
})
