import { scenarios } from './scenario.mjs'
import { services } from './service.mjs'

// What a request, a start and a heap of espalier may cost: the numbers that the project holds itself to.
// `toFastify` and `toRaw` are the highest ratios allowed.
export const budget = [
  { row: '1', toFastify: 0.83, toRaw: 0.85 },
  { row: '2', toFastify: 0.83, toRaw: 0.85 },
  { row: '3', toFastify: 0.84, toRaw: 0.87 },
  { row: '4', toFastify: 0.82, toRaw: 0.87 },
  { row: '5', toFastify: 0.68, toRaw: 0.95 },
  { row: '6', toFastify: 0.8, toRaw: 0.85 },
  { row: '7', toFastify: 0.82, toRaw: 0.88 },
  { row: '8', toFastify: 0.85, toRaw: 0.9 },
  { row: '9', toFastify: 0.92, toRaw: 1.0 },
  { row: 'T', toRaw: 0.82 },
  { row: 'C', toRaw: 0.75 },
  { row: 'F', title: 'row 1 above the floor: (espalier − `net`) ÷ (`node:http` − `net`)', isOverFloor: true },
  { row: '10', title: 'start-up, 1000 routes with own schemas, compiled at boot', toFastify: 0.55 },
  { row: '10l', title: 'the same, compiled at first use', toFastify: 0.2 },
  { row: '10a', title: 'the same, compiled ahead of time', toFastify: 0.1 },
  { row: '10b', title: 'start-up, 1000 routes, no schemas', toFastify: 0.8 },
  { row: '11', title: 'in-process `inject`', toFastify: 0.35 },
  { row: '12', title: 'heap after 1 M requests, bytes per request', isMemory: true },
  { row: 'I', title: 'heap of an idle connection, kB', isIdle: true },
  { row: 'S', title: 'cost of a request as the application grows, largest ÷ smallest', isScale: true },
  { row: 'L', title: 'start-up per route, 10,000 routes ÷ 1000', isLinear: true },
  // Services with plugins, which is what most applications are.
  ...services.map(({ id, title, limit }) => ({ row: 'P', service: id, title, toFastify: limit }))
]

// A leak of one pointer per request would be 8 bytes. Ratios closer than a tenth are not told apart where each has few turns.
const flat = 1
const level = 1.1
const linear = 1.5
const overFloor = 0.35
const idle = 2

/** Judges a run: each row with its title, the ratios found, and whether they are within the budget; null where nothing was measured. */
export function judge(results) {
  return budget.map((entry) => ({ ...entry, ...judgeRow(entry, results) }))
}

function judgeRow(entry, results) {
  if (entry.isMemory) return judgeValue(results.memory?.bytesPerRequest, flat)
  if (entry.isOverFloor) return judgeValue(shareOverFloor(results), overFloor)
  if (entry.isIdle) return judgeValue(heapOf(results), idle)
  if (entry.isScale) return judgeValue(growth(results.scale), level)
  if (entry.isLinear) return judgeValue(linearity(results.scale), linear)
  const { title, found } = find(entry, results)
  if (found?.toFastify === undefined && found?.toRaw === undefined) return { title, passes: null }
  const isWithin = (to) => entry[to] === undefined || (found[to] !== undefined && found[to].median <= entry[to])
  return { title, found, passes: isWithin('toFastify') && isWithin('toRaw') }
}

function judgeValue(value, limit) {
  return { value, limit, passes: value === undefined ? null : value <= limit }
}

function find({ row, title, service }, results) {
  const scenario = scenarios.find(({ id }) => String(id) === row)
  if (scenario !== undefined) {
    const measured = results.scenarios?.find(({ id }) => id === scenario.id)
    return { title: scenario.title, found: measured?.servers[mainContender(results)] }
  }
  if (service !== undefined) return { title, found: results.services?.find(({ id }) => id === service) }
  if (row === '11') return { title, found: results.inject?.find(({ id }) => id === 'auto') }
  return { title, found: results['start-up']?.cases.find((one) => one.row === row && one.toFastify !== undefined) }
}

/** The espalier that the budget is about: the default, or the stock exchange where the lane is closed. */
export function mainContender({ verified }) {
  return verified.auto.unavailable === undefined ? 'auto' : 'stock'
}

/** What is left of row 1 when the system's share, which no server on these sockets can spare, is taken away from both. */
function shareOverFloor(results) {
  const servers = results.scenarios?.find(({ id }) => id === 1)?.servers
  if (servers === undefined) return undefined
  const floor = servers.floor.toRaw.median
  return (servers[mainContender(results)].toRaw.median - floor) / (1 - floor)
}

function heapOf(results) {
  const heap = results.idle?.servers.find(({ id }) => id === mainContender(results))?.heap
  return heap && heap / 1024
}

function growth(scale) {
  const ratios = scale?.map(({ points }) => points.at(-1).toSmallest.median)
  return ratios && Math.max(...ratios)
}

function linearity(scale) {
  const points = scale?.find(({ axis }) => axis === 'routes')?.points
  if (points === undefined || points.length < 2) return undefined
  const [smaller, larger] = points.slice(-2)
  return larger.boot / larger.size / (smaller.boot / smaller.size)
}
