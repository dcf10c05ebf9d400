/** The stages at which a user's function runs, and the requests that reach them. */
import { LogController } from '../../src/index.ts'
import type { Anything, Options, Wild } from '../security/wild.ts'
import type { Fault, Situation } from './fault.ts'

/** Runs the fault of a request and returns its result; `null` for a request without a fault. */
export type Act = (request: Anything, situation: Situation) => { readonly result: unknown } | null

export interface Stage {
  readonly name: string
  readonly style: NonNullable<Fault['style']>
  readonly options?: (act: Act) => Options
  readonly declare?: (app: Wild, act: Act) => void
  readonly method?: string
  readonly target?: string
  readonly body?: string
  readonly headers?: readonly (readonly [name: string, value: string])[]
  /** The required end of every fault at this stage, if it differs from that of the fault itself. */
  readonly expect?: Fault['expect'] | 'fine'
  /** Whether a failure may stay out of the log, because the function creates the logger or handles errors. */
  readonly hidesCause?: boolean
  /** `nothing`: the result of the function is ignored, even a promise. `never`: the function responds by itself or not at all. */
  readonly hands?: 'nothing' | 'never'
  /** Whether the stage repeats another one under a condition, so that a sample is enough. */
  readonly isVariant?: boolean
  /** The faults that make sense here; default: all. */
  readonly faults?: readonly Fault['kind'][]
}

type Hook = (...args: Anything[]) => unknown

/** A hook in either style; `payloadAt` is the position of what passes through it. */
function hook(style: Stage['style'], act: Act, { hasReply = true, hasPayload = false } = {}): Hook {
  const run = (args: Anything[], done: Situation['done']) => {
    const [request, reply, payload] = args
    const acted = act(request, { reply, done })
    if (acted !== null) return acted.result
    if (done === undefined) return hasPayload ? payload : undefined
    return void (hasPayload ? done(null, payload) : done())
  }
  if (style === 'callback') {
    if (hasPayload) return (request, reply, payload, done) => run([request, reply, payload], done)
    if (hasReply) return (request, reply, done) => run([request, reply], done)
    return (request, done) => run([request], done)
  }
  if (hasPayload) return async (request, reply, payload) => run([request, reply, payload], undefined)
  if (hasReply) return async (request, reply) => run([request, reply], undefined)
  return async (request) => run([request], undefined)
}

const styles = ['callback', 'promise'] as const

const takesPayload = new Set(['preParsing', 'preSerialization', 'onSend'])

function hookStage(
  name: string,
  style: Stage['style'],
  { hasPayload = false, ...rest }: Partial<Stage> & { hasPayload?: boolean } = {}
): Stage {
  return {
    name: `${name.startsWith('on') ? 'an' : 'a'} ${name} hook`,
    style,
    declare: (app, act) => app.addHook(name, hook(style, act, { hasPayload })),
    ...(!takesPayload.has(name) && style === 'callback' && { hands: 'nothing' }),
    ...rest
  }
}

function parserStage(style: Stage['style']): Stage {
  const declare: Stage['declare'] = (app, act) => {
    const parse = (request: Anything, done: Situation['done']) => {
      const acted = act(request, { reply: noReply, done })
      if (acted !== null) return acted.result
      return done === undefined ? 'parsed' : void done(null, 'parsed')
    }
    const parser =
      style === 'callback'
        ? (request: Anything, _body: string, done: Situation['done']) => parse(request, done)
        : async (request: Anything) => parse(request, undefined)
    app.addContentTypeParser('text/x-fault', { parseAs: 'string' }, parser)
  }
  const faults = ['thrown', 'promise', 'endless'] as const
  return { name: 'a content type parser', style, faults, method: 'POST', body: 'text', declare }
}

const hooks = styles.flatMap((style): Stage[] => [
  hookStage('onRequest', style),
  hookStage('preValidation', style),
  hookStage('preHandler', style),
  hookStage('preParsing', style, { hasPayload: true, method: 'POST', body: '{}' }),
  hookStage('preSerialization', style, { hasPayload: true }),
  // The last hook of a response can destroy the raw response.
  hookStage('onSend', style, { hasPayload: true }),
  hookStage('onResponse', style, { expect: 'fine' }),
  hookStage('onError', style, { hasPayload: true, target: '/fails', expect: 'any' }),
  parserStage(style)
])

/** Stands in where a function is given no request. */
const faulty = { headers: { 'x-fault': 'yes' } }

/** A reply for functions that do not get one. */
export const noReply = { send() {}, header() {}, code() {}, raw: { destroy() {}, end() {}, write() {} } }

const bare = (name: string, rest: Omit<Stage, 'name' | 'style'>): Stage => ({
  name,
  style: 'promise',
  faults: ['thrown', 'promise'],
  ...rest
})

/** A synchronous function of the app that is called for each request. */
const asks = (act: Act, fallback: (...args: Anything[]) => unknown) => {
  return (...args: Anything[]) => {
    const raw = args.find((arg) => arg?.headers !== undefined) ?? { headers: {} }
    const acted = act(raw, { reply: noReply, done: undefined })
    return acted === null ? fallback(...args) : acted.result
  }
}

const functions: readonly Stage[] = [
  bare('genReqId', { options: (act) => ({ genReqId: asks(act, () => 'id') }) }),
  bare('rewriteUrl', { options: (act) => ({ rewriteUrl: asks(act, ({ url }) => url) }) }),
  bare('childLoggerFactory', {
    hidesCause: true,
    options: (act) => ({
      childLoggerFactory: (logger: Anything, bindings: Anything, options: Anything, raw: Anything) =>
        asks(act, () => logger.child(bindings, options))(raw)
    })
  }),
  bare('frameworkErrors', {
    target: '/%zz',
    faults: ['thrown', 'promise', 'misuse'],
    options: (act) => ({
      frameworkErrors: (_error: unknown, request: Anything, reply: Anything) => {
        const acted = act(request, { reply, done: undefined })
        if (acted !== null) return acted.result
        reply.code(400).send('malformed')
      }
    })
  }),
  bare('a constraint', {
    options: (act) => ({
      routerOptions: {
        constraints: {
          tenant: {
            name: 'tenant',
            storage: () => ({ get: () => undefined, set() {} }),
            deriveConstraint: asks(act, () => undefined)
          }
        }
      }
    }),
    declare: (app) => app.get('/tenant', { constraints: { tenant: 'a' } }, () => 'tenant')
  }),
  {
    name: 'a constraint that is derived asynchronously',
    style: 'callback',
    faults: ['thrown', 'promise'],
    options: (act) => ({
      routerOptions: {
        constraints: {
          tenant: {
            name: 'tenant',
            storage: () => ({ get: () => undefined, set() {} }),
            deriveConstraint: (raw: Anything, _context: unknown, done: Anything) => {
              const acted = act(raw, { reply: noReply, done })
              if (acted !== null) return acted.result
              done(null)
            }
          }
        }
      }
    }),
    declare: (app) => app.get('/tenant', { constraints: { tenant: 'a' } }, () => 'tenant')
  },
  bare('trustProxy', {
    target: '/peer',
    headers: [['X-Forwarded-For', '192.0.2.1']],
    options: (act) => ({ trustProxy: () => act(faulty, { reply: noReply, done: undefined })?.result ?? false }),
    // Else the line about a request would ask first.
    declare: (app) => app.get('/peer', { logSerializers: { req: () => 'request' } }, (request: Anything) => request.ip)
  }),
  bare('disableRequestLogging', {
    expect: 'fine',
    options: (act) => ({ logController: new LogController({ disableRequestLogging: asks(act, () => false) as never }) })
  }),
  bare('a line of a log controller', {
    expect: 'fine',
    options: (act) => {
      class Faulty extends LogController {
        override incomingRequest(request: Anything): void {
          const acted = act(request, { reply: noReply, done: undefined })
          if (acted !== null) return acted.result as never
        }
      }
      return { logController: new Faulty() }
    }
  }),
  bare('the default route of the router', {
    hands: 'never',
    target: '/nowhere',
    options: (act) => ({
      routerOptions: {
        defaultRoute: (raw: Anything, rawReply: Anything) => {
          const acted = act(raw, { reply: noReply, done: undefined })
          return acted === null ? rawReply.end('nowhere') : acted.result
        }
      }
    })
  })
]

const parsesQuery = bare('a parser of query strings', {
  target: '/?a=1',
  options: (act) => {
    return {
      routerOptions: {
        querystringParser: (text: string) =>
          text === '' ? {} : (act(faulty, { reply: noReply, done: undefined })?.result ?? {})
      }
    }
  }
})

const handlers: readonly Stage[] = [
  {
    name: 'a handler',
    style: 'promise',
    target: '/handled',
    declare: (app, act) =>
      app.get(
        '/handled',
        async (request: Anything, reply: Anything) => act(request, { reply, done: undefined })?.result ?? 'fine'
      )
  },
  {
    name: 'a synchronous handler',
    style: 'promise',
    target: '/handled',
    declare: (app, act) =>
      app.get('/handled', (request: Anything, reply: Anything) => {
        const acted = act(request, { reply, done: undefined })
        return acted === null ? 'fine' : acted.result
      })
  },
  {
    name: 'an error handler',
    style: 'promise',
    hidesCause: true,
    target: '/fails',
    declare: (app, act) =>
      app.setErrorHandler((error: unknown, request: Anything, reply: Anything) => {
        const acted = act(request, { reply, done: undefined })
        return acted === null ? reply.code(500).send(String(error)) : acted.result
      })
  },
  {
    name: 'an async error handler of a route',
    style: 'promise',
    hidesCause: true,
    target: '/guarded',
    declare: (app, act) =>
      app.get(
        '/guarded',
        {
          errorHandler: async (_error: unknown, request: Anything, reply: Anything) => {
            const acted = act(request, { reply, done: undefined })
            return acted === null ? reply.code(500).send('failed') : acted.result
          }
        },
        () => {
          throw new Error('the reason')
        }
      )
  },
  {
    name: 'a not-found handler',
    style: 'promise',
    target: '/nowhere',
    declare: (app, act) =>
      app.setNotFoundHandler((request: Anything, reply: Anything) => {
        const acted = act(request, { reply, done: undefined })
        return acted === null ? reply.code(404).send('nowhere') : acted.result
      })
  },
  {
    name: 'a reply serializer',
    style: 'promise',
    faults: ['thrown', 'promise'],
    target: '/serialized',
    declare: (app, act) =>
      app.get('/serialized', (request: Anything, reply: Anything) => {
        reply.serializer(() => {
          const acted = act(request, { reply: noReply, done: undefined })
          return acted === null ? '"text"' : acted.result
        })
        reply.send({ a: 1 })
      })
  },
  {
    name: 'a context serializer',
    style: 'promise',
    faults: ['thrown', 'promise'],
    target: '/serialized',
    declare: (app, act) => {
      app.setReplySerializer((payload: Anything) => {
        const acted = payload?.request === undefined ? null : act(payload.request, { reply: noReply, done: undefined })
        return acted === null ? JSON.stringify('plain') : acted.result
      })
      app.get('/serialized', (request: Anything) => ({ request }))
    }
  },
  ...(['200', '500'] as const).map(
    (status): Stage => ({
      name: `a compiled serializer for status ${status}`,
      style: 'promise',
      faults: ['thrown', 'promise'],
      target: '/compiled',
      declare: (app, act) => {
        let asked: Anything
        app.get(
          '/compiled',
          {
            schema: { response: { [status]: {} } },
            serializerCompiler: () => (data: unknown) =>
              act(asked, { reply: noReply, done: undefined })?.result ?? `"${data}"`
          },
          (request: Anything, reply: Anything) => {
            asked = request
            if (status === '500') throw new Error('the reason')
            reply.type('application/json').send({})
          }
        )
      }
    })
  ),
  {
    name: 'a payload',
    style: 'promise',
    faults: ['promise'],
    target: '/sent',
    declare: (app, act) =>
      app.get('/sent', (request: Anything, reply: Anything) => {
        const acted = act(request, { reply: noReply, done: undefined })
        reply.send(acted === null ? 'fine' : Promise.resolve(acted.result))
      })
  },
  {
    name: 'a payload that is not JSON',
    style: 'promise',
    faults: ['promise'],
    target: '/sent',
    declare: (app, act) =>
      app.get('/sent', (request: Anything, reply: Anything) => {
        const acted = act(request, { reply: noReply, done: undefined })
        reply.type('text/x-fault').send(acted === null ? 'fine' : Promise.resolve(acted.result))
      })
  },
  {
    name: 'a validator',
    style: 'promise',
    faults: ['thrown', 'promise', 'endless'],
    target: '/validated',
    declare: (app, act) =>
      app.get(
        '/validated',
        {
          schema: { headers: { type: 'object' } },
          validatorCompiler: () => (headers: Anything) => {
            const acted = act({ headers }, { reply: noReply, done: undefined })
            return acted === null ? true : acted.result
          }
        },
        () => 'fine'
      )
  },
  {
    name: 'a schemaErrorFormatter',
    style: 'promise',
    faults: ['thrown', 'promise'],
    target: '/formatted',
    declare: (app, act) => {
      let asked: Anything
      app.addHook('onRequest', async (request: Anything) => {
        asked = request
      })
      app.get(
        '/formatted',
        {
          schema: { querystring: { type: 'object', required: ['missing'] } },
          schemaErrorFormatter: () => {
            const acted = act(asked, { reply: noReply, done: undefined })
            return acted === null ? new Error('formatted') : acted.result
          }
        },
        () => 'fine'
      )
    }
  },
  {
    name: 'a trailer',
    style: 'promise',
    faults: ['thrown', 'promise', 'endless'],
    expect: 'any',
    target: '/trailed',
    declare: (app, act) =>
      app.get('/trailed', (request: Anything, reply: Anything) => {
        reply.trailer('x-sum', async () => {
          const acted = act(request, { reply: noReply, done: undefined })
          return acted === null ? 'sum' : acted.result
        })
        reply.send('fine')
      })
  },
  {
    name: 'a trailer',
    style: 'callback',
    faults: ['thrown', 'promise', 'endless'],
    expect: 'any',
    target: '/trailed',
    declare: (app, act) =>
      app.get('/trailed', (request: Anything, reply: Anything) => {
        reply.trailer('x-sum', (_reply: Anything, _payload: unknown, done: Anything) => {
          const acted = act(request, { reply: noReply, done })
          return acted === null ? done(null, 'sum') : acted.result
        })
        reply.send('fine')
      })
  }
]

export const stages: readonly Stage[] = [...hooks, ...handlers, ...functions, parsesQuery]
