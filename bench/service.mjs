// Services as they are: what plugins, loggers and listeners make of the cost of a request. `limit` is the highest ratio to Fastify with the same.
import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)
const quiet = () => ({ write() {} })

const get = (path = '/', headers = {}) => ({ method: 'GET', path, headers })
const register =
  (...plugins) =>
  (app) => {
    for (const [name, options] of plugins) app.register(load(name), options)
  }

const rateLimit = ['@fastify/rate-limit', { max: 1e9 }]

export const services = [
  { id: 'none', title: 'no plugin', limit: 0.85 },
  { id: 'helmet', limit: 0.92, declare: register(['@fastify/helmet']) },
  {
    id: 'four',
    title: 'helmet, cors, cookie and rate-limit',
    limit: 0.9,
    declare: register(['@fastify/helmet'], ['@fastify/cors'], ['@fastify/cookie'], rateLimit)
  },
  {
    id: 'middie',
    title: 'a middleware that does nothing',
    limit: 1,
    async declare(app) {
      await app.register(load('@fastify/middie'))
      app.use((_request, _response, next) => next())
    }
  },
  { id: 'cors', limit: 1, declare: register(['@fastify/cors']), request: get('/', { origin: 'http://example.org' }) },
  { id: 'cookie', limit: 1, declare: register(['@fastify/cookie']), request: get('/', { cookie: 'a=1; b=2' }) },
  { id: 'rate-limit', limit: 1, declare: register(rateLimit) },
  {
    id: 'session',
    limit: 1,
    declare: register(['@fastify/cookie'], ['@fastify/session', { secret: 'a secret of more than thirty-two letters' }])
  },
  {
    id: 'compress',
    limit: 1,
    declare: register(['@fastify/compress']),
    request: get('/', { 'accept-encoding': 'gzip' })
  },
  { id: 'sensible', limit: 1, declare: register(['@fastify/sensible']) },
  { id: 'accepts', limit: 1, declare: register(['@fastify/accepts']) },
  { id: 'etag', limit: 1, declare: register(['@fastify/etag']) },
  { id: 'formbody', limit: 1, declare: register(['@fastify/formbody']) },
  { id: 'multipart', limit: 1, declare: register(['@fastify/multipart']) },
  { id: 'jwt', limit: 1, declare: register(['@fastify/jwt', { secret: 'a secret' }]) },
  { id: 'request-context', limit: 1, declare: register(['@fastify/request-context']) },
  { id: 'under-pressure', limit: 1, declare: register(['@fastify/under-pressure']) },
  { id: 'url-data', limit: 1, declare: register(['@fastify/url-data']) },
  { id: 'circuit-breaker', limit: 1, declare: register(['@fastify/circuit-breaker']) },
  { id: 'csrf-protection', limit: 1, declare: register(['@fastify/cookie'], ['@fastify/csrf-protection']) },
  { id: 'swagger', limit: 1, declare: register(['@fastify/swagger']) },
  {
    id: 'metrics',
    title: 'fastify-metrics',
    limit: 1,
    declare: register(['fastify-metrics', { endpoint: '/metrics' }])
  },
  { id: 'websocket', limit: 1, declare: register(['@fastify/websocket']) },
  { id: 'logger', title: 'a logger', limit: 1, options: () => ({ logger: { stream: quiet() } }) },
  {
    id: 'listener',
    title: 'a listener of `request`',
    limit: 1,
    declare(app) {
      app.server.on('request', () => {})
    }
  }
].map((service) => ({
  ...{ title: `@fastify/${service.id}`, request: get(), options: () => ({}), declare: () => {} },
  ...{ ...service, app: service.id }
}))
