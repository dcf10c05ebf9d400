/**
 * Loaded before everything else, by `--import` or as the first import: what is to watch `node:http` has to be there before a server is.
 *
 * Traces and metrics go to the collector that OTEL_EXPORTER_OTLP_ENDPOINT names, such as http://localhost:4318; without one they are printed.
 */
import { FastifyOtelInstrumentation } from '@fastify/otel'
import { metrics, trace } from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { registerInstrumentations } from '@opentelemetry/instrumentation'
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { ConsoleMetricExporter, MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BatchSpanProcessor, ConsoleSpanExporter, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'

const isCollected = process.env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined
const resource = resourceFromAttributes({ 'service.name': 'shop' })

const tracerProvider = new NodeTracerProvider({
  resource,
  spanProcessors: [new BatchSpanProcessor(isCollected ? new OTLPTraceExporter() : new ConsoleSpanExporter())]
})
const meterProvider = new MeterProvider({
  resource,
  readers: [
    new PeriodicExportingMetricReader({
      exporter: isCollected ? new OTLPMetricExporter() : new ConsoleMetricExporter()
    })
  ]
})
tracerProvider.register()
metrics.setGlobalMeterProvider(meterProvider)

registerInstrumentations({
  instrumentations: [
    new HttpInstrumentation(),
    new FastifyOtelInstrumentation({
      registerOnInitialization: true,
      // The context that declared the route, on the span of the request and on the one of the server around it.
      requestHook: (span, { server }) => {
        const context = { 'app.plugin': server.pluginName, 'app.prefix': server.prefix }
        span.setAttributes(context)
        trace.getActiveSpan()?.setAttributes(context)
      }
    })
  ]
})

/** Sends what was not sent yet. */
export async function flush(): Promise<void> {
  await Promise.all([tracerProvider.shutdown(), meterProvider.shutdown()])
}
