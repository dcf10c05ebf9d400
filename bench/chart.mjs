// The results of one version of Node as a bar chart: one group for each scenario, one bar for each server, `node:http` = 1.
import { contenders } from './contender.mjs'
import { services } from './service.mjs'
import { escapeText, svg } from './svg.mjs'

const colors = {
  auto: '#15803d',
  stock: '#86b89a',
  fastify: '#334155',
  hono: '#ea7317',
  elysia: '#8b5cf6',
  h3: '#d4a017',
  koa: '#64748b',
  express: '#94a3b8'
}
const bar = 11
const gap = 16
const left = 395
const unit = 140
const cap = 4
const top = 70

export function toChart({ scenarios = [], services: measured = [], verified, machine }) {
  const shown = contenders.filter(({ id }) => colors[id] !== undefined && verified[id].unavailable === undefined)
  const groups = [...scenarios.map(toGroup), ...measured.filter(({ id }) => id === 'four').map(toServiceGroup)]
  const group = shown.length * bar + gap
  const height = top + groups.length * group + 30
  const width = left + unit * cap + 60
  const title = `CPU per request, Node ${machine.major}: hand-written node:http = 1, less is better`
  return svg({ width, height }, title, [
    ...legend(shown),
    ...groups.flatMap((one, index) => bars(one, shown, top + index * group)),
    line(height)
  ])
}

function legend(shown) {
  return shown.map(
    ({ id, title }, index) =>
      `<rect x="${12 + index * 112}" y="34" width="10" height="10" fill="${colors[id]}"/><text x="${26 + index * 112}" y="43">${title}</text>`
  )
}

const toGroup = ({ id, title, servers }) => ({
  title: `${id} ${title}`,
  ratios: Object.fromEntries(Object.entries(servers).map(([of, { toRaw }]) => [of, toRaw]))
})

/** No server by hand has the plugins, so Fastify with the same is the measure. */
function toServiceGroup({ id, toFastify, stockToFastify }) {
  const { title } = services.find((one) => one.id === id)
  return {
    title: `${title}; Fastify with the same = 1`,
    ratios: { auto: toFastify, stock: stockToFastify, fastify: { median: 1 } }
  }
}

function bars({ title, ratios }, shown, y) {
  const label = `<text x="${left - 8}" y="${y + (shown.length * bar) / 2 + 4}" text-anchor="end">${escapeText(title)}</text>`
  return [label, ...shown.flatMap((contender, index) => drawBar(contender, ratios[contender.id], y + index * bar))]
}

function drawBar({ id }, toRaw, y) {
  if (toRaw === undefined) return []
  const width = Math.min(toRaw.median, cap) * unit
  return [
    `<rect x="${left}" y="${y}" width="${width.toFixed(1)}" height="${bar - 2}" fill="${colors[id]}"/>`,
    `<text x="${(left + width + 4).toFixed(1)}" y="${y + bar - 3}" font-size="9">${toRaw.median.toFixed(2)}${toRaw.median > cap ? ' →' : ''}</text>`
  ]
}

function line(height) {
  return `<line x1="${left + unit}" x2="${left + unit}" y1="${top - 6}" y2="${height - 24}" stroke="#1e293b" stroke-dasharray="3 3"/>`
}
