// The nine scenarios: what is sent, and what every server has to answer.
import { bulk, list, small, toUserAnswer, user } from './schema.mjs'

const get = (path) => ({ method: 'GET', path })
const post = (path, body) => ({ method: 'POST', path, body: JSON.stringify(body) })

/**
 * `app` names the application that a server starts for the scenario: `small` has six routes, `large` 300 in 30 plugins. `carrier` says what its connections
 * are where they are not plain ones that stay; only the servers of the budget are asked over those.
 */
export const scenarios = [
  { id: 1, title: 'GET small JSON', app: 'small', request: get('/small'), status: 200, answer: small },
  { id: 2, title: 'GET small JSON, response schema', app: 'small', request: get('/typed'), status: 200, answer: small },
  {
    id: 3,
    title: 'GET params + query coerced',
    app: 'small',
    request: get('/items/42?page=3&limit=25&active=true'),
    status: 200,
    answer: { id: 42, page: 3, limit: 25, active: true }
  },
  {
    id: 4,
    title: 'POST 500 B validated, 201 serialized',
    app: 'small',
    request: post('/users', user),
    status: 201,
    answer: toUserAnswer(user)
  },
  {
    id: 5,
    title: 'POST invalid, 400',
    app: 'small',
    request: post('/users', { ...user, age: 'old' }),
    status: 400,
    answer: { statusCode: 400, code: 'FST_ERR_VALIDATION', error: 'Bad Request', message: 'body/age must be integer' }
  },
  {
    id: 6,
    title: 'GET list of 100 objects, response schema',
    app: 'small',
    request: get('/list'),
    status: 200,
    answer: list
  },
  {
    id: 7,
    title: '300 routes in 30 plugins, 3 hooks, a decorator',
    app: 'large',
    request: get('/plugin-17/route-5'),
    status: 200,
    answer: { route: 175, user: 'ada', seen: 3 }
  },
  {
    id: 8,
    title: '404',
    app: 'small',
    request: get('/nowhere'),
    status: 404,
    answer: { message: 'Route GET:/nowhere not found', error: 'Not Found', statusCode: 404 }
  },
  {
    id: 9,
    title: 'POST 64 KB JSON',
    app: 'small',
    request: post('/bulk', bulk),
    status: 200,
    answer: { items: bulk.items.length }
  },
  {
    id: 'T',
    title: 'GET small JSON over TLS',
    app: 'small',
    carrier: { isTls: true },
    request: get('/small'),
    status: 200,
    answer: small
  },
  {
    id: 'C',
    title: 'GET small JSON, a connection for ten requests',
    app: 'small',
    carrier: { perConnection: 10 },
    request: get('/small'),
    status: 200,
    answer: small
  }
]

/** The bytes of a request on the wire. */
export function toBytes({ method, path, body, headers = {} }) {
  const own = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `${method} ${path} HTTP/1.1\r\nhost: localhost\r\nuser-agent: bench\r\naccept: application/json\r\n${own.join('')}`
  if (body === undefined) return Buffer.from(`${head}\r\n`)
  const type = 'content-type' in headers ? '' : 'content-type: application/json\r\n'
  return Buffer.from(`${head}${type}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
}
