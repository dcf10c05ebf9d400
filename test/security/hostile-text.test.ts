/** Text that attempts code or header injection, in schemas, routes, headers, targets and the log. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { budget } from '../fuzz/budget.ts'
import { serve } from './serve.ts'
import { type Anything, createApp, type Wild } from './wild.ts'
import { ask, request } from './wire.ts'

const inherited = Object.getOwnPropertyNames(Object.prototype)

const hostile = fc.oneof(
  fc.constantFrom(
    '"];globalThis.injected=1;//',
    "'];globalThis.injected=1;//",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the attack
    '`${globalThis.injected=1}`',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the attack
    '${globalThis.injected=1}',
    '*/globalThis.injected=1;/*',
    '\\',
    '\\"',
    "\\'",
    '\n;globalThis.injected=1;\n',
    '\u2028globalThis.injected=1\u2029',
    '</script>',
    '"+(globalThis.injected=1)+"',
    ')}globalThis.injected=1;({(',
    '%s%j%o',
    '\u0000',
    '#',
    '/',
    '~0~1',
    '%25',
    'a.b[c]',
    '0',
    ''
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 20 })
)

const own = hostile.filter((name) => !inherited.includes(name))
const referable = fc.oneof(hostile, fc.stringMatching(/^[\w.$()'!*+,;=&-]{1,20}$/)).filter((id) => isReferable(id))

test('hostile text in the names, values and texts of a schema stays text', async () => {
  await fc.assert(
    fc.asyncProperty(own, hostile, referable, async (name, value, id) => {
      const { app } = createApp({ logger: false })
      const properties = {
        [name]: { type: 'string', enum: [value, 'other'], default: value, title: value, description: name }
      }
      app.addSchema({ $id: id, type: 'object', required: [name], properties, $comment: value })
      const schema = { body: { $ref: `${id}#` }, response: { 200: { $ref: `${id}#` } } }
      app.post('/', { schema, config: { [name]: value } }, (request: Anything) => ({
        ...request.body,
        [`${name}!`]: 1
      }))
      const ask = (payload: object) =>
        app.inject({
          method: 'POST',
          url: '/',
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify(payload)
        })
      assert.deepEqual((await ask({ [name]: value })).json(), { [name]: value })
      assert.equal((await ask({ [name]: `${value}x!` })).statusCode, 400)
      assert.equal((globalThis as Anything).injected, undefined)
    }),
    budget(80)
  )
})

/** Whether a text can stand in a URI reference as it is. */
function isReferable(id: string): boolean {
  return /^[\w.$()'!*+,;=&-]+$/.test(id) && !['.', '..', ...inherited].includes(id)
}

const segment = fc
  .oneof(hostile, fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 10 }))
  .filter((text) => text !== '' && !/[/:*%?#;()]/.test(text) && !text.includes('\0') && isWellFormed(text))

function isWellFormed(text: string): boolean {
  return (text as Anything).isWellFormed()
}

test('hostile text in the path of a route stays text, with and without a compiled router', async () => {
  await fc.assert(
    fc.asyncProperty(segment, fc.boolean(), fc.boolean(), async (text, compile, caseSensitive) => {
      const { app } = createApp({ logger: false, routerOptions: { compile, caseSensitive } })
      app.get(`/${text}`, () => 'reached')
      app.get('/other/:id', () => 'other')
      app.register(async (child: Wild) => void child.get('/', () => 'below'), { prefix: `/below/${text}` })
      const { port, close } = await open(app)
      try {
        const target = encodeURI(text)
        assert.equal((await ask(port, request(`/${target}`)))?.body, 'reached')
        assert.equal((await ask(port, request(`/below/${target}`)))?.body, 'below')
        assert.equal((await ask(port, request('/other/1')))?.body, 'other')
        assert.equal((globalThis as Anything).injected, undefined)
      } finally {
        await close()
      }
    }),
    budget(60)
  )
})

async function open(app: Wild) {
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return { port: Number(new URL(origin).port), close: () => app.close() }
}

test('a header value with hostile text does not become a second header', async () => {
  const { app } = createApp({ logger: false })
  app.get('/', (request: Anything, reply: Anything) => reply.header('x-a', request.query.value).send('sent'))
  const { port, close } = await open(app)
  try {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 30 }).filter(isWellFormed), async (value) => {
        const answer = await ask(port, request(`/?value=${encodeURIComponent(`${value}\r\nx-b: 1`)}`))
        assert.equal(answer?.headers.has('x-b'), false)
        const plain = await ask(port, request(`/?value=${encodeURIComponent(value)}`))
        assert.ok(plain !== null && [200, 500].includes(plain.status))
      }),
      budget(60)
    )
  } finally {
    await close()
  }
})

test('targets and headers do not add lines to the log', async (t) => {
  const lines: string[] = []
  const stream = { write: (text: string) => void lines.push(text) }
  const { send } = await serve(t, { logger: { stream } }, (app) => app.get('/*', () => 'fine'))
  const before = lines.length
  await send('/%0a%7b%22level%22%3a60%7d%0d%0a"\u2028', {
    headers: [
      ['Accept-Version', '1"}\t{"level":60'],
      ['Host', 'a']
    ]
  })
  for (const text of lines.slice(before)) {
    assert.equal(text.trimEnd().split(/\r|\n/).length, 1)
    assert.equal(JSON.parse(text).level, 30)
  }
})
