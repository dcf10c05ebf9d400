/** Many mixed exchanges against one server: correct responses, and a heap that does not grow. `ESPALIER_SOAK=100000` makes it long. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Connection } from '../security/wire.ts'
import { startChild } from './child.ts'
import { exchanges, type Line } from './exchange.ts'

const total = Number(process.env.ESPALIER_SOAK ?? 2000)
const lines = 16
const kinds = Object.entries(exchanges)

async function soak(port: number, from: number, count: number): Promise<string[]> {
  const wrong: string[] = []
  let serial = from
  const play = async () => {
    const line: Line = { port, connection: new Connection(port) }
    while (serial < from + count && wrong.length < 10) {
      const number = serial++
      // A step that shares no factor with the number of kinds meets all of them in a changing order.
      const [name, exchange] = kinds[
        (number * 7 + Math.floor(number / kinds.length)) % kinds.length
      ] as (typeof kinds)[number]
      const found = await exchange(line, number).catch(String)
      if (found !== null) wrong.push(`${name} ${number}: ${found}`)
    }
    line.connection.destroy()
  }
  await Promise.all(Array.from({ length: lines }, play))
  return wrong
}

test(`${total} mixed exchanges get correct responses and do not grow the heap`, async (t) => {
  const child = await startChild(t)
  const warmUp = Math.max(1000, Math.floor(total / 5))
  assert.deepEqual(await soak(child.port, 0, warmUp), [])
  const before = await child.lookWhenQuiet()
  assert.deepEqual(await soak(child.port, warmUp, total), [])
  const after = await child.lookWhenQuiet()
  const grown = (after.heap - before.heap) / 1e6
  t.diagnostic(
    `heap ${(before.heap / 1e6).toFixed(1)} MB, then ${(after.heap / 1e6).toFixed(1)} MB; ${after.handled} answers`
  )
  assert.ok(grown < 4, `the heap grew by ${grown.toFixed(1)} MB`)
  const { code } = await child.close()
  assert.equal(code, 0)
})
