import assert from 'node:assert/strict'
import { once } from 'node:events'
import http2 from 'node:http2'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import { events } from '../../../src/index.ts'
import { type Anything, createApp } from '../../security/wild.ts'
import { until } from '../../until.ts'

const { NGHTTP2_CANCEL, NGHTTP2_NO_ERROR } = http2.constants
const schema = { response: { 200: events({ tick: { type: 'integer' } }) } }

for (const code of [NGHTTP2_NO_ERROR, NGHTTP2_CANCEL])
  test(`a stream reset with code ${code} ends its source, and the session stays open`, async (t) => {
    const { app } = createApp({ http2: true, logger: false })
    t.after(() => app.close())
    let [begun, ended, closed] = [0, 0, 0]
    async function* ticks<Tick>(toTick: (tick: number) => Tick) {
      begun++
      try {
        for (let tick = 0; ; tick++) {
          yield toTick(tick)
          await wait(1)
        }
      } finally {
        ended++
      }
    }
    app.get('/events', { schema }, () => ticks((data) => ({ event: 'tick', data })))
    app.get('/stream', () => Readable.from(ticks(String)))
    app.addHook('onRequest', async ({ raw }: Anything) => void raw.stream.once('close', () => closed++))
    const session = http2.connect(await app.listen({ port: 0, host: '127.0.0.1' }))
    t.after(() => session.destroy())
    for (let count = 0; count < 100; count++) {
      const stream = session.request({ ':path': count % 2 === 0 ? '/events' : '/stream' }).on('error', () => {})
      await once(stream, 'data')
      stream.resume()
      for (let turns = count % 7; turns > 0; turns--) await turn()
      stream.close(code)
    }
    await until(() => ended === 100 && closed === 100, 'the end of all streams')
    assert.equal(begun, 100)
    assert.equal(session.destroyed, false)
  })
