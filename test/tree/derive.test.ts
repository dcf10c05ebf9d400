import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guard as typedGuard } from '../../src/index.ts'
import { type Anything, createApp } from '../security/wild.ts'

const guard = typedGuard as Anything
const stages = ['onRequest', 'preParsing', 'preValidation', 'preHandler']

async function failsWith(app: Anything, lines: Anything[], code: string, words: RegExp): Promise<void> {
  const { statusCode } = await app.inject('/')
  assert.equal(statusCode, 500)
  const line = lines.find(({ err }: Anything) => err?.code === code)
  assert.ok(line, `no line has ${code}`)
  assert.match(line.err.message, words)
}

for (const returned of [undefined, null, 1, 'a text', [1], () => ({})]) {
  test(`a derive function that returns ${String(returned)} is a 500`, async () => {
    for (const derive of [() => returned, async () => returned]) {
      const { app, lines } = createApp()
      app.derive('onRequest', derive).get('/', () => 'reached')
      await failsWith(app, lines, 'ESP_ERR_DERIVED_INVALID', /^derive\('onRequest'\) must return an object/)
    }
  })
}

test('a derive function that returns an unsent reply is a 500', async () => {
  const { app, lines } = createApp()
  app.derive('onRequest', (_request: Anything, reply: Anything) => reply.code(401)).get('/', () => 'reached')
  await failsWith(app, lines, 'ESP_ERR_DERIVED_INVALID', /must return an object of members/)
})

for (const name of ['body', 'params', 'server', 'constructor', '__proto__', 'raw', 'getDecorator', 'toString']) {
  test(`a derived member named '${name}' is a 500, as every request has it`, async () => {
    const { app, lines } = createApp()
    app.derive('onRequest', () => Object.fromEntries([[name, { wins: true }]])).get('/', () => 'reached')
    await failsWith(app, lines, 'ESP_ERR_DERIVED_NAME_TAKEN', new RegExp(`returned the member '${name}'`))
    const guarded = createApp()
    const onRequest = guard(() => Object.fromEntries([[name, { wins: true }]]))
    guarded.app.get('/', { onRequest }, () => 'reached')
    await failsWith(guarded.app, guarded.lines, 'ESP_ERR_DERIVED_NAME_TAKEN', /^A guard returned/)
  })
}

test('a derived member with the name of a decorator or of another derived member is a 500', async () => {
  const declare: Record<string, (app: Anything) => void> = {
    decorator: (app) => app.decorateRequest('user', null).derive('onRequest', () => ({ user: 1 })),
    method: (app) => app.decorateRequest('user', () => 1).derive('onRequest', () => ({ user: 1 })),
    twice: (app) => app.derive('onRequest', () => ({ user: 1 })).derive('onRequest', () => ({ user: 2 })),
    later: (app) => app.derive('preHandler', () => ({ user: 1 })).derive('onRequest', async () => ({ user: 2 })),
    'in a branch': (app) => app.derive('onRequest', (request: Anything) => ({ a: 1, ...(request.id && { body: 1 }) }))
  }
  for (const [, add] of Object.entries(declare)) {
    const { app, lines } = createApp()
    add(app)
    app.get('/', () => 'reached')
    await failsWith(app, lines, 'ESP_ERR_DERIVED_NAME_TAKEN', /which the request already has/)
    assert.equal((await app.inject('/')).statusCode, 500)
  }
})

test('derive throws for an unknown stage and for a value that is not a function', () => {
  const { app } = createApp()
  for (const stage of ['onSend', 'onResponse', 'preSerialization', 'onrequest', undefined, 1])
    assert.throws(() => app.derive(stage, () => ({})), {
      code: 'ESP_ERR_ARGUMENT_INVALID',
      message: /one of onRequest, preParsing, preValidation, preHandler/
    })
  for (const derive of [undefined, null, {}, 'user'])
    assert.throws(() => app.derive('onRequest', derive), { code: 'ESP_ERR_ARGUMENT_INVALID' })
  assert.throws(() => guard({}), { code: 'ESP_ERR_ARGUMENT_INVALID' })
})

for (const stage of stages) {
  test(`${stage}: derived members exist from then on, in this context and below`, async () => {
    const { app } = createApp()
    const seen: unknown[] = []
    const look = (name: string) => async (request: Anything) => void seen.push([name, request.org, request.role])
    app.addHook(stage, look('before'))
    app.register(async (child: Anything) => {
      child.derive(stage, async () => ({ org: 'acme', role: 'admin' }))
      child.addHook(stage, look('behind'))
      child.register(async (below: Anything) => below.post('/below', ({ org, role }: Anything) => ({ org, role })))
    })
    app.post('/beside', (request: Anything) => ({ has: 'org' in request }))
    const payload = { a: 1 }
    assert.deepEqual((await app.inject({ method: 'POST', url: '/below', payload })).json(), {
      org: 'acme',
      role: 'admin'
    })
    assert.deepEqual(seen, [
      ['before', undefined, undefined],
      ['behind', 'acme', 'admin']
    ])
    assert.deepEqual((await app.inject({ method: 'POST', url: '/beside', payload })).json(), { has: false })
  })

  test(`${stage}: a sent reply ends the request`, async () => {
    for (const isAsync of [false, true]) {
      const { app } = createApp()
      const refuse = (_request: Anything, reply: Anything) => reply.code(401).send({ refused: true })
      app.derive(stage, isAsync ? async (request: Anything, reply: Anything) => refuse(request, reply) : refuse)
      app.addHook(stage, async () => assert.fail('a later hook ran'))
      app.post('/', () => assert.fail('the handler ran'))
      const { statusCode, body } = await app.inject({ method: 'POST', url: '/', payload: { a: 1 } })
      assert.deepEqual([statusCode, body], [401, '{"refused":true}'])
    }
  })

  test(`${stage}: an error of a derive function is the error of the request`, async () => {
    for (const isAsync of [false, true]) {
      const { app } = createApp()
      const fail = () => {
        throw Object.assign(new Error('no'), { statusCode: 403 })
      }
      app.derive(stage, isAsync ? async () => fail() : fail).post('/', () => assert.fail('the handler ran'))
      assert.equal((await app.inject({ method: 'POST', url: '/', payload: { a: 1 } })).statusCode, 403)
    }
  })

  test(`${stage}: a guard adds members in its route only, and can refine decorators`, async () => {
    const { app } = createApp()
    app.decorateRequest('user', null)
    const requireUser = guard(async ({ headers }: Anything, reply: Anything) =>
      headers.authorization ? { user: headers.authorization, since: 1 } : reply.code(401).send()
    )
    app.post('/in', { [stage]: [requireUser] }, ({ user, since }: Anything) => ({ user, since }))
    app.post('/out', ({ user, since }: Anything) => ({ user, since: since ?? 'never' }))
    const ask = (url: string, headers = {}) => app.inject({ method: 'POST', url, headers, payload: { a: 1 } })
    assert.deepEqual((await ask('/in', { authorization: 'Ann' })).json(), { user: 'Ann', since: 1 })
    assert.equal((await ask('/in')).statusCode, 401)
    assert.deepEqual((await ask('/out', { authorization: 'Ann' })).json(), { user: null, since: 'never' })
  })
}

test('a derive function has the app as this', async () => {
  const { app } = createApp()
  app.decorate('clock', () => 7)
  app.derive('onRequest', function (this: Anything) {
    return { at: this.clock() }
  })
  app.get('/', ({ at }: Anything) => ({ at }))
  assert.deepEqual((await app.inject('/')).json(), { at: 7 })
})

test('callNotFound runs derive again for the not-found handler', async () => {
  const { app } = createApp()
  let calls = 0
  app.derive('preHandler', async () => ({ calls: ++calls }))
  app.setNotFoundHandler((request: Anything, reply: Anything) => reply.code(404).send({ calls: request.calls }))
  app.get('/', (_request: Anything, reply: Anything) => reply.callNotFound())
  for (const expected of [2, 4]) assert.deepEqual((await app.inject('/')).json(), { calls: expected })
})

test('members that a shared plugin derives exist in the context that registers it', async () => {
  const { app } = createApp()
  const { shared } = await import('../../src/index.ts')
  const identity = shared({
    name: 'identity',
    setup: (inner) => inner.derive('onRequest', async () => ({ user: 'Ann' }))
  })
  app.register(identity)
  app.get('/', ({ user }: Anything) => ({ user }))
  assert.deepEqual((await app.inject('/')).json(), { user: 'Ann' })
})

test('requests of a route have the same keys in the same order', async () => {
  const { app } = createApp()
  const requests: object[] = []
  app.derive('onRequest', async ({ query }: Anything) => ({ org: query.org, role: query.org ? 'admin' : null }))
  app.get('/', (request: Anything) => requests.push(request) && {})
  for (const url of ['/?org=a', '/', '/?org=b']) await app.inject(url)
  const [first, ...others] = requests.map((request) => Object.keys(request).join())
  for (const other of others) assert.equal(other, first)
})

test('the 500 for an invalid derived value contains neither the value nor the plugin', async () => {
  for (const returned of [['a secret'], { body: 'a secret' }]) {
    const { app, lines } = createApp()
    app.register(async (child: Anything) => {
      child.derive('onRequest', async () => returned).get('/', () => 'reached')
    })
    const { statusCode, body } = await app.inject('/')
    assert.equal(statusCode, 500)
    assert.doesNotMatch(body, /secret|child|async/)
    assert.ok(lines.some((line) => line.err?.code?.startsWith('ESP_ERR_DERIVED')))
  }
})

test('a wrapped addHook sees the result and the error of derive and guard functions', async () => {
  const { app } = createApp()
  const told: unknown[] = []
  const { addHook } = app
  app.addHook = function addWrapped(this: Anything, name: string, hook: Anything) {
    return addHook.call(this, name, function wrapped(this: Anything, ...args: Anything[]) {
      const result = hook.apply(this, args)
      result.then(
        () => told.push(`${hook.name} is over, with ${args[0].user}`),
        (reason: Error) => told.push(`${hook.name} failed: ${reason.message}`)
      )
      return result
    })
  }
  app.derive('onRequest', async function findUser() {
    await new Promise(setImmediate)
    return { user: 'Ada' }
  })
  app.addHook(
    'preHandler',
    guard(async function admit() {
      await new Promise(setImmediate)
      throw new Error('nobody knows Ada')
    })
  )
  app.get('/', () => 'reached')
  assert.equal((await app.inject('/')).statusCode, 500)
  assert.deepEqual(told, ['findUser is over, with Ada', 'admit failed: nobody knows Ada'])
})

test('error.returned shows an invalid derived value one level deep', async () => {
  const { app } = createApp()
  const notes: unknown[] = []
  app.derive('onRequest', () => ({ body: { password: 'a secret' } })).get('/', () => 'reached')
  app.setErrorHandler((error: Anything, _request: Anything, reply: Anything) => {
    notes.push(error.returned)
    reply.send('')
  })
  await app.inject('/')
  assert.deepEqual(notes, ['{ body: [Object] }'])
})
