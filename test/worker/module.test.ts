import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { bundleForWorkers, runOnWorker } from './bundle.ts'

const serving = (declarations: string, options = '') => `
  import { endpoint, espalier, shared, Type } from 'espalier'
  import { contextOf, toFetchHandler } from 'espalier/fetch'
  const app = espalier(${options})
  ${declarations}
  export default { fetch: toFetchHandler(app) }
`

test('an app boots at module scope without timers, I/O, randomness or functions from text', async (t) => {
  const program = serving(`
    app.register(async (sub) => void sub.get('/:name', ({ params }) => ({ name: params.name })), { prefix: '/sub' })
    app.get('/hosts', { constraints: { host: 'a.example' } }, () => 'constrained')
    app.post('/echo', ({ body }) => body)
    app.addHook('onReady', async () => {})
    await app.ready()
  `)
  const json = { 'content-type': 'application/json' }
  const { answers, failure, output } = await runOnWorker(t, program, [
    { path: '/sub/Ada?x=1' },
    { path: '/hosts', headers: { host: 'b.example' } },
    { path: '/echo', method: 'POST', headers: json, body: '{"a":[1]}' },
    { path: '/echo', method: 'POST', headers: json, body: '{"__proto__":1}' },
    { path: '/none' }
  ])
  assert.equal(failure, undefined)
  assert.equal(output, '')
  assert.deepEqual(
    answers.map(({ status, body }) => [status, body.slice(0, 20)]),
    [
      [200, '{"name":"Ada"}'],
      [404, '{"message":"Route GE'],
      [200, '{"a":[1]}'],
      [400, '{"statusCode":400,"c'],
      [404, '{"message":"Route GE']
    ]
  )
})

test('each request starts a timer of its own and clears it', async (t) => {
  const program = `
    import { espalier } from 'espalier'
    import { toFetchHandler } from 'espalier/fetch'
    const counts = { started: 0, ended: 0 }
    const app = espalier()
    app.get('/', () => counts)
    app.addHook('onReady', async () => {
      const { setInterval, clearInterval } = globalThis
      globalThis.setInterval = (...given) => (counts.started++, setInterval(...given))
      globalThis.clearInterval = (timer) => (counts.ended++, clearInterval(timer))
    })
    export default { fetch: toFetchHandler(app) }
  `
  const { answers } = await runOnWorker(t, program, [{ path: '/' }, { path: '/' }])
  assert.deepEqual(
    answers.map(({ body }) => JSON.parse(body)),
    [
      { started: 1, ended: 0 },
      { started: 2, ended: 1 }
    ]
  )
})

test('an app without a call of ready boots with its first request', async (t) => {
  const { answers } = await runOnWorker(t, serving("app.get('/', (request) => contextOf(request)[0])"), [{ path: '/' }])
  assert.equal(answers[0]?.body, '{"name":"bindings"}')
})

test('TypeBox, a trustProxy list and the version ranges of plugins are supported', async (t) => {
  const program = serving(
    `
    const plugin = shared({ name: 'p', setup: async (app) => void app.decorate('made', Type.String({ maxLength: 3 })) })
    plugin[Symbol.for('plugin-meta')] = { name: 'p', fastify: '5.x' }
    await app.register(plugin)
    app.get('/', ({ ip }) => ({ made: app.made, ip: String(ip) }))
    await app.ready()
  `,
    "{ trustProxy: ['10.0.0.0/8'] }"
  )
  const { answers, failure } = await runOnWorker(t, program, [{ path: '/' }])
  assert.equal(failure, undefined)
  assert.equal(answers[0]?.body, '{"made":{"maxLength":3,"type":"string"},"ip":"undefined"}')
})

test('a bundle contains neither packages that compile schemas nor light-my-request', async (t) => {
  const text = readFileSync(await bundleForWorkers(t, serving('')), 'utf8')
  const packages = new Set(
    [...text.matchAll(/^\/\/ node_modules\/((?:@[\w-]+\/)?[\w-]+).*\.[cm]?js$/gm)].map(([, name]) => name)
  )
  assert.ok(packages.has('avvio'))
  for (const name of ['fast-json-stringify', '@eslint-community/regexpp', 'light-my-request', 'ajv-formats'])
    assert.ok(!packages.has(name), name)
})
