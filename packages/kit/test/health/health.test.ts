import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { espalier, plugin } from 'espalier'
import { openapi } from 'espalier/openapi'
import { Connection, request } from '../../../../test/security/wire.ts'
import { type HealthOptions, health } from '../../src/index.ts'

interface Line {
  level: number
  msg: string
  check?: string
  err?: { message: string }
}

async function createApp(t: TestContext, options: HealthOptions = {}) {
  const lines: Line[] = []
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const app = espalier({ logger: { level: 'info', stream } }).register(health, options)
  await app.ready()
  t.after(() => app.close())
  const ask = async (url: string) => {
    const { statusCode, body, headers } = await app.inject(url)
    return { status: statusCode, ...JSON.parse(body), cache: headers['cache-control'] }
  }
  return { app, ask, lines }
}

const well = { status: 200, state: 'ready', failed: [], cache: 'no-store' }
const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise(setImmediate)
}

test('a ready process responds to both routes with 200 and no-store, and requests are not logged', async (t) => {
  const { ask, lines } = await createApp(t)
  assert.deepEqual(await ask('/live'), { status: 200, state: 'ready', cache: 'no-store' })
  assert.deepEqual(await ask('/ready'), well)
  assert.deepEqual(lines, [])
})

test('the paths are options, and an OpenAPI document does not list the routes', async (t) => {
  const { app, ask } = await createApp(t, { live: '/health', ready: '/healthz/ready' })
  assert.equal((await ask('/health')).status, 200)
  assert.deepEqual(await ask('/healthz/ready'), well)
  assert.equal((await app.inject('/live')).statusCode, 404)
  assert.deepEqual(openapi(app, { info: { title: 'x', version: '1' } }).paths, {})
})

test('readiness is 503 from close() on without running checks, and liveness stays 200', async (t) => {
  let runs = 0
  const { app, ask } = await createApp(t, { checks: { database: () => runs++ } })
  const origin = await app.listen({ port: 0, host: '127.0.0.1', drain: 20_000 })
  const [first, second] = [new Connection(Number(new URL(origin).port)), new Connection(Number(new URL(origin).port))]
  const probe = async (connection: Connection, path: string) => {
    const answer = await connection.send(request(path)).read()
    return [answer?.status, JSON.parse(answer?.body ?? '')]
  }
  for (const connection of [first, second])
    assert.deepEqual(await probe(connection, '/ready'), [200, { state: 'ready', failed: [] }])
  const closed = app.close()
  assert.deepEqual(await ask('/ready'), { status: 503, state: 'draining', failed: [], cache: 'no-store' })
  assert.deepEqual(await probe(first, '/ready'), [503, { state: 'draining', failed: [] }])
  assert.deepEqual(await probe(second, '/live'), [200, { state: 'draining' }])
  await closed
  assert.equal(runs, 2)
})

test('a failing check is named in the response, and its message is logged once until it passes again', async (t) => {
  let reason: string | null = 'password=hunter2'
  const { ask, lines } = await createApp(t, {
    checks: {
      database: async () => {
        if (reason !== null) throw new Error(reason)
      },
      cache: () => 'fine',
      disk: () => {
        if (reason !== null) throw new Error('full')
      }
    }
  })
  for (let probe = 0; probe < 3; probe++)
    assert.deepEqual(await ask('/ready'), { ...well, status: 503, failed: ['database', 'disk'] })
  assert.equal((await ask('/live')).status, 200)
  reason = null
  for (let probe = 0; probe < 2; probe++) assert.deepEqual(await ask('/ready'), well)
  const told = lines.map(({ level, check, msg, err }) => [level, check, msg, err?.message])
  assert.deepEqual(
    told.sort((a, b) => `${a}`.localeCompare(`${b}`)),
    [
      [30, 'database', 'a readiness check passes again', undefined],
      [30, 'disk', 'a readiness check passes again', undefined],
      [40, 'database', 'a readiness check fails', 'password=hunter2'],
      [40, 'disk', 'a readiness check fails', 'full']
    ]
  )
})

test('concurrent probes share one run of a check', async (t) => {
  let runs = 0
  let end = () => {}
  const { app, ask } = await createApp(t, {
    checks: {
      database: () => {
        runs++
        return new Promise<void>((resolve) => {
          end = resolve
        })
      }
    }
  })
  const probes = Promise.all(Array.from({ length: 20 }, () => app.inject('/ready')))
  await until(() => runs === 1)
  await app.inject('/live')
  end()
  assert.ok((await probes).every(({ statusCode }) => statusCode === 200))
  assert.equal(runs, 1)
  const next = ask('/ready')
  await until(() => runs === 2)
  end()
  assert.equal((await next).status, 200)
})

test('a check past its timeout fails, its signal aborts, and it is not started again before it ends', async (t) => {
  const signals: AbortSignal[] = []
  let end = () => {}
  const { ask, lines } = await createApp(t, {
    within: 20,
    checks: {
      hung: (signal) => {
        signals.push(signal)
        return new Promise<void>((resolve) => {
          end = resolve
        })
      }
    }
  })
  for (let probe = 0; probe < 3; probe++)
    assert.deepEqual(await ask('/ready'), { ...well, status: 503, failed: ['hung'] })
  assert.equal(signals.length, 1)
  assert.equal(signals[0]?.aborted, true)
  assert.deepEqual(
    lines.map(({ err }) => err?.message),
    ["The check 'hung' took longer than 20 ms."]
  )
  end()
  await new Promise(setImmediate)
  const next = ask('/ready')
  await until(() => signals.length === 2)
  end()
  assert.deepEqual(await next, well)
})

test('a check that rejects on its signal is started again', async (t) => {
  let runs = 0
  const { ask } = await createApp(t, {
    within: 10,
    checks: {
      slow: (signal) => {
        runs++
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      }
    }
  })
  for (let probe = 0; probe < 2; probe++) assert.equal((await ask('/ready')).status, 503)
  assert.equal(runs, 2)
})

test('hooks of the outer context run for the health routes', async (t) => {
  const guarded = plugin({
    name: 'guarded',
    setup: (app) => {
      app.addHook('onRequest', async (_request, reply) => reply.code(401).send())
      app.register(health, { live: '/inside' })
    }
  })
  const app = espalier().register(guarded)
  t.after(() => app.close())
  assert.equal((await app.inject('/inside')).statusCode, 401)
})

for (const [options, message] of [
  [{ checks: { database: 'select 1' } }, /The check 'database' of health must be a function, not 'select 1'\./],
  [{ within: 0 }, /'within' of health takes from 1 to 2147483647 milliseconds, not 0\./],
  [{ within: Number.NaN }, /not NaN/],
  [{ within: '1s' }, /not '1s'/]
] as const)
  test(`options like ${JSON.stringify(options)} fail to start`, async () => {
    const app = espalier().register(health, options as HealthOptions)
    await assert.rejects(async () => app.ready(), { message })
    await app.close()
  })

test('invalid options are type errors', () => {
  // Only compiled: the calls are type errors.
  const declare = (app: ReturnType<typeof espalier>) => {
    app.register(health)
    app.register(health, { checks: { database: (signal) => signal.throwIfAborted() }, within: 500 })
    // @ts-expect-error a check is a function
    app.register(health, { checks: { database: 'select 1' } })
    // @ts-expect-error no such option
    app.register(health, { readiness: '/ready' })
  }
  assert.equal(typeof declare, 'function')
})
