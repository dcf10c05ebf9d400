/** `closeOn` in real processes with real signals. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Anything, createApp } from '../security/wild.ts'
import { runProgram } from './program.ts'

const hanging =
  "app.addHook('onClose', () => { say('closing'); setInterval(() => {}, 1000); return new Promise(() => {}) })"

for (const [what, closeOn] of [
  ['a string', 'SIGTERM'],
  ['true', true],
  ['null', null],
  ['a signal number', [15]],
  ['an unknown signal', ['SIGFOO']],
  ['the name of an inherited property', ['constructor']],
  ['a signal in lower case', ['sigterm']],
  ['SIGKILL', ['SIGTERM', 'SIGKILL']],
  ['SIGSTOP', ['SIGSTOP']]
] as const)
  test(`listen throws for closeOn with ${what}`, async () => {
    const { app } = createApp()
    assert.throws(() => app.listen({ closeOn }), {
      code: 'FST_ERR_LISTEN_OPTIONS_INVALID',
      message:
        /Invalid options\.closeOn: pass signals that a process can hear, such as \{ closeOn: \['SIGTERM', 'SIGINT'\] \}, not /
    })
    assert.equal(process.listenerCount('SIGTERM'), 0)
    await app.close()
  })

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  test(`${signal} closes the app after its response, and the process exits with 0`, async (t) => {
    const { child, says, said, end } = runProgram(
      t,
      `const app = espalier({ logger: true })
       let answer
       app.get('/', () => new Promise((resolve) => { say('asked'); answer = resolve }))
       app.addHook('preClose', async () => answer('answered'))
       app.addHook('onClose', async () => say('closed'))
       say('at ' + await app.listen({ port: 0, host: '127.0.0.1', closeOn: ['SIGTERM', 'SIGINT'] }) + '/ .')`
    )
    await says('/ .')
    const [, address = ''] = /^at (http\S+)\/ \.$/m.exec(said()) ?? []
    const response = fetch(address)
    await says('asked')
    child.kill(signal)
    const answered = await response
    assert.deepEqual([await answered.text(), answered.headers.get('connection')], ['answered', 'close'])
    assert.deepEqual(await end, [0, null], said())
    assert.match(said(), /closed/)
    assert.match(said(), new RegExp(`"msg":"closing, because of ${signal}"`))
  })

for (const [first, second] of [
  ['SIGTERM', 'SIGTERM'],
  ['SIGINT', 'SIGTERM']
] as const)
  test(`after ${first}, ${second} ends a process that cannot close`, async (t) => {
    const { child, says, end } = runProgram(
      t,
      `const app = espalier()
       ${hanging}
       await app.listen({ port: 0, closeOn: ['SIGTERM', 'SIGINT'] })
       say('open')`
    )
    await says('open')
    child.kill(first)
    await says('closing')
    child.kill(second)
    assert.deepEqual(await end, [null, second])
  })

test('a signal outside closeOn ends the process without closing the app', async (t) => {
  const { child, says, said, end } = runProgram(
    t,
    `const app = espalier()
     app.addHook('onClose', async () => say('closed'))
     await app.listen({ port: 0, closeOn: ['SIGINT'] })
     say('open')`
  )
  await says('open')
  child.kill('SIGTERM')
  assert.deepEqual(await end, [null, 'SIGTERM'])
  assert.doesNotMatch(said(), /closed/)
})

test('twelve apps of a process close on one signal without a warning', async (t) => {
  const { child, says, said, end } = runProgram(
    t,
    `for (let n = 0; n < 12; n++) {
       const app = espalier()
       app.addHook('onClose', async () => say('closed ' + n))
       await app.listen({ port: 0, host: '127.0.0.1', closeOn: ['SIGTERM', 'SIGTERM'] })
     }
     say('open, ' + process.listenerCount('SIGTERM'))`
  )
  await says('open, 1')
  child.kill('SIGTERM')
  assert.deepEqual(await end, [0, null], said())
  assert.equal(said().match(/^closed \d+$/gm)?.length, 12)
  assert.doesNotMatch(said(), /Warning/)
})

test('a signal during boot closes the app after boot, and it does not listen', async (t) => {
  const { child, says, said, end } = runProgram(
    t,
    `const app = espalier()
     let loaded
     app.register(async () => { say('loading'); await new Promise((resolve) => { loaded = resolve }) })
     app.addHook('onClose', async () => say('closed'))
     process.on('SIGTERM', () => loaded())
     say('listening at ' + await app.listen({ port: 0, closeOn: ['SIGTERM'] }))`
  )
  await says('loading')
  child.kill('SIGTERM')
  assert.deepEqual(await end, [0, null], said())
  assert.match(said(), /closed[\s\S]*listening at undefined|listening at undefined[\s\S]*closed/)
})

test('a failed close after a signal is logged, and the process exits with 1', async (t) => {
  const { child, says, said, end } = runProgram(
    t,
    `const app = espalier({ logger: true })
     app.addHook('onClose', async () => { throw new Error('the database is gone') })
     await app.listen({ port: 0, closeOn: ['SIGTERM'] })
     say('open')`
  )
  await says('open')
  child.kill('SIGTERM')
  assert.deepEqual(await end, [1, null], said())
  assert.match(said(), /the database is gone[\s\S]*"msg":"closing because of SIGTERM failed"/)
})

test('a signal during close() counts as the first and does not end the process', async (t) => {
  const { child, says, said, end } = runProgram(
    t,
    `const app = espalier({ logger: true })
     let close
     app.addHook('onClose', () => new Promise((resolve) => { say('closing now'); close = resolve }))
     await app.listen({ port: 0, closeOn: ['SIGTERM'] })
     process.once('SIGUSR2', () => close())
     await app.close()
     say('closed')`
  )
  await says('closing now')
  child.kill('SIGTERM')
  await says('because of SIGTERM')
  child.kill('SIGUSR2')
  assert.deepEqual(await end, [0, null], said())
  assert.match(said(), /closed\n/)
})

test('signal listeners are removed after close and after a failed listen or boot', async () => {
  const heard = () => ['SIGTERM', 'SIGINT'].map((signal) => process.listenerCount(signal))
  const closeOn = ['SIGTERM', 'SIGINT']
  const { app } = createApp()
  const listening = app.listen({ port: 0, host: '127.0.0.1', closeOn })
  assert.deepEqual(heard(), [1, 1])
  await listening
  const { app: second } = createApp()
  const { port } = app.server.address()
  await assert.rejects(second.listen({ port, host: '127.0.0.1', closeOn }), { code: 'EADDRINUSE' })
  const { app: broken } = createApp()
  broken.register(async () => {
    throw new Error('broken')
  })
  await assert.rejects(broken.listen({ port: 0, closeOn }), /broken/)
  assert.deepEqual(heard(), [1, 1])
  let whileClosing: number[] = []
  app.server.once('close', () => (whileClosing = heard()))
  await app.close()
  assert.deepEqual(
    [whileClosing, heard()],
    [
      [1, 1],
      [0, 0]
    ]
  )
  const { app: failing } = createApp()
  failing.addHook('onClose', async () => {
    throw new Error('at closing')
  })
  await failing.listen({ port: 0, host: '127.0.0.1', closeOn })
  await assert.rejects(failing.close() as Promise<Anything>, /at closing/)
  assert.deepEqual(heard(), [0, 0])
  await Promise.all([second.close(), broken.close()].map((closing) => Promise.resolve(closing).catch(() => {})))
})
