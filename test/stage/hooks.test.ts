import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Anything, createApp } from '../security/wild.ts'

type Done = (error?: unknown, value?: unknown) => void

const twice = (done: Done, error?: unknown) => {
  done()
  done(error)
}
/** Every hook that receives a callback, with a function that calls it twice. */
const places: [name: string, role: string, hook: (...args: Anything[]) => void][] = [
  ['onRequest', 'onRequest hook', (_request, _reply, done) => twice(done)],
  ['preParsing', 'preParsing hook', (_request, _reply, _payload, done) => twice(done)],
  ['preValidation', 'preValidation hook', (_request, _reply, done) => twice(done)],
  ['preHandler', 'preHandler hook', (_request, _reply, done) => twice(done)],
  ['preSerialization', 'preSerialization hook', (_request, _reply, _payload, done) => twice(done)],
  ['onSend', 'onSend hook', (_request, _reply, _payload, done) => twice(done)],
  ['onResponse', 'onResponse hook', (_request, _reply, done) => twice(done)]
]

for (const [name, role, hook] of places) {
  test(`${name}: an anonymous hook that calls back twice is logged, and the request gets its response`, async () => {
    const { app, lines } = createApp()
    app.register(async function inner(child: Anything) {
      Object.defineProperty(hook, 'name', { value: '' })
      child.addHook(name, hook)
      child.get('/', () => ({ a: 1 }))
    })
    assert.equal((await app.inject('/')).body, '{"a":1}')
    const [line, ...others] = lines.filter(({ level }) => level === 40)
    assert.equal(line?.msg, `the ${role} 'anonymous' of 'inner' settled twice`)
    assert.equal(line.plugin, 'inner')
    assert.equal(line.err?.code, 'ESP_ERR_HOOK_SETTLED_TWICE')
    assert.match(String(line.err?.message), new RegExp(`${role} 'anonymous'.*inner`))
    assert.deepEqual(others, [])
  })
}

test('a hook that calls back again with an error is logged with its name and that error', async () => {
  const { app, lines } = createApp()
  app.addHook('preHandler', function late(_request: Anything, _reply: Anything, done: Done) {
    twice(done, new Error('too late'))
  })
  app.get('/', () => 'text')
  assert.equal((await app.inject('/')).body, 'text')
  const [line] = lines.filter(({ level }) => level === 40)
  assert.match(String(line?.msg), /^the preHandler hook 'late' of '.+' settled twice$/)
  assert.equal(line?.err?.message, 'too late')
})

test('a failing onError hook is logged with its plugin, and the next hook and the response follow', async () => {
  const { app, lines } = createApp()
  const seen: string[] = []
  app.addHook('onError', async (_request: Anything, _reply: Anything, error: Error) => {
    seen.push(error.message)
    throw new Error('the hook failed')
  })
  app.addHook('onError', async (_request: Anything, _reply: Anything, error: Error) => void seen.push(error.message))
  app.get('/', () => {
    throw new Error('the handler failed')
  })
  assert.equal((await app.inject('/')).json().message, 'the handler failed')
  assert.deepEqual(seen, ['the handler failed', 'the handler failed'])
  const line = lines.find(({ msg }) => msg === 'an onError hook failed')
  assert.deepEqual([line?.level, line?.err?.message, line?.plugin], [50, 'the hook failed', 'app'])
})

test('an onError hook cannot call reply.send, and the error handler after it can', async () => {
  const { app, lines } = createApp()
  app.addHook('onError', (_request: Anything, reply: Anything, _error: Error, done: Done) => {
    reply.send('from the hook')
    done()
  })
  app.setErrorHandler((_error: Error, _request: Anything, reply: Anything) => reply.send('from the handler'))
  app.get('/', () => {
    throw new Error('boom')
  })
  assert.equal((await app.inject('/')).body, 'from the handler')
  assert.equal(lines.find(({ msg }) => msg === 'an onError hook failed')?.err?.code, 'FST_ERR_SEND_INSIDE_ONERR')
})

test('preSerialization and onSend hooks keep the payload for undefined and replace it for null', async () => {
  for (const name of ['preSerialization', 'onSend']) {
    for (const [value, expected] of [
      [undefined, '{"a":1}'],
      [null, name === 'onSend' ? '' : 'null']
    ]) {
      for (const hook of [
        async () => value,
        (_request: Anything, _reply: Anything, _payload: unknown, done: Done) => done(null, value)
      ]) {
        const { app } = createApp()
        app.addHook(name, hook)
        app.get('/', () => ({ a: 1 }))
        assert.equal((await app.inject('/')).body, expected, `${name} ${value}`)
      }
    }
  }
})

const kinds = ['onRequest', 'preParsing', 'preValidation', 'preHandler']

for (const name of kinds) {
  for (const [what, act, expected] of [
    ['sends a response', (reply: Anything) => reply.send('early'), [200, 'early']],
    ['sends an error', (reply: Anything) => reply.code(418).send(new Error('early')), [418, undefined]],
    ['calls callNotFound', (reply: Anything) => reply.callNotFound(), [404, undefined]]
  ] as [string, (reply: Anything) => unknown, [number, string | undefined]][]) {
    test(`no later hook and no handler runs after a ${name} hook that ${what} and then calls done`, async () => {
      const { app } = createApp()
      const calls: string[] = []
      const behind = kinds.slice(kinds.indexOf(name) + 1)
      const own = Object.fromEntries(behind.map((later) => [later, async () => void calls.push(later)]))
      app.addHook(name, (...given: Anything[]) => {
        act(given[1])
        const done = given.at(-1)
        done(null, name === 'preParsing' ? given[2] : undefined)
      })
      app.post('/', own, () => {
        calls.push('handler')
        return 'late'
      })
      const { statusCode, body } = await app.inject({ method: 'POST', url: '/', payload: { a: 1 } })
      await new Promise(setImmediate)
      assert.deepEqual([statusCode, expected[1] === undefined ? undefined : body, calls], [...expected, []])
    })
  }
}
