/** Compares the defaults in docs/options.md with those of the app. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { within } from './environment.ts'
import { createApp } from './security/wild.ts'

const execFileAsync = promisify(execFile)

/** Options without an effect on safety. Their types document them. */
const elsewhere = new Set(['requestIdLogLabel', 'routerOptions'])

function documented(): Map<string, unknown> {
  const rows = readFileSync('docs/options.md', 'utf8').matchAll(/^\| `([\w.]+)` \| `([^`]+)` \|/gm)
  return new Map(
    [...rows].map(([, name = '', value = '']) => [
      name.replace('routerOptions.', ''),
      JSON.parse(value.replaceAll("'", '"'))
    ])
  )
}

test('docs/options.md lists every default of initialConfig with its value', async () => {
  const { app } = createApp({ logger: false })
  const defaults: Record<string, unknown> = app.initialConfig
  const rows = documented()
  for (const [name, value] of Object.entries(defaults)) {
    if (!elsewhere.has(name)) assert.deepEqual(rows.get(name), value, name)
  }
})

test('initialConfig has http2 when the option is given', () => {
  const shown = [{}, { http2: undefined }, { http2: false }, { http2: true }].map((options) => {
    const { initialConfig } = createApp(options).app
    return ['http2' in initialConfig, initialConfig.http2]
  })
  assert.deepEqual(shown, [
    [false, undefined],
    [false, undefined],
    [true, false],
    [true, true]
  ])
})

const failing = () => {
  throw new Error('the reason')
}

const hidden = 'Internal Server Error'
const shown = 'the reason'

for (const [variables, exposeErrors, expected] of [
  [{ NODE_ENV: 'production' }, undefined, hidden],
  [{ NODE_ENV: 'production' }, true, shown],
  [{ NODE_ENV: 'staging' }, undefined, hidden],
  [{ NODE_ENV: 'constructor' }, undefined, hidden],
  [{ NODE_ENV: undefined, NODE_TEST_CONTEXT: undefined }, undefined, shown],
  [{ NODE_ENV: '', NODE_TEST_CONTEXT: undefined }, undefined, shown],
  [{ NODE_ENV: undefined, NODE_TEST_CONTEXT: 'child-v8' }, undefined, shown],
  [{ NODE_ENV: undefined, NODE_TEST_CONTEXT: 'child-v8' }, false, hidden],
  [{ NODE_ENV: 'development' }, undefined, shown],
  [{ NODE_ENV: 'test' }, undefined, shown],
  [{ NODE_ENV: 'test' }, false, hidden]
] as const) {
  const asked = exposeErrors === undefined ? '' : `, exposeErrors ${exposeErrors}`
  test(`the environment and exposeErrors decide whether clients see an error: ${JSON.stringify(variables)}${asked}`, async () => {
    await within(variables, async () => {
      const { app } = createApp({ ...(exposeErrors !== undefined && { exposeErrors }) })
      app.get('/', failing)
      assert.equal((await app.inject('/')).json().message, expected)
    })
  })
}

test('an error that its response schema cannot serialize keeps its message from clients', async () => {
  const { app } = createApp({ exposeErrors: false })
  const schema = {
    response: { 500: { type: 'object', required: ['ticket'], properties: { ticket: { type: 'string' } } } }
  }
  app.get('/', { schema }, failing)
  const { statusCode, body } = await app.inject('/')
  assert.deepEqual([statusCode, body.includes(shown), body.includes('ticket')], [500, false, false])
})

/** Runs a program with only these environment variables. Returns its output. */
async function runBare(options: string, variables: NodeJS.ProcessEnv = {}): Promise<string> {
  const { NODE_ENV: _env, NODE_TEST_CONTEXT: _context, NODE_OPTIONS: _options, ...env } = process.env
  const program = `
    import { espalier, httpError } from 'espalier'
    const app = espalier(${options})
    app.get('/', () => { throw new Error('the reason') })
    app.get('/expected', () => { throw httpError(500, 'EXPECTED', 'expected') })
    await app.inject('/expected')
    for (let count = 0; count < 3; count++) console.log((await app.inject('/?' + count)).json().message)
  `
  const args = ['--input-type=module', '-e', program]
  const { stdout, stderr } = await execFileAsync(process.execPath, args, { env: { ...env, ...variables } })
  return stdout + stderr
}

for (const [variables, expected] of [
  [{}, hidden],
  [{ NODE_ENV: '' }, hidden],
  [{ NODE_ENV: 'production', NODE_TEST_CONTEXT: 'child-v8' }, hidden],
  [{ NODE_ENV: 'development' }, shown],
  [{ NODE_TEST_CONTEXT: 'child-v8' }, shown]
] as const) {
  test(`the environment of a process decides whether clients see an error: ${JSON.stringify(variables)}`, async () => {
    assert.match(await runBare('', variables), new RegExp(`^${expected}$`, 'm'))
  })
}

test('the first unexpected error that neither log nor client shows emits a process warning', async () => {
  const terminal = await runBare('')
  assert.match(terminal, /ESPWRN003\] EspalierWarning: GET \/\?0 failed.*\{ logger: true \}.* Error: the reason/)
  assert.equal(terminal.match(/the reason/g)?.length, 1)
})

for (const options of ['{ logger: true }', '{ exposeErrors: false }', '{ exposeErrors: true }']) {
  test(`with ${options} the first unexpected error emits no process warning`, async () => {
    assert.doesNotMatch(await runBare(options), /ESPWRN003/)
  })
}

test('a thrown non-error is logged, and hidden from clients without exposeErrors', async () => {
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

test('a thrown object with a statusCode is a 500 with the default body', async () => {
  const { app } = createApp({ logger: false, exposeErrors: false })
  app.get('/', () => {
    throw { statusCode: 418, hint: 'tea' }
  })
  const answer = await app.inject('/' as never)
  const body = { statusCode: 500, error: 'Internal Server Error', message: 'Internal Server Error' }
  assert.deepEqual([answer.statusCode, answer.json()], [500, body])
})

test('an option of the wrong type is refused with the accepted values and the given value', () => {
  const refused: [object, string][] = [
    [{ bodyLimit: 'much' }, "bodyLimit must be an integer, not 'much'"],
    [{ bodyLimit: 1.5 }, 'bodyLimit must be an integer, not 1.5'],
    [{ http2: 'yes' }, "http2 must be true or false, not 'yes'"],
    [{ onProtoPoisoning: 'keep' }, "onProtoPoisoning must be 'error', 'remove' or 'ignore', not 'keep'"],
    [{ exchange: 'lite' }, "exchange must be 'auto' or 'stock', not 'lite'"],
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
