import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get } from 'node:http'
import { Socket } from 'node:net'
import { mock, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { espalier, events, Type } from '../../../src/index.ts'

for (const [heartbeat, idle] of [
  [15_000, 4000],
  [60_000_000, 32_767_000]
] as const)
  test(`a stream with a heartbeat of ${heartbeat} ms enables TCP keep-alive after ${idle} ms of silence`, async (t) => {
    const asked = mock.method(Socket.prototype, 'setKeepAlive')
    t.after(() => asked.mock.restore())
    const app = espalier({ logger: false })
    const response = { 200: events({ tick: Type.Null() }, { heartbeat }) }
    app.get('/', { schema: { response } }, async function* () {
      yield { event: 'tick' as const, data: null }
      await sleep(10_000, undefined, { ref: false })
    })
    const request = get(await app.listen())
    const [answer] = await once(request, 'response')
    await once(answer, 'data')
    const idles = asked.mock.calls.map((call) => call.arguments[1])
    assert.ok(idles.includes(idle), String(idles))
    request.destroy()
    await app.close()
  })
