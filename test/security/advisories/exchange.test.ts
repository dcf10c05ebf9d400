/**
 * Defects of Fastify 5.12 in routing, proxies and responses: requests that bypassed hooks, forged addresses, and responses that crashed the process.
 * Several were fixed without an advisory. Their comments name the version with the fix.
 */
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { catchCrashes } from '../../faults/crash.ts'
import { serve } from '../serve.ts'
import type { Anything, Wild } from '../wild.ts'
import { Connection, request } from '../wire.ts'

// GHSA-3m5p-2c4r-xxw2
test('a number of hops in trustProxy does not let a client choose its ip, host or protocol', async (t) => {
  const ignore = () => {}
  process.on('warning', ignore)
  t.after(() => process.off('warning', ignore))
  for (const trustProxy of [1, 2, 5, 100]) {
    const { send } = await serve(t, { trustProxy }, (app) =>
      app.get('/', ({ ip, host, protocol }: Anything) => ({ ip, host, protocol }))
    )
    for (const sent of ['6.6.6.6', '6.6.6.6, 7.7.7.7', '6.6.6.6, 7.7.7.7, 8.8.8.8, 9.9.9.9, 1.1.1.1']) {
      const headers: [string, string][] = [
        ['X-Forwarded-For', sent],
        ['X-Forwarded-Host', 'evil.example'],
        ['X-Forwarded-Proto', 'https']
      ]
      const expected = '{"ip":"127.0.0.1","host":"localhost","protocol":"http"}'
      assert.equal((await send('/', { headers }))?.body, expected, `${trustProxy} ${sent}`)
    }
  }
})

const unmatched = ['/a/b', '/%zz', '/%', '/%c0%af', `/${'x'.repeat(200)}`, '/a/%zz', '//', '/\u00ff', '/a%']
// A router that has no route of a method may leave it to another router, which reads the target for the first time.
const methods = ['GET', 'POST', 'DELETE', 'OPTIONS']

// GHSA-p68q-wchp-6fh7
for (const hook of ['onRequest', 'preParsing', 'preValidation', 'preHandler']) {
  test(`a custom not-found handler runs only after the ${hook} hooks of its context, for any target`, async (t) => {
    const { send } = await serve(t, {}, (app) => {
      app.get('/:id', () => 'fine')
      app.decorateRequest('guarded', false)
      app.setNotFoundHandler((request: Anything, reply: Anything) =>
        reply.code(404).send({ guarded: request.guarded === true })
      )
      app.addHook(hook, async (request: Anything) => {
        request.guarded = true
      })
    })
    for (const method of methods) {
      for (const target of unmatched) {
        const answer = await send(target, { method })
        const told = `${method} ${target}: ${answer?.body}`
        assert.ok(answer === null || !answer.body.includes('"guarded":false'), told)
      }
    }
  })

  test(`the not-found handler of a plugin is not reached when a ${hook} hook of the plugin refuses`, async (t) => {
    for (const prefix of ['/admin', '/:tenant']) {
      const { send } = await serve(t, {}, (app) => {
        app.register(
          async (child: Wild) => {
            child.addHook(hook, async (_request: unknown, reply: Anything) => reply.code(401).send('refused'))
            child.get('/:id', () => 'secret')
            child.setNotFoundHandler((_request: unknown, reply: Anything) => reply.send('secret'))
          },
          { prefix }
        )
      })
      for (const method of methods) {
        for (const target of unmatched.flatMap((path) => [path, `/admin${path}`])) {
          const answer = await send(target, { method })
          const told = `${method} ${target}: ${answer?.status} ${answer?.body}`
          assert.ok(answer === null || (answer.status >= 400 && answer.body !== 'secret'), told)
        }
      }
    }
  })
}

const orders = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0]
]

// mended in Fastify 5.12.2
test('callNotFound runs the preHandler hooks of the not-found handler in any order of declaration', async (t) => {
  const parts: ((app: Wild, seen: string[]) => void)[] = [
    (app) => app.get('/', (_request: unknown, reply: Anything) => reply.callNotFound()),
    (app, seen) =>
      app.setNotFoundHandler(
        { preHandler: async () => void seen.push('own') },
        async (_request: unknown, reply: Anything) => reply.code(404).send('none')
      ),
    (app, seen) => app.addHook('preHandler', async () => void seen.push('context'))
  ]
  for (const order of orders) {
    const seen: string[] = []
    const { send } = await serve(t, {}, (app) => {
      for (const index of order) parts[index]?.(app, seen)
    })
    assert.equal((await send('/'))?.body, 'none')
    assert.deepEqual([...new Set(seen)].sort(), ['context', 'own'], order.join())
  }
})

// mended in Fastify 5.12.6 to 5.12.8
test('an error with an invalid status gets 500', async (t) => {
  const statuses = [600, 601, 700, 999, 1000, 1e9, 99, 0, -1, 200, 302, 399, Number.NaN, Number.POSITIVE_INFINITY]
  for (const name of ['statusCode', 'status']) {
    const { send } = await serve(t, {}, (app) => {
      const fail = ({ query }: Anything) => Object.assign(new Error('x'), { [name]: Number(query.n) })
      app.get('/thrown', (request: Anything) => {
        throw fail(request)
      })
      app.get('/sent', (request: Anything, reply: Anything) => void reply.send(fail(request)))
    })
    for (const status of statuses) {
      for (const path of ['/thrown', '/sent'])
        assert.equal((await send(`${path}?n=${status}`))?.status, 500, `${name} ${path} ${status}`)
    }
  }
})

const refuse = () => {
  throw Object.assign(new Error('no'), { statusCode: 422 })
}

// mended in Fastify 5.12.6 to 5.12.8
for (const parseAs of ['string', 'buffer', undefined]) {
  test(`the error of a parser that throws is sent, and the server goes on (${parseAs ?? 'stream'})`, async (t) => {
    const crashes = catchCrashes(t)
    const { send } = await serve(t, {}, (app) => {
      if (parseAs)
        app.addContentTypeParser('text/x', { parseAs }, (_request: unknown, _body: unknown, _done: unknown) => refuse())
      else app.addContentTypeParser('text/x', (_request: unknown, _body: unknown, _done: unknown) => refuse())
      app.post('/', () => 'fine')
    })
    const headers: [string, string][] = [['Content-Type', 'text/x']]
    for (let turn = 0; turn < 2; turn++) {
      const answer = await Promise.race([
        send('/', { method: 'POST', headers, body: 'x' }),
        sleep(5000, null, { ref: false })
      ])
      assert.equal(answer?.status, 422)
    }
    assert.deepEqual(crashes, [])
  })
}

// mended in Fastify 5.12.6 to 5.12.8
test('the cookies of a response are not repeated in the next one', async (t) => {
  const cookies = ['a=1']
  const { send } = await serve(t, {}, (app) =>
    app.get('/', (_request: unknown, reply: Anything) =>
      reply.header('set-cookie', cookies).header('set-cookie', 'b=2').send('x')
    )
  )
  for (let turn = 0; turn < 3; turn++) assert.deepEqual((await send('/'))?.headers.get('set-cookie'), ['a=1', 'b=2'])
  assert.deepEqual(cookies, ['a=1'])
})

// mended in Fastify 5.12.6 to 5.12.8
test('a response ends after its late trailer, and not at the end of its stream', async (t) => {
  const { port } = await serve(t, {}, (app) =>
    app.get('/', (_request: unknown, reply: Anything) => {
      reply.trailer('x-sum', async () => {
        await sleep(20)
        return 'sum'
      })
      reply.send(Readable.from(['part', 'part']))
    })
  )
  const connection = new Connection(port).send(request('/', { headers: [['Connection', 'close']] }))
  await connection.closed
  assert.match(connection.rest, /^HTTP\/1\.1 200 [\s\S]*part[\s\S]*\r\n0\r\nx-sum: sum\r\n\r\n$/i)
})

const begun: Record<string, (reply: Anything) => unknown> = {
  'by the handler': (reply) => {
    reply.raw.writeHead(200, { 'content-length': 10 })
    reply.raw.write('begun')
    return new Promise(() => {})
  },
  'from a stream': (reply) => {
    const stream = new Readable({ read() {} })
    stream.push('begun')
    return reply.header('content-length', 10).send(stream)
  },
  'by a handler that throws': (reply) => {
    reply.raw.writeHead(200, { 'content-length': 10 })
    reply.raw.write('begun')
    throw new Error('late')
  }
}

// mended in Fastify 5.12.6 to 5.12.8
for (const [name, begin] of Object.entries(begun)) {
  test(`a response begun ${name} that cannot end closes its connection and nothing else`, async (t) => {
    const crashes = catchCrashes(t)
    const { send } = await serve(t, { answerTimeout: 50 }, (app) => {
      app.get('/', (_request: unknown, reply: Anything) => begin(reply))
      app.get('/fine', () => 'fine')
    })
    assert.equal(await send('/'), null)
    assert.equal((await send('/fine'))?.body, 'fine')
    assert.deepEqual(crashes, [])
  })
}
