/** The Host and the URL of a `Request`: the target chooses the route, whatever a client or a platform puts before it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toFetchHandler } from '../../../src/adapter/fetch/index.ts'
import { type RawRequest, toRequest } from '../../http/target/platform.ts'
import { type Anything, createApp } from '../../security/wild.ts'

function serve(options: object = {}) {
  const { app } = createApp({ exposeErrors: false, ...options })
  const tell =
    (route: string) =>
    ({ url, host, hostname, port, originalUrl }: Anything) => ({ route, url, host, hostname, port, originalUrl })
  for (const url of ['/', '/public', '/admin', '/x/admin', '*']) app.all(url, tell(url))
  app.get('/by-host', { constraints: { host: 'a.test' } }, () => 'of a.test')
  return { app, handle: toFetchHandler(app as Anything) }
}

const raw = (hosts: readonly string[], method = 'GET'): RawRequest => ({ method, target: '', hosts })

const refused = [
  ...[
    'x/admin?',
    'x/admin',
    'x?',
    'x#',
    'u@x',
    'u:p@x',
    'a b',
    'a\\b',
    'a, b',
    'a,b',
    'a,',
    ',',
    '%zz',
    '%',
    'a:b',
    'a:80:90'
  ],
  ...[
    'a:65536',
    'a:123456',
    '::1',
    '[::1',
    '[zz]',
    '[1:2]',
    '[::1]x',
    'a\tb',
    '<x>',
    'a|b',
    'a^b',
    '"a"',
    '\xe4',
    '/',
    '//'
  ]
]
for (const host of refused)
  test(`Host ${JSON.stringify(host)} gets 400 ESP_ERR_INVALID_HOST`, async () => {
    const { handle } = serve()
    for (const address of [`http://${host}/public`, '/public', 'http://a.test/public', 'http://localhost:80/public']) {
      const answer = await handle(toRequest(raw([host]), address))
      assert.equal(answer.status, 400, address)
      assert.equal(((await answer.json()) as Anything).code, 'ESP_ERR_INVALID_HOST', address)
    }
  })

test('two Host fields get 400, even equal or empty ones', async () => {
  const { handle } = serve()
  for (const hosts of [
    ['a.test', 'b.test'],
    ['a.test', 'a.test'],
    ['a.test', ''],
    ['', 'a.test'],
    ['', '']
  ])
    assert.equal((await handle(toRequest(raw(hosts), 'http://a.test/public'))).status, 400, hosts.join())
})

const addresses: [address: string, hosts: string[], expected: object][] = [
  ['/x/admin', [''], { route: '/x/admin', url: '/x/admin', host: '' }],
  ['/public', [''], { route: '/public', url: '/public', host: '' }],
  ['/public', [], { route: '/public', url: '/public', host: '' }],
  ['//x/admin', [''], { route: '*', url: '//x/admin', host: '' }],
  ['/http://x/admin', [''], { route: '*', url: '/http://x/admin', host: '' }],
  ['http://a.test/public#/admin', ['a.test'], { route: '/public', url: '/public', originalUrl: '/public#/admin' }],
  ['http://a.test/public?/admin', ['a.test'], { route: '/public', url: '/public?/admin', host: 'a.test' }],
  ['http://a.test?/admin', ['a.test'], { route: '/', url: '/?/admin', host: 'a.test' }],
  ['http://a.test#/admin', ['a.test'], { route: '/', url: '/', host: 'a.test' }],
  ['http://a.test', ['a.test'], { route: '/', url: '/', host: 'a.test' }],
  ['HTTP://A.test:81/admin', [], { route: '/admin', url: '/admin', host: 'A.test:81', hostname: 'A.test', port: 81 }],
  ['http://[::1]:80/admin', ['[::1]:80'], { route: '/admin', host: '[::1]:80', hostname: '[::1]', port: 80 }],
  // The Host field takes precedence. It may be set by hand, and platforms treat the authority of an absolute target differently.
  ['http://other.test/admin', ['a.test'], { route: '/admin', url: '/admin', host: 'a.test', originalUrl: '/admin' }]
]
for (const [address, hosts, expected] of addresses)
  test(`the URL ${address} with Host ${JSON.stringify(hosts)} reaches the route of its target`, async () => {
    const { handle } = serve()
    const answer = (await (await handle(toRequest(raw(hosts), address))).json()) as Anything
    assert.deepEqual({ ...answer, ...expected }, answer)
  })

for (const address of [
  'ftp://a.test/admin',
  'data:,x',
  'x',
  '',
  'http:/admin',
  'http:admin',
  'http:///admin',
  'http://u@x/admin',
  'http://a\\/admin'
])
  test(`the URL ${JSON.stringify(address)} gets 400`, async () => {
    const { handle } = serve()
    for (const hosts of [['a.test'], []])
      assert.equal((await handle(toRequest(raw(hosts), address))).status, 400, String(hosts))
  })

test('the asterisk-form behind the Host, as workerd writes it, is accepted for OPTIONS only', async () => {
  const { handle } = serve()
  const ask = async (method: string, hosts: string[], address: string) =>
    (await handle(toRequest(raw(hosts, method), address))).json() as Promise<Anything>
  const { route, url } = await ask('OPTIONS', ['a.test'], 'http://a.test*')
  assert.deepEqual({ route, url }, { route: '*', url: '*' })
  assert.equal((await ask('GET', ['a.test'], 'http://a.test*')).statusCode, 400)
  assert.equal((await ask('OPTIONS', ['a.test*'], 'http://a.test*')).url, '/')
})

test('a host constraint matches the Host, or the URL without a Host', async () => {
  const { handle } = serve()
  const ask = async (hosts: string[], address: string) => (await handle(toRequest(raw(hosts), address))).text()
  assert.equal(await ask(['a.test'], 'http://a.test/by-host'), 'of a.test')
  assert.equal(await ask([], 'http://a.test/by-host'), 'of a.test')
  assert.notEqual(await ask(['b.test'], 'http://a.test/by-host'), 'of a.test')
})

test('X-Forwarded-Host passes the same check as Host', async () => {
  const { handle } = serve({ trustProxy: true })
  for (const [forwarded, host] of [
    ['b.test:81', 'b.test:81'],
    ['c.test, b.test', 'b.test'],
    ['x/admin?', 'a.test'],
    ['u@x', 'a.test'],
    ['b.test,', 'a.test'],
    ['b.test:65536', 'a.test']
  ] as const) {
    const request = toRequest(raw(['a.test']), 'http://a.test/public')
    request.headers.set('x-forwarded-host', forwarded)
    assert.equal(((await (await handle(request)).json()) as Anything).host, host, forwarded)
  }
})

test('frameworkErrors can read the request of a refused Host', async () => {
  const { handle } = serve({
    frameworkErrors: (error: Anything, request: Anything, reply: Anything) =>
      reply.code(421).send([error.code, typeof request.url, request.headers.host, request.protocol])
  })
  const answer = await handle(toRequest(raw(['x/admin?']), 'http://x/admin?/public'))
  assert.equal(answer.status, 421)
  assert.deepEqual(await answer.json(), ['ESP_ERR_INVALID_HOST', 'string', 'x/admin?', 'http'])
})
