import assert from 'node:assert/strict'
import { ServerResponse } from 'node:http'
import { test } from 'node:test'

test('a tracer that was there first keeps the stock classes', async () => {
  const { end } = ServerResponse.prototype
  ServerResponse.prototype.end = function (this: ServerResponse, ...args: never[]) {
    return (end as (...args: never[]) => ServerResponse).apply(this, args)
  } as typeof end
  const { createLightServer } = await import('../../../src/adapter/light/index.ts')
  assert.equal(
    createLightServer({}, () => {}),
    null
  )
  ServerResponse.prototype.end = end
})
