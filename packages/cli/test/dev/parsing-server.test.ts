import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get as getPlain, type IncomingMessage, Agent as PlainAgent } from 'node:http'
import { connect } from 'node:http2'
import { Agent, get } from 'node:https'
import { type TestContext, test } from 'node:test'
import { espalier } from 'espalier'
import { cert, key } from '../../../../test/own-certificate.ts'
import { DevServer } from '../../src/dev/dev-server.ts'
import { recordServers } from '../../src/dev/parsing-server.ts'
import { RunningApp, type ServedApp } from '../../src/dev/running-app.ts'

recordServers()

async function runningAppOf(text: string, options: object): Promise<RunningApp> {
  const app = espalier({ exchange: 'stock', ...options })
  app.get('/', () => text)
  await app.ready()
  return new RunningApp(app as unknown as ServedApp)
}

async function open(t: TestContext) {
  const server = new DevServer()
  await server.listen(0, '127.0.0.1')
  t.after(() => server.close())
  return server
}

async function textOf(answer: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of answer.setEncoding('utf8')) text += chunk
  return text
}

test('a connection opened before the first app stays open for later ones, with and without TLS', async (t) => {
  for (const options of [{ https: { key, cert } }, {}]) {
    const server = await open(t)
    const isSecure = 'https' in options
    const agent = new (isSecure ? Agent : PlainAgent)({ keepAlive: true, maxSockets: 1 })
    t.after(() => agent.destroy())
    const ports = new Set<number | undefined>()
    const ask = async () => {
      const to = `${server.origin.replace(/^https?/, isSecure ? 'https' : 'http')}/`
      const request = isSecure ? get(to, { agent, rejectUnauthorized: false }) : getPlain(to, { agent })
      const [answer] = await once(request, 'response')
      ports.add(answer.socket.localPort)
      return textOf(answer)
    }
    const early = ask()
    await new Promise((go) => setTimeout(go, 50))
    server.serve(await runningAppOf('first', options))
    assert.equal(await early, 'first')
    assert.equal(server.origin.split(':')[0], isSecure ? 'https' : 'http')
    server.serve(await runningAppOf('second', options))
    assert.equal(await ask(), 'second')
    assert.equal(ports.size, 1)
  }
})

test('an HTTP/2 session stays open for the next app, with and without TLS', async (t) => {
  for (const options of [{ http2: true, https: { key, cert, allowHTTP1: true } }, { http2: true }]) {
    const server = await open(t)
    server.serve(await runningAppOf('first', options))
    const session = connect(server.origin, { rejectUnauthorized: false })
    t.after(() => session.destroy())
    const ask = async () => {
      let text = ''
      for await (const chunk of session.request({ ':path': '/' }).setEncoding('utf8')) text += chunk
      return text
    }
    assert.equal(await ask(), 'first')
    server.serve(await runningAppOf('second', options))
    assert.equal(await ask(), 'second')
    assert.equal(session.closed, false)
  }
})

test('an app with TLS takes over the listener, and older connections close after their next response', async (t) => {
  const server = await open(t)
  server.serve(await runningAppOf('plain', {}))
  const { port } = new URL(server.origin)
  const agent = new PlainAgent({ keepAlive: true, maxSockets: 1 })
  t.after(() => agent.destroy())
  const askPlain = async () => {
    const [answer] = await once(getPlain(`http://127.0.0.1:${port}/`, { agent }), 'response')
    return [answer.headers.connection, await textOf(answer)]
  }
  assert.deepEqual(await askPlain(), ['keep-alive', 'plain'])
  server.serve(await runningAppOf('secure', { https: { key, cert } }))
  assert.deepEqual(await askPlain(), ['close', 'secure'])
  const [answer] = await once(get(`https://127.0.0.1:${port}/`, { rejectUnauthorized: false }), 'response')
  assert.equal(await textOf(answer), 'secure')
})

test('limits of the app apply: a head above maxHeaderSize is refused', async (t) => {
  const server = await open(t)
  server.serve(await runningAppOf('small', { http: { maxHeaderSize: 1024 } }))
  const ask = (size: number) => fetch(server.origin, { headers: { long: 'x'.repeat(size) } })
  assert.equal((await ask(100)).status, 200)
  await assert.rejects(ask(4000))
})
