/** Constraints that are derived asynchronously: a strategy that never calls back results in a 503, and the log names the constraint. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { json, serve } from '../security/serve.ts'
import type { Anything, Options, Wild } from '../security/wild.ts'
import { Connection, request } from '../security/wire.ts'

const store = () => {
  const handlers = new Map<unknown, unknown>()
  return {
    get: (key: unknown) => handlers.get(key) ?? null,
    set: (key: unknown, value: unknown) => void handlers.set(key, value)
  }
}

/** Calls back for every tenant except `lost`. For `slow` it calls back too late. */
const tenant = {
  name: 'tenant',
  storage: store,
  deriveConstraint(raw: Anything, _context: unknown, done: Anything) {
    const { tenant } = raw.headers
    if (tenant === 'slow') setTimeout(done, 120, null, tenant)
    else if (tenant !== 'lost') setImmediate(done, null, tenant)
  }
}

const declare = (app: Wild) => {
  app.post('/', { constraints: { tenant: 'a' } }, () => 'a')
  app.get('/', { constraints: { tenant: 'a' } }, () => 'a')
}

const places: Record<string, (options: Options) => [Options, (app: Wild) => void]> = {
  routerOptions: (options) => [{ ...options, routerOptions: { constraints: { tenant } } }, declare],
  addConstraintStrategy: (options) => [
    options,
    (app) => {
      app.addConstraintStrategy(tenant)
      declare(app)
    }
  ]
}

for (const [place, make] of Object.entries(places)) {
  for (const name of ['lost', 'slow']) {
    test(`a ${name} constraint of ${place} gets 503 after handlerTimeout, and its name is logged`, async (t) => {
      const { port, lines } = await serve(t, ...make({ handlerTimeout: 50 }))
      const connection = new Connection(port)
      const message = { method: 'POST', headers: [['tenant', name], json] as const, body: '{}' }
      const answer = await connection.send(request('/', message)).read()
      assert.equal(answer?.status, 503)
      await sleep(120)
      const told = lines.filter(({ level }) => level >= 40)
      assert.equal(told.length, 1, JSON.stringify(lines))
      assert.equal(told[0]?.err?.code, 'ESP_ERR_CONSTRAINT_TIMEOUT')
      assert.match(told[0]?.msg ?? '', /'tenant'/)
      const next = await connection.send(request('/', { headers: [['tenant', 'a']] })).read()
      assert.equal(next?.body, 'a')
      connection.destroy()
    })
  }
}

test('a lost constraint gets 503 after the default time limit', async (t) => {
  const { port, send } = await serve(t, { routerOptions: { constraints: { tenant } } }, declare)
  const lost = new Promise<void>((resolve) => {
    const { setTimeout: original } = globalThis
    t.mock.method(globalThis, 'setTimeout', (fn: () => void, delay: number, ...args: []) => {
      if (delay === 120_000) resolve()
      return original(fn, delay === 120_000 ? 20 : delay, ...args)
    })
  })
  const connection = new Connection(port).send(request('/', { headers: [['tenant', 'lost']] }))
  await lost
  assert.equal((await connection.read())?.status, 503)
  connection.destroy()
  assert.equal((await send('/', { headers: [['tenant', 'a']] }))?.body, 'a')
})

test('a constraint derived in time selects its route, and another value gets 404', async (t) => {
  const { send } = await serve(t, { handlerTimeout: 60_000, routerOptions: { constraints: { tenant } } }, declare)
  assert.equal((await send('/', { headers: [['tenant', 'a']] }))?.body, 'a')
  await sleep(10)
  assert.equal((await send('/', { headers: [['tenant', 'b']] }))?.status, 404)
})
