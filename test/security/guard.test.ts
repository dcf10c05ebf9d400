/**
 * A guard is a boundary: routes of a guarded context are reached through its guards only. This holds for each spelling of a target, each method,
 * all router options and each order of declarations. The oracle does not know routing. It sees which functions ran.
 */
import assert from 'node:assert/strict'
import { type ClientHttp2Session, connect } from 'node:http2'
import { test } from 'node:test'
import fc from 'fast-check'
import { budget, fixed } from '../fuzz/budget.ts'
import {
  createGuardedApp,
  type Guard,
  type GuardedApp,
  type Place,
  passHeader,
  token,
  tree,
  type Visit
} from './guarded-tree.ts'
import { respelling } from './spelling.ts'
import { createApp } from './wild.ts'
import { Connection, patience, portOf, request } from './wire.ts'

const attempt = fc.record({
  place: fc.nat(1000),
  respell: respelling,
  method: fc.constantFrom(
    'GET',
    'GET',
    'GET',
    'HEAD',
    'OPTIONS',
    'POST',
    'PUT',
    'DELETE',
    'PATCH',
    'TRACE',
    'PROPFIND',
    'get'
  ),
  /** Which guards the request may pass, as bits. */
  passes: fc.nat(),
  hasToken: fc.boolean(),
  extra: fc.constantFrom(
    [],
    [['Accept-Version', '1.x']],
    [['Accept-Version', '1.2.0']],
    [['Host', 'other']],
    [['Host', 'other:80']],
    [['X-HTTP-Method-Override', 'GET']],
    [['X-Original-URL', '/public']],
    [['X-Rewrite-URL', '/public']],
    [['X-Forwarded-Prefix', '/admin']],
    [['Content-Type', 'application/json']],
    [
      ['Upgrade', 'websocket'],
      ['Connection', 'upgrade']
    ]
  ) as fc.Arbitrary<[string, string][]>
})

type Attempt = Omit<typeof attempt extends fc.Arbitrary<infer Value> ? Value : never, 'method'> & { method: string }

/** A target that a route's pattern matches. */
function concrete({ url }: Place): string {
  const path = url
    .replace(/:id\([^)]*\)/g, '7')
    .replace(/:\w+/g, 'x')
    .replaceAll('*', 'rest')
    .replaceAll('\u00e9', '%C3%A9')
  return path === '' ? '/' : path
}

function isPassed(id: number, { passes }: Attempt): boolean {
  return (passes & (1 << (id % 30))) !== 0
}

function name({ method, extra, hasToken, passes }: Attempt, target: string): string {
  return `${method} ${target} ${JSON.stringify({ extra, hasToken, passes })}`
}

function assertGuarded({ guards, places }: Visit, tried: Attempt, target: string): void {
  const [first, second] = places
  assert.ok(places.length <= (first?.callsNotFound ? 2 : 1), `one request reached ${places.length} handlers`)
  assert.ok(
    second === undefined || second.method === '',
    `a not-found handler was asked for and ${second?.name} reached`
  )
  const asked = first?.guards() ?? []
  assertPassed(first, asked, guards, tried, target)
  // By callNotFound a not-found handler is entered at its `preHandler` hooks; the earlier ones that count are those of the route.
  const entered = second?.guards().filter((guard) => guard.kind === 'preHandler' || asked.includes(guard)) ?? []
  assertPassed(second, entered, guards, tried, target)
  const again = first?.callsNotFound ? asked.filter(({ kind }) => kind === 'preHandler').map(({ id }) => id) : []
  const once = guards.filter((id) => !again.includes(id))
  assert.equal(new Set(once).size, once.length, `a guard ran twice for ${tried.method} ${target}`)
}

function assertPassed(
  place: Place | undefined,
  expected: readonly Guard[],
  guards: readonly number[],
  tried: Attempt,
  target: string
): void {
  for (const { id, kind } of expected) {
    const what = `${place?.name} was reached by ${tried.method} ${target} past the ${kind} guard ${id}`
    if (kind === 'bearer') assert.ok(tried.hasToken, what)
    else {
      assert.ok(guards.includes(id), `${what}, which did not run`)
      assert.ok(isPassed(id, tried), `${what}, which had refused it`)
    }
  }
}

function fieldsOf({ extra, passes, hasToken }: Attempt): [string, string][] {
  const passed = Array.from({ length: 30 }, (_, id) => id).filter((id) => isPassed(id, { passes } as Attempt))
  const headers: [string, string][] = [[passHeader, passed.join()], ...extra]
  if (hasToken) headers.push(['Authorization', `Bearer ${token}`])
  return headers
}

const write = (target: string, tried: Attempt) => request(target, { method: tried.method, headers: fieldsOf(tried) })

/** Sends a request on an HTTP/2 session and returns its status; `null` if the stream or the session is closed instead. */
async function askHttp2(client: ClientHttp2Session, target: string, tried: Attempt): Promise<number | null> {
  const fields = fieldsOf(tried).filter(([name]) => !/^(upgrade|connection)$/i.test(name))
  const stream = client.request({ ...Object.fromEntries(fields), ':path': target, ':method': tried.method })
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${name(tried, target)}: no answer`)), patience())
    const settle = (status: number | null) => {
      clearTimeout(timer)
      resolve(status)
    }
    stream.on('response', (headers) => settle(headers[':status'] ?? null)).on('close', () => settle(null))
    stream
      .on('error', () => settle(null))
      .resume()
      .end()
  })
}

async function playHttp2(guarded: GuardedApp, port: number, attempts: readonly Attempt[]): Promise<void> {
  let client: ClientHttp2Session | undefined
  const connectAgain = () => {
    client?.destroy()
    return connect(`http://127.0.0.1:${port}`).on('error', () => {})
  }
  try {
    for (const tried of attempts) {
      if (client === undefined || client.closed || client.destroyed) client = connectAgain()
      const place = guarded.places[tried.place % guarded.places.length]
      const target = tried.respell(place === undefined ? '/admin' : concrete(place))
      const status = await askHttp2(client, target, tried)
      assertGuarded(guarded.takeVisit(), tried, target)
      assert.notEqual(status, 500, `${name(tried, target)} failed`)
    }
  } finally {
    client?.destroy()
  }
}

async function play(guarded: GuardedApp, port: number, attempts: readonly Attempt[]): Promise<void> {
  let connection = new Connection(port)
  try {
    for (const tried of attempts) {
      const place = guarded.places[tried.place % guarded.places.length]
      const target = tried.respell(place === undefined ? '/admin' : concrete(place))
      const answer = await connection
        .send(write(target, tried))
        .read(tried.method === 'HEAD')
        .catch((error) => assert.fail(`${name(tried, target)}: ${error}`))
      const visit = guarded.takeVisit()
      assertGuarded(visit, tried, target)
      assert.notEqual(answer?.status, 500, `${name(tried, target)} failed: ${answer?.body}`)
      // Behind an unanswered Upgrade Node's parser does not report bad requests any more.
      const isLast = tried.extra.some(([name]) => name === 'Upgrade')
      if (isLast || answer === null || answer.headers.get('connection')?.includes('close') || answer.status === 400) {
        connection.destroy()
        connection = new Connection(port)
      }
    }
  } finally {
    connection.destroy()
  }
}

test('the guard of a context holds for each spelling of a target, each method and each order of declarations', async () => {
  await fc.assert(
    fc.asyncProperty(
      tree,
      fc.array(attempt, { minLength: 20, maxLength: 40 }),
      async (declared, attempts: Attempt[]) => {
        const guarded = createGuardedApp(declared)
        try {
          await play(guarded, await portOf(guarded.app as never), attempts)
        } finally {
          await guarded.app.close()
        }
      }
    ),
    budget(60)
  )
})

test('the guard of a context holds for HTTP/2 streams', async () => {
  let reached = 0
  const law = fc.asyncProperty(
    tree,
    fc.array(attempt, { minLength: 20, maxLength: 40 }),
    async (declared, attempts: Attempt[]) => {
      const guarded = createGuardedApp(declared, { http2: true })
      const takeVisit = () => {
        const visit = guarded.takeVisit()
        reached += visit.places.length
        return visit
      }
      try {
        await playHttp2({ ...guarded, takeVisit }, await portOf(guarded.app as never), attempts)
      } finally {
        await guarded.app.close()
      }
    }
  )
  await fc.assert(law, fixed(3))
  assert.ok(reached > 0, 'no request reached a handler')
  await fc.assert(law, budget(30))
})

test('a request that passes every guard reaches the route of its target', async () => {
  await fc.assert(
    fc.asyncProperty(tree, async (declared) => {
      const guarded = createGuardedApp({ ...declared, rewrite: 'none' })
      try {
        const port = await portOf(guarded.app as never)
        const open: Attempt = {
          place: 0,
          respell: (path) => path,
          method: 'GET',
          passes: -1,
          hasToken: true,
          extra: []
        }
        for (const place of guarded.places) {
          // A route declared with escapes is no target's pattern: targets are decoded before they are matched.
          if (Object.keys(place.constraints).length > 0 || place.url.includes('%')) continue
          const { method } = place
          const connection = new Connection(port).send(write(concrete(place), { ...open, method }))
          await connection.read(method === 'HEAD')
          connection.destroy()
          const visit = guarded.takeVisit()
          assert.ok(visit.places[0]?.method, `${place.name} was not reached by ${concrete(place)}`)
          for (const { id, kind } of visit.places[0].guards()) assert.ok(kind === 'bearer' || visit.guards.includes(id))
        }
      } finally {
        await guarded.app.close()
      }
    }),
    budget(25)
  )
})

test('a route refused for one of its methods is not added for the others', async () => {
  const { app } = createApp({ logger: false })
  app.post('/taken', () => 'first')
  assert.throws(() => app.route({ method: ['GET', 'POST'], url: '/taken', handler: () => 'second' }), {
    code: 'FST_ERR_DUPLICATED_ROUTE'
  })
  assert.equal((await app.inject('/taken' as never)).statusCode, 404)
  assert.equal((await app.inject({ method: 'POST', url: '/taken' })).body, 'first')
})
