import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { file, form } from '@espalier/kit/form'
import { uploads } from '@espalier/kit/uploads'
import { espalier, type TSchema, Type } from 'espalier'
import fc from 'fast-check'
import { budget } from '../../../../test/fuzz/budget.ts'
import { until } from '../../../../test/until.ts'
import { runWithoutPackages } from '../without-package.ts'

const fields = {
  title: Type.String({ minLength: 1 }),
  year: Type.Optional(Type.Integer()),
  tags: Type.Optional(Type.Array(Type.String(), { maxItems: 3 })),
  cover: file({ maxBytes: 1000, types: ['image/png', 'text/*'] }),
  pages: Type.Optional(Type.Array(file({ maxBytes: 100_000 }), { maxItems: 2 }))
}

async function start(t: TestContext) {
  const outside = mkdtempSync(join(tmpdir(), 'espalier-uploads-'))
  const folder = join(outside, 'in', 'coming')
  t.after(() => rmSync(outside, { recursive: true }))
  const app = espalier({ logger: false }).register(uploads, { folder, maxTextBytes: 5000 })
  const held = { isHeld: false, waiting: 0, release: () => {} }
  app.post('/covers', { schema: form(fields) }, async ({ body: { title, year, tags, cover, pages } }) => {
    if (held.isHeld)
      await new Promise<void>((resolve) => {
        held.waiting++
        held.release = resolve
      })
    const contentOf = ({ path }: { path: string }) => readFileSync(path, 'latin1')
    const { path, ...said } = cover
    return { title, year, tags, cover: said, content: contentOf(cover), pages: pages?.map(contentOf) }
  })
  app.post('/kept', { schema: form({ cover: fields.cover }) }, ({ body: { cover } }) => {
    renameSync(cover.path, join(outside, 'kept'))
    return cover.bytes
  })
  app.post('/failing', { schema: form({ cover: fields.cover }) }, () => {
    throw new Error('no luck')
  })
  app.post('/json', { schema: { body: { a: Type.Integer() } } }, ({ body }) => body)
  t.after(() => app.close())
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const post = async (path: string, body: FormData) => {
    const answer = await fetchWhole(`${origin}${path}`, body)
    const content: Record<string, unknown> & { code?: string } = Object(await answer.json())
    return { status: answer.status, content, code: content.code }
  }
  const isEmpty = () => until(() => readdirSync(folder).length === 0, 'an empty folder', { every: 5 })
  return { outside, folder, app, origin, post, held, isEmpty }
}

/** A server that refuses a form may close the connection while the client still sends. Then the response can be lost (RFC 9112 §9.6). */
async function fetchWhole(url: string, body: FormData): Promise<Response> {
  for (let turn = 0; ; turn++)
    try {
      return await fetch(url, { method: 'POST', body })
    } catch (error) {
      const { code } = Object(Object(error).cause)
      if (turn === 20 || !['EPIPE', 'ECONNRESET', 'UND_ERR_SOCKET'].includes(code)) throw error
    }
}

type Value = string | File
function formOf(parts: readonly (readonly [name: string, value: Value])[]): FormData {
  const data = new FormData()
  for (const [name, value] of parts) data.append(name, value)
  return data
}
const png = (bytes = 3, name = 'waves.png') => new File(['x'.repeat(bytes)], name, { type: 'image/png' })
const right: [string, Value][] = [
  ['title', 'The Waves'],
  ['cover', png()]
]

test('a handler receives parsed texts and files with metadata in any order of parts', async (t) => {
  const { post, isEmpty } = await start(t)
  const parts: [string, Value][] = [
    ['pages', new File(['one'], '1.bin')],
    ['cover', png(1000)],
    ['year', '1931'],
    ['tags', 'sea'],
    ['button', 'Send'],
    ['pages', new File(['two'], '2.bin')],
    ['title', 'Die Wellen – über']
  ]
  const { status, content } = await post('/covers', formOf(parts))
  assert.deepEqual(
    [status, content],
    [
      200,
      {
        title: 'Die Wellen – über',
        year: 1931,
        tags: ['sea'],
        cover: { name: 'waves.png', type: 'image/png', bytes: 1000 },
        content: 'x'.repeat(1000),
        pages: ['one', 'two']
      }
    ]
  )
  await isEmpty()
})

const refusals: [why: string, parts: [string, Value][], status: number, code: string][] = [
  [
    'a file that is too large',
    [
      ['title', 'a'],
      ['cover', png(1001)]
    ],
    413,
    'FORM_FILE_TOO_LARGE'
  ],
  ['texts that are too large', [...right, ['tags', 'x'.repeat(300_000)]], 413, 'FORM_TOO_LARGE'],
  ['too many files', [...right, ...Array(3).fill(['pages', new File(['a'], 'a')])], 413, 'FORM_TOO_MANY_FILES'],
  [
    'a file of another type',
    [
      ['title', 'a'],
      ['cover', new File(['a'], 'a.gif', { type: 'image/gif' })]
    ],
    415,
    'FORM_TYPE_REFUSED'
  ],
  [
    'a file without a type',
    [
      ['title', 'a'],
      ['cover', new File(['a'], 'a.png')]
    ],
    415,
    'FORM_TYPE_REFUSED'
  ],
  ['a file that the form does not have', [...right, ['other', png()]], 400, 'FORM_FILE_UNKNOWN'],
  [
    'a file for a text',
    [
      ['title', png()],
      ['cover', png()]
    ],
    400,
    'FORM_FILE_UNKNOWN'
  ],
  ['a file called as what all objects have', [...right, ['__proto__', png()]], 400, 'FORM_FILE_UNKNOWN'],
  [
    'a text for a file',
    [
      ['title', 'a'],
      ['cover', 'b3f2']
    ],
    400,
    'FORM_FILE_EXPECTED'
  ],
  ['two texts for one', [...right, ['title', 'b']], 400, 'FORM_FIELD_REPEATED'],
  ['two files for one', [...right, ['cover', png()]], 400, 'FORM_FIELD_REPEATED'],
  [
    'a text that its schema refuses',
    [
      ['title', ''],
      ['cover', png()]
    ],
    400,
    'FST_ERR_VALIDATION'
  ],
  ['a file that is missing', [['title', 'a']], 400, 'FST_ERR_VALIDATION'],
  [
    'a file that was not chosen',
    [
      ['title', 'a'],
      ['cover', new File([], '')]
    ],
    400,
    'FST_ERR_VALIDATION'
  ]
]

test('a refused form has a status and a code, and no file remains', async (t) => {
  const { post, isEmpty } = await start(t)
  for (const [why, parts, status, code] of refusals) {
    const answer = await post('/covers', formOf(parts))
    assert.deepEqual([answer.status, answer.code], [status, code], `${why}: ${JSON.stringify(answer.content)}`)
    await isEmpty()
  }
  assert.equal((await post('/covers', formOf(right))).status, 200)
})

test('another content type gets 415 on a form route, and a form gets 415 on other routes', async (t) => {
  const { app, post } = await start(t)
  const body = { title: 'a', cover: 'a name' }
  const json = await app.inject({ method: 'POST', url: '/covers', body })
  assert.deepEqual([json.statusCode, json.json<{ code: string }>().code], [415, 'FORM_EXPECTED'])
  assert.deepEqual((await post('/json', formOf(right))).status, 415)
})

test('an app with a file field and without the plugin fails to start with advice', async () => {
  const file = fields.cover
  for (const body of [form({ file }).body, Type.Object({ file: Type.Optional(file) }), form(fields).body]) {
    const app = espalier({ logger: false })
    app.post('/covers', { schema: { body } }, () => 'stored')
    await assert.rejects(async () => await app.ready(), {
      code: 'FST_ERR_SCH_VALIDATION_BUILD',
      message: /POST: \/covers, .*can't resolve reference register-uploads-before-this-route/
    })
  }
})

test('a route before the plugin fails to start, and routes without files have no hook', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'espalier-uploads-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const early = espalier({ logger: false })
  early.post('/covers', { schema: form({ cover: fields.cover }) }, ({ body: { cover } }) => cover.bytes)
  early.register(uploads, { folder })
  await assert.rejects(async () => await early.ready(), /can't resolve reference register-uploads-before-this-route/)

  const app = await espalier({ logger: false }).register(uploads, { folder })
  t.after(() => app.close())
  app.post('/covers', { schema: form({ cover: fields.cover }) }, ({ body: { cover } }) => cover.bytes)
  app.post('/texts', { schema: { body: { cover: Type.String() } } }, ({ body: { cover } }) => cover)
  await app.ready()
  const post = (url: string) => app.inject({ method: 'POST', url, body: { cover: '' } })
  assert.equal((await post('/covers')).json<{ code: string }>().code, 'FORM_EXPECTED')
  assert.equal((await post('/texts')).statusCode, 200)
  const { steps } = await app.explain({ method: 'POST', path: '/texts' })
  assert.deepEqual(
    steps.filter(({ stage }) => stage === 'preHandler' || stage === 'onResponse'),
    []
  )
})

test('a file that is not a field of a form throws at declaration', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'espalier-uploads-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const { cover } = fields
  const one = Type.Object({ cover })
  const bodies: readonly TSchema[] = [form({ cover, inner: one }).body, Type.Union([one, Type.Null()]), Type.Array(one)]
  for (const body of bodies) {
    const app = await espalier({ logger: false }).register(uploads, { folder })
    assert.throws(
      () => app.post('/covers', { schema: { body } }, () => 'stored'),
      /A file\(\) has to be a field of a form/
    )
    await app.close()
  }
})

test('a file moved by the handler stays, and a failing handler leaves no file', async (t) => {
  const { outside, post, isEmpty } = await start(t)
  assert.deepEqual((await post('/kept', formOf([['cover', png(7)]]))).status, 200)
  assert.equal((await post('/failing', formOf([['cover', png()]]))).status, 500)
  await isEmpty()
  assert.equal(readFileSync(join(outside, 'kept'), 'latin1').length, 7)
})

const hostile = [
  '../x',
  '../../x',
  '..\\x',
  '/etc/passwd',
  'a/../..',
  '.',
  '..',
  'C:\\a\\b.png',
  '..%2fx',
  'x\u202Egnp.exe',
  'x'.repeat(5000)
]

test('a file name of a client does not lead out of the folder and contains no path', async (t) => {
  const { outside, folder, post, held, isEmpty } = await start(t)
  for (const name of hostile) {
    held.isHeld = true
    const before = held.waiting
    const answer = post(
      '/covers',
      formOf([
        ['title', 'a'],
        ['cover', png(3, name)]
      ])
    )
    await until(() => held.waiting > before, 'the handler', { every: 5 })
    assert.match(readdirSync(folder).join(), /^[\da-f-]{36}\.upload$/)
    assert.deepEqual(readdirSync(outside), ['in'])
    held.release()
    const { status, content } = await answer
    const shown = String(Object(content.cover).name)
    assert.equal(status, 200, name)
    assert.ok(shown.length >= 1 && shown.length <= 200 && !/[/\\\u202E]|^\.+$/.test(shown), shown)
    await isEmpty()
  }
})

const wire = (boundary: string, parts: readonly { head: string; content: Buffer }[], end = `--${boundary}--\r\n`) =>
  Buffer.concat([
    ...parts.flatMap(({ head, content }) => [
      Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
      content,
      Buffer.from('\r\n')
    ]),
    Buffer.from(end)
  ])
const textHead = (name: string) => `Content-Disposition: form-data; name="${name}"`
const fileHead = (name: string, type: string) => `${textHead(name)}; filename="a b.bin"\r\nContent-Type: ${type}`
const headOf = (boundary: string, length: number, more = '') =>
  `POST /covers HTTP/1.1\r\nHost: a.test\r\nContent-Type: multipart/form-data; boundary="${boundary}"\r\nContent-Length: ${length}\r\n${more}\r\n`

/** Sends the pieces one after the other, and resolves to the first response. */
async function send(origin: string, pieces: readonly (string | Buffer)[]) {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1').on('error', () => {})
  let answer = ''
  socket.setEncoding('latin1').on('data', (text) => {
    answer += text
  })
  await once(socket, 'connect')
  for (const piece of pieces) {
    socket.write(piece)
    await new Promise(setImmediate)
  }
  const lengthOf = () => Number(/content-length: (\d+)/i.exec(answer)?.[1] ?? Number.NaN)
  const isWhole = () => answer.slice(answer.indexOf('\r\n\r\n') + 4).length >= lengthOf()
  await until(() => isWhole() || socket.destroyed, 'an answer', { every: 1 })
  socket.destroy()
  return { status: Number(answer.slice(9, 12)), body: answer.slice(answer.indexOf('\r\n\r\n') + 4) }
}

const boundaries = fc.string({ unit: fc.constantFrom(...'-abcXYZ019_'), minLength: 1, maxLength: 70 })

test('a file has the sent bytes for every boundary and chunking', async (t) => {
  const { origin, isEmpty } = await start(t)
  const contents = (boundary: string) =>
    fc
      .array(
        fc.oneof(
          fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes)),
          fc
            .constantFrom('\r', '\n', '\r\n', '--', '\r\n-', `\r\n--${boundary.slice(0, -1)}`, `--${boundary}`)
            .map((text) => Buffer.from(text))
        ),
        { maxLength: 12 }
      )
      .map((pieces) => Buffer.concat(pieces))
      .filter((content) => !`\r\n${content.toString('latin1')}`.includes(`\r\n--${boundary}`) && content.length <= 1000)
  const sent = boundaries.chain((boundary) =>
    fc.record({
      boundary: fc.constant(boundary),
      cover: contents(boundary),
      page: contents(boundary),
      cuts: fc.array(fc.nat(2000), { maxLength: 8 })
    })
  )
  await fc.assert(
    fc.asyncProperty(sent, async ({ boundary, cover, page, cuts }) => {
      const body = wire(boundary, [
        { head: fileHead('pages', 'application/octet-stream'), content: page },
        { head: textHead('title'), content: Buffer.from('a') },
        { head: fileHead('cover', 'image/png'), content: cover }
      ])
      const places = [...new Set(cuts.map((cut) => cut % body.length))].sort((a, b) => a - b)
      const pieces = [...places, body.length].map((end, index) => body.subarray(places[index - 1] ?? 0, end))
      const { status, body: answer } = await send(origin, [headOf(boundary, body.length), ...pieces])
      assert.equal(status, 200, answer)
      const { content, pages } = JSON.parse(Buffer.from(answer, 'latin1').toString())
      assert.deepEqual([content, pages], [cover.toString('latin1'), [page.toString('latin1')]])
    }),
    budget(150)
  )
  await isEmpty()
})

test('a form cut or corrupted at any byte fails one request, and no file remains', async (t) => {
  const { origin, isEmpty, post } = await start(t)
  const whole = wire('b', [
    { head: textHead('title'), content: Buffer.from('a') },
    { head: fileHead('cover', 'image/png'), content: Buffer.alloc(500, 'x') }
  ])
  await fc.assert(
    fc.asyncProperty(
      fc.nat(whole.length - 1),
      fc.integer({ min: 1, max: 255 }),
      fc.boolean(),
      async (place, change, isCut) => {
        const body = isCut ? whole.subarray(0, place) : Buffer.from(whole)
        if (!isCut) body[place] = (whole[place] ?? 0) ^ change
        const { status } = await send(origin, [headOf('b', body.length), body])
        assert.ok([200, 400, 413, 415].includes(status), `${status}`)
        if (isCut && place < whole.length - 4) assert.equal(status, 400)
      }
    ),
    budget(200)
  )
  await isEmpty()
  assert.equal((await post('/covers', formOf(right))).status, 200)
})

test('no file remains of a client that disconnects during the form or the handler', async (t) => {
  const { origin, folder, held, isEmpty } = await start(t)
  const whole = wire('b', [
    { head: fileHead('pages', 'image/png'), content: Buffer.alloc(90_000, 'x') },
    { head: textHead('title'), content: Buffer.from('a') },
    { head: fileHead('cover', 'image/png'), content: Buffer.from('x') }
  ])
  const leaveAfter = async (length: number, isThere: () => boolean) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1').on('error', () => {})
    socket.resume().write(headOf('b', whole.length))
    socket.write(whole.subarray(0, length))
    // A fast request may have had its files between two checks.
    await until(() => isThere() || socket.bytesRead > 0, 'the files', { every: 1 })
    socket.destroy()
  }
  await leaveAfter(60_000, () => readdirSync(folder).length === 1)
  await isEmpty()
  held.isHeld = true
  await leaveAfter(whole.length, () => held.waiting === 1)
  held.release()
  await isEmpty()
  held.isHeld = false
  for (let turn = 0; turn < 100; turn++) await leaveAfter(whole.length, () => readdirSync(folder).length >= turn % 3)
  await isEmpty()
})

test('a refusal is sent before the client has sent the whole form', async (t) => {
  const { origin } = await start(t)
  const { status, body } = await send(origin, [headOf('b', 50_000_000)])
  assert.deepEqual([status, JSON.parse(body).code], [413, 'FORM_TOO_LARGE'])
  const begun = `--b\r\n${fileHead('other', 'image/png')}\r\n\r\n${'x'.repeat(60_000)}`
  const refused = await send(origin, [headOf('b', 90_000), begun, 'x'.repeat(1000)])
  assert.deepEqual([refused.status, JSON.parse(refused.body).code], [400, 'FORM_FILE_UNKNOWN'])
})

test('without @fastify/busboy the app fails to start with the install command', (t) => {
  const output = runWithoutPackages(
    t,
    `import { uploads } from '@espalier/kit/uploads'
import { espalier } from 'espalier'
const app = espalier()
app.register(uploads, { folder: 'incoming' })
await app.ready().catch(({ message, cause }) => console.log(message, cause.code))`
  )
  assert.match(output, /^uploads reads forms .+ npm install @fastify\/busboy ERR_MODULE_NOT_FOUND\n$/)
})
