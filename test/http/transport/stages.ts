import type { Anything } from '../../security/wild.ts'
import type { Ask } from './routes.ts'

const hooks = ['onRequest', 'preParsing', 'preValidation', 'preHandler', 'preSerialization', 'onSend'] as const

/** The actions of a hook in this stage. */
const acts: Readonly<Record<string, (request: Anything, reply: Anything, payload?: unknown) => unknown>> = {
  passes: () => undefined,
  answers: (_request, reply) => reply.code(202).send({ from: 'the hook' }),
  throws: () => {
    throw Object.assign(new Error('refused by the hook'), { statusCode: 403, code: 'OF_THE_HOOK' })
  },
  'throws a text': () => {
    throw 'a text'
  },
  labels: (_request, reply) => void reply.header('x-label', 'a').header('x-label', 'b'),
  'calls not found': (_request, reply) => reply.callNotFound(),
  'hands on null': () => null
}

/** After the handler, a response is being sent, and a second one is an error. */
const isLate = (hook: string) => hook === 'preSerialization' || hook === 'onSend'
const fits = (hook: string, act: string) =>
  !(isLate(hook) && /answers|not found/.test(act)) && !(act === 'hands on null' && !isLate(hook))

const pathOf = (hook: string, act: string) => `/${hook}/${act.replaceAll(' ', '-')}`
const pairs = hooks.flatMap((hook) =>
  Object.keys(acts).flatMap((act) => (fits(hook, act) ? [[hook, act] as const] : []))
)

const statuses = [
  ...[
    200, 201, 202, 203, 204, 205, 206, 207, 300, 301, 302, 303, 304, 307, 308, 400, 401, 402, 403, 404, 405, 406, 408
  ],
  ...[409, 410, 411, 412, 413, 414, 415, 416, 417, 418, 422, 425, 426, 428, 429, 431, 451, 499, 500, 501, 502, 503, 511]
]

export function declareStages(app: Anything): void {
  for (const [hook, act] of pairs)
    app.post(pathOf(hook, act), { [hook]: async (...given: [Anything, Anything]) => acts[act]?.(...given) }, () => ({
      from: 'the handler'
    }))
  app.get('/error/:status', ({ params }: Anything) => {
    throw Object.assign(new Error(`of ${params.status}`), { statusCode: Number(params.status) })
  })
  app.get('/status/:status', ({ params }: Anything, reply: Anything) =>
    reply.code(Number(params.status)).send('a text')
  )
  app.get('/type', ({ query }: Anything, reply: Anything) => reply.type(query.type).send(query.text ?? '{"a":1}'))
  app.get('/fields', ({ headers, hostname }: Anything) => {
    const seen = Object.entries(headers).filter(([name]) => name.startsWith('x-') || name === 'cookie')
    return { seen: Object.fromEntries(seen.sort()), hasHostname: hostname !== '' }
  })
  app.register(
    async (context: Anything) => {
      context.setNotFoundHandler((_request: unknown, reply: Anything) => reply.code(404).send('not in this part'))
      context.setErrorHandler((error: Error, _request: unknown, reply: Anything) =>
        reply.code(422).header('x-handled', 'here').send({ handled: error.message })
      )
      context.get('/throws', () => {
        throw new Error('of a part')
      })
      context.get('/gone', (_request: unknown, reply: Anything) => reply.callNotFound())
    },
    { prefix: '/part' }
  )
}

const get = (path: string, headers?: Record<string, string>): Ask => ({
  method: 'GET',
  path,
  ...(headers && { headers })
})

export const stageAsks: readonly Ask[] = [
  ...pairs.map(([hook, act]) => ({
    method: 'POST',
    path: pathOf(hook, act),
    headers: { 'content-type': 'application/json' },
    body: '{"a":1}'
  })),
  ...statuses.map((status) => get(`/status/${status}`)),
  ...statuses.filter((status) => status >= 400).map((status) => get(`/error/${status}`)),
  ...['text/html', 'application/xml', 'application/json', 'image/svg+xml', 'text/plain; charset=latin1', 'x/y'].map(
    (type) => get(`/type?type=${encodeURIComponent(type)}`)
  ),
  get('/fields', { 'x-one': '1', 'x-empty': '', cookie: 'a=1; b=2' }),
  get('/fields', { 'x-long': 'y'.repeat(4000) }),
  get('/fields', { 'x-text': 'caf\u00e9' }),
  ...['throws', 'gone', 'nowhere', ''].map((name) => get(`/part/${name}`)),
  ...['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method) => ({ method, path: '/no/such/route' }))
]
