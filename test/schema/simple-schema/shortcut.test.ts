/** For simple schemas, functions compiled with and without the shortcuts must return the same. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { buildSerializer } from '../../../src/schema/serializer.ts'
import { type CompileTarget, isSimple } from '../../../src/schema/simple-schema.ts'
import { buildValidator } from '../../../src/schema/validator.ts'
import { budget, fixed } from '../../fuzz/budget.ts'
import { schemas } from '../random-schema.ts'

const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<unknown>(0, 1, -1, 1.5, '1', 'a', '', 'true', true, false, null),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'x-y', 'constructor', 'other'), tie('value'), {
      maxKeys: 3,
      noNullPrototype: true
    })
  )
})).value

function outcomeOf(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`
  }
}

/** Simple schemas, with and without shared ones, each with data. */
function forSimple(
  use: CompileTarget,
  hold: (schema: unknown, shared: Record<string, unknown>, data: unknown) => void
) {
  let [held, seenInAll] = [0, 0]
  const law = fc.property(schemas, schemas, fc.array(value, { minLength: 1, maxLength: 4 }), (schema, other, list) => {
    const shared = { shared: { $id: 'shared', ...(other as object) } }
    for (const seen of [{}, shared]) {
      seenInAll++
      if (!isSimple(schema, seen, use)) continue
      held++
      for (const data of list) hold(schema, seen, data)
    }
  })
  fc.assert(law, fixed(300))
  assert.ok(held > 0.06 * seenInAll, `only ${held} of ${seenInAll} schemas were simple`)
  fc.assert(law, budget(1500))
}

test('a simple schema is validated like one that Ajv has checked', () => {
  const validated = (schema: unknown, shared: Record<string, unknown>, options: object, data: unknown) => {
    const validate = buildValidator(shared, options)({ schema, method: 'POST', url: '/', httpPart: 'body' })
    const holder = { data: structuredClone(data) }
    return outcomeOf(() => [
      validate(holder.data, { parentData: holder, parentDataProperty: 'data' }),
      holder,
      validate.errors ?? null
    ])
  }
  forSimple('validate', (schema, shared, data) =>
    assert.deepEqual(
      validated(schema, shared, {}, data),
      // `onCreate` may change the instance of Ajv.
      validated(schema, shared, { onCreate: () => {} }, data)
    )
  )
})

test('a simple schema is serialized like one compiled at once by fast-json-stringify', () => {
  const written = (schema: unknown, shared: Record<string, unknown>, options: object, data: unknown) =>
    outcomeOf(() =>
      buildSerializer(shared, options)({ schema, method: 'GET', url: '/', httpStatus: '200' })(structuredClone(data))
    )
  forSimple('serialize', (schema, shared, data) =>
    assert.equal(written(schema, shared, {}, data), written(schema, shared, { rounding: 'trunc' }, data))
  )
})
