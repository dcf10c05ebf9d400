/** More stages at which a user's function passes on a value. */
import type { Anything, Wild } from '../security/wild.ts'
import { type Act, noReply, type Stage } from './stage.ts'

type Handler = (request: Anything, reply: Anything) => unknown

/** The value of the next request, or a plain one. */
const taken = (act: Act, request: Anything, reply: Anything = noReply): unknown => {
  const acted = act(request, { reply, done: undefined })
  return acted === null ? 'fine' : acted.result
}

const later = (run: () => void) => void setImmediate(run)

interface Condition {
  readonly method?: 'HEAD' | 'GET'
  readonly set?: (reply: Anything) => unknown
  readonly declare?: (app: Wild) => void
  readonly options?: object
}

const waits = (app: Wild) => {
  for (const name of ['preSerialization', 'onSend'])
    app.addHook(name, async (_request: unknown, _reply: unknown, payload: unknown) => {
      await new Promise(setImmediate)
      return payload
    })
}

const conditions: Record<string, Condition> = {
  '': {},
  'a HEAD request': { method: 'HEAD' },
  'status 204': { set: (reply) => reply.code(204) },
  'status 304': { set: (reply) => reply.code(304) },
  'a declared Content-Length': { set: (reply) => reply.header('content-length', 4) },
  trailers: { set: (reply) => reply.trailer('x-sum', async () => 'sum') },
  'a text content type': { set: (reply) => reply.type('text/plain') },
  'a JSON content type': { set: (reply) => reply.type('application/problem+json') },
  'a serializer that returns the payload': { set: (reply) => reply.serializer((payload: unknown) => payload) },
  'async hooks': { declare: waits },
  'a response schema': {
    options: { schema: { response: { 200: { type: 'object', properties: { a: { type: 'integer' } } } } } }
  },
  'an error handler that throws': {
    declare: (app) =>
      app.setErrorHandler(() => {
        throw new Error('the error handler failed')
      })
  }
}

/** A handler that passes on the value of the request, under each of the conditions. */
function handlerStages(name: string, toHandler: (act: Act, set: NonNullable<Condition['set']>) => Handler): Stage[] {
  return Object.entries(conditions).map(([condition, { method = 'GET', set = () => {}, declare, options = {} }]) => ({
    name: `${name}${condition === '' ? '' : ` with ${condition}`}`,
    style: 'promise',
    isVariant: condition !== '',
    method,
    target: '/handed',
    declare: (app, act) => {
      app.register(async (child: Wild) => {
        declare?.(child)
        child.get('/handed', options, toHandler(act, set))
      })
    }
  }))
}

const handlers: readonly Stage[] = [
  ...handlerStages('a handler that returns', (act, set) => async (request, reply) => {
    set(reply)
    return taken(act, request, reply)
  }),
  ...handlerStages('a handler that sends at once', (act, set) => (request, reply) => {
    set(reply)
    reply.send(taken(act, request, reply))
  }),
  ...handlerStages('a handler that sends later', (act, set) => (request, reply) => {
    set(reply)
    later(() => reply.send(taken(act, request, reply)))
  })
]

const passesOn = (
  name: string,
  toHook: (act: Act) => (...args: Anything[]) => unknown,
  rest: Partial<Stage> = {}
): Stage => ({
  name,
  style: 'callback',
  declare: (app, act) => app.addHook(name.split(' ')[1] as string, toHook(act)),
  ...rest
})

const lateHook = (act: Act) => (request: Anything, reply: Anything, payload: unknown, done: Anything) =>
  later(() => {
    const acted = act(request, { reply, done: undefined })
    done(null, acted === null ? payload : acted.result)
  })

const chunked = {
  method: 'POST',
  body: '2\r\n{}\r\n0\r\n\r\n',
  headers: [
    ['Transfer-Encoding', 'chunked'],
    ['Content-Type', 'application/json']
  ]
} as const

const parses = (style: Stage['style']): Stage => ({
  name: 'a content type parser of a stream',
  style,
  method: 'POST',
  body: 'text',
  declare: (app, act) => {
    const parse =
      style === 'promise'
        ? async (request: Anything, stream: Anything) => {
            stream.resume()
            return taken(act, request)
          }
        : (request: Anything, stream: Anything, done: Anything) => {
            stream.resume().on('end', () => done(null, taken(act, request)))
          }
    app.addContentTypeParser('text/x-fault', parse)
    app.addHook('preHandler', async (request: Anything) => void (await request.body))
    app.post('/body', (request: Anything) => request.body)
  }
})

const hooks: readonly Stage[] = [
  passesOn('a preSerialization hook that calls back later', lateHook),
  passesOn('an onSend hook that calls back later', lateHook),
  passesOn('a preParsing hook that calls back later', lateHook, { method: 'POST', body: '{}' }),
  passesOn('a preParsing hook of a chunked body', lateHook, chunked),
  {
    ...passesOn('a preParsing hook before a parser of streams', lateHook, { method: 'POST', body: 'text' }),
    declare: (app, act) => {
      app.addHook('preParsing', lateHook(act))
      app.addContentTypeParser('text/x-fault', (_request: unknown, stream: Anything, done: Anything) => {
        stream.on('error', done).on('end', () => done(null, 'text'))
        stream.resume()
      })
    }
  },
  {
    ...passesOn('an onRequest hook that answers later', () => () => {}),
    declare: (app, act) =>
      app.addHook('onRequest', (request: Anything, reply: Anything, done: Anything) => {
        later(() => {
          const acted = act(request, { reply, done: undefined })
          if (acted === null) done()
          else reply.send(acted.result)
        })
      })
  },
  parses('callback'),
  parses('promise')
]

const others: readonly Stage[] = [
  {
    name: 'an error handler that sends later',
    style: 'callback',
    hidesCause: true,
    target: '/fails',
    declare: (app, act) =>
      app.setErrorHandler((_error: unknown, request: Anything, reply: Anything) =>
        later(() => reply.send(taken(act, request, reply)))
      )
  },
  {
    name: 'a not-found handler that sends later',
    style: 'callback',
    target: '/nowhere',
    declare: (app, act) =>
      app.setNotFoundHandler((request: Anything, reply: Anything) =>
        later(() => reply.send(taken(act, request, reply)))
      )
  },
  {
    name: 'frameworkErrors that sends later',
    style: 'callback',
    target: '/%zz',
    options: (act) => ({
      frameworkErrors: (_error: unknown, request: Anything, reply: Anything) =>
        later(() => reply.send(taken(act, request, reply)))
    })
  },
  {
    name: 'a default route that has responded',
    style: 'promise',
    hands: 'nothing',
    target: '/nowhere',
    options: (act) => ({
      routerOptions: {
        defaultRoute: (raw: Anything, rawReply: Anything) => {
          rawReply.end('nowhere')
          return taken(act, raw)
        }
      }
    })
  },
  {
    name: 'the storage of a constraint',
    style: 'promise',
    hands: 'nothing',
    options: (act) => ({
      routerOptions: {
        constraints: {
          tenant: {
            name: 'tenant',
            storage: () => ({
              get: (raw: Anything) => act(raw, { reply: noReply, done: undefined })?.result,
              set() {}
            }),
            deriveConstraint: (raw: Anything) => raw
          }
        }
      }
    }),
    declare: (app) => app.get('/', { constraints: { tenant: 'a' } }, () => 'tenant')
  },
  {
    name: 'the errors of a validator',
    style: 'promise',
    target: '/found',
    declare: (app, act) =>
      app.get(
        '/found',
        {
          schema: { headers: { type: 'object' } },
          validatorCompiler: () =>
            function validate(headers: Anything) {
              Object.assign(validate, { errors: taken(act, { headers }) })
              return false
            }
        },
        () => 'fine'
      )
  },
  ...(['error', 'value'] as const).map(
    (field): Stage => ({
      name: `a validator that reports its ${field}`,
      style: 'promise',
      target: '/reported',
      declare: (app, act) =>
        app.get(
          '/reported',
          {
            schema: { headers: { type: 'object' } },
            validatorCompiler: () => (headers: Anything) => ({ [field]: taken(act, { headers }) })
          },
          () => 'fine'
        )
    })
  ),
  {
    name: 'a handler that sets its media type',
    style: 'promise',
    hands: 'nothing',
    target: '/typed',
    declare: (app, act) =>
      app.get('/typed', (request: Anything, reply: Anything) => {
        reply.type(taken(act, request, reply)).send({ a: 1 })
      })
  }
]

export const handOvers: readonly Stage[] = [...handlers, ...hooks, ...others]
