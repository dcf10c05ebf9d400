/**
 * Random connections to one app: the bytes from the stock exchange and the lane must be the same. A failure contains its seed: `ESPALIER_FUZZ_SEED`
 * starts with this seed, and `ESPALIER_FUZZ_SECONDS` runs for longer.
 */
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import { type Anything, createApp } from '../../security/wild.ts'
import { patience } from '../../security/wire.ts'
import { hasPassed } from './app.ts'
import { talk } from './both-servers.ts'
import { makePatientSteps, makeSteps, warm, within } from './random-connection.ts'

const seconds = Number(process.env.ESPALIER_FUZZ_SECONDS ?? 2)
const firstSeed = Number(process.env.ESPALIER_FUZZ_SEED ?? 1)

type Handler = (request: Anything, reply: Anything) => unknown

const handlers: Readonly<Record<string, Handler>> = {
  '/fast': () => ({ fast: true }),
  '/last': () => 'last',
  '/mark': () => 'marked',
  '/text': () => 'd\u00e9j\u00e0 vu \u2713',
  '/empty': () => '',
  '/buffer': () => Buffer.from('bytes \u00e9'),
  '/echo': ({ body }) => body ?? null,
  '/late': async ({ body }) => {
    await turn()
    return { late: typeof body }
  },
  '/slow': async () => {
    await wait(3)
    return 'slow'
  },
  '/status': (_request, reply) => reply.code(299).header('x-a', ['1', '2']).header('set-cookie', 'a=1').send('status'),
  '/no-content': (_request, reply) => reply.code(204).send(),
  '/not-modified': (_request, reply) => reply.code(304).header('etag', '"1"').send(),
  '/latin1': (_request, reply) => reply.header('x-name', 'caf\u00e9').send('text'),
  '/date': (_request, reply) => reply.header('date', 'yesterday').send('date'),
  '/bad-header': (_request, reply) => reply.header('x-bad', 'a\nb').send('never'),
  '/fail': async () => {
    throw Object.assign(new Error('no'), { statusCode: 418 })
  },
  '/big': () => 'b'.repeat(1 << 20),
  '/stream': () => Readable.from(['one', 'two']),
  '/hijacked': (_request, reply) => {
    reply.hijack()
    reply.raw.end('raw')
  },
  '/raw': ({ raw }, reply) => {
    reply.raw.setHeader('x-raw', String(raw.url))
    return JSON.stringify([raw.headers, raw.rawHeaders, raw.method])
  },
  '/fields': ({ headers, method, url }) => ({ headers, method, url }),
  '/late-raw': async ({ raw }, reply) => {
    await turn()
    reply.raw.statusMessage = 'Taken'
    return `late ${raw.complete}`
  },
  '/signal': async ({ signal }) => {
    await turn()
    return `${signal.aborted}`
  },
  '/close': (_request, reply) => reply.header('connection', 'close').send('closing')
}
const closers = ['/close']
const openers = Object.keys(handlers).filter((path) => !closers.includes(path) && path !== '/mark')
const unchunked = openers.filter((path) => path !== '/stream' && path !== '/hijacked')
const paths = { closers, openers, unchunked }
const pause = () => wait(8)

async function start(context: TestContext, exchange: string, onRequest: (request: Anything) => void) {
  const { app } = createApp({ exchange, routerOptions: { maxParamLength: 100 } })
  app.addHook('onRequest', async (request: Anything) => onRequest(request))
  // A refused body would end its connection, and the effect of later bytes would depend on timing.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request: Anything, body: string, done: Anything) =>
    done(null, body)
  )
  // Some hooks read the response after it was sent. If each did, the lane would hand over every connection.
  app.addHook('onResponse', async ({ url }: Anything, reply: Anything) => {
    if (url.startsWith('/text'))
      assert.deepEqual([reply.raw.statusCode, reply.raw.writableEnded], [reply.statusCode, true])
  })
  for (const [url, handler] of Object.entries(handlers))
    app.route({ method: ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'], url, handler })
  await app.listen({ port: 0, host: '127.0.0.1' })
  context.after(() => app.close())
  return app
}

test('random connections get the same bytes on the stock exchange and in the lane', {
  timeout: (seconds + 60) * 1000
}, async (context) => {
  let passed = 0
  const apps = await Promise.all([
    start(context, 'stock', () => {}),
    start(context, 'auto', ({ socket }) => {
      if (hasPassed(socket)) passed++
    })
  ])
  const end = Date.now() + seconds * 1000
  let seed = firstSeed
  const compare = async (turn: number) => {
    const steps = turn % 8 === 0 ? makeSteps(paths, turn) : makePatientSteps(paths, turn, pause)
    const talks = Promise.all(apps.map(({ server }) => talk(server.address().port, steps, server)))
    const [expected, ...others] = (await within(patience(), talks, turn)).map(withoutIds)
    if (steps[1] === warm[1]) assert.match(String(expected), /"fast":true\}HTTP/, `with ESPALIER_FUZZ_SEED=${turn}`)
    for (const actual of others) assert.equal(actual, expected, `with ESPALIER_FUZZ_SEED=${turn}`)
  }
  do await Promise.all(Array.from({ length: 16 }, () => compare(seed++)))
  while (Date.now() < end)
  if (seconds > 2) context.diagnostic(`${seed - firstSeed} connections, ${passed} requests passed by Node's server`)
  assert.ok(passed > (seed - firstSeed) / 2)
})

const withoutIds = (text: string) => text.replaceAll(/"reqId":"[^"]*"/g, '')
