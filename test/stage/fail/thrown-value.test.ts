/**
 * The law: a thrown value that is not an error is a 500 with the default body, and no part of it reaches the client. An error keeps its status.
 * Its `message`, `code` and `headers` reach the client if it exposes them: by `expose`, as an `httpError`, as an error of `@fastify/error` with a
 * status, or by a `statusCode` of its own below 500. No other member does, unless the response schema of the route declares it. The log has the rest.
 */
import assert from 'node:assert/strict'
import { STATUS_CODES } from 'node:http'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { createError } from '@fastify/error'
import fc from 'fast-check'
import { httpError } from '../../../src/index.ts'
import { budget } from '../../fuzz/budget.ts'
import { carriers } from '../../http/transport/carriers.ts'
import { inRealm, thenableError } from '../../security/error-kinds.ts'
import { type Anything, createApp } from '../../security/wild.ts'

const secret = (name: string) => `s3cret-${name}`
const unreadable = () => {
  throw new Error(secret('getter'))
}
// An error of @fastify/error has its status as an own property.
const PluginError = createError('OF_A_PLUGIN', secret('message'), 503) as Anything

/** The kinds of values, and whether each of them is an error. */
const kinds: Readonly<Record<string, readonly [isError: boolean, make: () => Anything]>> = {
  Error: [true, () => new Error(secret('message'))],
  AggregateError: [true, () => new AggregateError([new Error(secret('errors'))], secret('message'))],
  'of another realm': [true, () => inRealm(`new Error(${JSON.stringify(secret('message'))})`)],
  'of Error.prototype': [true, () => Object.assign(Object.create(Error.prototype), { message: secret('message') })],
  'a proxy': [true, () => new Proxy(new Error(secret('message')), {})],
  httpError: [true, () => httpError(502, secret('code'), secret('message'))],
  '@fastify/error': [true, () => new PluginError()],
  'an object': [false, () => ({ message: secret('message') })],
  'a list': [false, () => [secret('message')]],
  'a function': [false, () => Object.assign(() => secret('message'), {})],
  'without prototype': [false, () => Object.assign(Object.create(null), { message: secret('message') })],
  'a Map': [false, () => new Map([['message', secret('message')]])],
  'a Response': [false, () => new Response(secret('message'), { status: 404, headers: { 'x-up': secret('headers') } })],
  'a stream': [false, () => Readable.from([secret('message')])],
  'a text': [false, () => secret('message')],
  'a symbol': [false, () => Symbol(secret('message'))]
}

const statuses = [400, 404, 418, 499, 500, 503, 599, 99, 200, 399, 600, Number.NaN, '404', '503', 'teapot', null, [404]]
const isStatus = (value: unknown): number | undefined => {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  return Number(value) >= 400 && Number(value) <= 599 ? Number(value) : undefined
}

/** Members that errors of HTTP clients have, and that could reach a client of the app. */
const members = {
  statusCode: fc.constantFrom(...statuses),
  status: fc.constantFrom(...statuses),
  expose: fc.constantFrom<unknown[]>(true, false, undefined, 'yes'),
  code: fc.constant(secret('code')),
  headers: fc.constant({ 'x-up': secret('headers'), 'set-cookie': secret('headers') }),
  config: fc.constant({ headers: { authorization: secret('config') } }),
  response: fc.constant({ data: secret('response') }),
  validation: fc.constant([{ message: secret('validation') }]),
  cause: fc.constant(new Error(secret('cause'))),
  toJSON: fc.constant(() => ({ leaked: secret('toJSON') })),
  toString: fc.constant(() => secret('toString'))
}

const thrown = fc.record({
  kind: fc.constantFrom(...Object.keys(kinds)),
  members: fc.record(members, { requiredKeys: [] }),
  /** True if the prototype has the members, and not the value. */
  isInherited: fc.boolean(),
  trap: fc.constantFrom(undefined, undefined, 'stack', 'name', 'config', 'toJSON')
})
type Thrown = typeof thrown extends fc.Arbitrary<infer Value> ? Value : never

function toValue({ kind, members: given, isInherited, trap }: Thrown): Anything {
  const made = kinds[kind]?.[1]()
  if (Object(made) !== made) return made
  const value = isInherited ? Object.create(made) : made
  for (const [name, member] of Object.entries(given))
    Object.defineProperty(isInherited ? made : value, name, {
      value: member,
      configurable: true,
      writable: true,
      enumerable: true
    })
  if (trap !== undefined) Object.defineProperty(value, trap, { get: unreadable, configurable: true, enumerable: true })
  return value
}

const fails = (value: Anything) => () => {
  throw value
}
const rejects = (value: Anything) => async () => {
  throw value
}
const hook =
  (name: string): Stage =>
  (app, value) =>
    app.addHook(name, rejects(value))
const parsesBy =
  (parse: (value: Anything) => Anything): Stage =>
  (app, value) =>
    app.addContentTypeParser('application/json', { parseAs: 'string' }, parse(value))

type Stage = (app: Anything, value: Anything, route: Anything) => void
type Handler = (value: Anything) => Anything

/** Stages at which the value is thrown. */
const stages: Readonly<Record<string, Stage>> = {
  onRequest: hook('onRequest'),
  preParsing: hook('preParsing'),
  preValidation: hook('preValidation'),
  preHandler: (app, value) =>
    app.addHook('preHandler', (_request: Anything, _reply: Anything, done: Anything) => done(value)),
  preSerialization: hook('preSerialization'),
  onSend: (app, value) =>
    app.addHook('onSend', async (_request: Anything, reply: Anything) => {
      if (reply.statusCode === 200) throw value
    }),
  'a parser': parsesBy(rejects),
  "a parser's done": parsesBy((value) => (_request: Anything, _body: Anything, done: Anything) => done(value)),
  'an error handler': (app, value) => {
    app.setErrorHandler(fails(value))
    app.addHook('preHandler', fails(new Error(secret('before'))))
  },
  'a not-found handler': (app, value) => app.setNotFoundHandler(rejects(value))
}
const handlers: Readonly<Record<string, Handler>> = {
  'a handler': fails,
  'an async handler': rejects,
  'a stream': (value) => () =>
    new Readable({
      read() {
        this.destroy(value)
      }
    }),
  'an async iterable': (value) =>
    async function* () {
      if (value !== '') throw value
      yield ''
    },
  callNotFound: () => (_request: Anything, reply: Anything) => reply.callNotFound()
}

/** Runs one failing request; the schema declares members that errors have. */
async function answerTo(given: Thrown, at: string, isDeclared: boolean) {
  const value = toValue(given)
  const { app, lines } = createApp({ exposeErrors: false })
  const text = { type: 'string' }
  const properties = { statusCode: { type: 'integer' }, error: text, message: text, code: text, detail: {}, config: {} }
  const schema = { response: { '4xx': { type: 'object', properties }, '5xx': { type: 'object', properties } } }
  const usesNotFound = at === 'callNotFound' || at === 'a not-found handler'
  if (usesNotFound) stages['a not-found handler']?.(app, value, {})
  else stages[at]?.(app, value, {})
  const handler = handlers[at]?.(value) ?? (() => ({ reached: true }))
  app.post('/', isDeclared && !usesNotFound ? { schema } : {}, handler)
  const url = at === 'a not-found handler' ? '/none' : '/'
  const answer = await app.inject({ method: 'POST', url, payload: { a: 1 } })
  await app.close()
  return { answer, lines }
}

/** Whether clients may see the text; written from the table in docs/errors.md. */
function isShown({ kind, members: given, isInherited }: Thrown): boolean {
  if (!kinds[kind]?.[0]) return false
  const has = (name: string) => Object.hasOwn(given, name)
  const { expose, statusCode = undefined } = given as { expose?: unknown; statusCode?: unknown }
  if (has('expose') && expose !== undefined) return expose === true
  if (kind === 'httpError' && !(has('expose') && expose === undefined)) return true
  const status = has('statusCode') ? isStatus(statusCode) : /http|fastify/.test(kind) ? 502 : undefined
  if (status === undefined) return false
  return kind === '@fastify/error' || (!isInherited && status < 500)
}

function statusOf({ kind, members: given }: Thrown): number {
  if (!kinds[kind]?.[0]) return 500
  const made = { httpError: 502, '@fastify/error': 503 }[kind]
  const statusCode = Object.hasOwn(given, 'statusCode') ? given.statusCode : made
  return isStatus(statusCode) ?? isStatus(given.status) ?? 500
}

test('clients see only the message, code and headers that an error exposes, wherever a value is thrown', async () => {
  await fc.assert(
    fc.asyncProperty(
      thrown,
      fc.constantFrom(...Object.keys(stages), ...Object.keys(handlers)),
      fc.boolean(),
      async (given, at, isDeclared) => {
        // An iterable beside a schema of JSON has no type, and a serializer that reads such a member fails.
        // Node's streams read their errors.
        fc.pre(!(given.trap !== undefined && /stream|iterable/.test(at)))
        fc.pre(!(isDeclared && (at === 'an async iterable' || given.trap === 'config')))
        const { answer, lines } = await answerTo(given, at, isDeclared)
        const { statusCode, headers, body } = answer
        assert.equal(statusCode, statusOf(given))
        const shown = isShown(given)
        const bytes = JSON.stringify(headers) + body
        const allowed = shown ? ['message', 'code', 'headers', ...(isDeclared ? ['config'] : [])] : []
        const leaked = [...bytes.matchAll(/s3cret-(\w+)/g)].map(([, name]) => name)
        assert.deepEqual(
          leaked.filter((name) => !allowed.includes(String(name))),
          []
        )
        if (!shown) {
          const phrase = STATUS_CODES[statusCode]
          assert.deepEqual(JSON.parse(body), { statusCode, ...(phrase && { error: phrase }), message: phrase ?? '' })
        } else assert.equal(JSON.parse(body).message, secret('message'))
        assert.ok(lines.some(({ level }) => level >= 30 && level !== 30) || statusCode < 500, 'it is not in the log')
      }
    ),
    budget(1000)
  )
})

test('the code of a driver error is hidden with its text, also when a response schema declares it', async () => {
  const refused = () => Object.assign(new Error('connect ECONNREFUSED 10.0.0.5:5432'), { code: 'ECONNREFUSED' })
  const text = { type: 'string' }
  const schema = { response: { 500: { type: 'object', properties: { message: text, code: text, detail: text } } } }
  const { app } = createApp({ exposeErrors: false })
  app.get('/plain', fails(refused()))
  app.get('/declared', { schema }, fails(Object.assign(refused(), { detail: 'of the driver' })))
  assert.deepEqual(
    [(await app.inject('/plain')).body, (await app.inject('/declared')).body],
    [
      '{"statusCode":500,"error":"Internal Server Error","message":"Internal Server Error"}',
      '{"message":"Internal Server Error"}'
    ]
  )
})

test('an error thrown by a validator hides its text and headers, and an upstream status 401 is kept', async () => {
  const upstream = () =>
    Object.assign(new Error(secret('message')), { status: 401, headers: { 'x-up': secret('headers') } })
  for (const [validate, status] of [
    [fails(Object.assign(new Error(secret('message')), { statusCode: 404 })), 500],
    [fails({ status: 404, config: secret('config') }), 500],
    [rejects(upstream()), 401]
  ] as [Anything, number][]) {
    const { app } = createApp({ exposeErrors: false })
    app.setValidatorCompiler(() => validate)
    app.post('/', { schema: { body: { type: 'object' } } }, () => 'reached')
    const { statusCode, body, headers } = await app.inject({ method: 'POST', url: '/', payload: {} })
    assert.deepEqual([statusCode, /s3cret/.test(body + JSON.stringify(headers))], [status, false])
  }
})

test('a schemaErrorFormatter that returns an object refuses with 400 and its message, without its other members', async () => {
  const { app } = createApp({ exposeErrors: false })
  const schemaErrorFormatter = () => ({ message: 'not so', found: secret('found') })
  app.post('/', { schemaErrorFormatter, schema: { body: { type: 'object' } } }, () => 'reached')
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: '/',
    payload: 'null',
    headers: { 'content-type': 'application/json' }
  })
  const told = { statusCode: 400, code: 'FST_ERR_VALIDATION', error: 'Bad Request', message: 'not so' }
  assert.deepEqual([statusCode, JSON.parse(body)], [400, told])
})

test('an error handler receives a thrown value unchanged', async () => {
  const { app } = createApp({ exposeErrors: false })
  const value = { status: 404 }
  app.setErrorHandler((error: unknown, _request: Anything, reply: Anything) => reply.send({ same: error === value }))
  app.get('/', fails(value))
  const { statusCode, body } = await app.inject('/')
  assert.deepEqual([statusCode, body], [500, '{"same":true}'])
})

test('the log has the members of a thrown value that clients do not see, also of a thenable error', async () => {
  const { app, lines } = createApp({ exposeErrors: false })
  const value = Object.assign(thenableError(401), { message: 'the reason', status: 502, code: 'UP' })
  app.get('/error', fails(value))
  app.get('/object', fails({ status: 404, config: 'the configuration' }))
  await Promise.all(['/error', '/object'].map((url) => app.inject(url)))
  const errors = lines.flatMap(({ err }) => (err === undefined ? [] : [err as Anything]))
  assert.ok(errors.some(({ message, code }) => message === 'the reason' && code === 'UP'))
  assert.ok(errors.some(({ config }) => config === 'the configuration'))
})

for (const [name, create] of Object.entries(carriers)) {
  test(`no member of a thrown value reaches a client over ${name}`, async () => {
    const values: Readonly<Record<string, () => Anything>> = {
      object: () => ({
        status: 404,
        statusCode: 404,
        headers: { 'x-up': secret('headers') },
        config: secret('config')
      }),
      upstream: () =>
        Object.assign(new Error(secret('message')), { status: 401, headers: { 'x-up': secret('headers') } }),
      text: () => secret('text')
    }
    const { ask, close } = await create((app) => {
      for (const [path, make] of Object.entries(values)) app.get(`/${path}`, rejects(make()))
    })
    const answers = []
    for (const path of Object.keys(values)) answers.push(await ask({ method: 'GET', path: `/${path}` }))
    await close()
    assert.deepEqual(
      answers.map(({ status }) => status),
      [500, 401, 500]
    )
    assert.doesNotMatch(JSON.stringify(answers), /s3cret/)
  })
}
