import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import fc from 'fast-check'
import type { InjectOptions } from '../../../types/index.ts'
import { budget } from '../../fuzz/budget.ts'
import { callBoth, callEngine, type Options } from './comparison.ts'
import { createRoutes, paths, storage } from './routes.ts'

const note: { values: unknown[] } = { values: [] }
const take = (...values: unknown[]) => note.values.push(values)
const app = createRoutes(take)
const stock = createRoutes(take, { exchange: 'stock' })
const traced = createRoutes(take, { logger: { level: 'info', stream: { write() {} } } } as never)
traced.addHook('onRequest', async (request) => void request.raw.on('close', () => {}))

await Promise.all([app.ready(), stock.ready(), traced.ready()])
after(() => Promise.all([app.close(), stock.close(), traced.close()]))

async function compare(options: Options, apps = [app]) {
  for (const one of apps) {
    const { ours, theirs } = await callBoth(one, options, note)
    assert.deepEqual(ours, theirs)
  }
}

for (const path of paths) {
  test(`inject of ${path} returns the same response as light-my-request for GET, HEAD and POST`, async () => {
    for (const options of [
      path,
      { url: path, method: 'HEAD' },
      { url: path, method: 'POST', payload: { a: ['b', 1, null] } },
      { url: path, method: 'POST' }
    ]) {
      await compare(options, [app, stock, traced])
    }
  })
}

const url = '/echo'
for (const [what, options] of [
  ['a query as an object', { url, query: { a: '1', b: ['2', '3'], 'ü &': 'ß+ ', n: 3, none: undefined, empty: [] } }],
  ['a query as text', { url, query: 'a=b&a=c' }],
  ['a query in url and in query', { url: '/echo?a=1&b=2', query: { a: '3' } }],
  ['an empty query', { url: '/echo?' }],
  ['path instead of url', { path: url }],
  ['neither url nor path', { method: 'GET' }],
  ['both url and path', { url, path: url }],
  [
    'a url as an object',
    { url: { pathname: url, query: { a: 'b' }, protocol: 'https', hostname: 'example.com', port: 8080 } }
  ],
  ['an absolute url', { url: 'https://example.com:8443/echo' }],
  ...[
    '/a/../echo',
    '/./echo',
    '/%2e/echo',
    '/echo#part',
    '/echo?a=b c',
    "/echo?a='b'",
    '/echo?ä=ö',
    '//echo',
    'echo',
    '',
    '/echo\\a',
    '/echo?a[b]=c|d'
  ].map((one) => [`the url '${one}'`, { url: one }]),
  ['a method in lower case', { url, method: 'post', payload: {} }],
  ['an unusual method', { url, method: 'PROPFIND' }],
  ['an unknown method', { url, method: 'BREW' }],
  ['headers in any case', { url, headers: { 'X-A': 'b', 'x-a': 'c', 'User-Agent': 'me', Host: 'example.com' } }],
  ['header values that are not strings', { url, headers: { 'x-n': 3, 'x-t': true, 'x-o': { a: 1 }, 'x-0': null } }],
  ['a header twice', { url, headers: { accept: ['a', 'b'], cookie: ['a=b', 'c=d'] } }],
  ['a header without a value', { url, headers: { 'x-a': undefined } }],
  ['an undefined user-agent', { url, headers: { 'user-agent': undefined } }],
  ['an empty host', { url, headers: { host: '' } }],
  ['an invalid host', { url, headers: { host: 'a b' } }],
  [
    'X-Forwarded fields',
    { url, headers: { 'x-forwarded-for': '1.2.3.4', 'x-forwarded-host': 'example.org', 'x-forwarded-proto': 'https' } }
  ],
  ['an authority', { url, authority: 'example.com:99' }],
  ['a remote address', { url, remoteAddress: '10.0.0.1' }],
  ['cookies', { url, cookies: { a: 'b', c: 'd é', d: 'e:f/g@h', e: '"%20;,' } }],
  [
    'a list of cookies',
    {
      url,
      cookies: [
        { name: 'a', value: 'b', path: '/echo' },
        { name: 'c', value: 'd', path: '/other' }
      ]
    }
  ],
  ['an invalid cookie name', { url, cookies: { 'a b': 'c' } }],
  ['JSON as text', { url, method: 'POST', payload: '{"a":1}', headers: { 'content-type': 'application/json' } }],
  ['text', { url, method: 'POST', payload: 'täxt', headers: { 'content-type': 'text/plain' } }],
  ['text without a content type', { url, method: 'POST', payload: 'text' }],
  ['bytes', { url, method: 'POST', payload: Buffer.from('{"a":1}'), headers: { 'content-type': 'application/json' } }],
  ['body instead of payload', { url, method: 'POST', body: { a: 1 } }],
  ['a list', { url, method: 'POST', payload: [1, 2] }],
  ['a number', { url, method: 'POST', payload: 3 }],
  ['a date', { url, method: 'POST', payload: new Date(0) }],
  ['an empty body', { url, method: 'POST', payload: '', headers: { 'content-type': 'application/json' } }],
  ['malformed JSON', { url, method: 'POST', payload: '{', headers: { 'content-type': 'application/json' } }],
  ['an unsupported content type', { url, method: 'POST', payload: 'a', headers: { 'content-type': 'text/unknown' } }],
  ['a body over the limit', { url, method: 'POST', payload: { a: 'b'.repeat(2000) } }],
  [
    'a wrong Content-Length',
    { url, method: 'POST', payload: '{}', headers: { 'content-length': '5', 'content-type': 'application/json' } }
  ],
  ['an unread body', { url, method: 'POST', payload: 'abc', headers: { 'content-type': 'application/stream' } }],
  ['a body on GET', { url, method: 'GET', payload: { a: 1 } }],
  ['a simulated end', { url, method: 'POST', payload: '{}', simulate: { split: true } }],
  [
    'a simulated error',
    { url, method: 'POST', payload: '{}', headers: { 'content-type': 'application/json' }, simulate: { error: true } }
  ],
  ['no validation', { url, validate: false }],
  ['headers as a string', { url, headers: 'none' }],
  ['headers: null', { url, headers: null }],
  ['a path without a route', { url: '/nowhere' }],
  ['a malformed path', { url: '/%zz' }]
] as [string, Options][]) {
  test(`inject with ${what} returns the same as light-my-request`, () => compare(options, [app, stock]))
}

test('inject with a stream payload returns the same as light-my-request', async () => {
  const headers = { 'content-type': 'application/json' }
  const payloadOf = async (call: (options: Options) => PromiseLike<unknown>) =>
    ((await call({ url, method: 'POST', payload: Readable.from(['{"a":', '1}']), headers })) as { payload: string })
      .payload
  assert.equal(
    await payloadOf((options) => app.inject(options as InjectOptions)),
    await payloadOf((options) => callEngine(app, options))
  )
})

test('inject keeps the asynchronous context of its caller', async () => {
  const call = async () => (await app.inject({ url, method: 'POST', payload: {} })).json() as { context: string }
  assert.equal((await storage.run('mine', call)).context, 'mine')
})

const text = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.constantFrom('a', '%20', '..', '.', 'ä', "'", '?', '#', '/', '//', '%2e', 'é')
)
const scalars = fc.oneof(text, fc.integer(), fc.boolean())
const calls = fc.record(
  {
    method: fc.constantFrom('GET', 'POST', 'get', 'PUT', 'OPTIONS', 'HEAD', 'DELETE'),
    url: fc.array(text, { maxLength: 4 }).map((parts) => `/echo${parts.join('')}`),
    query: fc.dictionary(text, fc.oneof(scalars, fc.array(scalars, { maxLength: 3 })), { maxKeys: 3 }),
    headers: fc.dictionary(
      fc.constantFrom('accept', 'X-A', 'host', 'content-type', 'Content-Length', 'cookie'),
      fc.oneof(scalars, fc.array(text))
    ),
    payload: fc.oneof(
      fc.string(),
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.constant(Buffer.from('bytes')),
      fc.array(fc.integer())
    ),
    remoteAddress: fc.constantFrom('127.0.0.1', '::1', '')
  },
  { requiredKeys: ['url'] }
)

test('random inject calls return the same as light-my-request', () =>
  fc.assert(
    fc.asyncProperty(calls, (options) => compare(options)),
    budget(1000)
  ))
