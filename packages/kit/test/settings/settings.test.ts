import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { espalier, shared, Type, withDefault } from 'espalier'
import { Secret, SettingsError, type SettingsOf, secret, settings } from '../../src/index.ts'

const declared = settings({
  PORT: withDefault(Type.Integer({ minimum: 0, maximum: 65_535 }), 3000),
  DATABASE_URL: secret(Type.String({ format: 'uri' })),
  LEVEL: withDefault(Type.Enum(['info', 'warn']), 'info'),
  ORIGINS: Type.Optional(Type.Array(Type.String())),
  IS_OPEN: withDefault(Type.Boolean(), false)
})
const url = 'postgres://me:hunter2@db/shop'

const faultsOf = (read: () => unknown): readonly string[] => {
  try {
    read()
    return []
  } catch (error) {
    assert.ok(error instanceof SettingsError)
    return error.faults
  }
}

test('texts are parsed by their schemas, with defaults', () => {
  const env = declared.read({ DATABASE_URL: url, PORT: ' 80 ', ORIGINS: 'a, b', IS_OPEN: 'true' })
  const port: number = env.PORT
  const origins: string[] | undefined = env.ORIGINS
  const level: 'info' | 'warn' = env.LEVEL
  const opened: boolean = env.IS_OPEN
  assert.deepEqual([port, level, origins, opened], [80, 'info', ['a', 'b'], true])
  assert.equal(env.DATABASE_URL.reveal(), url)
  // @ts-expect-error: there is no such setting.
  assert.equal(env.PROT, undefined)
})

test('list items are parsed by the items schema, and numbers may have a sign or start with a point', () => {
  const lists = settings({
    MODES: Type.Array(Type.Union([Type.Literal('fast'), Type.Literal(2)])),
    RATIO: Type.Number()
  })
  assert.deepEqual(lists.read({ MODES: 'fast, 2', RATIO: '+.5' }), { MODES: ['fast', 2], RATIO: 0.5 })
  const expected = 'MODES: expected a list, separated by commas, of which each is "fast" or 2.'
  assert.deepEqual(
    faultsOf(() => lists.read({ MODES: 'fast,3', RATIO: '1' })),
    [`${expected} It has another value in the environment.`]
  )
})

test('a setting without value and default is absent, and the settings are frozen', () => {
  const env = declared.read({ DATABASE_URL: url })
  assert.deepEqual(Object.keys(env), ['PORT', 'DATABASE_URL', 'LEVEL', 'IS_OPEN'])
  assert.throws(() => Object.assign(env, { PORT: 1 }), TypeError)
})

test('all errors are in one message with the expected value and its source', () => {
  const read = () => declared.read({ PORT: '80000', DATABSE_URL: url, LEVEL: 'loud', IS_OPEN: 'yes' })
  assert.throws(read, {
    name: 'SettingsError',
    code: 'ESP_ERR_SETTINGS',
    message: `The settings are wrong.
  PORT: expected an integer from 0 to 65535. It has another value in the environment.
  DATABASE_URL: expected a text of the format 'uri'. It is missing, and 'DATABSE_URL' is there. Is that misspelt?
  LEVEL: expected one of "info", "warn". It has another value in the environment.
  IS_OPEN: expected true or false. It has another value in the environment.`
  })
})

test('an empty text is absent', () => {
  assert.equal(declared.read({ DATABASE_URL: url, PORT: '' }).PORT, 3000)
  assert.deepEqual(
    faultsOf(() => declared.read({ DATABASE_URL: ' ' })),
    ["DATABASE_URL: expected a text of the format 'uri'. It is empty in the environment."]
  )
})

test('a default of the wrong type is an error', () => {
  const wrong = settings({ PORT: { ...Type.Integer(), default: 'x' } })
  assert.deepEqual(
    faultsOf(() => wrong.read({})),
    ['PORT: expected an integer. Its default is another.']
  )
})

test('inherited names are treated as own names', () => {
  const inherited = settings({ constructor: Type.Optional(Type.String()), toString: Type.String() })
  assert.deepEqual(
    faultsOf(() => inherited.read({})),
    ['toString: expected a text. It is missing.']
  )
})

test('a secret is not in any text of it', () => {
  const { DATABASE_URL: value } = declared.read({ DATABASE_URL: url })
  assert.ok(value instanceof Secret)
  const texts = [`${value}`, JSON.stringify({ value }), inspect(value, { showHidden: true }), String([value])]
  for (const text of [...texts, inspect(structuredClone(value))]) assert.doesNotMatch(text, /hunter2/)
  assert.deepEqual(texts.slice(0, 2), ['[secret]', '{"value":"[secret]"}'])
})

test('an optional secret and one with a default are secrets', () => {
  const keys = settings({
    KEY: Type.Optional(secret(Type.String())),
    TOKEN: secret(Type.Optional(Type.String())),
    SALT: secret(withDefault(Type.String(), 'pepper'))
  })
  const env = keys.read({ KEY: 'a' })
  const token: Secret<string> | undefined = env.TOKEN
  assert.deepEqual([env.KEY?.reveal(), token, env.SALT.reveal()], ['a', undefined, 'pepper'])
  assert.equal(keys.of({ SALT: 'b' }).SALT.reveal(), 'b')
})

test('of() accepts values in place of an environment, and throws for invalid ones', () => {
  const env = declared.of({ DATABASE_URL: url, PORT: 0 })
  assert.deepEqual([env.PORT, env.LEVEL, env.DATABASE_URL.reveal()], [0, 'info', url])
  // @ts-expect-error: it has no default.
  assert.equal(faultsOf(() => declared.of({})).length, 1)
  assert.deepEqual(
    // @ts-expect-error: a port is a number, and there is no PROT.
    faultsOf(() => declared.of({ DATABASE_URL: url, PORT: '80', PROT: 1 })),
    [
      'PROT: there is no such setting.',
      'PORT: expected an integer from 0 to 65535. The value that of() got is another.'
    ]
  )
})

const databaseSettings = settings({ DATABASE_URL: secret(Type.String({ format: 'uri' })) })
const database = shared({
  name: 'database',
  setup: (app, { DATABASE_URL }: SettingsOf<typeof databaseSettings>) =>
    app.decorate('host', new URL(DATABASE_URL.reveal()).host)
})

test('a plugin declares its settings, and an app without them does not compile', async (t) => {
  const ofApp = settings({ ...databaseSettings.shape, PORT: withDefault(Type.Integer(), 3000) })
  const lines: string[] = []
  const logger = { stream: { write: (line: string) => void lines.push(line) } }
  const env = ofApp.read({ DATABASE_URL: url })
  const app = espalier({ logger }).register(database, env)
  t.after(() => app.close())
  assert.equal((await app).host, 'db')
  app.log.info({ env, url: env.DATABASE_URL }, `connects to ${env.DATABASE_URL}`)
  assert.match(lines.join(''), /"DATABASE_URL":"\[secret\]"/)
  assert.doesNotMatch(`${lines}${JSON.stringify(app.explain())}`, /hunter2/)

  const without = settings({ PORT: withDefault(Type.Integer(), 3000) })
  // @ts-expect-error: the plugin needs DATABASE_URL.
  const incomplete = () => espalier().register(database, without.read({}))
  assert.equal(typeof incomplete, 'function')
})
