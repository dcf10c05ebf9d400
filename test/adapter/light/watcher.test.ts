import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { PerformanceObserver } from 'node:perf_hooks'
import { test } from 'node:test'
import { isLightResponse } from '../../../src/adapter/light/index.ts'
import { close, get, last, lightServer, listen, talk } from './both-servers.ts'
import { answer } from './routes.ts'

interface Exchange {
  req: { url: string }
  res: { statusCode: number }
}

test('a performance observer of HTTP sees every exchange, on a server made before', { timeout: 10_000 }, async () => {
  const light: boolean[] = []
  const server = lightServer({}, (request, response) => {
    if (request.url !== '/last') light.push(isLightResponse(response))
    answer(response, 'observed')
  })
  const port = await listen(server)
  await talk(port, [get('/before'), last], server)
  const entries: string[] = []
  let seen = (): void => {}
  const all = new Promise<void>((resolve) => {
    seen = resolve
  })
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { req, res } = (entry as typeof entry & { detail: Exchange }).detail
      entries.push(`${entry.name} ${req.url} ${res.statusCode}`)
    }
    if (entries.length >= 3) seen()
  })
  observer.observe({ entryTypes: ['http'] })
  await talk(port, [get('/one') + get('/two') + last], server)
  await all
  observer.disconnect()
  await close(server)
  assert.deepEqual(entries, ['HttpRequest /one 200', 'HttpRequest /two 200', 'HttpRequest /last 200'])
  assert.deepEqual(light, [true, false, false])
})

const channels = ['http.server.request.start', 'http.server.response.created', 'http.server.response.finish']

for (const name of channels) {
  test(`the self-test publishes nothing to a subscriber of ${name}, and neither does loading the package`, () => {
    const program = `
      import { subscribe } from 'node:diagnostics_channel'
      import http from 'node:http'
      let seen = 0
      subscribe('${name}', () => seen++)
      const { emit } = http.Server.prototype
      http.Server.prototype.emit = function (...args) { seen++; return emit.apply(this, args) }
      const { createLightServer } = await import('${new URL('../../../src/adapter/light/index.js', import.meta.url)}')
      createLightServer({}, () => {})
      await new Promise((resolve) => setImmediate(resolve))
      process.exitCode = seen
    `
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
    assert.equal(status, 0, `${status} were seen ${stderr}`)
  })
}

test('a subscriber that comes right behind the self-test sees nothing of it, and a patched server emits nothing for it', () => {
  const program = `
    import { subscribe } from 'node:diagnostics_channel'
    import http from 'node:http'
    let seen = 0
    const { emit } = http.Server.prototype
    http.Server.prototype.emit = function (...args) { if (args[0] === 'request' || args[0] === 'connection') seen++; return emit.apply(this, args) }
    const { createLightServer } = await import('${new URL('../../../src/adapter/light/index.js', import.meta.url)}')
    if (createLightServer({}, () => {}) === null) seen += 100
    for (const name of ${JSON.stringify(channels)}) subscribe(name, () => seen++)
    await new Promise((resolve) => setImmediate(resolve))
    process.exitCode = seen
  `
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  assert.equal(status, 0, `${status} were seen ${stderr}`)
})
