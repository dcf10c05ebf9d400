import assert from 'node:assert/strict'
import { ServerResponse } from 'node:http'
import { test } from 'node:test'

test('a method replaced before the import is detected', async () => {
  const { end } = ServerResponse.prototype
  ServerResponse.prototype.end = function (this: ServerResponse, ...args: never[]) {
    return (end as (...args: never[]) => ServerResponse).apply(this, args)
  } as typeof end
  const watchers = await import('../../../src/adapter/http-watchers.ts')
  assert.deepEqual([watchers.isWatched, watchers.isNodesOwn(ServerResponse.prototype.end)], [true, false])
  ServerResponse.prototype.end = end
  watchers.lookForWatchers()
  assert.equal(watchers.isWatched, true)
})
