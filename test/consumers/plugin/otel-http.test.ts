// instrumentation-http beside the light exchange: it watches Node's servers, and one request is one span.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { SpanKind } from '@opentelemetry/api'
import { registerInstrumentations } from '@opentelemetry/instrumentation'
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http'
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node'
import { createApp } from '../../ecosystem/framework.ts'
import { serving } from '../../ecosystem/serving.ts'

const exporter = new InMemorySpanExporter()
const processor = new SimpleSpanProcessor(exporter)
new NodeTracerProvider({ spanProcessors: [processor] }).register()
registerInstrumentations({ instrumentations: [new HttpInstrumentation()] })
// The instrumentation patches the module when it is required.
createRequire(import.meta.url)('node:http')

test("each request is one span, and the framework's own requests at start have no span", async (t) => {
  const app = createApp()
  app.get('/books/:id', async () => ({ title: 'Walden' }))
  app.post('/books', async () => {
    throw new Error('broken on purpose')
  })
  const origin = await serving(t, app)

  assert.deepEqual(await (await fetch(`${origin}/books/7`)).json(), { title: 'Walden' })
  assert.equal((await fetch(`${origin}/books`, { method: 'POST', body: 'text' })).status, 500)
  assert.equal((await fetch(`${origin}/nowhere`)).status, 404)

  const served = exporter.getFinishedSpans().filter(({ kind }) => kind === SpanKind.SERVER)
  assert.deepEqual(
    served.map(({ attributes }) => [
      attributes['http.request.method'],
      attributes['url.path'],
      attributes['http.response.status_code']
    ]),
    [
      ['GET', '/books/7', 200],
      ['POST', '/books', 500],
      ['GET', '/nowhere', 404]
    ]
  )
})
