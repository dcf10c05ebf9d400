/** Random targets, queries, headers and bodies of well-formed requests arrive unchanged, by oracles that share no code with the server. */
import assert from 'node:assert/strict'
import { parse as parseQuery } from 'node:querystring'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Anything, createApp } from '../security/wild.ts'
import { Connection, portOf, request } from '../security/wire.ts'
import { budget } from './budget.ts'

/** A connection that is used as long as the server keeps it. */
class Client {
  readonly #port: number
  #connection: Connection | null = null

  constructor(port: number) {
    this.#port = port
  }

  async ask(bytes: Buffer) {
    if (this.#connection === null || this.#connection.isClosed) this.#connection = new Connection(this.#port)
    const answer = await this.#connection.send(bytes).read()
    if (answer === null || answer.headers.get('connection')?.includes('close')) this.close()
    return answer
  }

  close(): void {
    this.#connection?.destroy()
    this.#connection = null
  }
}

async function withEcho(run: (client: Client) => Promise<void>): Promise<void> {
  const { app } = createApp({ logger: false, routerOptions: { maxParamLength: 5000 } })
  const echo = ({ url, params, query, headers, body }: Anything) => ({
    url,
    params,
    query,
    headers,
    body: body ?? null
  })
  app.all('/:first/:second', echo)
  app.all('/*', echo)
  const client = new Client(await portOf(app as never))
  try {
    await run(client)
  } finally {
    client.close()
    await app.close()
  }
}

const wellFormed = (maxLength: number) =>
  fc.string({ unit: 'binary', maxLength }).filter((text) => (text as Anything).isWellFormed())

test('a path parameter is decoded to its original text', async () => {
  await withEcho(async (client) => {
    const part = wellFormed(40).filter((text) => text !== '' && text !== '.' && text !== '..')
    await fc.assert(
      fc.asyncProperty(part, part, async (first, second) => {
        const answer = await client.ask(request(`/${encodeURIComponent(first)}/${encodeURIComponent(second)}`))
        assert.deepEqual(JSON.parse(answer?.body ?? '').params, { first, second })
      }),
      budget(150)
    )
  })
})

test('any target gets a status below 500', async () => {
  await withEcho(async (client) => {
    const character = fc.oneof(
      fc.constantFrom(...'/%?#;:&=.*@[]{}\\"\'<>|^`~!$(),+-_0af'),
      fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code))
    )
    await fc.assert(
      fc.asyncProperty(fc.array(character, { maxLength: 60 }), async (characters) => {
        const answer = await client.ask(request(`/${characters.join('')}`))
        assert.ok(answer !== null && answer.status < 500, `${answer?.status} ${answer?.body}`)
        if (answer.status === 400) client.close()
      }),
      budget(300)
    )
  })
})

test('a query is parsed as by node:querystring', async () => {
  await withEcho(async (client) => {
    const word = fc.oneof(
      wellFormed(8).map(encodeURIComponent),
      fc.constantFrom('a', 'b', '', '+', '%20', '__proto__', 'constructor', '%', '%zz', 'a[b]')
    )
    const pair = fc.tuple(word, fc.option(word)).map(([name, value]) => (value === null ? name : `${name}=${value}`))
    await fc.assert(
      fc.asyncProperty(fc.array(pair, { maxLength: 8 }), async (pairs) => {
        const text = pairs.join('&')
        const answer = await client.ask(request(`/x?${text}`))
        const expected = parseQuery(text, '&', '=', { maxKeys: 0 })
        assert.deepEqual(Object.entries(JSON.parse(answer?.body ?? '').query), Object.entries(expected), text)
      }),
      budget(300)
    )
  })
})

test('a header arrives with a lower-case name and a trimmed value', async () => {
  await withEcho(async (client) => {
    const name = fc.stringMatching(/^[A-Za-z][!#$%&'*+.^_`|~0-9A-Za-z-]{0,20}$/).map((text) => `X-${text}`)
    const value = fc.stringMatching(/^[\x20-\x7e\t]{0,60}$/)
    await fc.assert(
      fc.asyncProperty(name, value, async (header, text) => {
        const answer = await client.ask(request('/x', { headers: [[header, text]] }))
        assert.equal(JSON.parse(answer?.body ?? '').headers[header.toLowerCase()], text.replace(/^[ \t]+|[ \t]+$/g, ''))
      }),
      budget(150)
    )
  })
})

test('a JSON body in random chunks arrives unchanged', async () => {
  await withEcho(async (client) => {
    const body = fc
      .jsonValue({ maxDepth: 5 })
      .map((value) => JSON.stringify(value))
      .filter((text) => !/__proto__|constructor/.test(text))
    await fc.assert(
      fc.asyncProperty(body, fc.array(fc.nat(100), { maxLength: 4 }), async (text, cuts) => {
        const bytes = Buffer.from(text)
        const edges = [0, ...cuts.map((cut) => cut % bytes.length).sort((a, b) => a - b), bytes.length]
        const chunks = edges.slice(1).flatMap((end, index) => {
          const part = bytes.subarray(edges[index], end)
          return part.length === 0 ? [] : [Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]
        })
        const headers: [string, string][] = [
          ['Content-Type', 'application/json'],
          ['Transfer-Encoding', 'chunked']
        ]
        const head = request('/x', { method: 'POST', headers })
        const answer = await client.ask(Buffer.concat([head, ...chunks, Buffer.from('0\r\n\r\n')]))
        assert.deepEqual(JSON.parse(answer?.body ?? '').body, JSON.parse(text))
      }),
      budget(150)
    )
  })
})

test('a body that is not JSON gets 400, and a JSON body gets 200', async () => {
  await withEcho(async (client) => {
    const almost = fc
      .tuple(fc.json({ maxDepth: 2 }), fc.nat(50), fc.string({ unit: 'binary-ascii', maxLength: 2 }))
      .map(([text, at, more]) => text.slice(0, at) + more + text.slice(at))
    await fc.assert(
      fc.asyncProperty(almost, async (text) => {
        const headers: [string, string][] = [['Content-Type', 'application/json']]
        const answer = await client.ask(request('/x', { method: 'POST', headers, body: text }))
        let isJson = true
        try {
          JSON.parse(text)
        } catch {
          isJson = false
        }
        if (/__proto__|constructor/.test(text)) return
        assert.equal(answer?.status, isJson ? 200 : 400, text)
      }),
      budget(200)
    )
  })
})
