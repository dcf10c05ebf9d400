/**
 * The law: for every target and Host, each carrier gives the same status as a socket of node:http, the same route, `request.url` and `request.host`.
 * The Host never chooses the route. Some platforms change the target first, such as Bun, which resolves dot segments.
 */
import assert from 'node:assert/strict'
import { type ClientHttp2Session, connect } from 'node:http2'
import { test } from 'node:test'
import fc from 'fast-check'
import { toFetchHandler } from '../../../src/adapter/fetch/index.ts'
import { budget } from '../../fuzz/budget.ts'
import { type Anything, createApp } from '../../security/wild.ts'
import { ask, portOf } from '../../security/wire.ts'
import { platforms, type RawRequest, toRequest } from './platform.ts'

interface Outcome {
  readonly status: number
  readonly route?: string
  readonly url?: string
  readonly host?: string
}

const paths = ['/', '/public', '/admin', '/x/admin', '/x']

function create(options: object) {
  const { app } = createApp({ exposeErrors: false, ...options })
  const tell =
    (route: string) =>
    ({ url, host }: Anything) => ({ route, url, host })
  for (const url of [...paths, '*']) app.route({ method: ['GET', 'OPTIONS'], url, handler: tell(url) })
  return app
}

function toOutcome(status: number, body: string): Outcome {
  return status === 200 ? { status, ...JSON.parse(body) } : { status }
}

const toBytes = ({ method, target, hosts }: RawRequest) =>
  [`${method} ${target} HTTP/1.${hosts.length === 0 ? 0 : 1}`, ...hosts.map((host) => `Host: ${host}`), '', ''].join(
    '\r\n'
  )

async function overSocket(port: number, raw: RawRequest): Promise<Outcome> {
  const answer = await ask(port, toBytes(raw))
  return answer === null ? { status: 0 } : toOutcome(answer.status, answer.body)
}

function overHttp2(session: ClientHttp2Session, name: ':authority' | 'host', { method, target, hosts }: RawRequest) {
  return new Promise<Outcome>((resolve) => {
    let [status, body] = [400, '']
    const stream = session.request({ ':method': method, ':path': target, [name]: hosts[0] })
    stream.on('response', (fields) => {
      status = Number(fields[':status'])
    })
    stream.on('data', (chunk) => {
      body += chunk
    })
    // From version 22, Node's parser refuses some by a stream error.
    stream.on('error', () => {}).on('close', () => resolve(toOutcome(status, body)))
  })
}

/** HTTP/2 has only this form of a target, and one authority. */
const hasPath = ({ target, hosts }: RawRequest) => target.startsWith('/') && hosts.length === 1 && hosts[0] !== ''

/** For a path without escapes. */
function routeOf(target: string): string {
  const [path] = target.split(/[?#]/) as [string]
  return paths.includes(path) ? path : '*'
}

const pieces = [
  'admin',
  'public',
  'x',
  'a.test',
  '/',
  '?',
  '#',
  '@',
  ':',
  '80',
  '\\',
  '%2f',
  '%',
  '..',
  ',',
  ' ',
  '*',
  '&'
]
const text = (more: readonly string[], longest: number) =>
  fc
    .array(fc.constantFrom(...pieces.filter((piece) => piece !== ' '), ...more), { maxLength: longest })
    .map((list) => list.join(''))
const good = fc.constantFrom(
  'a.test',
  'A.Test:8080',
  '127.0.0.1',
  '[::1]:80',
  '[2001:db8::1]',
  '',
  'a_b',
  'a%41',
  ':80',
  'a,b',
  'a*'
)
const odd = fc
  .array(fc.constantFrom(...pieces, '[', ']', '::1', ';', '<', '|', "'", '"', '99999', '65535', '\t', '\xe4'), {
    maxLength: 5
  })
  .map((list) => list.join('').replace(/^[ \t]+|[ \t]+$/g, ''))
const host = fc.oneof(good, odd)
const hosts = fc.oneof({ weight: 8, arbitrary: fc.tuple(host) }, fc.tuple(host, host), fc.constant([] as string[]))
const origin = text(['.', '%2e', ';', '"'], 6).map((rest) => `/${rest}`)
const absolute = fc
  .tuple(
    fc.constantFrom('http://', 'HTTP://', 'https://'),
    fc.oneof(
      good,
      text(['[', ']'], 3).map((authority) => authority.replaceAll('#', ''))
    ),
    origin
  )
  .map((parts) => parts.join(''))
const target = fc.oneof({ weight: 6, arbitrary: origin }, absolute, fc.constantFrom('*', 'x', 'ftp://a.test/admin'))
const rawRequest: fc.Arbitrary<RawRequest> = fc.record({
  method: fc.constantFrom('GET', 'GET', 'OPTIONS'),
  target,
  hosts
})

test('each carrier gives the same status, route, URL and host as a socket', async (t) => {
  const apps = Object.fromEntries(['auto', 'stock'].map((exchange) => [exchange, create({ exchange })]))
  const http2 = create({ http2: true })
  const [auto = 0, stock = 0] = await Promise.all(Object.values(apps).map((app) => portOf(app as never)))
  const session = connect(`http://127.0.0.1:${await portOf(http2 as never)}`).on('error', () => {})
  const handle = toFetchHandler(apps.auto as Anything)
  t.after(() =>
    Promise.all([session.destroy(), ...[...Object.values(apps), http2].map((app: Anything) => app.close())])
  )

  const carriers: Readonly<Record<string, (raw: RawRequest, expected: Outcome) => Promise<Outcome>>> = {
    stock: (raw) => overSocket(stock, raw),
    'HTTP/2 by :authority': async (raw, expected) => (hasPath(raw) ? overHttp2(session, ':authority', raw) : expected),
    'HTTP/2 by host': async (raw, expected) => (hasPath(raw) ? overHttp2(session, 'host', raw) : expected),
    async inject(raw, expected) {
      // It makes a URL of the target, and adds a host if there is none.
      if (!URL.canParse(raw.target, 'http://a')) return expected
      const { pathname, search } = new URL(raw.target, 'http://a')
      if (pathname + search !== raw.target || raw.hosts.length !== 1 || raw.hosts[0] === '') return expected
      const { statusCode, body }: Anything = await (apps.auto as Anything).inject({
        method: raw.method,
        url: raw.target,
        headers: { host: raw.hosts[0] }
      } as Anything)
      return toOutcome(statusCode, body)
    }
  }

  const check = async (raw: RawRequest) => {
    const expected = await overSocket(auto, raw)
    if (expected.route !== undefined && !/[%]/.test(raw.target) && !raw.target.includes('://'))
      assert.equal(expected.route, routeOf(raw.target), `the route of ${raw.target}`)
    for (const [name, carry] of Object.entries(carriers)) assert.deepEqual(await carry(raw, expected), expected, name)
    for (const [name, build] of Object.entries(platforms)) {
      const built = build(raw)
      if (built === null) continue
      const { status, ...told } = built.as === raw ? expected : await overSocket(auto, built.as)
      const wanted = status === 200 ? { status, ...told, host: built.host ?? told.host } : { status }
      const answer = await handle(toRequest(raw, built.address))
      assert.deepEqual(toOutcome(answer.status, await answer.text()), wanted, `${name}: ${built.address}`)
    }
  }
  await fc.assert(fc.asyncProperty(rawRequest, check), { ...budget(300), includeErrorInReport: true })
})
