// Kills the server of an event stream at a thousand places, inside events and between them (stage `long`).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countThroughCuts } from '../cut-stream.ts'
import { countThroughRestarts } from '../restarted-app.ts'

test('a server that is killed a thousand times loses no event and doubles none', async (t) => {
  const { events, kills } = await countThroughCuts({ kills: 1000, seed: Date.now() })
  t.diagnostic(`${events.length} events over ${kills} kills`)
  assert.equal(kills, 1000)
  assert.deepEqual(
    events,
    Array.from(events, (_, index) => index)
  )
})

test('an application that is closed a thousand times loses no event and doubles none', async (t) => {
  const { seen, closes } = await countThroughRestarts({ closes: 1000 })
  t.diagnostic(`${seen.length} events over ${closes} restarts`)
  assert.equal(closes, 1000)
  assert.deepEqual(
    seen,
    Array.from(seen, (_, index) => index)
  )
})
