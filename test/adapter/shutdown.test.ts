/** Signals with notice, drain and within, sent to real processes. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { createApp } from '../security/wild.ts'
import { runProgram } from './program.ts'

const options = "{ port: 0, host: '127.0.0.1', closeOn: ['SIGTERM', 'SIGINT']"

test('after a signal the app drains and accepts requests for the notice time, then closes', async (t) => {
  const { child, says, said, end } = runProgram(
    t,
    `const app = espalier({ logger: true })
     app.get('/', () => 'fine')
     app.addHook('preClose', async () => say('closing begins'))
     say('at ' + await app.listen(${options}, notice: 3000 }) + '/ .')
     process.on('SIGTERM', () => say('state ' + app.state))`
  )
  await says('/ .')
  const [, address = ''] = /^at (http\S+)\/ \.$/m.exec(said()) ?? []
  const ask = async () => (await fetch(address, { headers: { connection: 'close' } })).status
  // The first call of `fetch` loads its modules, which takes time.
  assert.equal(await ask(), 200)
  child.kill('SIGTERM')
  await says('state draining')
  assert.equal(await ask(), 200)
  assert.doesNotMatch(said(), /closing begins/)
  assert.deepEqual(await end, [0, null], said())
  assert.match(said(), /"msg":"closing in 3000 ms, because of SIGTERM"[\s\S]*closing begins/)
})

test('closing the app during the notice ends the notice', async (t) => {
  const { child, says, said, end } = runProgram(
    t,
    `const app = espalier()
     await app.listen(${options}, notice: 100_000 })
     process.on('SIGTERM', () => app.close().then(() => say('closed')))
     say('open')`
  )
  await says('open')
  child.kill('SIGTERM')
  assert.deepEqual(await end, [0, null], said())
  assert.match(said(), /closed/)
})

test('a signal during boot closes the app without a notice', async (t) => {
  const { child, says, said, end } = runProgram(
    t,
    `const app = espalier({ logger: true })
     let loaded
     app.register(async () => { say('loading'); await new Promise((resolve) => { loaded = resolve }) })
     process.on('SIGTERM', () => loaded())
     say('listening at ' + await app.listen(${options}, notice: 100_000 }))`
  )
  await says('loading')
  child.kill('SIGTERM')
  assert.deepEqual(await end, [0, null], said())
  assert.match(said(), /listening at undefined/)
})

for (const [what, source, state] of [
  ['an app that does not close', "app.addHook('onClose', () => new Promise(() => {}))", 'draining'],
  ['a process with a running timer', '', 'closed']
] as const)
  test(`${what} exits with 1 after the within time, and its open resources are logged`, async (t) => {
    const { child, says, said, end } = runProgram(
      t,
      `const app = espalier({ logger: true })
       ${source}
       setInterval(() => {}, 1000)
       await app.listen(${options}, within: 300 })
       say('open')`
    )
    await says('open')
    child.kill('SIGTERM')
    assert.deepEqual(await end, [1, null], said())
    const line = said()
      .split('\n')
      .find((text) => text.includes('the process goes on 300 ms after SIGTERM, and is ended'))
    const { level, state: told, resources } = JSON.parse(line ?? '{}')
    assert.deepEqual([level, told], [50, state])
    assert.ok(resources.Timeout >= 1, line)
  })

test('a process that exits by itself does not wait for the within time', async (t) => {
  const { child, says, end } = runProgram(
    t,
    `const app = espalier()
     await app.listen(${options}, within: 100_000 })
     say('open')`
  )
  await says('open')
  child.kill('SIGINT')
  assert.deepEqual(await end, [0, null])
})

/** Whether this user may start PID 1 of a new namespace. */
const first = ['--user', '--map-root-user', '--pid', '--fork', '--kill-child']
const canBeFirst = spawnSync('unshare', [...first, 'true']).status === 0
const asFirst = { skip: canBeFirst ? false : 'needs unshare' }
/** The second signal ends the process. */
const kill = (signal: string) => `process.kill(1, '${signal}')`

test('a second signal of the list ends a process that is PID 1', asFirst, async (t) => {
  for (const [signal, code] of [
    ['SIGTERM', 143],
    ['SIGINT', 130]
  ] as const) {
    const { says, said, end } = runProgram(
      t,
      `const app = espalier()
       app.addHook('onClose', () => { say('closing ' + process.pid); setInterval(() => {}, 1000); ${kill(signal)}; return new Promise(() => {}) })
       await app.listen(${options} })
       ${kill('SIGTERM')}`,
      ['unshare', ...first]
    )
    await says('closing 1')
    assert.deepEqual(await end, [code, null], said())
  }
})

test('a signal before listen() closes the app when the process is PID 1', asFirst, async (t) => {
  const { said, end } = runProgram(
    t,
    `const app = espalier()
     ${kill('SIGTERM')}
     await new Promise((resolve) => setTimeout(resolve, 100))
     app.addHook('onClose', async () => say('closed'))
     say('listening at ' + await app.listen(${options} }))`,
    ['unshare', ...first]
  )
  assert.deepEqual(await end, [0, null], said())
  assert.match(said(), /closed/)
  assert.match(said(), /listening at undefined/)
})

for (const [given, message] of [
  [{ notice: -1 }, /options\.notice: pass milliseconds, such as \{ notice: 5000 \}/],
  [{ within: 0 }, /options\.within: pass milliseconds, such as \{ within: 5000 \}/],
  [{ within: '9' }, /options\.within: pass milliseconds/],
  [{ notice: 2 ** 31 }, /options\.notice: pass milliseconds/],
  [
    { notice: 9 },
    /options\.notice: it counts from a signal, so name some: \{ notice: 9, closeOn: \['SIGTERM', 'SIGINT'\] \}/
  ],
  [{ within: 9, closeOn: [] }, /options\.within: it counts from a signal/]
] as const)
  test(`listen rejects ${JSON.stringify(given)}`, async () => {
    const { app } = createApp()
    await assert.rejects(async () => app.listen({ port: 0, ...given }), {
      code: 'FST_ERR_LISTEN_OPTIONS_INVALID',
      message
    })
    await app.close()
  })

const grace = /^ending takes/

for (const [what, made, listening, expected] of [
  [
    'default timeouts',
    {},
    { notice: 10, drain: 20 },
    'ending takes at most 120010 ms: notice 10 + the longest of drain 20, handlerTimeout 120000, closeTimeout 10000'
  ],
  [
    'a within time shorter than drain',
    { handlerTimeout: 5000 },
    { drain: 20_000, within: 15_000 },
    'ending takes at most 20000 ms: notice 0 + the longest of drain 20000, handlerTimeout 5000, closeTimeout 10000; the process ends within 15000 ms'
  ],
  [
    'handlerTimeout: 0',
    { handlerTimeout: 0 },
    { drain: 10 },
    'ending takes any time: notice 0 + the longest of drain 10, handlerTimeout none, closeTimeout 10000'
  ]
] as const)
  test(`the maximum time to close is logged with ${what}`, async () => {
    const { app, lines } = createApp(made)
    await app.listen({ port: 0, host: '127.0.0.1', closeOn: ['SIGUSR2'], ...listening })
    await app.close()
    assert.deepEqual(
      lines.filter(({ msg }) => grace.test(msg ?? '')).map(({ level, msg }) => [level, msg]),
      [[30, expected]]
    )
  })

test('an app without notice and drain does not log the time to close', async () => {
  const { app, lines } = createApp()
  await app.listen({ port: 0, host: '127.0.0.1', closeOn: ['SIGUSR2'], notice: 0, within: 50_000 })
  await app.close()
  assert.equal(lines.filter(({ msg }) => grace.test(msg ?? '')).length, 0)
})
