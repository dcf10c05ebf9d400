import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseEnv } from 'node:util'
import { Type, withDefault } from 'espalier'
import fc from 'fast-check'
import { budget, fixed } from '../../../../test/fuzz/budget.ts'
import { secret, settings } from '../../src/index.ts'

test('the example of a setting describes its values and its default without secrets', () => {
  const blocks = settings({
    PORT: withDefault(Type.Integer({ minimum: 1, description: 'Where it listens.\nOne at a time.' }), 3000),
    KEY: secret(Type.String({ minLength: 32 })),
    SALT: secret(withDefault(Type.String(), 'pepper')),
    ORIGINS: withDefault(Type.Array(Type.String()), ['a', 'b'])
  }).examples()
  assert.deepEqual(blocks, {
    PORT: '# Where it listens.\n# One at a time.\n# an integer from 1\n# PORT=3000\n',
    KEY: '# a text with a length from 32 (secret, required)\nKEY=\n',
    SALT: '# a text (secret)\n# SALT=\n',
    ORIGINS: '# a list, separated by commas, of which each is a text\n# ORIGINS=a,b\n'
  })
})

test('a default shown in an example is parsed back to the same value', () => {
  let shown = 0
  const value = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.integer(),
    fc.boolean(),
    fc.array(fc.string()),
    fc.array(fc.integer()),
    fc.dictionary(fc.string(), fc.integer(), { noNullPrototype: true })
  )
  const law = fc.property(value, (drawn) => {
    const schema = schemaOf(drawn)
    const [block = ''] = Object.values(settings({ NAME: withDefault(schema, drawn) }).examples())
    const line = block.split('\n').at(-2) ?? ''
    assert.match(line, /^# NAME=/)
    const { NAME } = parseEnv(line.slice(2))
    if (NAME === undefined || NAME.trim() === '') return
    shown++
    assert.deepEqual(settings({ NAME: schema }).read({ NAME }).NAME, JSON.parse(JSON.stringify(drawn)))
  })
  fc.assert(law, fixed(60))
  assert.ok(shown > 20, `${shown} were shown`)
  fc.assert(law, budget(600))
})

function schemaOf(value: unknown) {
  if (Array.isArray(value)) return Type.Array(typeof value[0] === 'number' ? Type.Integer() : Type.String())
  if (typeof value === 'object') return Type.Record(Type.String(), Type.Integer())
  return typeof value === 'string' ? Type.String() : typeof value === 'number' ? Type.Integer() : Type.Boolean()
}
