// Services as they are: one route, behind the plugins, the logger or the listener that services have. `limit` is the highest ratio to Fastify with the
// same; where none stands, espalier may cost as much. `connections` is for services that answer few requests, such as those whose bodies are large.
import { createRequire } from 'node:module'
import { streaming } from './streaming.mjs'

const load = createRequire(import.meta.url)

const get = (headers) => ({ method: 'GET', path: '/', headers })
const register =
  (...plugins) =>
  (app) => {
    for (const [name, options] of plugins) app.register(load(name), options)
  }

const rateLimit = ['@fastify/rate-limit', { max: 1e9 }]

export const services = [
  { id: 'none', title: 'no plugin', limit: 0.83 },
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
    async declare(app) {
      await app.register(load('@fastify/middie'))
      app.use((_request, _response, next) => next())
    }
  },
  { id: 'cors', declare: register(['@fastify/cors']), request: get({ origin: 'http://example.org' }) },
  { id: 'cookie', declare: register(['@fastify/cookie']), request: get({ cookie: 'a=1; b=2' }) },
  { id: 'rate-limit', declare: register(rateLimit) },
  {
    id: 'session',
    declare: register(['@fastify/cookie'], ['@fastify/session', { secret: 'a secret of more than thirty-two letters' }])
  },
  {
    id: 'compress',
    declare: register(['@fastify/compress']),
    request: get({ 'accept-encoding': 'gzip' })
  },
  { id: 'sensible', declare: register(['@fastify/sensible']) },
  { id: 'accepts', declare: register(['@fastify/accepts']) },
  { id: 'etag', declare: register(['@fastify/etag']) },
  { id: 'formbody', declare: register(['@fastify/formbody']) },
  { id: 'multipart', declare: register(['@fastify/multipart']) },
  { id: 'jwt', declare: register(['@fastify/jwt', { secret: 'a secret' }]) },
  { id: 'request-context', declare: register(['@fastify/request-context']) },
  { id: 'under-pressure', declare: register(['@fastify/under-pressure']) },
  { id: 'url-data', declare: register(['@fastify/url-data']) },
  { id: 'circuit-breaker', declare: register(['@fastify/circuit-breaker']) },
  { id: 'csrf-protection', declare: register(['@fastify/cookie'], ['@fastify/csrf-protection']) },
  { id: 'swagger', declare: register(['@fastify/swagger']) },
  {
    id: 'metrics',
    title: 'fastify-metrics',
    declare: register(['fastify-metrics', { endpoint: '/metrics' }])
  },
  { id: 'websocket', declare: register(['@fastify/websocket']) },
  { id: 'logger', title: 'a logger', options: () => ({ logger: { stream: { write() {} } } }) },
  {
    id: 'listener',
    title: 'a listener of `request`',
    declare(app) {
      app.server.on('request', () => {})
    }
  },
  {
    id: 'http2',
    title: 'a GET over HTTP/2',
    carrier: { isHttp2: true },
    // The client's own work is most of it, so the server answers few requests.
    connections: 32,
    options: () => ({ http2: true })
  },
  ...streaming
].map((service) => ({
  ...{ title: `@fastify/${service.id}`, app: service.id, limit: 1, request: get(), options: () => ({}), declare() {} },
  route: (app) => app.get('/', async () => ({ hello: 'world' })),
  ...service
}))
