import assert from 'node:assert/strict'
import { PerformanceObserver } from 'node:perf_hooks'
import { test } from 'node:test'
import { isLightResponse } from '../../src/adapter/light/index.ts'
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
