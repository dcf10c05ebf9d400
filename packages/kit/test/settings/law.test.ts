/** For every environment, reading gives valid values, or a sentence for each error without any value. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type, withDefault } from 'espalier'
import fc from 'fast-check'
import { budget, fixed } from '../../../../test/fuzz/budget.ts'
import { SettingsError, secret, settings } from '../../src/index.ts'

const declared = settings({
  PORT: withDefault(Type.Integer({ minimum: 1, maximum: 65_535 }), 3000),
  RATIO: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  DATABASE_URL: secret(Type.String({ format: 'uri' })),
  IS_OPEN: withDefault(Type.Boolean(), true),
  SIZES: Type.Optional(Type.Array(Type.Integer())),
  LIMITS: Type.Optional(Type.Object({ low: Type.Integer(), high: withDefault(Type.Integer(), 9) })),
  MODE: Type.Union([Type.Literal('fast'), Type.Literal(2), Type.Null()])
})
const names = Object.keys(declared.shape)

/** The prefix cannot occur in a sentence by chance. */
const marked = fc.string({ maxLength: 8 }).map((text) => `hunter2${text}`)
const text = fc.oneof(
  marked,
  fc.constantFrom(
    '',
    ' ',
    '0',
    '1',
    '-1',
    '80',
    '1e999',
    '0x10',
    '1_0',
    'NaN',
    'true',
    'TRUE',
    'null',
    'fast',
    '2',
    '{}',
    '[',
    '[1,2]',
    '[1e999]'
  ),
  fc.constantFrom(
    '1,2',
    '1,x',
    '{"low":1}',
    '{"low":"hunter2"}',
    '{"__proto__":{"low":1}}',
    'postgres://u:hunter2@db/x',
    'hunter2://'
  ),
  fc.integer().map(String),
  fc.double().map(String),
  fc.json()
)
/** Declared names, misspellings of these, and other names. */
const name = fc.oneof(
  fc.constantFrom(...names),
  fc.tuple(fc.constantFrom(...names), fc.nat(6)).map(([one, at]) => one.slice(0, at) + one.slice(at + 1)),
  fc.constantFrom('__proto__', 'constructor', 'toString', 'PATH')
)

test('an environment yields valid values, or an error per fault that contains no value', () => {
  let read = 0
  let refused = 0
  const law = fc.property(
    fc.dictionary(name, text, { noNullPrototype: false }),
    fc.boolean(),
    (drawn, isMostlyRight) => {
      const right = { DATABASE_URL: 'postgres://u:hunter2@db/x', MODE: 'fast' }
      const env = isMostlyRight ? { ...drawn, ...right } : drawn
      try {
        const { PORT, RATIO, IS_OPEN, SIZES = [], LIMITS, MODE, DATABASE_URL } = declared.read(env)
        read++
        assert.ok(Number.isInteger(PORT) && PORT >= 1 && PORT <= 65_535)
        assert.ok(RATIO === undefined || (RATIO >= 0 && RATIO <= 1))
        assert.equal(typeof IS_OPEN, 'boolean')
        assert.ok(SIZES.every(Number.isInteger))
        assert.ok(LIMITS === undefined || (Number.isInteger(LIMITS.low) && Number.isInteger(LIMITS.high)))
        assert.ok(MODE === 'fast' || MODE === 2 || MODE === null)
        assert.ok(URL.canParse(DATABASE_URL.reveal()) || DATABASE_URL.reveal().includes(':'))
      } catch (error) {
        assert.ok(error instanceof SettingsError, String(error))
        refused++
        assert.doesNotMatch(`${error.stack}${JSON.stringify(error)}`, /hunter2/)
        const faulty = error.faults.map((fault) => /^(\w+): expected .+\. \S.*[.?]$/s.exec(fault)?.[1])
        assert.ok(faulty.length > 0 && faulty.every((one) => names.includes(String(one))), error.message)
        assert.equal(new Set(faulty).size, faulty.length)
      }
    }
  )
  fc.assert(law, fixed(600))
  assert.ok(read > 50 && refused > 50, `${read} read, ${refused} refused`)
  fc.assert(law, budget(3000))
})
