import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runOnWorker } from './bundle.ts'

test('the debug output of avvio is not written to the console', async (t) => {
  const { answers, output } = await runOnWorker(
    t,
    `
    import { espalier } from 'espalier'
    import { toFetchHandler } from 'espalier/fetch'
    import { debuglog } from 'node:util'
    debuglog('others')('are heard')
    const app = espalier()
    app.register(async () => {})
    export default { fetch: toFetchHandler(app) }
  `,
    [{ path: '/' }]
  )
  assert.equal(answers[0]?.status, 404)
  assert.equal(output, 'others are heard\n')
})
