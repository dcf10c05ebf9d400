/** The help desk's own description: its OpenAPI document with a page of it, and its metrics. */
import { openapiPage } from '@espalier/kit/openapi-page'
import { keep, shared } from 'espalier'
import metrics from 'fastify-metrics'
import promClient, { Registry } from 'prom-client'

const info = { title: 'Help desk', version: '1.0.0' }

export const description = shared({
  name: 'description',
  setup: async (app) => {
    // The process is measured once, however many apps `espalier dev` makes in it.
    const ofProcess = await keep(app, 'metrics of the process', measureProcess, (registry) => registry.clear())
    const registers = [new Registry()]
    const overrides = { histogram: { registers }, summary: { registers } }
    app.register(openapiPage, { prefix: '/docs', document: { info } })
    app.register(metrics.default, {
      promClient,
      endpoint: null,
      defaultMetrics: { enabled: false },
      routeMetrics: { overrides }
    })
    app.get('/metrics', { logLevel: 'fatal' }, async (_request, reply) =>
      reply.type(ofProcess.contentType).send(await Registry.merge([ofProcess, ...registers]).metrics())
    )
    return app
  }
})

function measureProcess(): Registry {
  const registry = new Registry()
  promClient.collectDefaultMetrics({ register: registry })
  return registry
}
