import type { Anything } from '../../security/wild.ts'
import type { Ask } from './routes.ts'

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
const person = object({ id: { type: 'integer' }, name: { type: 'string' } }, { required: ['id'] })

export function declareValidated(app: Anything): void {
  const parts = {
    params: object({ id: { type: 'integer', minimum: 1 } }),
    querystring: object(
      {
        limit: { type: 'integer', default: 10, maximum: 100 },
        tags: { type: 'array', items: { type: 'string' }, maxItems: 2 },
        isNew: { type: 'boolean' }
      },
      { additionalProperties: false }
    ),
    headers: object({ 'x-count': { type: 'number' } })
  }
  app.get('/typed/:id', { schema: parts }, ({ params, query, headers }: Anything) => {
    return { params, query, count: headers['x-count'] ?? null }
  })
  app.post('/people', { schema: { body: person, response: { 201: person } } }, (request: Anything, reply: Anything) =>
    reply.code(201).send({ ...request.body, secret: 'left out' })
  )
  app.post('/list', { schema: { body: { type: 'array', items: person, minItems: 1 } } }, ({ body }: Anything) => body)
  app.post(
    '/attached',
    { attachValidation: true, schema: { body: person } },
    ({ validationError, body }: Anything) => ({
      context: validationError?.validationContext ?? null,
      body
    })
  )
  const response = {
    200: person,
    '4xx': object({ reason: { type: 'string' } }),
    202: { content: { 'text/plain': { schema: { type: 'string' } }, 'application/json': { schema: person } } },
    default: object({ fallback: { type: 'boolean' } })
  }
  app.get('/serialized/:status', { schema: { response } }, ({ params, query }: Anything, reply: Anything) => {
    if (query.type) reply.type(query.type)
    const value = { id: 1, name: 'Ada', reason: 'why', fallback: true, secret: 'left out' }
    return reply.code(Number(params.status)).send(query.broken ? { name: 'no id' } : value)
  })
}

const json = { 'content-type': 'application/json' }
const get = (path: string, headers?: Record<string, string>): Ask => ({
  method: 'GET',
  path,
  ...(headers && { headers })
})
const send = (path: string, body: unknown, headers: Record<string, string> = json): Ask => ({
  method: 'POST',
  path,
  headers,
  body: typeof body === 'string' ? body : JSON.stringify(body)
})

const people = [
  { id: 1, name: 'Ada' },
  { id: '2', name: 3 },
  { id: 1.5 },
  { name: 'no id' },
  { id: null },
  { id: 1, more: { is: ['kept'] } },
  { id: 2 ** 53 },
  [],
  [{ id: 1 }],
  null,
  'text',
  1,
  true
]

export const validatedAsks: readonly Ask[] = [
  ...['1', '0', '-1', '1.5', 'x', '01', '1e2', '%31', '9007199254740993', ''].map((id) => get(`/typed/${id}`)),
  ...[
    'limit=5',
    'limit=101',
    'limit=',
    'limit=5&limit=6',
    'tags=a',
    'tags=a&tags=b',
    'tags=a&tags=b&tags=c',
    'isNew=true',
    'isNew=1',
    'isNew=yes',
    'other=1',
    '__proto__=1',
    'constructor=1',
    'limit=%35',
    'limit=+5',
    '&&&',
    'tags=%E2%82%AC'
  ].map((query) => get(`/typed/1?${query}`)),
  ...['3', '3.5', '', 'x', '1e3', '-0'].map((count) => get('/typed/1', { 'x-count': count })),
  ...['/people', '/list', '/attached'].flatMap((path) => people.map((person) => send(path, person))),
  ...[
    'application/json; charset=utf-8',
    'application/json;charset=latin1',
    'application/merge-patch+json',
    'text/json'
  ].map((type) => send('/people', people[0], { 'content-type': type })),
  ...['200', '201', '202', '299', '400', '404', '499', '500', '503'].flatMap((status) => [
    get(`/serialized/${status}`),
    get(`/serialized/${status}?broken=1`)
  ]),
  ...['text/plain', 'application/json', 'text/html'].map((type) => get(`/serialized/202?type=${type}`))
]
