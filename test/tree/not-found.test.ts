import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Anything, createApp } from '../security/wild.ts'

for (const given of [1, 'text', true]) {
  test(`setNotFoundHandler throws for ${JSON.stringify(given)}, and the message names the prefix`, async () => {
    const refusal = { code: 'FST_ERR_ROUTE_HANDLER_NOT_FN' }
    const { app } = createApp()
    assert.throws(() => app.setNotFoundHandler(given), { ...refusal, message: /NOT_FOUND/ })
    assert.throws(() => app.setNotFoundHandler({ preHandler: async () => {} }, given), refusal)
    app.register(async (child: Anything) => child.setNotFoundHandler(given), { prefix: '/p' })
    await assert.rejects(async () => await app.ready(), { ...refusal, message: /NOT_FOUND.*\/p/ })
  })
}

test('a second not-found handler of a prefix throws in any of its contexts', async () => {
  const { app } = createApp()
  assert.equal(
    app.setNotFoundHandler(() => 'root'),
    app
  )
  assert.throws(() => app.setNotFoundHandler(() => 'again'), {
    code: 'ESP_ERR_NOT_FOUND_HANDLER_ALREADY_SET',
    message: "Not found handler already set for Fastify instance with prefix: '/'",
    stack: /The prefix '\/' already has a not-found handler\. Set one for each prefix\.\n/
  })
  app.register(async (child: Anything) => {
    assert.throws(() => child.setNotFoundHandler(() => 'inside'), { code: 'ESP_ERR_NOT_FOUND_HANDLER_ALREADY_SET' })
  })
  app.register(
    async (child: Anything) => {
      child.setNotFoundHandler(() => 'p')
      child.register(async (inner: Anything) => {
        assert.throws(() => inner.setNotFoundHandler(() => 'p again'), {
          code: 'ESP_ERR_NOT_FOUND_HANDLER_ALREADY_SET',
          message: /'\/p'/
        })
      })
    },
    { prefix: '/p' }
  )
  assert.equal((await app.inject('/nothing')).body, 'root')
  assert.equal((await app.inject('/p/nothing')).body, 'p')
})

test('setNotFoundHandler with only hooks keeps the default handler', async () => {
  const { app } = createApp()
  const seen: string[] = []
  app.setNotFoundHandler({ preHandler: async ({ url }: Anything) => void seen.push(url) })
  const { statusCode, body } = await app.inject('/nothing')
  assert.equal(statusCode, 404)
  assert.match(body, /Route GET:\/nothing not found/)
  assert.deepEqual(seen, ['/nothing'])
})

test('setNotFoundHandler throws for an invalid hook', () => {
  assert.throws(() => createApp().app.setNotFoundHandler({ preHandler: 1 }, () => ''), {
    code: 'FST_ERR_HOOK_INVALID_HANDLER'
  })
})

test('the boot fails when two contexts with one prefix set a not-found handler', async () => {
  const { app } = createApp()
  for (const text of ['one', 'two'])
    app.register(async (child: Anything) => child.setNotFoundHandler(() => text), { prefix: '/p' })
  await assert.rejects(async () => await app.ready(), {
    code: 'ESP_ERR_NOT_FOUND_HANDLER_ALREADY_SET',
    message: /'\/p'/
  })
})
