// A server of an event stream that is killed at a thousand places, within events and between them (stage `long`).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countThroughCuts } from '../cut-stream.ts'

test('a server that is killed a thousand times loses no event and doubles none', async (t) => {
  const { events, kills } = await countThroughCuts({ kills: 1000, seed: Date.now() })
  t.diagnostic(`${events.length} events over ${kills} kills`)
  assert.equal(kills, 1000)
  assert.deepEqual(
    events,
    Array.from(events, (_, index) => index)
  )
})
