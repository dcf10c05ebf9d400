import assert from 'node:assert/strict'
import { test } from 'node:test'
import urlData from '@fastify/url-data'
import { createApp } from './framework.ts'
import { serving } from './serving.ts'

test('request.urlData returns the parts of the URL', async (t) => {
  const app = createApp()
  await app.register(urlData)
  app.get('/one/:two', async (request) => {
    const { host, port, path, query } = request.urlData()
    return { host, port, path, query, scheme: request.urlData('scheme') }
  })
  const origin = await serving(t, app)

  assert.deepEqual(await (await fetch(`${origin}/one/two?a=b%20c`)).json(), {
    host: '127.0.0.1',
    port: Number(new URL(origin).port),
    path: '/one/two',
    query: 'a=b%20c',
    scheme: 'http'
  })
})
