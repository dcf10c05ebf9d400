// Examples in doc comments of the core: one with a check is run. Their scope is the exports of all entry points, and `app`, a fresh app with its
// defaults that is closed afterwards. Each public function, method and option has one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { espalier } from 'espalier'
import { declarationsIn, isChecked, runExample } from './doc-example.ts'
import { declarationsOfCore, entriesOfCore, publicItems } from './public-item.ts'

/** Items without an example that runs, and the reason. */
const exempt: Readonly<Record<string, string>> = {
  'AppMembers.routing': 'a server of its own calls it',
  'CallOptions.maxEventLength': 'a server must send a long event',
  'Channel.close': 'the socket needs @fastify/websocket',
  'Channel.send': 'the socket needs @fastify/websocket',
  'EndpointOptions.schema': 'the compiler refuses a schema there',
  'ListenOptions.closeOn': 'the process gets a signal and ends',
  'ListenOptions.drain': 'connections must be idle while the app closes',
  'ListenOptions.ipv6Only': 'a machine may lack IPv6',
  'ListenOptions.notice': 'the process gets a signal and ends',
  'ListenOptions.reusePort': 'Node 20 lacks it',
  'ListenOptions.within': 'the process gets a signal and ends',
  'Messages.receive': 'the socket needs @fastify/websocket',
  'Messages.send': 'the socket needs @fastify/websocket',
  'RouteOptions.wsHandler': 'the socket needs @fastify/websocket',
  'ServerOptions.clientErrorHandler': 'a client must send bytes that are not HTTP',
  'ServerOptions.compiled': 'a command writes the module',
  openChannel: 'the socket needs @fastify/websocket',
  readEvents: 'only modules that a command writes call it'
}

const exported: Record<string, unknown> = {}
// The main entry comes last: `fastify` of espalier/fastify-types is another.
for (const entry of entriesOfCore().toReversed()) Object.assign(exported, await import(entry))
const declarations = declarationsOfCore()
const run = declarations.flatMap(({ examples }) => examples).filter(isChecked)

for (const example of run) {
  test(`${example.path}:${example.line} ${example.code.split('\n')[0]}`, async () => {
    const app = espalier()
    try {
      await runExample(example, { ...exported, app })
    } finally {
      await app.close()
    }
  })
}

test('each public function, method and option of the core has a checked example', () => {
  const functions = Object.keys(exported).filter(
    (name) => typeof exported[name] === 'function' && /^(?!default)\w+$/.test(name)
  )
  const missing = publicItems(declarations, functions).filter(({ examples }) => examples.length === 0)
  assert.deepEqual(missing.map(({ name }) => name).sort(), Object.keys(exempt).sort())
})

test('an example has at most 8 lines', () => {
  const long = run.filter(({ code }) => code.split('\n').length > 8)
  assert.deepEqual(
    long.map(({ path, line }) => `${path}:${line}`),
    []
  )
})

test('a failing example is reported with its file and the line of the check', async () => {
  const faults = ['1 + 1 // 3', '1 // throws RangeError', 'const { a } = { a: 1 } // 2', 'await Promise.reject(1) // 1']
  for (const code of faults)
    await assert.rejects(runExample({ path: 'types/a.ts', line: 7, code: `let b\n${code}` }, {}), /types\/a\.ts:8/)
  await assert.rejects(
    runExample({ path: 'types/a.ts', line: 7, code: 'absent()\n1 // 1' }, {}),
    /types\/a\.ts:7 .*absent/
  )
})

test('an option without an example that uses it is found', () => {
  const [options] = declarationsIn('test/repository/doc-example.ts').filter(({ name }) => name === 'Example')
  assert.ok(options)
  const owner = {
    ...options,
    path: 'types/a.ts',
    name: 'AOptions',
    examples: [{ path: 'types/a.ts', line: 1, code: 'a // 1' }]
  }
  const member = (name: string) => ({ ...owner, name, owner: 'AOptions', examples: [] })
  const items = publicItems([owner, member('a'), member('b')], [])
  assert.deepEqual(
    items.map(({ name, examples }) => [name, examples.length]),
    [
      ['AOptions.a', 1],
      ['AOptions.b', 0]
    ]
  )
})
