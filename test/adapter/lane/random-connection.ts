// Random connections: requests of many kinds, cut anywhere, and an end. The same seed makes the same connection.
import { get, last, type Step } from './both-servers.ts'

export interface Paths {
  readonly openers: readonly string[]
  readonly unchunked: readonly string[]
  /** The connection closes after these requests, so they come last. */
  readonly closers: readonly string[]
}

type Random = (below: number) => number

/** The mulberry32 generator. */
function randomFrom(seed: number): Random {
  let state = seed | 0
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const pick = <Item>(random: Random, items: readonly Item[]): Item => items[random(items.length)] as Item

function makeRequest({ openers, unchunked }: Paths, random: Random, isFirst: boolean): string {
  const method = pick(random, ['GET', 'GET', 'GET', 'HEAD', 'POST', 'POST', 'POST', 'PUT', 'DELETE', 'OPTIONS'])
  const path = pick(random, method === 'HEAD' ? unchunked : openers)
  const lines = [
    `${method} ${path}${pick(random, ['', '?a=1', '?%'])} HTTP/1.1`,
    `${pick(random, ['Host', 'host', 'HOST'])}: x`
  ]
  for (let count = random(4); count > 0; count--) lines.push(pick(random, extraHeaders))
  if (method === 'GET' || method === 'HEAD') return `${lines.join('\r\n')}\r\n\r\n`
  const body = pick(random, ['a', 'bc', '{"d":[1,2,3]}', '']).repeat(pick(random, [0, 1, 1, 3, 1000, 30_000]))
  // For a pipelined request, Node sends the head of a response with a Buffer before its own 100 Continue.
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

/** A malformed request is sent after all responses. The fate of earlier responses would depend on ticks. */
function makeEnd({ closers, openers, unchunked }: Paths, random: Random): Step[] {
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

/** After the first response, the lane reads the messages, if there is a lane. */
export const warm: readonly Step[] = [get('/fast'), /"fast":true\}$/]

/** The requests may arrive together, in pieces of any size. */
export function makeSteps(paths: Paths, seed: number): Step[] {
  const random = randomFrom(seed)
  let input = ''
  for (let count = random(7); count > 0; count--) input += makeRequest(paths, random, input === '')
  const steps: Step[] = random(3) === 0 ? [] : [...warm]
  while (input.length > 0) {
    const length = 1 + random(pick(random, [3, 50, 1000, 100_000]))
    steps.push(input.slice(0, length))
    input = input.slice(length)
    if (random(3) === 0 && steps.length < 100) steps.push(turn)
  }
  return [...steps, ...makeEnd(paths, random)]
}

const isOdd = (request: string) => /X-Latin|Empty:|Transfer-Encoding|Expect/.test(request)

export function makePatientSteps(paths: Paths, seed: number, pause: Step): Step[] {
  const random = randomFrom(seed)
  const steps: Step[] = [...warm]
  for (let count = 1 + random(7); count > 0; count--) {
    let request = makeRequest(paths, random, false)
    while (isOdd(request) && random(20) > 0) request = makeRequest(paths, random, false)
    steps.push(request, pause)
  }
  return [...steps, ...makeEnd(paths, random)]
}

export async function within<Value>(milliseconds: number, promise: Promise<Value>, seed: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const expired = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`a connection hangs with ESPALIER_FUZZ_SEED=${seed}`)), milliseconds)
  })
  return Promise.race([promise, expired]).finally(() => clearTimeout(timer))
}

const turn: Step = () => new Promise((resolve) => setImmediate(resolve))
