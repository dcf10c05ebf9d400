/** The framework adds no enumerable members to an error of the application: its JSON and its copy stay the same. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Anything, askBoth, type Make, type Wild } from './frameworks.ts'

type Raise = (error: Error) => Promise<unknown>

/** Returns the error of a failing hook from the log. */
function logged(
  make: Make,
  declare: (app: Wild, error: Error) => unknown,
  act: (app: Wild) => Promise<unknown>
): Raise {
  return async (error) => {
    const seen: Anything[] = []
    const log = (first: Anything) => void seen.push(first?.err ?? first)
    const level = { info() {}, debug() {}, trace() {}, warn: log, error: log, fatal: log }
    const app = make({ loggerInstance: { ...level, child: () => ({ ...level }) } })
    declare(app, error)
    await act(app)
    await app.close().catch(() => {})
    return seen.find((one) => one === error)
  }
}

/** Boots an app that fails with the error. Returns the reason of the rejection. */
function booted(make: Make, declare: (app: Wild, error: Error) => unknown): Raise {
  return async (error) => {
    const app = make()
    try {
      await declare(app, error)
      await app.ready()
    } catch (failure) {
      return failure
    } finally {
      await app.close().catch(() => {})
    }
    return undefined
  }
}

/** Returns the error that an error handler gets. */
function handled(make: Make, declare: (app: Wild, error: Error) => unknown): Raise {
  return async (error) => {
    const app = make()
    let seen: unknown
    app.setErrorHandler((failure: unknown, _request: unknown, reply: Wild) => {
      seen = failure
      reply.code(500).send('')
    })
    declare(app, error)
    await app.inject({ method: 'POST', url: '/', payload: { a: 1 } })
    await app.close()
    return seen
  }
}

const thrower = (error: Error) => () => {
  throw error
}
const rejecter = (error: Error) => async () => {
  throw error
}
const route = (app: Wild, options: object = {}) => app.post('/', options, async () => '')

const seams: Record<string, (make: Make) => Raise> = {
  'a plugin that rejects': (make) => booted(make, (app, error) => void app.register(rejecter(error))),
  'a plugin that calls done': (make) =>
    booted(make, (app, error) => void app.register((_app: Wild, _options: unknown, done: Anything) => done(error))),
  'a nested plugin that is awaited': (make) =>
    booted(
      make,
      (app, error) =>
        void app.register(async function outer(child: Wild) {
          await child.register(rejecter(error))
        })
    ),
  'an onReady hook': (make) => booted(make, (app, error) => app.addHook('onReady', rejecter(error))),
  'an onRoute hook': (make) =>
    booted(make, (app, error) => {
      app.addHook('onRoute', thrower(error))
      app.register(async (child: Wild) => void route(child))
    }),
  'an onRegister hook': (make) =>
    booted(make, (app, error) => {
      app.addHook('onRegister', thrower(error))
      app.register(async () => {})
    }),
  'an after callback': (make) =>
    booted(make, (app, error) => void app.after((_failure: unknown, done: Anything) => done(error))),
  'an onListen hook': (make) =>
    logged(
      make,
      (app, error) => app.addHook('onListen', rejecter(error)),
      (app) => app.listen({ port: 0 })
    ),
  'a handler': (make) => handled(make, (app, error) => app.post('/', rejecter(error))),
  'an onRequest hook': (make) =>
    handled(make, (app, error) => {
      app.addHook('onRequest', rejecter(error))
      route(app)
    }),
  'an onSend hook': (make) =>
    handled(make, (app, error) => {
      app.addHook('onSend', async (_request: unknown, reply: Wild, payload: unknown) => {
        if (reply.statusCode === 200) throw error
        return payload
      })
      route(app)
    }),
  'a parser': (make) =>
    handled(make, (app, error) => {
      app.addContentTypeParser('application/json', { parseAs: 'string' }, rejecter(error))
      route(app)
    }),
  'a validator that throws': (make) =>
    handled(make, (app, error) => {
      app.setValidatorCompiler(() => thrower(error))
      route(app, { schema: { body: { type: 'object' } } })
    }),
  'a validator that returns an error': (make) =>
    handled(make, (app, error) => {
      app.setValidatorCompiler(() => () => ({ error }))
      route(app, { schema: { body: { type: 'object' } } })
    })
}

for (const [seam, raise] of Object.entries(seams)) {
  test(`an error of ${seam} has the keys and the JSON that it has on Fastify`, async () => {
    const { fastify, own } = await askBoth(async (make) => {
      const seen = await raise(make)(Object.assign(new Error('fault'), { own: 1 }))
      assert.ok(seen instanceof Error, `nothing was seen of the error of ${seam}`)
      return { ...seen }
    })
    assert.deepEqual(Object.keys(own).sort(), Object.keys(fastify).sort())
    assert.equal(JSON.stringify(own), JSON.stringify(fastify))
  })
}

test('error.plugin is the innermost plugin, and an existing member or a frozen error is kept', async () => {
  const plugins = (error: Error) => (app: Wild) =>
    void app.register(async function outer(child: Wild) {
      await child.register(async function inner() {
        throw error
      })
    })
  const seen = async (error: Error) =>
    (await askBoth((make) => booted(make, (app, fault) => plugins(fault)(app))(error))).own as Anything
  assert.equal((await seen(new Error('fault'))).plugin, 'inner')
  assert.equal((await seen(Object.assign(new Error('fault'), { plugin: 'mine' }))).plugin, 'mine')
  assert.equal((await seen(Object.freeze(new Error('fault')))).message, 'fault')
})
