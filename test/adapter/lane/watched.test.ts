/** A watcher of Node's classes sees every exchange of later connections, even of an existing server. */
import assert from 'node:assert/strict'
import { ServerResponse } from 'node:http'
import { PerformanceObserver } from 'node:perf_hooks'
import { test } from 'node:test'
import { Conversation, get } from '../../http-semantics/raw.ts'
import { connectTo } from '../../shared-key.ts'
import { until } from '../../until.ts'
import { openApp } from './app.ts'

const timeout = 20_000

interface Seen {
  readonly req: { readonly url: string }
  readonly res: { readonly statusCode: number }
}

// This test is first, because watching never ends in a process.
test('a replaced ServerResponse method is called for each response on the next connection', {
  timeout
}, async (t) => {
  const { app, ask, passed } = await openApp(t, () => {})
  await ask(get('/plain'), /plain$/)
  const { writeHead } = ServerResponse.prototype
  const traced: unknown[] = []
  ServerResponse.prototype.writeHead = function (this: ServerResponse, ...args: never[]) {
    traced.push(args[0])
    return Reflect.apply(writeHead, this, args)
  } as typeof writeHead
  t.after(() => {
    ServerResponse.prototype.writeHead = writeHead
  })
  const next = new Conversation(await connectTo({}, app.server.address()))
  t.after(() => next.socket.destroy())
  await next.send(get('/plain')).until(/plain$/)
  next.received = ''
  await next.send(get('/none')).until(/\}$/)
  assert.deepEqual(
    [traced, passed],
    [
      [200, 404],
      [true, false, false]
    ]
  )
})

test('a performance observer of HTTP sees each exchange', { timeout }, async (t) => {
  const { app } = await openApp(t, () => {})
  const entries: string[] = []
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { req, res } = (entry as typeof entry & { detail: Seen }).detail
      entries.push(`${req.url} ${res.statusCode}`)
    }
  })
  observer.observe({ entryTypes: ['http'] })
  t.after(() => observer.disconnect())
  const next = new Conversation(await connectTo({}, app.server.address()))
  t.after(() => next.socket.destroy())
  await next.send(get('/plain')).until(/plain$/)
  next.received = ''
  await next.send(get('/first')).until(/first$/)
  await until(() => entries.length === 2, 'what was observed')
  assert.deepEqual(entries, ['/plain 200', '/first 200'])
})
