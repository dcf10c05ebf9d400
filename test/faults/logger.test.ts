/** Loggers whose methods, children or destination fail: every request gets its response, and the process continues. */
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { serve } from '../security/serve.ts'
import type { Anything, Options, Wild } from '../security/wild.ts'
import { Connection, request } from '../security/wire.ts'
import { catchCrashes } from './crash.ts'

function boom(): never {
  throw new Error('the disk is full')
}

const levels = ['info', 'error', 'debug', 'fatal', 'warn', 'trace'] as const

/** A logger whose methods run `act` once `state.fails` is set, after the app was created. */
function createLogger(act: () => unknown, state: { fails: boolean }): Anything {
  const write = () => (state.fails ? act() : undefined)
  const logger: Anything = { level: 'trace', child: () => logger, silent: () => {} }
  for (const level of levels) logger[level] = write
  return logger
}

const failing: Record<string, (state: { fails: boolean }) => Options> = {
  'a logger whose methods throw': (state) => ({ logger: undefined, loggerInstance: createLogger(boom, state) }),
  'a logger whose methods reject': (state) => ({
    logger: undefined,
    loggerInstance: createLogger(async () => boom(), state)
  }),
  'a childLoggerFactory whose loggers throw': (state) => ({ childLoggerFactory: () => createLogger(boom, state) }),
  'a childLoggerFactory whose loggers reject': (state) => ({
    childLoggerFactory: () => createLogger(async () => boom(), state)
  }),
  'a log stream that throws': (state) => ({
    logger: { level: 'trace', stream: { write: () => void (state.fails && boom()) } }
  })
}

async function* broken() {
  yield 'part'
  await new Promise(setImmediate)
  boom()
}

function declare(app: Wild): void {
  app.get('/', () => 'fine')
  app.get('/throws', boom)
  app.get('/rejects', async () => boom())
  app.get('/stream', () => Readable.from(broken()))
  app.get('/twice', (_request: unknown, reply: Anything) => {
    reply.send('once')
    reply.send('twice')
  })
  app.get('/late', async (_request: unknown, reply: Anything) => {
    reply.send('early')
    await new Promise(setImmediate)
    boom()
  })
  app.get(
    '/hook',
    {
      onRequest: (_request: unknown, _reply: unknown, done: Anything) => {
        done()
        done()
      }
    },
    () => 'hooked'
  )
  app.get('/endless', { handlerTimeout: 20 }, () => new Promise(() => {}))
  app.get('/responded', { onResponse: async () => boom() }, () => 'responded')
  app.get('/logs', async (incoming: Anything) => {
    await incoming.log.info('mine')
    return 'logged'
  })
  app.get('/hidden', (_request: unknown, reply: Anything) => reply.header('x y', '1').send('x'))
  app.get('/trailed', (_request: unknown, reply: Anything) =>
    reply.trailer('x-sum', async () => boom()).send('trailed')
  )
}

const asked: Record<string, number | 'closed'> = {
  '/': 200,
  '/throws': 500,
  '/rejects': 500,
  '/stream': 'closed',
  '/twice': 200,
  '/late': 200,
  '/hook': 200,
  '/endless': 503,
  '/responded': 200,
  // A line of the app's own fails where it stands.
  '/logs': 500,
  '/hidden': 500,
  '/trailed': 200,
  '/nowhere': 404,
  '/%zz': 400
}

for (const [name, optionsOf] of Object.entries(failing)) {
  test(`${name} loses no response and does not crash the process`, async (t) => {
    const crashes = catchCrashes(t)
    const state = { fails: false }
    const { send, port } = await serve(t, optionsOf(state), declare)
    state.fails = true
    const seen: Record<string, unknown> = {}
    for (const target of Object.keys(asked)) seen[target] = (await send(target))?.status ?? 'closed'
    assert.deepEqual(seen, asked)
    const malformed = new Connection(port).send('no HTTP\r\n\r\n')
    assert.equal((await malformed.read())?.status, 400)
    assert.equal((await new Connection(port).send(request('/')).send(request('/')).read())?.body, 'fine')
    assert.deepEqual(crashes, [])
  })
}

test('a logger whose child method throws affects only its request', async (t) => {
  let fails = false
  const state = { fails: false }
  const logger = createLogger(boom, state)
  logger.child = () => (fails ? boom() : logger)
  const { send } = await serve(t, { logger: undefined, loggerInstance: logger }, (app) => app.get('/', () => 'fine'))
  fails = true
  state.fails = true
  assert.equal((await send('/'))?.status, 500)
  fails = false
  assert.equal((await send('/'))?.status, 200)
})
