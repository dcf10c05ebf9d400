/** The help desk's metrics: of its routes, and of the process. */
import { keep, shared } from 'espalier'
import fastifyMetrics from 'fastify-metrics'
import promClient, { Registry } from 'prom-client'

export const metrics = shared({
  name: 'metrics',
  setup: async (app) => {
    // The process is measured once, however many apps `espalier dev` makes in it.
    const ofProcess = await keep(app, 'metrics of the process', measureProcess, (registry) => registry.clear())
    const registers = [new Registry()]
    app.register(fastifyMetrics.default, {
      promClient,
      endpoint: null,
      defaultMetrics: { enabled: false },
      routeMetrics: { overrides: { histogram: { registers }, summary: { registers } } }
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
