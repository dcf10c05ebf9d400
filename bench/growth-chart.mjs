// What grows with the application and what does not, of one version of Node: a panel for each axis and each cost, and the heap under load.
import { escapeText, svg } from './svg.mjs'

const espalier = '#15803d'
const fastify = '#334155'
const panel = { width: 190, height: 96 }
const step = { x: 232, y: 160 }
const origin = { x: 62, y: 86 }

const toMilliseconds = (microseconds) => microseconds / 1000
const toMegabytes = (bytes) => bytes / 1024 ** 2

/** The rows of panels. */
const costs = [
  { title: 'CPU of a request, µs', series: [[espalier, ({ cost }) => cost]] },
  {
    title: 'CPU of the start, ms',
    series: [
      [fastify, ({ fastifyBoot }) => toMilliseconds(fastifyBoot)],
      [espalier, ({ boot }) => toMilliseconds(boot)]
    ]
  },
  {
    title: 'heap at ready, MB',
    series: [
      [fastify, ({ fastifyHeap }) => toMegabytes(fastifyHeap)],
      [espalier, ({ heap }) => toMegabytes(heap)]
    ]
  }
]

export function toGrowthChart({ scale = [], memory, machine }) {
  const rows = costs.length + (memory === undefined ? 0 : 1)
  const size = { width: origin.x + scale.length * step.x, height: origin.y + rows * step.y - 30 }
  return svg(size, `As it grows, Node ${machine.major}`, [
    key(12, espalier, 'espalier'),
    key(96, fastify, 'Fastify'),
    ...costs.flatMap((cost, row) => scale.flatMap((axis, column) => drawAxis(axis, cost, column, row))),
    ...(memory === undefined ? [] : drawMemory(memory, costs.length, size.width))
  ])
}

function key(x, color, title) {
  return `<rect x="${x}" y="34" width="10" height="10" fill="${color}"/><text x="${x + 14}" y="43">${title}</text>`
}

function drawAxis({ axis, points }, { title, series }, column, row) {
  const frame = { x: origin.x + column * step.x, y: origin.y + row * step.y, ...panel }
  const values = series.flatMap(([, read]) => points.map(read))
  const toX = logarithmic(
    points.map(({ size }) => Math.max(size, 1)),
    frame.width
  )
  const toY = toHeight(values, frame.height)
  return [
    ...drawFrame(frame, `${title}, by ${axis}`),
    ...drawScale(frame, values, toY),
    ...points.map(({ size }) => tick(frame, toX(Math.max(size, 1)), size.toLocaleString('en'))),
    ...series.map(([color, read]) =>
      drawLine(
        frame,
        color,
        points.map((point) => [toX(Math.max(point.size, 1)), toY(read(point))])
      )
    )
  ]
}

function drawMemory({ points }, row, width) {
  const frame = { x: origin.x, y: origin.y + row * step.y, width: width - origin.x - 40, height: panel.height }
  const heaps = points.map(({ heap }) => toMegabytes(heap))
  const toX = (requests) => (requests / points.at(-1).requests) * frame.width
  const toY = fromZero(heaps, frame.height)
  const line = points.map(({ requests }, index) => [toX(requests), toY(heaps[index])])
  return [
    ...drawFrame(frame, 'heap under load, MB, by requests answered'),
    ...drawScale(frame, heaps, toY),
    ...points.map(({ requests }) => tick(frame, toX(requests), Math.round(requests).toLocaleString('en'))),
    drawLine(frame, espalier, line)
  ]
}

/** What grows is drawn on two logarithmic scales, where linear growth is a straight line; what hardly grows is drawn from zero. */
function toHeight(values, length) {
  return Math.max(...values) > 4 * Math.min(...values) ? logarithmic(values, length) : fromZero(values, length)
}

function fromZero(values, length) {
  const most = Math.max(...values) * 1.15
  return (value) => (value / most) * length
}

function logarithmic(values, length) {
  const [least, most] = [Math.log(Math.min(...values)), Math.log(Math.max(...values))]
  return (value) => (most === least ? 0.5 : (Math.log(value) - least) / (most - least)) * length
}

function drawFrame({ x, y, width, height }, title) {
  return [
    `<text x="${x}" y="${y - 10}" font-weight="600">${escapeText(title)}</text>`,
    `<path d="M${x},${y}V${y + height}H${x + width}" fill="none" stroke="#94a3b8"/>`
  ]
}

/** The least and the greatest value, where they can be told apart. */
function drawScale({ x, y, height }, values, toY) {
  const ends = [Math.max(...values), Math.min(...values)]
  const shown = toY(ends[0]) - toY(ends[1]) < 12 ? ends.slice(0, 1) : ends
  return shown.map(
    (value) =>
      `<text x="${x - 6}" y="${(y + height - toY(value) + 4).toFixed(1)}" text-anchor="end" font-size="9">${Number(value.toPrecision(3))}</text>`
  )
}

function tick({ x, y, height }, at, text) {
  return `<text x="${(x + at).toFixed(1)}" y="${y + height + 14}" text-anchor="middle" font-size="9">${text}</text>`
}

function drawLine({ x, y, height }, color, points) {
  const at = points.map(([dx, dy]) => [(x + dx).toFixed(1), (y + height - dy).toFixed(1)])
  return [
    `<polyline points="${at.map((pair) => pair.join(',')).join(' ')}" fill="none" stroke="${color}" stroke-width="2"/>`,
    ...at.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3" fill="${color}"/>`)
  ].join('')
}
