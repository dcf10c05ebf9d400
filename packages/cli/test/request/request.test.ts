import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createFolder, espalier } from '../../../../test/ahead/running.ts'
import { testRefusals } from '../refusal.ts'

const source = `import { espalier, guard, plugin } from 'espalier'

const requireUser = guard(async function requireUser({ headers }) {
  if (headers.authorization === undefined) throw Object.assign(new Error('no'), { statusCode: 401 })
  return { user: 'ada' }
})
const api = plugin({
  name: 'api',
  setup: (app) => {
    app.addHook('onRequest', function early(request, reply, done) { done() })
    app.addHook('onResponse', async function late() {})
    app.setErrorHandler(function onFault(error, request, reply) { return reply.code(error.statusCode ?? 500).send('fault') })
    const schema = { body: { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } } }
    app.post('/orders', { onRequest: requireUser, schema }, async function order({ body, user }) {
      return { ...body, user }
    })
    app.get('/broken', async function broken() { throw new Error('broken') })
  }
})

export const app = espalier()
app.register(api)
`

const folder = await createFolder()
const app = join(folder, 'app.mjs')
await writeFile(app, source)
await writeFile(join(folder, 'body.json'), '{"n":3}')
after(() => rm(folder, { recursive: true }))

testRefusals('request', [
  ['no arguments', [], 2, /^Name the application, and a request\.\n\nUsage: espalier request <application>/],
  ['no request', [app], 2, /^Name a request, such as 'GET \/books\/7'\./],
  ['a request in two words', [app, 'GET', '/a'], 2, /Put it in quotes: 'GET \/a'\./],
  ['a path without a slash', [app, 'GET users'], 2, /'GET users' is not a request\./],
  ['a missing body file', [app, 'POST /orders', '--body', '@gone.json'], 1, /gone\.json cannot be read: ENOENT\./]
])

function namesBelow(title: string, stdout: string): string[] {
  const [, rows = ''] = new RegExp(`^${title}\\n((?: {2}.*\\n?)*)`, 'm').exec(stdout) ?? []
  return rows
    .split('\n')
    .filter(Boolean)
    .map((row) => row.trim().split(/ {2,}/)[1] ?? '')
}

const [right, early] = [['--header', 'authorization: x'], ['early']]

test('request --trace prints the response and the steps that ran', async () => {
  const { code, stdout } = await espalier(['request', app, 'POST /orders', ...right, '--body', '{"n":"3"}', '--trace'])
  assert.equal(code, 0)
  assert.match(stdout, /^200\ncontent-type: application\/json; charset=utf-8\n[^{]*\n\n\{"n":3,"user":"ada"\}\n/)
  assert.deepEqual(namesBelow('ran', stdout), [
    ...[...early, 'guard requireUser', 'the parser of application/json', 'validator body', 'order', 'late']
  ])
  assert.deepEqual(namesBelow('did not run', stdout), ['the parser of text/plain', 'onFault'])
})

test('a refused request runs only the steps up to the refusal, and the error handler', async () => {
  const guarded = await espalier(['request', app, 'POST /orders', '--body', '{"n":3}', '--trace'])
  assert.match(guarded.stdout, /^401\n/)
  assert.deepEqual(namesBelow('ran', guarded.stdout), [...early, 'guard requireUser', 'onFault', 'late'])
  const wrong = await espalier(['request', app, 'POST /orders', ...right, '--body', '{}', '--trace', '--json'])
  const { status, steps } = JSON.parse(wrong.stdout)
  const ran = steps.filter((step: { ran: boolean }) => step.ran).map(({ name }: { name: string }) => name)
  assert.deepEqual(
    [status, ran],
    [400, [...early, 'requireUser', 'the parser of application/json', 'body', 'onFault', 'late']]
  )
})

test('a body may be read from a file, and a response of 500 exits with 1', async () => {
  const sent = await espalier([
    'request',
    app,
    'POST /orders',
    ...right,
    '--body',
    `@${join(folder, 'body.json')}`,
    '--json'
  ])
  assert.deepEqual([JSON.parse(sent.stdout).body, sent.code], ['{"n":3,"user":"ada"}', 0])
  const broken = await espalier(['request', app, '/broken'])
  assert.deepEqual([broken.code, /^500\n/.test(broken.stdout)], [1, true])
})

test('the trace of an unmatched path lists the hooks and the handler, and names the nearest route', async () => {
  const file = join(folder, 'missing.mjs')
  const own = source.replace(
    'app.register(api)',
    "app.register(api)\napp.addHook('onRequest', async function everywhere() {})"
  )
  await writeFile(file, own)
  const plain = await espalier(['request', file, 'GET /ordres', '--trace'])
  assert.match(plain.stdout, /^404\n/)
  assert.match(plain.stdout, /\nNo route answers GET \/ordres: .* Nearest: POST \/orders\.\n/)
  assert.deepEqual(namesBelow('ran', plain.stdout), ['everywhere', 'the framework’s 404'])
  await writeFile(
    file,
    `${own}\napp.setNotFoundHandler({ preHandler: async function count() {} }, async function lost(request, reply) { return reply.code(404).send('lost') })\n`
  )
  const handled = await espalier(['request', file, 'GET /ordres', '--trace'])
  assert.deepEqual(namesBelow('ran', handled.stdout), ['everywhere', 'count', 'lost'])
  await writeFile(file, `${own}\napp.get('/left', function left(request, reply) { reply.callNotFound() })\n`)
  const left = await espalier(['request', file, 'GET /left', '--trace', '--json'])
  const ran = JSON.parse(left.stdout).steps.filter((step: { ran: boolean }) => step.ran)
  assert.deepEqual(ran.map(({ stage, name }: { stage: string; name: string }) => [stage, name]).slice(0, 2), [
    ['onRequest', 'everywhere'],
    ['handler', 'left']
  ])
  assert.equal(ran.length, 3)
})
