import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type TestContext, test } from 'node:test'
import { DevServer } from '../../src/dev/dev-server.ts'
import type { Page } from '../../src/dev/page.ts'
import { RunningApp } from '../../src/dev/running-app.ts'
import { appThat } from './served-app.ts'

async function open(t: TestContext) {
  const server = new DevServer()
  await server.listen(0, '127.0.0.1')
  t.after(() => server.close())
  return { server, origin: server.origin }
}

test('a request before the first app waits for it, and the next app takes over later requests', async (t) => {
  const { server, origin } = await open(t)
  const early = fetch(origin).then((answer) => answer.text())
  const first = new RunningApp(await appThat((app) => app.get('/', () => 'first')))
  assert.equal(server.serve(first), null)
  assert.equal(await early, 'first')
  assert.equal(server.serve(new RunningApp(await appThat((app) => app.get('/', () => 'second')))), first)
  assert.equal(await (await fetch(origin)).text(), 'second')
})

test('without an app the error is the response: JSON, or HTML for browsers', async (t) => {
  const { server, origin } = await open(t)
  server.serve({ sentence: 'no', frame: '> 1' })
  const answer = await fetch(origin)
  assert.equal(answer.status, 500)
  assert.deepEqual(await answer.json(), {
    statusCode: 500,
    error: 'Internal Server Error',
    message: 'no',
    frame: '> 1'
  })
  const page = await fetch(origin, { headers: { accept: 'text/html,*/*' } })
  assert.match(await page.text(), /^<!doctype html>/)
})

test('a port in use rejects with a message that suggests another one', async (t) => {
  const { origin } = await open(t)
  const port = Number(new URL(origin).port)
  await assert.rejects(
    new DevServer().listen(port, '127.0.0.1'),
    new RegExp(`Port ${port} is in use.*--port ${port + 1}`)
  )
})

test('an address of another machine rejects with a message', async () => {
  await assert.rejects(new DevServer().listen(0, '192.0.2.1'), /^Error: Nothing can listen at port 0 of 192\.0\.2\.1: /)
})

test('requests wait for the next app while the server is paused, on their connection', async (t) => {
  const { server, origin } = await open(t)
  const first = new RunningApp(await appThat((app) => app.get('/', () => 'first')))
  server.serve(first)
  assert.equal(await (await fetch(origin)).text(), 'first')
  assert.equal(server.pause(), first)
  const held = fetch(origin).then((answer) => answer.text())
  assert.equal(await Promise.race([held, new Promise((go) => setTimeout(go, 50, 'waits'))]), 'waits')
  server.serve(new RunningApp(await appThat((app) => app.get('/', () => 'second'))))
  assert.equal(await held, 'second')
})

test('a page receives requests that match no route, and passes others back', async (t) => {
  const { server, origin } = await open(t)
  server.serve(new RunningApp(await appThat((app) => app.get('/api/:id', () => 'api'))))
  const page = {
    answer: (raw: IncomingMessage, rawReply: ServerResponse, otherwise: () => void) =>
      raw.url === '/' ? void rawReply.end('page') : otherwise(),
    upgrade: () => false
  }
  server.show(Promise.resolve(page as unknown as Page))
  const read = async (path: string) => (await fetch(`${origin}${path}`)).text()
  assert.equal(await read('/api/7?x=%'), 'api')
  assert.equal(await read('/'), 'page')
  assert.match(await read('/api/7/8'), /Route GET:\/api\/7\/8 not found/)
  assert.match(await read('/api/%zz'), /not a valid url|malformed|Bad/i)
})
