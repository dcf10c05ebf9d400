import { FastifyOtelInstrumentation } from '@fastify/otel'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { createApp } from '../plugin-app.mjs'

export default async function create(options) {
  const exporter = new InMemorySpanExporter()
  const instrumentation = new FastifyOtelInstrumentation({})
  instrumentation.setTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }))
  const app = createApp(options)
  await app.register(instrumentation.plugin())
  app.get('/books/:id', async () => 'found')
  app.get('/spans', async () =>
    exporter.getFinishedSpans().map(({ name, attributes }) => [name, attributes['http.route']])
  )
  return app
}

export async function talk(ask) {
  await ask('/books/1')
  await ask('/spans')
}
