import assert from 'node:assert/strict'
import { test } from 'node:test'
import { espalier, Type } from 'espalier'
import fc from 'fast-check'
import { budget } from '../../../../test/fuzz/budget.ts'
import { csv } from '../../src/index.ts'
import { parseCsv } from './parse-csv.ts'

async function textOf(lines: AsyncIterable<string>) {
  let text = ''
  for await (const line of lines) text += line
  return text
}

const rows = [
  { id: 1, title: 'Emma, a novel', note: '=HYPERLINK("https://x.example")' },
  { id: -2, title: 'He said "no"\nand left', note: null }
]

test('rows are written as CSV with quoted cells where needed', async () => {
  assert.equal(
    await textOf(csv(rows, { columns: ['id', 'title', 'note'] })),
    'id,title,note\r\n1,"Emma, a novel","\'=HYPERLINK(""https://x.example"")"\r\n-2,"He said ""no""\nand left",\r\n'
  )
})

test('columns may have headings and functions, with another separator and a byte order mark', async () => {
  const columns = { Number: ({ id }: { id: number }) => id, Since: () => new Date(0), Tags: () => ['a', 'b'] }
  assert.equal(
    await textOf(csv([{ id: 1 }], { columns, separator: ';', bom: true })),
    '\uFEFFNumber;Since;Tags\r\n1;1970-01-01T00:00:00.000Z;"[""a"",""b""]"\r\n'
  )
})

test('an unknown column is a type error', () => {
  // @ts-expect-error: rows have no isbn.
  assert.equal(typeof csv(rows, { columns: ['isbn'] }), 'object')
})

test('a route sends rows of a generator, which ends when the client disconnects', async (t) => {
  const app = espalier()
  t.after(() => app.close())
  let isEnded = false
  async function* endless() {
    try {
      for (let id = 0; ; id++) yield { id, text: 'x'.repeat(1000) }
    } finally {
      isEnded = true
    }
  }
  const schema = { response: { 200: { content: { 'text/csv': { schema: Type.String() } } } } }
  app.get('/rows', { schema }, (_request, reply) => reply.type('text/csv').send(csv(rows, { columns: ['id'] })))
  app.get('/endless', { schema }, (_request, reply) =>
    reply.type('text/csv').send(csv(endless(), { columns: ['id', 'text'] }))
  )
  const origin = await app.listen({ port: 0 })
  const answer = await fetch(`${origin}/rows`)
  assert.match(answer.headers.get('content-type') ?? '', /^text\/csv/)
  assert.equal(await answer.text(), 'id\r\n1\r\n-2\r\n')
  const { body } = await fetch(`${origin}/endless`)
  await body?.cancel()
  while (!isEnded) await new Promise(setImmediate)
})

test('an error before the first row responds with 500, and an empty table has its headings', async (t) => {
  const app = espalier({ logger: false })
  t.after(() => app.close())
  async function* failing() {
    await Promise.reject(new Error('the database is away'))
    yield { id: 1 }
  }
  const columns = ['id'] as const
  app.get('/failing', (_request, reply) => reply.type('text/csv').send(csv(failing(), { columns })))
  app.get('/unwritten', (_request, reply) =>
    reply.type('text/csv').send(csv([{ id: 1 }], { columns: { Id: ({ id }) => id.toFixed(-1) } }))
  )
  app.get('/none', (_request, reply) => reply.type('text/csv').send(csv<{ id: number }>([], { columns, bom: true })))
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  for (const path of ['failing', 'unwritten']) {
    const answer = await fetch(`${origin}/${path}`)
    assert.equal(answer.status, 500)
    assert.match(answer.headers.get('content-type') ?? '', /json/)
    await answer.text()
  }
  const none = await fetch(`${origin}/none`)
  assert.deepEqual([none.status, (await none.arrayBuffer()).byteLength], [200, 7])
})

test('every text is parsed back, and no text cell starts a formula', async () => {
  const begins = fc.constantFrom(
    '',
    '=',
    '+',
    '-',
    '@',
    '\t=',
    ' =',
    '\r',
    '"',
    '＝',
    '-1',
    '+2.5',
    ',=',
    ';=',
    '\uFEFF='
  )
  const text = fc.tuple(begins, fc.string({ unit: 'grapheme' })).map((parts) => parts.join(''))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ a: text, b: text }), { minLength: 1 }), async (drawn) => {
      const [, ...lines] = parseCsv(await textOf(csv(drawn, { columns: ['a', 'b'] })))
      const kept = parseCsv(await textOf(csv(drawn, { columns: ['a', 'b'], formulas: 'keep' })))
      assert.deepEqual(
        kept.slice(1),
        drawn.map(({ a, b }) => [a, b])
      )
      assert.deepEqual(
        lines.map((cells) => cells.map((cell) => cell.replace(/^'(?=[\s\p{Cc}\uFEFF]*[=+\-@＝＋－＠]|[\t\r\n])/u, ''))),
        drawn.map(({ a, b }) =>
          [a, b].map((cell) => cell.replace(/^'(?=[\s\p{Cc}\uFEFF]*[=+\-@＝＋－＠]|[\t\r\n])/u, ''))
        )
      )
      for (const cell of lines.flat()) assert.ok(/^[+-]\d+([.,]\d+)?$/.test(cell) || !/^\s*[=+\-@＝]/.test(cell), cell)
    }),
    budget(500)
  )
})
