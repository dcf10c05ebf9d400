import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FastifyOtelInstrumentation } from '@fastify/otel'
import { SpanStatusCode } from '@opentelemetry/api'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor
} from '@opentelemetry/sdk-trace-base'
import { createApp } from '../../ecosystem/framework.ts'
import { serving } from '../../ecosystem/serving.ts'

interface Traced {
  instrumentation: FastifyOtelInstrumentation
  spans: () => ReadableSpan[]
}

/** An instrumentation whose spans are exported into memory. */
function createTracing(options: { registerOnInitialization?: boolean } = {}): Traced {
  const exporter = new InMemorySpanExporter()
  const instrumentation = new FastifyOtelInstrumentation(options)
  instrumentation.setTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }))
  return { instrumentation, spans: () => exporter.getFinishedSpans() }
}

const named = (spans: ReadableSpan[], name: string): ReadableSpan => {
  const found = spans.find((span) => span.name === name)
  assert.ok(found, `no span ${name} among ${spans.map((span) => span.name).join(', ')}`)
  return found
}

test('a handler that throws ends its request span with the error', async (t) => {
  const { instrumentation, spans } = createTracing()
  const app = createApp()
  await app.register(instrumentation.plugin())
  app.get('/broken/:id', async function broken() {
    throw new Error('broken on purpose')
  })
  const origin = await serving(t, app)

  assert.equal((await fetch(`${origin}/broken/7`)).status, 500)

  const request = named(spans(), 'request')
  assert.equal(request.status.code, SpanStatusCode.ERROR)
  assert.equal(request.status.message, 'broken on purpose')
  assert.equal(request.attributes['http.route'], '/broken/:id')
  assert.equal(request.attributes['http.response.status_code'], 500)
  assert.equal(request.events[0]?.name, 'exception')
  assert.equal(named(spans(), 'handler - broken').status.code, SpanStatusCode.ERROR)
})

test('an unmatched URL has a request span with 404 and one for its handler', async (t) => {
  const { instrumentation, spans } = createTracing()
  const app = createApp()
  await app.register(instrumentation.plugin())
  app.setNotFoundHandler(function lost(_request, reply) {
    reply.code(404).send({ lost: true })
  })
  const origin = await serving(t, app)

  assert.equal((await fetch(`${origin}/nowhere`)).status, 404)

  assert.equal(named(spans(), 'request').attributes['http.response.status_code'], 404)
  assert.equal(
    named(spans(), 'notFoundHandler - lost').attributes['hook.name'],
    'fastify -> @fastify/otel - not-found-handler'
  )
})

test('the hooks of a child plugin and of a route have spans below the one of the request', async (t) => {
  const { instrumentation, spans } = createTracing()
  const app = createApp()
  await app.register(instrumentation.plugin())
  app.register(async function library(child) {
    child.addHook('preHandler', async function checkCard() {})
    const onRequest = async function greet(): Promise<void> {}
    child.get('/books/:id', { onRequest }, async function findBook() {
      return { title: 'Walden' }
    })
  })
  const origin = await serving(t, app)

  assert.deepEqual(await (await fetch(`${origin}/books/7`)).json(), { title: 'Walden' })

  const request = named(spans(), 'request')
  assert.equal(request.attributes['http.response.status_code'], 200)
  assert.equal(request.attributes['url.path'], '/books/7')
  const below = spans().filter((span) => span.parentSpanContext?.spanId === request.spanContext().spanId)
  assert.deepEqual(
    below.map((span) => span.name),
    ['onRequest - greet', 'preHandler - checkCard', 'handler - findBook']
  )
  assert.equal(named(spans(), 'preHandler - checkCard').attributes['fastify.type'], 'hook')
})

test('an instrumentation enabled before the app is created traces it without registration', async (t) => {
  const { instrumentation, spans } = createTracing({ registerOnInitialization: true })
  instrumentation.enable()
  t.after(() => instrumentation.disable())
  const app = createApp()
  app.get('/', async function home(request) {
    return { instrumented: request.opentelemetry().instrumented, known: app.hasPlugin('@fastify/otel') }
  })
  const origin = await serving(t, app)

  assert.deepEqual(await (await fetch(origin)).json(), { instrumented: true, known: true })
  assert.equal(named(spans(), 'handler - home').attributes['fastify.type'], 'request-handler')
})
