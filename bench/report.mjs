// Results as the text of docs/benchmarks.md.
import { judge, mainContender } from './budget.mjs'
import { contenders } from './contender.mjs'
import { limits, method } from './method.mjs'
import { services } from './service.mjs'

/** `runs` are the results of one or more versions of Node, the oldest first. */
export function toMarkdown(runs) {
  const sections = [
    '# Benchmarks',
    'For those who compare frameworks by their cost. After it you know what a request, a start and a heap cost here and elsewhere, and how it was measured.',
    '<!-- Written by `npm run bench`; edit bench/report.mjs and bench/method.mjs instead. -->',
    introduction(runs),
    '![CPU per request of each framework, hand-written node:http = 1](https://raw.githubusercontent.com/espalier-js/espalier/main/bench/benchmarks.svg)',
    '## The budget',
    budgetTable(runs),
    ...runs.flatMap(neighbours),
    ...runs.flatMap(growth),
    '![What a request, a start and a heap cost as the application grows](https://raw.githubusercontent.com/espalier-js/espalier/main/bench/benchmarks-growth.svg)',
    '## What differs between the servers',
    differences(runs),
    method,
    limits
  ]
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`
}

function introduction(runs) {
  const [{ machine }] = runs
  const nodes = runs.map(
    (run) =>
      `${run.machine.node} (${run.machine.date}, ${run.machine.minutes.toFixed(1)} min, ${run.plan.scenarios?.rounds ?? 0} rounds, load before ${run.machine.load} and after ${run.machine.loadAfter})`
  )
  return [
    `CPU time that a server spends on a request, beside the same work by hand on \`node:http\`. Less is better, and 1.00 is \`node:http\`.`,
    `espalier ${machine.espalier} on ${machine.cpu}, ${machine.system}; Node ${nodes.join(', ')}. ${machine.isPinned ? 'Servers and load on a core each.' : '**Servers and load were not pinned.**'}`
  ].join('\n\n')
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '--:'))), ...rows.map(line)].join('\n')
}

const ratio = (value) => (value === undefined ? '–' : value.median.toFixed(2))
const ratioWithSpread = (value) =>
  value === undefined ? '–' : `${ratio(value)} (${value.low.toFixed(2)}–${value.high.toFixed(2)})`
const kilobytes = (bytes) => (bytes / 1024).toFixed(1)
const milliseconds = (microseconds) => (microseconds / 1000).toFixed(1)

function budgetTable(runs) {
  const judged = runs.map(judge)
  const head = [
    'row',
    'scenario',
    'budget: ÷ Fastify',
    '÷ `node:http`',
    ...runs.map(({ machine }) => `Node ${machine.major}: ÷ Fastify, ÷ \`node:http\``)
  ]
  const rows = judged[0].map((entry, index) => [
    entry.row,
    entry.title,
    ...allowed(entry),
    ...judged.map((rows) => verdict(rows[index]))
  ])
  const mains = new Set(runs.map((run) => contenders.find(({ id }) => id === mainContender(run)).title))
  return `Held against ${[...mains].join(' and ')}; the least and the greatest round in brackets.\n\n${table(head, rows)}`
}

function allowed({ toFastify, toRaw, limit }) {
  const atMost = (value) => (value === undefined ? '' : `≤ ${value.toFixed(2)}`)
  return limit === undefined ? [atMost(toFastify), atMost(toRaw)] : [`value ≤ ${limit}`, '']
}

function verdict({ found, value, passes, toRaw }) {
  if (passes === null) return 'not available'
  const text =
    value === undefined
      ? [ratioWithSpread(found.toFastify), toRaw && ratioWithSpread(found.toRaw)].filter(Boolean).join(', ')
      : value.toFixed(2)
  return `${passes ? '✓' : '✗'} ${text}`
}

function neighbours(run) {
  const heading = `## Beside other frameworks, Node ${run.machine.major}`
  return [
    heading,
    scenarioTable(run),
    servicesTable(run),
    protectionTable(run),
    startUpTable(run),
    injectTable(run)
  ].filter((section) => section !== '')
}

function scenarioTable({ scenarios, versions, verified }) {
  if (scenarios === undefined) return ''
  const present = contenders.filter(({ id }) => verified[id].unavailable === undefined)
  const title = ({ id, title }) => [title, versions[id]].filter(Boolean).join(' ')
  const head = [
    'CPU ÷ `node:http`',
    ...present.filter(({ id }) => id !== 'raw').map(title),
    '`node:http`, µs',
    'core busy'
  ]
  const rows = scenarios.map((scenario) => [
    `${scenario.id} ${scenario.title}`,
    ...present.filter(({ id }) => id !== 'raw').map(({ id }) => ratio(scenario.servers[id]?.toRaw)),
    scenario.servers.raw.cost.toFixed(1),
    `${(Math.min(...Object.values(scenario.servers).map(({ busy }) => busy)) * 100).toFixed(0)} %`
  ])
  return table(head, rows)
}

function servicesTable({ services: measured }) {
  if (measured === undefined) return ''
  const head = ['services, CPU ÷ Fastify with the same', 'espalier', 'espalier (stock)', 'Fastify, µs']
  const rows = measured.map(({ id, cost, toFastify, stockToFastify }) => [
    services.find((one) => one.id === id).title,
    ...[toFastify, stockToFastify].map(ratioWithSpread),
    cost.toFixed(1)
  ])
  return table(head, rows)
}

function protectionTable({ protection }) {
  if (protection === undefined) return ''
  const rows = protection.map(({ id, title, toBare }) => [`${id} ${title}`, ratioWithSpread(toBare)])
  return table(['what the safe defaults cost', "÷ espalier with `compat: 'fastify'` and no time limits"], rows)
}

function startUpTable(run) {
  const part = run['start-up']
  if (part === undefined) return ''
  const head = [
    `start-up, ${part.routes} routes, ms of CPU`,
    'imports',
    'declaring and `ready()`',
    'first call',
    'boot ÷ Fastify',
    'memory when ready, KB',
    '÷ Fastify'
  ]
  const rows = part.cases.map(({ title, imports, boot, first, toFastify, heap, heapToFastify }) => [
    title,
    ...[imports, boot, first].map(milliseconds),
    ratioWithSpread(toFastify),
    kilobytes(heap),
    ratio(heapToFastify)
  ])
  return table(head, rows)
}

function injectTable({ inject }) {
  if (inject === undefined) return ''
  const rows = inject.map(({ title, cost, toFastify }) => [title, cost.toFixed(1), ratioWithSpread(toFastify)])
  return table(['in process, GET small JSON', 'µs of CPU', '÷ Fastify'], rows)
}

function growth(run) {
  const tables = [scaleTable(run), memoryTable(run), idleTable(run)].filter((section) => section !== '')
  return tables.length === 0 ? [] : [`## As it grows, Node ${run.machine.major}`, ...tables]
}

function scaleTable({ scale }) {
  if (scale === undefined) return ''
  const head = ['size', 'µs a request', '÷ smallest', 'boot, ms', 'heap, KB', 'Fastify: boot, ms', 'heap, KB']
  const rows = scale.flatMap(({ axis, points }) =>
    points.map((point) => [
      `${point.size} ${axis}`,
      point.cost.toFixed(1),
      ratioWithSpread(point.toSmallest),
      ...[
        milliseconds(point.boot),
        kilobytes(point.heap),
        milliseconds(point.fastifyBoot),
        kilobytes(point.fastifyHeap)
      ]
    ])
  )
  return `${table(head, rows)}\n\n${perDeclaration(scale)}`
}

/** The slope between the two largest sizes: what every process pays once does not count. */
function perDeclaration(scale) {
  const sentences = scale.map(({ axis, points }) => {
    const [smaller, larger] = points.slice(-2)
    const slope = (what) => (larger[what] - smaller[what]) / (larger.size - smaller.size)
    return `${axis}: ${slope('heap').toFixed(0)} (Fastify ${slope('fastifyHeap').toFixed(0)})`
  })
  return `Bytes of heap for one more, between the two largest sizes: ${sentences.join('; ')}.`
}

function memoryTable({ memory }) {
  if (memory === undefined) return ''
  const head = ['requests answered', ...memory.points.map(({ requests }) => Math.round(requests).toLocaleString('en'))]
  return table(head, [
    ['heap after a full collection, MB', ...memory.points.map(({ heap }) => (heap / 1024 ** 2).toFixed(2))]
  ])
}

function idleTable({ idle }) {
  if (idle === undefined) return ''
  const head = [
    `${idle.connections.toLocaleString('en')} idle connections`,
    'heap each, KB',
    'resident each, KB',
    'CPU while idle, ms per s'
  ]
  const rows = idle.servers.map(({ title, heap, rss, idle: cost }) => [
    title,
    kilobytes(heap),
    kilobytes(rss),
    milliseconds(cost)
  ])
  return table(head, rows)
}

function differences(runs) {
  const lines = contenders.flatMap((contender) => {
    const found = runs.flatMap(({ verified }) => sentencesOf(verified[contender.id]))
    const sentences = [...new Set([contender.note, ...found])].filter(Boolean)
    return sentences.length === 0 ? [] : [`- **${contender.title}**: ${sentences.join(' ')}`]
  })
  const rest = 'All other answers were compared in status, body and media type before the run, and are the same.'
  return [...lines, '', rest].join('\n').trim()
}

function sentencesOf({ unavailable, differences }) {
  if (unavailable !== undefined) return [`Not available: ${unavailable}.`]
  const groups = groupBy(differences)
  return [...groups.values()].map((group) => {
    const [{ what, is }] = group
    return `In ${group
      .map(({ scenario }) => scenario)
      .sort()
      .join(', ')} the ${what} is \`${is.replaceAll('|', '\\|')}\`.`
  })
}

const toKey = ({ what, is }) => `${what} ${is}`

function groupBy(differences) {
  const groups = new Map()
  for (const difference of differences) {
    const key = toKey(difference)
    groups.set(key, [...(groups.get(key) ?? []), difference])
  }
  return groups
}
