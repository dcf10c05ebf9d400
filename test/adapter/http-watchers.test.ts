import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { isNodesOwn, isWatched, lookForWatchers } from '../../src/adapter/http-watchers.ts'

test("a method of Node's is told from one around it", () => {
  const { end } = ServerResponse.prototype
  const around = function (this: ServerResponse, ...args: never[]) {
    return Reflect.apply(end, this, args)
  }
  assert.deepEqual([isNodesOwn(end), isNodesOwn(around), isNodesOwn(() => {})], [true, false, false])
})

const watchers = {
  'a performance observer of HTTP': `
    import { PerformanceObserver } from 'node:perf_hooks'
    new PerformanceObserver(() => {}).observe({ entryTypes: ['http'] })`,
  'a subscriber of responses': `
    import { subscribe } from 'node:diagnostics_channel'
    subscribe('http.server.response.created', () => {})`,
  'a method in the place of one of Node’s': `
    import { ServerResponse } from 'node:http'
    const { writeHead } = ServerResponse.prototype
    ServerResponse.prototype.writeHead = function (...args) { return writeHead.apply(this, args) }`
}

for (const [name, program] of Object.entries(watchers))
  test(`${name} is seen, and stays seen`, () => {
    const address = new URL('../../src/adapter/http-watchers.js', import.meta.url)
    const after = `
      const before = watchers.isWatched
      watchers.lookForWatchers()
      process.exitCode = before ? 1 : watchers.isWatched ? 7 : 2`
    // Static imports run before this code.
    const text = `import * as watchers from '${address}'\n${program}\n${after}`
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', text], { encoding: 'utf8' })
    assert.equal(status, 7, stderr)
  })

test('without a watcher none is seen', () => {
  lookForWatchers()
  assert.equal(isWatched, false)
})
