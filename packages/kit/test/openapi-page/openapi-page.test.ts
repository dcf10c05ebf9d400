import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openapiPage } from '@espalier/kit/openapi-page'
import { espalier, Type } from 'espalier'
import { bearerAuth } from 'espalier/bearer-auth'
import { openapi } from 'espalier/openapi'
import { runWithoutPackages } from '../without-package.ts'
import { behindProxy } from './proxy.ts'

const document = { info: { title: 'Books & <b>more</b>', version: '1.0.0' } }
const schema = { params: { id: Type.Integer() }, response: { 200: { id: Type.Integer() } } }

function createApp(prefix: string) {
  const app = espalier()
  app.register(openapiPage, { prefix, document })
  app.get('/books/:id', { schema }, ({ params }) => ({ id: params.id }))
  return app
}

const names = ['', 'openapi.json', 'page.js', 'swagger-ui-bundle.js', 'swagger-ui.css']

test('the page, its files and the document respond to GET and HEAD only and are not in the document', async () => {
  const app = createApp('/docs')
  for (const url of names.map((name) => `/docs/${name}`)) {
    const got = await app.inject(url)
    assert.equal(got.statusCode, 200, url)
    const head = await app.inject({ url, method: 'HEAD' })
    assert.deepEqual([head.statusCode, head.body, head.headers.etag], [200, '', got.headers.etag], url)
    assert.equal(head.headers['content-length'], `${got.rawPayload.length}`)
    for (const method of ['POST', 'PUT', 'DELETE'] as const)
      assert.equal((await app.inject({ url, method })).statusCode, 404, `${method} ${url}`)
  }
  const { paths } = (await app.inject('/docs/openapi.json')).json<{ paths: object }>()
  assert.deepEqual(Object.keys(paths), ['/books/{id}'])
  assert.deepEqual(Object.keys(openapi(app, document).paths), ['/books/{id}'])
})

test('a file has an ETag, and If-None-Match with it gets 304', async () => {
  const app = createApp('/docs')
  const tags = new Set<unknown>()
  for (const url of names.map((name) => `/docs/${name}`)) {
    const { etag, 'cache-control': cache } = (await app.inject(url)).headers
    assert.equal(cache, 'no-cache')
    tags.add(etag)
    for (const condition of [etag, `W/${etag}`, `"a", ${etag}`, '*']) {
      const known = await app.inject({ url, headers: { 'if-none-match': `${condition}` } })
      assert.deepEqual([known.statusCode, known.body, known.headers.etag], [304, '', etag], `${url} ${condition}`)
    }
    for (const condition of ['"a"', '', `${etag}`.slice(1, -1)])
      assert.equal((await app.inject({ url, headers: { 'if-none-match': condition } })).statusCode, 200)
  }
  assert.equal(tags.size, names.length)
})

const linksOf = (html: string) => [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link = '']) => link)

for (const [prefix, outside] of [
  ['/docs', ''],
  ['/docs', '/gateway'],
  ['/internal/v1/docs', '/a/b'],
  ['', '/gateway']
] as const)
  test(`every link of the page at '${prefix}' works behind a proxy at '${outside}'`, async (t) => {
    const app = createApp(prefix)
    t.after(() => app.close())
    const origin = await behindProxy(t, await app.listen({ port: 0, host: '127.0.0.1' }), outside)
    const page = await fetch(`${origin}${outside}${prefix || '/'}`)
    assert.equal(page.url, `${origin}${outside}${prefix}/`)
    const links = linksOf(await page.text()).filter((link) => !link.startsWith('data:'))
    assert.deepEqual(links, ['swagger-ui.css', 'swagger-ui-bundle.js', 'page.js'])
    for (const link of links) assert.equal((await fetch(new URL(link, page.url))).status, 200, link)
    const described = await fetch(new URL('openapi.json', page.url))
    const { servers } = (await described.json()) as { servers: { url: string }[] }
    const root = new URL(servers[0]?.url ?? '', described.url)
    assert.equal(root.href, `${origin}${outside}/`)
    assert.deepEqual(await (await fetch(new URL('books/7', root))).json(), { id: 7 })
  })

test('the page has a strict Content-Security-Policy with the servers of the document', async () => {
  const app = espalier()
  const servers = [{ url: 'https://api.example/v1' }, { url: '/v2' }]
  app.register(openapiPage, { prefix: '/docs', document: { ...document, servers } })
  const { headers, body } = await app.inject('/docs/')
  const policy = `${headers['content-security-policy']}`.split('; ')
  assert.ok(policy.includes("default-src 'none'") && policy.includes("connect-src 'self' https://api.example"))
  assert.ok(!/unsafe|http:|\*/.test(policy.join()))
  assert.match(body, /<title>Books &amp; &lt;b>more&lt;\/b><\/title>/)
  assert.deepEqual((await app.inject('/docs/openapi.json')).json<{ servers: unknown }>().servers, servers)
})

test('a redirect does not lead to another host', async () => {
  const app = espalier({ routerOptions: { ignoreDuplicateSlashes: true } })
  app.register(openapiPage, { prefix: '/:place', document })
  for (const url of ['//evil.example', '/evil.example', '/https:', '/a?next=//evil.example']) {
    const { statusCode, headers } = await app.inject(url)
    assert.equal(statusCode, 302, url)
    assert.equal(new URL(`${headers.location}`, 'http://here.example/a').host, 'here.example', url)
  }
})

test('hooks of the outer context apply to the page, and an invalid document fails to start', async () => {
  const app = espalier()
  app.register(async (context) => {
    context.register(bearerAuth, { keys: ['key'] })
    context.register(openapiPage, { prefix: '/docs', document })
  })
  for (const name of names) assert.equal((await app.inject(`/docs/${name}`)).statusCode, 401, name)
  const wrong = espalier()
  wrong.register(openapiPage, { prefix: '/docs', document: {} as typeof document })
  await assert.rejects(async () => wrong.ready(), { code: 'ESP_ERR_ARGUMENT_INVALID', message: /option 'info'/ })
})

test('without swagger-ui-dist the app fails to start with the install command', (t) => {
  const output = runWithoutPackages(
    t,
    `import { openapiPage } from '@espalier/kit/openapi-page'
import { espalier } from 'espalier'
const app = espalier()
app.register(openapiPage, { document: { info: { title: 'Books', version: '1' } } })
await app.ready().catch(({ message, cause }) => console.log(message, cause.code))`
  )
  assert.match(output, /^openapiPage serves .+ npm install swagger-ui-dist MODULE_NOT_FOUND\n$/)
})
