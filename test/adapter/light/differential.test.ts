/**
 * Random connections against a stock server, a light one and one with the lane: the bytes must be the same. A failure names its seed; `ESPALIER_FUZZ_SEED` starts
 * with that one, and `ESPALIER_FUZZ_SECONDS` goes on for longer than the moment it gets in the suite.
 */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { patience } from '../../security/wire.ts'
import { close, get, laneServer, last, lightServer, listen, type Step, talk } from './both-servers.ts'
import { route, routes } from './routes.ts'

const seconds = Number(process.env.ESPALIER_FUZZ_SECONDS ?? 2)
const firstSeed = Number(process.env.ESPALIER_FUZZ_SEED ?? 1)

type Random = (below: number) => number

/** The same numbers for the same seed (mulberry32). */
function randomFrom(seed: number): Random {
  let state = seed | 0
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** Routes after which the connection closes come last: what a client sends to a closed connection is a matter of luck. */
const closers = ['/close', '/not-kept']
const openers = Object.keys(routes).filter((path) => !closers.includes(path) && path !== '/mark')
/** Routes that do not fail where there are no chunks. */
const unchunked = openers.filter((path) => path !== '/trailers')
const pick = <Item>(random: Random, items: readonly Item[]): Item => items[random(items.length)] as Item

function makeRequest(random: Random, isFirst: boolean): string {
  const method = pick(random, ['GET', 'GET', 'GET', 'HEAD', 'POST', 'POST', 'POST', 'PUT', 'DELETE', 'OPTIONS'])
  const path = pick(random, method === 'HEAD' ? unchunked : openers)
  const lines = [
    `${method} ${path}${pick(random, ['', '?a=1', '?%'])} HTTP/1.1`,
    `${pick(random, ['Host', 'host', 'HOST'])}: x`
  ]
  for (let count = random(4); count > 0; count--) lines.push(pick(random, extraHeaders))
  if (method === 'GET' || method === 'HEAD') return `${lines.join('\r\n')}\r\n\r\n`
  const body = pick(random, ['a', 'bc', '{"d":[1,2,3]}', '']).repeat(pick(random, [0, 1, 1, 3, 1000, 30_000]))
  // Behind another answer, Node puts the head of an answer with a Buffer in front of its own 100 Continue.
  if (isFirst && random(10) === 0) lines.push('Expect: 100-continue')
  if (random(2) === 0) return `${[...lines, `Content-Length: ${body.length}`].join('\r\n')}\r\n\r\n${body}`
  return `${[...lines, 'Transfer-Encoding: chunked'].join('\r\n')}\r\n\r\n${inChunks(random, body)}`
}

const extraHeaders = [
  'Connection: keep-alive',
  'Accept: */*',
  'X-Latin: caf\u00e9',
  'Cookie: a=1',
  'Cookie: b=2',
  'Content-Type: application/json',
  'Empty:',
  `X-Long: ${'l'.repeat(3000)}`,
  'TE: trailers'
]

function inChunks(random: Random, body: string): string {
  let encoded = ''
  for (let at = 0; at < body.length; ) {
    const chunk = body.slice(at, at + 1 + random(Math.max(8, body.length)))
    encoded += `${chunk.length.toString(16)}\r\n${chunk}\r\n`
    at += chunk.length
  }
  return `${encoded}0\r\n${random(3) === 0 ? 'X-Trailer: 1\r\n' : ''}\r\n`
}

/** How a connection ends. What happens to answers on their way when a malformed request comes is a matter of ticks, so it waits for all of them. */
function makeEnd(random: Random): Step[] {
  const ends: (() => Step[])[] = [
    () => [last],
    () => [get(pick(random, closers))],
    () => [get(pick(random, openers), 'Connection: close')],
    () => [`GET ${pick(random, unchunked)} HTTP/1.0\r\n\r\n`],
    () => ['GET /fast HTTP/1.1\r\n\r\n'],
    () => [get('/mark'), /marked/, 'garbage\r\n\r\n'],
    () => [get('/mark'), /marked/, 'GET /fast HTTP/1.1\r\nHost: x\r\nBad Header: 1\r\n\r\n']
  ]
  return pick(random, ends)()
}

/** With an answer ahead of them messages are read by the lane, where there is one. */
const warm: readonly Step[] = [get('/fast'), /"fast":true\}$/]

function makeSteps(seed: number): Step[] {
  const random = randomFrom(seed)
  let input = ''
  for (let count = random(7); count > 0; count--) input += makeRequest(random, input === '')
  const steps: Step[] = random(3) === 0 ? [] : [...warm]
  while (input.length > 0) {
    const length = 1 + random(pick(random, [3, 50, 1000, 100_000]))
    steps.push(input.slice(0, length))
    input = input.slice(length)
    if (random(3) === 0 && steps.length < 100) steps.push(turn)
  }
  return [...steps, ...makeEnd(random)]
}

/** Fails with the seed when a connection hangs. */
async function within<Value>(milliseconds: number, promise: Promise<Value>, seed: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const expired = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`a connection hangs with ESPALIER_FUZZ_SEED=${seed}`)), milliseconds)
  })
  return Promise.race([promise, expired]).finally(() => clearTimeout(timer))
}

const turn: Step = () => new Promise((resolve) => setImmediate(resolve))

test('random connections get the same bytes from a stock server, a light one and the lane', {
  timeout: (seconds + 60) * 1000
}, async (context) => {
  const ignore = (): void => {}
  const stock = createServer((request, response) => route(request, response, ignore, stock))
  const light = lightServer({}, (request, response) => route(request, response, ignore, light))
  const lane = laneServer({}, (request, response) => route(request, response, ignore, lane))
  const servers = [stock, light, lane] as const
  const ports = await Promise.all(servers.map(listen))
  context.after(() => Promise.all(servers.map(close)))
  const end = Date.now() + seconds * 1000
  let seed = firstSeed
  for (; Date.now() < end; seed++) {
    const steps = makeSteps(seed)
    const talks = Promise.all(servers.map((server, place) => talk(ports[place] as number, steps, server)))
    const [expected, ...others] = await within(patience(), talks, seed)
    // A connection that ends behind the answer that was waited for has compared nothing.
    if (steps[1] === warm[1]) assert.match(String(expected), /"fast":true\}HTTP/, `with ESPALIER_FUZZ_SEED=${seed}`)
    for (const actual of others) assert.equal(actual, expected, `with ESPALIER_FUZZ_SEED=${seed}`)
  }
  if (seconds > 2) context.diagnostic(`${seed - firstSeed} connections`)
  assert.ok(seed > firstSeed)
})
