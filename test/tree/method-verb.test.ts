import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { type Anything, createApp } from '../security/wild.ts'

for (const name of [undefined, null, 1, '', 'NO', 'GET ', {}]) {
  test(`addHttpMethod throws for ${JSON.stringify(name)}`, () => {
    assert.throws(() => createApp().app.addHttpMethod(name), { code: 'FST_ERR_ROUTE_METHOD_INVALID' })
  })
}

test('addHttpMethod adds a shorthand in every context, and reads a body with hasBody', async () => {
  const { app } = createApp()
  assert.equal(app.addHttpMethod('mkcol'), app)
  app.addHttpMethod('REPORT', { hasBody: true })
  app.register(async (child: Anything) => {
    for (const method of ['mkcol', 'report'])
      child[method]('/', async (request: Anything) => ({ got: request.body ?? null }))
  })
  const ask = async (method: string) =>
    (await app.inject({ method, url: '/', headers: { 'content-type': 'application/json' }, payload: '{"a":1}' })).json()
  assert.deepEqual(await ask('MKCOL'), { got: null })
  assert.deepEqual(await ask('REPORT'), { got: { a: 1 } })
})

/** Returns the warnings that `declare` causes. */
async function warningsOf(declare: () => void): Promise<string[]> {
  const seen: string[] = []
  const listener = (warning: Error & { code?: string }) => void seen.push(`${warning.code} ${warning.message}`)
  process.on('warning', listener)
  declare()
  const marker = once(process, 'warning')
  process.emitWarning('the last one')
  await marker
  process.off('warning', listener)
  return seen.filter((text) => !text.includes('the last one'))
}

test('addHttpMethod replaces a built-in method with a warning, unless overrideExisting is set', async () => {
  const { app } = createApp()
  const warnings = await warningsOf(() => {
    app.addHttpMethod('LOCK')
    app.addHttpMethod('post', { overrideExisting: true })
    app.addHttpMethod('LOCK', { overrideExisting: true, hasBody: true })
  })
  assert.deepEqual(warnings, [])
  for (const options of [undefined, {}, { overrideExisting: false }]) {
    const told = await warningsOf(() => createApp().app.addHttpMethod('DELETE', options))
    assert.equal(told.length, 1)
    assert.match(told[0] ?? '', /^FSTDEP025 .*'DELETE'/)
  }
})

test('addHttpMethod with overrideExisting decides whether a body is read', async () => {
  const { app } = createApp()
  const options = { overrideExisting: true }
  app.addHttpMethod('POST', { ...options, hasBody: false })
  app.addHttpMethod('GET', { ...options, hasBody: true })
  for (const method of ['get', 'post']) app[method]('/', async (request: Anything) => ({ got: request.body ?? null }))
  const ask = async (method: string) =>
    (await app.inject({ method, url: '/', headers: { 'content-type': 'application/json' }, payload: '{"a":1}' })).json()
  assert.deepEqual(await ask('POST'), { got: null })
  assert.deepEqual(await ask('GET'), { got: { a: 1 } })
  assert.deepEqual(
    app.supportedMethods.filter((method: string) => method === 'GET'),
    ['GET']
  )
})

test('addHttpMethod keeps a decorator of the same name, with a warning', async () => {
  const { app } = createApp()
  app.decorate('lock', () => 'mine')
  const warnings = await warningsOf(() => app.addHttpMethod('LOCK'))
  assert.equal(warnings.length, 1)
  assert.equal(app.lock(), 'mine')
})
