import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { isNodesOwn, isWatched, lookForWatchers } from '../../src/adapter/http-watchers.ts'

test('isNodesOwn is true for a method of Node and false for a wrapper', () => {
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
  'a subscriber of a response channel': `
    import { subscribe } from 'node:diagnostics_channel'
    subscribe('http.server.response.created', () => {})`,
  'a replaced ServerResponse method': `
    import { ServerResponse } from 'node:http'
    const { writeHead } = ServerResponse.prototype
    ServerResponse.prototype.writeHead = function (...args) { return writeHead.apply(this, args) }`
}

for (const [name, program] of Object.entries(watchers))
  test(`${name} is detected, and stays detected`, () => {
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

test('isWatched is false without a watcher', () => {
  lookForWatchers()
  assert.equal(isWatched, false)
})
