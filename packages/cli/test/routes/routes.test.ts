import assert from 'node:assert/strict'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createFolder, espalier } from '../../../../test/ahead/running.ts'
import { testRefusals } from '../refusal.ts'

const source = (guard: string) => `import { espalier, guard, plugin } from 'espalier'

const requireUser = guard(async function requireUser() { return { user: 'ada' } })
const orders = plugin({
  name: 'orders',
  setup: (app) => {
    app.addHook('onRequest', ${guard})
    app.get('/:id', { schema: { params: { id: { type: 'integer' } } } }, () => 'order')
    app.post('/', () => 'made')
  }
})

export const app = espalier()
app.get('/health', () => 'ok')
app.get('/\\u001b[2J', () => 'hostile')
app.register(orders, { prefix: '/orders' })
`

const folder = await createFolder()
const path = (name: string) => join(folder, name)
await writeFile(path('app.mjs'), source('requireUser'))
await mkdir(path('later'))
await writeFile(path('later/app.mjs'), source('async function count() {}'))
await writeFile(path('none.json'), '{}')
await writeFile(path('allowed.txt'), '# what everybody may see\nGET /health # probes\n\nGET /\u001b[2J\n')
after(() => rm(folder, { recursive: true }))

testRefusals('routes', [
  ['no arguments', [], 2, /^Name the application\.\n\nUsage: espalier routes <application>/],
  ['two applications', [path('app.mjs'), path('later/app.mjs')], 2, /app\.mjs' is one too many/],
  ['--allow without --unguarded', [path('app.mjs'), '--allow', 'GET /'], 2, /^--allow goes with --unguarded\./],
  ['two outputs', [path('app.mjs'), '--unguarded', '--diff', path('none.json')], 2, /--unguarded or --diff, not both/],
  [
    'a file without routes',
    [path('app.mjs'), '--diff', path('none.json')],
    1,
    /none\.json has no routes\. Write one with/
  ],
  ['a missing file', [path('app.mjs'), '--diff', path('gone.json')], 1, /gone\.json cannot be read: ENOENT\./],
  [
    'an unknown route',
    [path('app.mjs'), '--unguarded', '--allow', 'GET /healt'],
    1,
    /has no route 'GET \/healt'\. Did you mean 'GET \/health'\?/
  ]
])

const cells = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim().replaceAll(/ {2,}/g, ' | ').replaceAll(`${folder}/`, ''))
    .filter(Boolean)

test('routes prints a row for each route and escapes control characters', async () => {
  const { code, stdout, stderr } = await espalier(['routes', path('app.mjs')])
  assert.deepEqual([code, stderr], [0, ''])
  assert.deepEqual(cells(stdout), [
    'method | path | context | guards | schemas | declared at',
    'GET | /health | app | - | - | app.mjs:14',
    'GET | /\\u001b[2J | app | - | - | app.mjs:15',
    'GET | /orders/:id | orders | requireUser | params | app.mjs:8',
    'POST | /orders | orders | requireUser | - | app.mjs:9'
  ])
})

test('routes are filtered by path, method, context and guard', async () => {
  const namesBy = async (...flags: string[]) => {
    const { stdout } = await espalier(['routes', path('app.mjs'), ...flags, '--json'])
    return JSON.parse(stdout).routes.map(({ name }: { name: string }) => name)
  }
  assert.deepEqual(await namesBy('--path', '/orders', '--method', 'post'), ['POST /orders'])
  assert.deepEqual(await namesBy('--context', 'orders', '--guard', 'requireUser'), ['GET /orders/:id', 'POST /orders'])
  const none = await espalier(['routes', path('app.mjs'), '--unguarded', '--path', '/ordres', '--method', 'GET'])
  assert.deepEqual([none.code, none.stdout, none.stderr], [1, '', 'No route has --path /ordres and --method GET.\n'])
})

test('unguarded routes exit with 1 unless they are allowed', async () => {
  const found = await espalier(['routes', path('later/app.mjs'), '--unguarded', '--allow-from', path('allowed.txt')])
  assert.equal(found.code, 1)
  assert.match(
    found.stdout,
    /^behind no guard\n {2}GET +\/orders\/:id .*\n {2}POST +\/orders .*\n\nallowed to be open\n/
  )
  const counted = await espalier([
    'routes',
    path('later/app.mjs'),
    '--unguarded',
    '--counts-as',
    'count',
    '--allow-from',
    path('allowed.txt')
  ])
  assert.equal(counted.code, 0)
  assert.match(
    counted.stdout,
    /^Every other route is behind a guard\.\n\nhooks that count as guards\n {2}count {2}2 routes\n/
  )
})

test('a guard removed from routes is reported with them, as text and as JSON', async () => {
  const { stdout } = await espalier(['routes', path('app.mjs'), '--json'])
  await writeFile(path('routes.json'), stdout)
  const same = await espalier(['routes', path('app.mjs'), '--diff', path('routes.json')])
  assert.deepEqual([same.code, same.stdout], [0, 'No route differs.\n'])
  const text = await espalier(['routes', path('later/app.mjs'), '--diff', path('routes.json')])
  assert.equal(text.code, 1)
  assert.deepEqual(cells(text.stdout), [
    'what runs for routes of both',
    'onRequest | guard requireUser | removes it from 2 routes: GET /orders/:id, POST /orders',
    'onRequest | count | adds it to 2 routes: GET /orders/:id, POST /orders'
  ])
  const json = await espalier(['routes', path('later/app.mjs'), '--diff', path('routes.json'), '--json'])
  assert.deepEqual(
    JSON.parse(json.stdout).changes.map(({ does, name }: { does: string; name: string }) => [does, name]),
    [
      ['removes', 'requireUser'],
      ['adds', 'count']
    ]
  )
})
