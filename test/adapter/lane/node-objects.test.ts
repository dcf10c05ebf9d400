/**
 * Node's objects that the lane makes equal those of Node's parser. For random uses at random moments, client and program see the same as on the stock
 * exchange. `RUNS` and `SEED` set the number of cases and the first one.
 */
import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import { type TestContext, test } from 'node:test'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { BypassedServer } from '../../../src/adapter/lane/bypassed-server.ts'
import { acceptsObjects } from '../../../src/adapter/lane/ended-exchange.ts'
import { Lanes, type Listener } from '../../../src/adapter/lane/lanes.ts'
import { reusingClasses } from '../../../src/adapter/lane/node-objects.ts'
import { Conversation } from '../../http-semantics/raw.ts'
import { type Anything, createApp } from '../../security/wild.ts'
import { connectTo } from '../../shared-key.ts'

const triesObjects = (options: object) => {
  const server = createServer(options, () => {})
  const nodeListener = server.rawListeners('connection')[0] as Listener
  return acceptsObjects(new Lanes(server, new BypassedServer(server, () => {}), nodeListener))
}

test('the objects of the lane match this Node version, and its server accepts them', () => {
  assert.equal(triesObjects(reusingClasses), true)
})

test('objects are not created for a server without the classes of the lane', () => {
  assert.equal(triesObjects({}), false)
})

type Note = (...values: unknown[]) => void
type Deed = (request: Anything, reply: Anything, note: Note) => unknown

const set =
  (...args: [string, unknown]): Deed =>
  (_request, { raw }) =>
    raw.headersSent || raw.setHeader(...structuredClone(args))

const deeds: Record<string, Deed> = {
  'set a field': set('X-Case', 'one'),
  'set it again': set('x-case', 'two'),
  'set a list': set('x-list', ['a', 'b']),
  'set a number': set('x-number', 7),
  'set cookies': set('Set-Cookie', ['a=1', 'b=2']),
  'set one cookie field': set('cookie', ['a', 'b']),
  'set the type': set('Content-Type', 'text/other'),
  'set the date': set('date', 'then'),
  'close behind it': set('connection', 'close'),
  append: (_request, { raw }) => raw.headersSent || raw.appendHeader('x-list', 'c'),
  remove: (_request, { raw }) => raw.headersSent || raw.removeHeader('x-case'),
  'leave the date out': (_request, { raw }) => {
    raw.sendDate = false
  },
  'keep no connection': (_request, { raw }) => {
    raw.shouldKeepAlive = false
  },
  'leave out how it goes on': (_request, { raw }) => raw.headersSent || raw.removeHeader('connection'),
  'say a phrase': (_request, { raw }) => {
    raw.statusMessage = 'Own'
  },
  'set a status': (_request, { raw }) => {
    raw.statusCode = 418
  },
  'take writeHead': (_request, { raw }) => {
    const { writeHead } = raw
    raw.writeHead = function (this: ServerResponse, ...args: unknown[]) {
      this.setHeader('x-taken', 'yes')
      return Reflect.apply(writeHead, this, args)
    }
  },
  'take end': (_request, { raw }, note) => {
    const { end } = raw
    raw.end = function (this: ServerResponse, ...args: unknown[]) {
      note('end')
      return Reflect.apply(end, this, args)
    }
  },
  'hear of the end': (_request, { raw }, note) => {
    for (const event of ['prefinish', 'finish', 'close'])
      raw.on(event, () => note(event, raw.headersSent, raw.writableEnded, raw.writableFinished, raw.socket === null))
  },
  'look back at the end': (_request, { raw }, note) => {
    raw.on('finish', () => note(raw.statusCode, raw.statusMessage, raw.getHeaders(), raw.getHeader('content-length')))
  },
  'end it again': (_request, { raw }, note) => {
    raw.once('prefinish', () => raw.end(() => note('ended again')))
  },
  'write it by hand': (_request, reply) => {
    if (reply.sent) return
    reply.hijack()
    reply.raw.end('by hand')
  },
  'give a hint': (_request, { raw }) => raw.headersSent || raw.writeProcessing(),
  'change the target': ({ raw }) => {
    raw.url = '/changed'
  },
  'change a field': ({ raw }) => {
    raw.headers['x-own'] = 'yes'
  },
  'see the request': ({ raw }, _reply, note) =>
    note(raw.method, raw.url, raw.headers, raw.rawHeaders, raw.httpVersion, raw.aborted, raw.upgrade),
  'hear of its end': ({ raw }, _reply, note) => {
    for (const event of ['end', 'close', 'error']) raw.on(event, () => note(`request ${event}`))
  },
  'read fields again': ({ raw }, _reply, note) => note(raw.headersDistinct, raw.trailers)
}
const names = Object.keys(deeds)
const ofRequests = ['change the target', 'change a field', 'see the request', 'hear of its end', 'read fields again']
const moments = ['onRequest', 'preHandler', 'handler', 'onSend', 'onResponse'] as const

interface Script {
  readonly deeds: readonly {
    readonly moment: (typeof moments)[number]
    readonly deed: string
    readonly isLater: boolean
  }[]
  readonly method: 'GET' | 'HEAD' | 'POST'
  readonly answer: 'text' | 'object' | 'bytes' | 'nothing' | 'error'
  readonly isFollowed: boolean
  readonly isAlone: boolean
}

/** `late/` tests responses that are made after the exchange. */
const isInTime = ({ deeds, isAlone }: Script): boolean =>
  !isAlone || deeds.every(({ deed, moment }) => moment !== 'onResponse' || ofRequests.includes(deed))

const anyScript: fc.Arbitrary<Script> = fc.record({
  deeds: fc.array(
    fc.record({ moment: fc.constantFrom(...moments), deed: fc.constantFrom(...names), isLater: fc.boolean() }),
    { minLength: 1, maxLength: 5 }
  ),
  method: fc.constantFrom('GET', 'HEAD', 'POST'),
  answer: fc.constantFrom('text', 'object', 'bytes', 'nothing', 'error'),
  isFollowed: fc.boolean(),
  isAlone: fc.boolean()
})
const script = anyScript.filter(isInTime)

const answers: Record<Script['answer'], () => unknown> = {
  text: () => 'text é',
  object: () => ({ a: 1 }),
  bytes: () => Buffer.from('bytes'),
  nothing: () => null,
  error: () => {
    throw new Error('no')
  }
}

class Side {
  readonly app: Anything
  notes: unknown[] = []
  script: Script = { deeds: [], method: 'GET', answer: 'text', isFollowed: false, isAlone: false }

  constructor(exchange: 'auto' | 'stock') {
    this.app = createApp({ exchange, logger: false }).app
    this.app.addHook('onRequest', async (request: Anything, reply: Anything) => {
      if (this.script.isAlone) void request.raw.url
      else void reply.raw.statusCode
    })
    for (const moment of moments) {
      if (moment === 'handler') continue
      this.app.addHook(moment, async (request: Anything, reply: Anything) => this.#play(moment, request, reply))
    }
    this.app.route({
      method: ['GET', 'HEAD', 'POST'],
      url: '/*',
      handler: async (request: Anything, reply: Anything) => {
        await this.#play('handler', request, reply)
        return reply.sent ? reply : answers[this.script.answer]()
      }
    })
  }

  async #play(moment: string, request: Anything, reply: Anything): Promise<void> {
    if (request.headers['x-second'] !== undefined) return
    const note: Note = (...values) => this.notes.push(structuredClone(values.map((one) => one ?? null)))
    for (const { deed, isLater } of this.script.deeds.filter((one) => one.moment === moment)) {
      if (isLater) await turn()
      try {
        deeds[deed]?.(request, reply, note)
      } catch (error) {
        note((error as NodeJS.ErrnoException).code)
      }
    }
  }

  async ask(played: Script): Promise<unknown[]> {
    this.script = played
    this.notes = []
    const conversation = new Conversation(await connectTo({}, this.app.server.address()))
    const body = played.method === 'POST' ? 'Content-Type: text/plain\r\nContent-Length: 4\r\n\r\nbody' : '\r\n'
    const first = `${played.method} /first HTTP/1.1\r\nHost: x\r\nX-A: 1\r\nx-a: 2\r\n${body}`
    const second = 'GET /second HTTP/1.1\r\nHost: x\r\nX-Second: 1\r\n\r\n'
    if (played.isFollowed) conversation.send(first + second)
    else {
      conversation.send(first)
      await conversation.until(/\r\n\r\n/).catch(() => {})
      conversation.send(second)
    }
    conversation.send('GET /last HTTP/1.1\r\nHost: x\r\nX-Second: 1\r\nConnection: close\r\n\r\n')
    const received = await conversation.closed()
    await wait(1)
    return [received.replaceAll(/Date: .*/g, 'Date: now'), ...this.notes]
  }
}

async function open(t: TestContext, exchange: 'auto' | 'stock'): Promise<Side> {
  const side = new Side(exchange)
  await side.app.listen({ port: 0, host: '127.0.0.1' })
  t.after(() => side.app.close())
  return side
}

test('after random operations, client and application see the same as on the stock exchange', {
  timeout: 600_000
}, async (t) => {
  const stock = await open(t, 'stock')
  const auto = await open(t, 'auto')
  const { RUNS = '120', SEED } = process.env
  await fc.assert(
    fc.asyncProperty(script, async (played) => {
      const [expected, actual] = [await stock.ask(played), await auto.ask(played)]
      assert.deepEqual(actual, expected)
    }),
    { includeErrorInReport: true, numRuns: Number(RUNS), ...(SEED === undefined ? {} : { seed: Number(SEED) }) }
  )
})
