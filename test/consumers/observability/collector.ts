// A collector of OTLP over HTTP, as an exporter finds it: a server that takes JSON at /v1/traces and /v1/metrics, and keeps what came.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { TestContext } from 'node:test'

type Value = string | number | boolean | undefined

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: number; doubleValue?: number; boolValue?: boolean }
}

interface SentSpan {
  name: string
  kind: number
  traceId: string
  spanId: string
  parentSpanId?: string
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Attribute[]
  status: { code: number; message?: string }
  events: { name: string; attributes: Attribute[] }[]
}

interface SentPoint {
  attributes: Attribute[]
  count?: number
  asDouble?: number
}

interface SentMetric {
  name: string
  sum?: { dataPoints: SentPoint[] }
  histogram?: { dataPoints: SentPoint[] }
}

export interface Span {
  readonly name: string
  readonly isOfServer: boolean
  readonly trace: string
  readonly id: string
  readonly parent: string | undefined
  /** In milliseconds. */
  readonly duration: number
  readonly attributes: Readonly<Record<string, Value>>
  readonly isFailed: boolean
  /** The messages of the errors that it tells of. */
  readonly errors: readonly Value[]
}

export interface Point {
  readonly metric: string
  readonly attributes: Readonly<Record<string, Value>>
  readonly value: number | undefined
}

const toAttributes = (sent: Attribute[]) =>
  Object.fromEntries(
    sent.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.doubleValue ?? value.boolValue])
  )

const toSpan = (sent: SentSpan): Span => ({
  name: sent.name,
  isOfServer: sent.kind === 2,
  trace: sent.traceId,
  id: sent.spanId,
  parent: sent.parentSpanId,
  duration: Number(BigInt(sent.endTimeUnixNano) - BigInt(sent.startTimeUnixNano)) / 1e6,
  attributes: toAttributes(sent.attributes),
  isFailed: sent.status.code === 2,
  errors: sent.events.map(({ attributes }) => toAttributes(attributes)['exception.message'])
})

interface Delivery {
  resourceSpans?: { scopeSpans: { spans: SentSpan[] }[] }[]
  resourceMetrics?: { scopeMetrics: { metrics: SentMetric[] }[] }[]
}

function toPoints({ name, sum, histogram }: SentMetric): Point[] {
  return (
    (sum ?? histogram)?.dataPoints.map(({ attributes, count, asDouble }) => ({
      metric: name,
      attributes: toAttributes(attributes),
      value: count ?? asDouble
    })) ?? []
  )
}

export interface Collector {
  readonly endpoint: string
  readonly spans: readonly Span[]
  readonly points: readonly Point[]
}

/** Opens a collector on a free port until the test is over. */
export async function openCollector(t: TestContext): Promise<Collector> {
  const spans: Span[] = []
  const points: Point[] = []
  const server = createServer(async (request, response) => {
    const { resourceSpans = [], resourceMetrics = [] } = (await json(request)) as Delivery
    for (const { scopeSpans } of resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans.map(toSpan))
    for (const { scopeMetrics } of resourceMetrics)
      for (const { metrics } of scopeMetrics) points.push(...metrics.flatMap(toPoints))
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => server.close())
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, points }
}
