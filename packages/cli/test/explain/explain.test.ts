import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createFolder, espalier } from '../../../../test/ahead/running.ts'
import { testRefusals } from '../refusal.ts'

const app = `import { espalier, guard, plugin, shared } from 'espalier'

const requireUser = guard(async function requireUser() { return { user: 'ada' } })

const admin = plugin({
  name: 'admin',
  setup: (app) => {
    app.addHook('onSend', async function audit() {})
    app.get('/admin/log', () => [])
  }
})

const api = plugin({
  name: 'api',
  setup: (app) => {
    app.decorate('clock', 1)
    app.get('/users/:id', { onRequest: requireUser, schema: { params: { id: { type: 'integer' } } } }, () => 'ada')
    app.post('/users', () => 'made')
  }
})

export const app = espalier()
app.register(admin)
app.register(api, { prefix: '/v1' })
`

const folder = await createFolder()
await writeFile(join(folder, 'app.mjs'), app)
await writeFile(join(folder, 'none.mjs'), 'export const other = 1\n')
await writeFile(
  join(folder, 'foreign.mjs'),
  'export const app = { ready: async () => {}, close: async () => {}, route() {} }\n'
)
await writeFile(join(folder, 'failing.mjs'), `${app}app.register(async () => { throw new Error('no database') })\n`)
const path = (name: string) => join(folder, name)
after(() => rm(folder, { recursive: true }))

testRefusals('explain', [
  ['no arguments', [], 2, /^Name the application, and a request\.\n\nUsage: espalier explain <application>/],
  ['no request', [path('app.mjs')], 2, /^Name a request, such as 'GET \/books\/7'\./],
  ['a request in two words', [path('app.mjs'), 'GET', '/a'], 2, /Put it in quotes: 'GET \/a'\./],
  [
    'a path without a slash',
    [path('app.mjs'), 'GET users'],
    2,
    /'GET users' is not a request\. Write a method and a path/
  ],
  [
    'a field without a colon',
    [path('app.mjs'), '/', '--header', 'host'],
    2,
    /'host' is not a field\. Write '<name>: <value>'/
  ],
  [
    '--why and --why-not',
    [path('app.mjs'), '/', '--why', 'a', '--why-not', 'b'],
    2,
    /^Use --why or --why-not, not both\./
  ],
  ['a missing file', [path('missing.mjs'), '/'], 1, /missing\.mjs does not exist\.\n$/],
  ['a module without an app', [path('none.mjs'), '/'], 1, /none\.mjs exports no app/],
  [
    'an app of another framework',
    [path('foreign.mjs'), '/'],
    1,
    /is not one of espalier, or of an earlier version\.\n$/
  ],
  [
    'an unknown name',
    [path('app.mjs'), '/v1/users/7', '--why', 'requireUsr'],
    1,
    /declares nothing by the name 'requireUsr'\. Did you mean 'requireUser'\?/
  ]
])

test('explain of an app that fails to start exits with 1 and prints the error', async () => {
  const run = await espalier(['explain', path('failing.mjs'), '/'])
  assert.match(
    run.stderr,
    /failing\.mjs does not start: a plugin without a name stops it at .*failing\.mjs:25\.\n\nError: no database\n +at /
  )
  assert.equal(run.code, 1)
})

test('explain prints the route, the contexts, the steps in order with their lines, and the absent declarations', async () => {
  const { code, stdout, stderr } = await espalier(['explain', path('app.mjs'), 'GET /v1/users/7'])
  assert.deepEqual([code, stderr], [0, ''])
  const lines = stdout.split('\n').map((line) => line.trim().replaceAll(/ {2,}/g, ' | ').replaceAll(folder, ''))
  assert.deepEqual(lines.filter(Boolean), [
    ...['GET /v1/users/7', 'GET /v1/users/:id | /app.mjs:17', 'id = 7'],
    ...['contexts', 'app', 'api | /v1 | /app.mjs:24 | app.clock'],
    'runs',
    'onRequest | guard requireUser | api | /app.mjs:3 | adds user',
    'validate | validator params | api | /app.mjs:17',
    'handler | handler at app.mjs:17 | api | /app.mjs:17',
    'where something throws',
    'error handler | the framework’s error handler | app | something throws',
    'bounds',
    'connectionTimeout | none | of Node’s server | (the connection is silent)',
    'maxHeaderSize | 16,384 bytes | of Node’s server | answers 431 (over HTTP/1)',
    'headersTimeout | 60 s | of Node’s server | answers 408 (over HTTP/1)',
    'requestTimeout | 300 s | of Node’s server | answers 408 (over HTTP/1)',
    'maxParamLength | 100 characters | of the app | answers 414',
    'handlerTimeout | 120 s | of the app | answers 503 (until the answer begins)',
    'read on the fast path, without Node’s objects',
    'does not concern it',
    "plugin admin | app | /app.mjs:23 | Make it shared, so that all that it declares counts in 'app'. It would reach POST /v1/users as well.",
    "hook audit | admin | /app.mjs:8 | Declare it in 'app', or make the plugins from 'admin' up to there shared. It would reach POST /v1/users as well."
  ])
})

test('explain --why prints why a name applies, or exits with 1 and prints why it does not', async () => {
  const runs = await espalier(['explain', path('app.mjs'), '/v1/users/7', '--why', 'requireUser'])
  assert.match(runs.stdout, /^GET \/v1\/users\/7 runs\n {2}onRequest +guard requireUser/)
  const sees = await espalier(['explain', path('app.mjs'), '/v1/users/7', '--why', 'clock'])
  assert.match(sees.stdout, /^GET \/v1\/users\/7 sees 'clock' of\n {2}api/)
  const lacks = await espalier(['explain', path('app.mjs'), '/v1/users/7', '--why', 'audit'])
  assert.match(lacks.stdout, /^'audit' \(app\.mjs:8\) is declared in the context 'admin', beside 'api'\./)
  assert.deepEqual([runs.code, sees.code, lacks.code], [0, 0, 1])
})

test('explain --why-not expects the opposite and accepts plugin names', async () => {
  const ask = (name: string) => espalier(['explain', path('app.mjs'), '/v1/users/7', '--why-not', name])
  const other = await espalier(['explain', path('app.mjs'), 'POST /v1/users', '--why-not', 'requireUser'])
  assert.deepEqual(
    [other.code, other.stdout],
    [0, "'requireUser' is an option of other routes: GET /v1/users/:id. Add it to the options of this one.\n"]
  )
  const [guard, hook, plugin, around] = await Promise.all(['requireUser', 'audit', 'admin', 'api'].map(ask))
  assert.deepEqual(
    [guard, hook, plugin, around].map((run) => run?.code),
    [1, 0, 0, 1]
  )
  assert.equal(
    plugin?.stdout,
    "The plugin 'admin' (app.mjs:23) has a context of its own, beside 'api'. Make it shared, so that all that it declares counts in 'app'. It would reach POST /v1/users as well.\n"
  )
  assert.match(around?.stdout ?? '', /^GET \/v1\/users\/7 is in the context\n {2}api +\/v1 /)
})

test('explain of an unmatched path exits with 1 and names the nearest route, and --json lists the handler', async () => {
  const asked = await espalier(['explain', path('app.mjs'), 'GET /v1/usres/7'])
  assert.match(asked.stdout, /^GET \/v1\/usres\/7\n {2}no route: /)
  assert.deepEqual(
    [asked.code, asked.stderr],
    [
      1,
      'No route answers GET /v1/usres/7: no path and method match, so the not-found handler does. Nearest: GET /v1/users/:id.\n'
    ]
  )
  const { code, stdout, stderr } = await espalier(['explain', path('app.mjs'), 'PUT /nowhere', '--json'])
  assert.match(stderr, /^No route answers PUT \/nowhere: [^.]*\.\n$/)
  const { found, route, steps } = JSON.parse(stdout)
  assert.deepEqual([code, found, route], [1, 'nothing', null])
  assert.deepEqual(
    steps.map(({ stage }: { stage: string }) => stage),
    ['parse', 'parse', 'handler', 'error handler']
  )
})
