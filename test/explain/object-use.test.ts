/** For random routes, Node's objects must be created only if the explanation lists a use of them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { exchangeKey } from '../../src/http/exchange.ts'
import { guard } from '../../src/index.ts'
import type { Explanation, ObjectUse } from '../../types/explain.ts'
import { budget } from '../fuzz/budget.ts'
import { Conversation } from '../http-semantics/raw.ts'
import { type Anything, createApp, type Wild } from '../security/wild.ts'
import { connectTo } from '../shared-key.ts'
import { until } from '../until.ts'

const peek = ({ raw }: Wild) => raw.url
const asked = (request: Wild) => request.raw.method

interface Part {
  readonly declare: (app: Wild) => void
  readonly use: string | null
  /** `null` if the explanation cannot know. */
  readonly makes: boolean
}

const parts: readonly Part[] = [
  { declare: () => {}, use: null, makes: false },
  { declare: (app) => app.addHook('onRequest', async () => {}), use: null, makes: false },
  {
    declare: (app) => app.addHook('preParsing', async (_request: Wild, _reply: Wild, body: Wild) => body),
    use: 'preParsing, the body as a stream, declaration',
    makes: true
  },
  {
    declare: (app) => app.addHook('onTimeout', async () => {}),
    use: 'onTimeout, the timeout of the socket, declaration',
    makes: true
  },
  {
    declare: (app) => app.addHook('onRequest', async (request: Wild) => void request.raw.url),
    use: 'onRequest, request.raw or reply.raw, text',
    makes: true
  },
  {
    declare: (app) => app.addHook('onSend', async (_request: Wild, reply: Wild) => void reply.raw.statusCode),
    use: 'onSend, request.raw or reply.raw, text',
    makes: true
  },
  {
    declare: (app) => app.addHook('onRequest', guard(({ raw }: Wild) => ({ rawMethod: raw.method })) as never),
    use: 'onRequest, request.raw or reply.raw, text',
    makes: true
  },
  {
    declare: (app) => app.derive('preHandler', (request: Wild) => (request.url === '' ? asked(request) : { one: 1 })),
    use: null,
    makes: false
  },
  {
    declare: (app) =>
      app.addHook('preHandler', async (request: Wild) => {
        if (request.url === '') return request.raw
      }),
    use: 'preHandler, request.raw or reply.raw, text',
    makes: false
  }
]

const hidden: Part = {
  declare: (app) => app.addHook('onRequest', async (r: Wild) => void peek(r)),
  use: null,
  makes: true
}

const shown = ({ stage, asks, by }: ObjectUse) => `${stage}, ${asks}, ${by}`

/** Defined outside of the hook, because the explanation reads the text of the hook. */
const hasObjects = ({ raw }: Anything) => raw !== null

interface Met {
  readonly explained: Explanation
  readonly isMade: boolean
}

async function meet(chosen: readonly Part[]): Promise<Met> {
  const { app } = createApp({ exchange: 'auto' }, 'silent')
  let isMade = false
  for (const { declare } of chosen) declare(app)
  let isOver = false
  app.addHook('onResponse', async (request: Wild) => {
    isMade = hasObjects((request as Anything)[exchangeKey].transport)
    isOver = true
  })
  app.post('/', async () => 'answered')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const explained = await app.explain({ method: 'POST', path: '/' })
  const conversation = new Conversation(await connectTo({}, app.server.address()))
  const text = 'POST / HTTP/1.1\r\nHost: a.test\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\nbody'
  await conversation.send(text).until(/answered$/)
  await until(() => isOver, 'the hook behind the answer')
  conversation.socket.destroy()
  await app.close()
  return { explained, isMade }
}

test('an explanation lists the functions that use Node objects, and other exchanges create no such objects', async () => {
  const property = fc.asyncProperty(fc.uniqueArray(fc.constantFrom(...parts), { maxLength: 3 }), async (chosen) => {
    const { explained, isMade } = await meet(chosen)
    const expected = chosen.flatMap(({ use }) => (use === null ? [] : [use]))
    assert.deepEqual(explained.exchange.objects.map(shown).toSorted(), expected.toSorted())
    const isOfLane = explained.exchange.reader === 'lane'
    assert.equal(isMade, !isOfLane || chosen.some(({ makes }) => makes))
  })
  await fc.assert(property, budget(90))
})

test('functions that a hook calls are not analyzed', async () => {
  const { explained, isMade } = await meet([hidden])
  assert.deepEqual([explained.exchange.objects, isMade], [[], true])
})

test('a parser without parseAs uses a stream for each body of its type', async () => {
  const { app } = createApp({}, 'silent')
  app.addContentTypeParser('text/streamed', (_request: Wild, _body: Wild, done: (error: null) => void) => done(null))
  app.addContentTypeParser('text/whole', { parseAs: 'string' }, async () => 'whole')
  app.post('/', async () => 'ok')
  const { exchange }: Explanation = await app.explain({ method: 'POST', path: '/' })
  assert.deepEqual(
    exchange.objects.map((use) => [shown(use), use.when]),
    [['parse, the body as a stream, declaration', 'a body of text/streamed']]
  )
  assert.deepEqual(((await app.explain({ path: '/' })) as Explanation).exchange.objects, [])
  await app.close()
})
