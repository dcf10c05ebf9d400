/** docs/options.md against the app: a default that changes must change there too. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createApp } from './wild.ts'

/** Of no weight for safety: the types document them. */
const elsewhere = new Set(['requestIdLogLabel', 'routerOptions'])

/** The defaults that the document gives as a value, by option. */
function documented(): Map<string, unknown> {
  const rows = readFileSync('docs/options.md', 'utf8').matchAll(/^\| `([\w.]+)` \| `([^`]+)` \|/gm)
  return new Map(
    [...rows].map(([, name = '', value = '']) => [
      name.replace('routerOptions.', ''),
      JSON.parse(value.replaceAll("'", '"'))
    ])
  )
}

test('the document of the options gives every default that is in force, and no other', async () => {
  const { app } = createApp({ logger: false })
  const defaults: Record<string, unknown> = app.initialConfig
  const rows = documented()
  for (const [name, value] of Object.entries(defaults)) {
    if (!elsewhere.has(name)) assert.deepEqual(rows.get(name), value, name)
  }
})

test('what the document says of production holds: errors show their text only where they may', async () => {
  const before = process.env.NODE_ENV
  for (const [env, exposeErrors, expected] of [
    ['production', undefined, 'Internal Server Error'],
    ['production', true, 'the reason'],
    ['test', undefined, 'the reason'],
    ['test', false, 'Internal Server Error']
  ] as const) {
    process.env.NODE_ENV = env
    const { app } = createApp({ logger: false, ...(exposeErrors !== undefined && { exposeErrors }) })
    app.get('/', () => {
      throw new Error('the reason')
    })
    assert.equal((await app.inject('/' as never)).json().message, expected)
  }
  if (before === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = before
})

test('what was thrown and is no error stays in the log where errors keep their text', async () => {
  for (const secret of ['secret', { password: 'secret' }, null, undefined, ['secret'], 1234]) {
    const { app, lines } = createApp({ exposeErrors: false })
    app.get('/thrown', () => {
      throw secret
    })
    app.get('/rejected', async () => Promise.reject(secret))
    for (const url of ['/thrown', '/rejected']) {
      const answer = await app.inject(url as never)
      assert.deepEqual(answer.json(), {
        statusCode: 500,
        error: 'Internal Server Error',
        message: 'Internal Server Error'
      })
    }
    assert.equal(lines.filter(({ level }) => level === 50).length, 2)
  }
})

test('a value with a status of its own is meant for the client', async () => {
  const { app } = createApp({ logger: false, exposeErrors: false })
  app.get('/', () => {
    throw { statusCode: 418, hint: 'tea' }
  })
  const answer = await app.inject('/' as never)
  assert.deepEqual([answer.statusCode, answer.json()], [418, { statusCode: 418, hint: 'tea' }])
})

test('an option of the wrong kind is refused with what it takes and what it was given', () => {
  const refused: [object, string][] = [
    [{ bodyLimit: 'much' }, "bodyLimit must be an integer, not 'much'"],
    [{ bodyLimit: 1.5 }, 'bodyLimit must be an integer, not 1.5'],
    [{ http2: 'yes' }, "http2 must be true or false, not 'yes'"],
    [{ onProtoPoisoning: 'keep' }, "onProtoPoisoning must be 'error', 'remove' or 'ignore', not 'keep'"],
    [{ exchange: 'lite' }, "exchange must be 'auto', 'light' or 'stock', not 'lite'"],
    [{ requestIdHeader: 1 }, 'requestIdHeader must be a string, true or false, not 1'],
    [{ disableRequestLogging: {} }, 'disableRequestLogging must be true, false or a function, not {}'],
    [{ routerOptions: { caseSensitive: 1 } }, 'caseSensitive must be true or false, not 1']
  ]
  for (const [options, reason] of refused) {
    assert.throws(() => createApp({ logger: false, ...options }), {
      code: 'FST_ERR_INIT_OPTS_INVALID',
      message: `Invalid initialization options: '${reason}'`
    })
  }
  assert.throws(() => createApp({ logger: false, bodyLimit: 0 }), { code: 'FST_ERR_ROUTE_BODY_LIMIT_OPTION_NOT_INT' })
})
