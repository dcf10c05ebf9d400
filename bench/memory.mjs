// Row 12: the heap after many requests of every kind. What a request leaves behind shows as a slope; a single pointer would be 8 bytes.
import { contenders } from './contender.mjs'
import { Load } from './load.mjs'
import { scenarios, toBytes } from './scenario.mjs'
import { startContender } from './verify.mjs'

const checkpoints = 10
const settled = 2
const mixed = [1, 2, 3, 4, 5, 8]

export async function measureMemory({ requests, connections }, contenderId) {
  const host = await startContender(
    contenders.find(({ id }) => id === contenderId),
    scenarios[0]
  )
  try {
    const kinds = scenarios.filter(({ id }) => mixed.includes(id)).map(({ request }) => toBytes(request))
    const load = await Load.open(host.port, kinds, connections)
    const points = []
    for (let i = 1; i <= checkpoints; i++) {
      await load.runTimes(Math.round(requests / checkpoints))
      points.push({ requests: (requests / checkpoints) * i, ...(await host.ask('heap')) })
    }
    load.close()
    return { points, bytesPerRequest: slope(points.slice(settled)) }
  } finally {
    host.stop()
  }
}

/** Least squares: bytes of heap per request. */
function slope(points) {
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length
  const x = mean(points.map(({ requests }) => requests))
  const y = mean(points.map(({ heap }) => heap))
  const covariance = mean(points.map(({ requests, heap }) => (requests - x) * (heap - y)))
  return covariance / mean(points.map(({ requests }) => (requests - x) ** 2))
}
