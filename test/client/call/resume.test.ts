// Kills the server of an event stream at a thousand places, inside events and between them (stage `long`).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countThroughCuts } from '../cut-stream.ts'
import { countThroughRestarts } from '../restarted-app.ts'

test('with a thousand cuts by the server, each event is received exactly once', async (t) => {
  const { events, kills } = await countThroughCuts({ kills: 1000, seed: Date.now() })
  t.diagnostic(`${events.length} events over ${kills} kills`)
  assert.equal(kills, 1000)
  assert.deepEqual(
    events,
    Array.from(events, (_, index) => index)
  )
})

test('events are received exactly once across a thousand restarts of the application', async (t) => {
  const { seen, closes } = await countThroughRestarts({ closes: 1000 })
  t.diagnostic(`${seen.length} events over ${closes} restarts`)
  assert.equal(closes, 1000)
  assert.deepEqual(
    seen,
    Array.from(seen, (_, index) => index)
  )
})
