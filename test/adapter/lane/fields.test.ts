/** The lane and Node's parser make the same headers of a head: number, order and values. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { Duplex } from 'node:stream'
import { test } from 'node:test'
import fc from 'fast-check'
import { toHeaders } from '../../../src/adapter/lane/fields.ts'

const names = [
  ...['Accept', 'Age', 'Authorization', 'Content-Type', 'Cookie', 'ETag', 'Expires', 'From', 'Forwarded', 'If-Match'],
  ...[
    'If-Modified-Since',
    'If-Unmodified-Since',
    'Last-Modified',
    'Location',
    'Max-Forwards',
    'Origin',
    'Proxy-Authorization'
  ],
  ...[
    'Referer',
    'Retry-After',
    'Server',
    'Set-Cookie',
    'User-Agent',
    'X-A',
    'x-a',
    'X-Forwarded-For',
    'Via',
    'constructor',
    'toString'
  ]
]
const field = fc.tuple(fc.constantFrom(...names, '__proto__'), fc.stringMatching(/^[!-~]([ -~]{0,6}[!-~])?$/))
const runs = Number(process.env.RUNS ?? 300)

test("the lane makes the same headers from a head as Node's parser", async (t) => {
  const server = createServer()
  t.after(() => server.close())
  const read = (head: string) =>
    new Promise<object>((resolve) => {
      const stream = new Duplex({ read() {}, write: (_chunk, _encoding, callback) => callback() })
      server.once('request', ({ headers }) => {
        resolve(headers)
        stream.destroy()
      })
      server.emit('connection', stream)
      stream.push(head)
    })
  await fc.assert(
    fc.asyncProperty(fc.array(field, { maxLength: 12 }), async (fields) => {
      const lines = [['Host', 'a'] as const, ...fields]
      const head = `GET / HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
      const expected = await read(head)
      const actual = toHeaders(lines.flat())
      assert.deepEqual(Object.entries(actual), Object.entries(expected))
    }),
    { numRuns: runs }
  )
})
