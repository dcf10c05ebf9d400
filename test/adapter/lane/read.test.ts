/**
 * Compares `readMessage` with Node's parser. For an accepted message, both must find the same method, target, fields and body, and continue after it.
 * A failure contains its seed: `ESPALIER_FUZZ_SEED` starts with this seed, and `ESPALIER_FUZZ_SECONDS` runs for longer.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Fields, type Message, readMessage } from '../../../src/adapter/lane/read.ts'
import { makeMessage, mutate, type Random, randomFrom, traffic } from './messages.ts'
import { NodeParser, type Seen } from './node-parser.ts'

const limit = 16_384

/** Compares accepted messages with Node's parser, which reads all of them on one connection. */
class Comparison {
  accepted = 0
  #node = new NodeParser()
  #last: Fields | null = null

  /** Returns where the message ends; `null` if it is refused. */
  take(text: string, about = ''): number | null {
    const bytes = Buffer.from(text, 'latin1')
    const message = readMessage(bytes, 0, bytes.length, limit, this.#last)
    if (message === null) return null
    const { end, fields, length, method, target } = message
    this.#last = fields
    if (end > bytes.length) return end
    this.accepted++
    const body = bytes.toString('latin1', end - length, end)
    const seen = this.#node.read(bytes.subarray(0, end))
    if (!(seen instanceof Error) && seen.length === 1 && isSame(seen[0] as Seen, message, body)) return end
    this.#node = new NodeParser()
    const expected: Seen = { method, target, fields: fields.pairs, version: '1.1', isKept: true, body, isWhole: true }
    assert.deepEqual(seen, [expected], `${JSON.stringify(text)} ${about}`)
    return end
  }
}

function isSame(seen: Seen, { fields, method, target }: Message, body: string): boolean {
  const isKept = seen.isKept && seen.isWhole && seen.version === '1.1'
  if (!isKept || seen.method !== method || seen.target !== target || seen.body !== body) return false
  const { pairs } = fields
  return seen.fields.length === pairs.length && seen.fields.every((one, place) => one === pairs[place])
}

const host = 'Host: x\r\n'
const head = (fields: string) => `GET / HTTP/1.1\r\n${fields}\r\n`
const read = (text: string, last: Fields | null = null) =>
  readMessage(Buffer.from(text, 'latin1'), 0, text.length, limit, last)
const accepts = (text: string) => read(text) !== null

for (const [what, text] of Object.entries({
  'a bare request': head(host),
  'a field without a space': head('Host:x\r\n'),
  'tabs and spaces inside a value': head(`${host}X: a \tb\r\n`),
  'Connection: keep-alive': head(`${host}Connection: Keep-Alive\r\n`),
  'a Content-Length with leading zeros': `${head(`${host}Content-Length: 0002\r\n`)}{}`,
  'a head at the size limit': head(`${host}X: ${'x'.repeat(8192 - head(`${host}X: \r\n`).length)}\r\n`)
}))
  test(`readMessage accepts ${what}`, () => {
    assert.equal(accepts(text), true)
    assert.notEqual(new Comparison().take(text), null)
  })

for (const [what, text] of Object.entries({
  'an unknown method': `QUERY / HTTP/1.1\r\n${host}\r\n`,
  'a method in lower case': `get / HTTP/1.1\r\n${host}\r\n`,
  CONNECT: `CONNECT a.test:80 HTTP/1.1\r\n${host}\r\n`,
  'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'a target in absolute-form': `GET http://x/ HTTP/1.1\r\n${host}\r\n`,
  'a target in asterisk-form': `OPTIONS * HTTP/1.1\r\n${host}\r\n`,
  'a space in a target': `GET /a b HTTP/1.1\r\n${host}\r\n`,
  'a byte beyond ASCII in a target': `GET /\xe9 HTTP/1.1\r\n${host}\r\n`,
  'HTTP/1.0': `GET / HTTP/1.0\r\n${host}\r\n`,
  'an empty line before a message': `\r\nGET / HTTP/1.1\r\n${host}\r\n`,
  'a head without Host': head('X: y\r\n'),
  'a head without fields': head(''),
  'two Host fields': head(`${host}Host: x\r\n`),
  'an empty Host': head('Host: \r\n'),
  'a space before the colon of a field': head('Host : x\r\n'),
  'a field name that is not a token': head(`${host}X(Y): z\r\n`),
  'a field line without a colon': head(`${host}X\r\n`),
  'a space before a field name': head(`${host} X: y\r\n`),
  'a folded field value': head(`${host}X: y\r\n z\r\n`),
  'a space after a field value': head(`${host}X: y \r\n`),
  'two spaces before a field value': head(`${host}X:  y\r\n`),
  'an empty field value': head(`${host}X:\r\n`),
  'a byte beyond ASCII in a field value': head(`${host}X: \xe9\r\n`),
  'a control character in a field value': head(`${host}X: a\x01b\r\n`),
  'DEL in a field value': head(`${host}X: a\x7fb\r\n`),
  'a bare line feed': head(`${host}X: a\nY: b\r\n`),
  'a bare carriage return': head(`${host}X: a\rb\r\n`),
  'lines that end in line feeds': head(host).replaceAll('\r', ''),
  'two Content-Length fields': `${head(`${host}Content-Length: 2\r\nContent-Length: 2\r\n`)}{}`,
  'a Content-Length with a sign': `${head(`${host}Content-Length: +2\r\n`)}{}`,
  'a Content-Length that is a list': `${head(`${host}Content-Length: 2, 2\r\n`)}{}`,
  'a Content-Length of ten digits': head(`${host}Content-Length: 1000000000\r\n`),
  'Transfer-Encoding: chunked': `${head(`${host}Transfer-Encoding: chunked\r\n`)}0\r\n\r\n`,
  'an Upgrade field': head(`${host}Upgrade: h2c\r\n`),
  'an Expect field': head(`${host}Expect: 100-continue\r\n`),
  'Connection: close': head(`${host}Connection: close\r\n`),
  'Connection: keep-alive, upgrade': head(`${host}Connection: keep-alive, upgrade\r\n`),
  'a Proxy-Connection field': head(`${host}Proxy-Connection: keep-alive\r\n`),
  'an incomplete head': head(host).slice(0, -1),
  'a head over the size limit': head(`${host}X: ${'x'.repeat(8193 - head(`${host}X: \r\n`).length)}\r\n`)
}))
  test(`readMessage leaves ${what} to Node`, () => {
    assert.equal(accepts(text), false)
  })

test('readMessage respects a lower limit of the server', () => {
  const text = head(`${host}X: ${'x'.repeat(100)}\r\n`)
  const bytes = Buffer.from(text)
  assert.notEqual(readMessage(bytes, 0, text.length, text.length, null), null)
  assert.equal(readMessage(bytes, 0, text.length, text.length - 1, null), null)
})

test('bytes after the given end are not read', () => {
  const bytes = Buffer.from(head(host))
  assert.equal(readMessage(bytes, 0, bytes.length - 1, limit, null), null)
  assert.notEqual(readMessage(Buffer.concat([bytes, bytes]), 0, bytes.length, limit, null), null)
})

test('the end of a message with an incomplete body lies behind the received bytes', () => {
  const text = `${head(`${host}Content-Length: 10\r\n`)}{}`
  const message = read(text)
  assert.deepEqual([message?.end, message?.length, message?.body], [text.length + 8, 10, Buffer.alloc(0)])
})

test('fields keep the Host, the first Content-Type and the Content-Length', () => {
  const fields = 'HOST: a.test\r\nContent-Type: a/b\r\ncontent-type: c/d\r\nContent-Length: 2\r\n'
  const message = read(`POST / HTTP/1.1\r\n${fields}\r\n{}`)
  const { contentLength, contentType, host } = message?.fields as Fields
  assert.deepEqual([host, contentType, contentLength], ['a.test', 'a/b', '2'])
})

test('fields of the last message are reused only when they are identical', () => {
  const first = read(head(`${host}X: a\r\n`))?.fields as Fields
  const second = read(head(`${host}X: b\r\n`), first)?.fields as Fields
  assert.deepEqual(second.pairs, ['Host', 'x', 'X', 'b'])
  assert.equal(read(head(`Hose: x\r\nX: b\r\n`), second), null)
  const third = read(`POST /other HTTP/1.1\r\n${host}X: b\r\n\r\n`, second)
  assert.deepEqual([third?.method, third?.target], ['POST', '/other'])
  assert.equal(third?.fields, second)
})

test('each byte at each place of a head: readMessage reads accepted messages as Node does', () => {
  const comparison = new Comparison()
  for (const text of traffic)
    for (let at = 0; at < text.length; at++)
      for (let byte = 0; byte < 256; byte++) {
        const one = String.fromCharCode(byte)
        comparison.take(text.slice(0, at) + one + text.slice(at + 1))
        if (byte % 16 === at % 16) comparison.take(text.slice(0, at) + one + text.slice(at))
      }
  assert.ok(comparison.accepted > 40_000, String(comparison.accepted))
})

test('messages cut at each place: the end that readMessage reports is the end that Node finds', () => {
  for (const text of traffic)
    for (let cut = 1; cut < text.length; cut++) {
      const bytes = Buffer.from(text, 'latin1')
      const end = readMessage(bytes, 0, cut, limit, null)?.end
      if (end === undefined) continue
      const node = new NodeParser()
      const before = node.read(bytes.subarray(0, Math.min(cut, end)))
      const after = node.read(Buffer.concat([bytes.subarray(Math.min(cut, end), end), bytes]))
      assert.ok(!(before instanceof Error) && !(after instanceof Error), `${text} cut at ${cut}`)
      assert.deepEqual([before.length, after.length], [1, 1])
      assert.equal(before[0]?.isWhole, true)
    }
})

function tryOne(comparison: Comparison, random: Random, about: string): void {
  const make = () => (random(3) === 0 ? (traffic[random(traffic.length)] as string) : makeMessage(random))
  let text = make()
  if (random(2) === 0) text = mutate(random, text)
  if (random(4) === 0) text += make()
  if (random(8) === 0) text = text.slice(0, random(text.length + 1))
  while (text !== '') {
    const end = comparison.take(text, about)
    if (end === null) return
    text = text.slice(end)
  }
}

const seconds = Number(process.env.ESPALIER_FUZZ_SECONDS ?? 0)
const firstSeed = Number(process.env.ESPALIER_FUZZ_SEED ?? 1)

test('random messages: readMessage reads accepted messages as Node does', {
  timeout: (seconds + 120) * 1000
}, (t) => {
  const comparison = new Comparison()
  const end = Date.now() + seconds * 1000
  let tried = 0
  for (let seed = firstSeed; tried < 700_000 || Date.now() < end; seed++) {
    const random = randomFrom(seed)
    for (let count = 0; count < 1000; count++, tried++) tryOne(comparison, random, `ESPALIER_FUZZ_SEED=${seed}`)
  }
  if (seconds > 0) t.diagnostic(`${tried} cases, of which readMessage took ${comparison.accepted} messages`)
  assert.ok(comparison.accepted > 150_000, String(comparison.accepted))
})
