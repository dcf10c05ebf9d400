// Hooks see what there is when they run; guards refine what runs after them.

import type { Readable } from 'node:stream'
import { espalier, guard, Type, value } from 'espalier'
import { expectType } from 'tsd'

interface User {
  name: string
}

const app = espalier().decorate('db', 1).decorateRequest('user', value<User | null>(null)).decorateReply('mark', '')

// Every hook: its arguments, and `this`.
app
  .addHook('onRequest', async function (request, reply) {
    expectType<number>(this.db)
    expectType<User | null>(request.user)
    expectType<string>(reply.mark)
    expectType<unknown>(request.body)
    expectType<unknown>(request.query)
    expectType<unknown>(request.params)
  })
  .addHook('onRequest', (_request, _reply, done) => done(new Error()))
  .addHook('preParsing', async (_request, _reply, payload) => {
    expectType<number | undefined>(payload.receivedEncodedLength)
    return payload satisfies Readable
  })
  .addHook('preValidation', async (request) => {
    request.body = {}
  })
  .addHook('preHandler', (request, reply, done) => {
    if (request.user === null) return reply.code(401).send()
    done()
  })
  .addHook('preSerialization', async (_request, _reply, payload) => {
    expectType<unknown>(payload)
    return payload
  })
  .addHook('onSend', (_request, _reply, payload, done) => done(null, payload))
  .addHook('onResponse', async (_request, reply) => {
    expectType<number>(reply.elapsedTime)
  })
  .addHook('onError', async (_request, _reply, error) => {
    expectType<string>(error.message)
  })
  .addHook('onTimeout', async () => {})
  .addHook('onRequestAbort', async (request) => {
    expectType<string>(request.url)
  })
  .addHook('onRoute', function (route) {
    expectType<number>(this.db)
    expectType<string>(route.url)
    route.config = { seen: true }
  })
  .addHook('onRegister', (child, options) => {
    expectType<number>(child.db)
    expectType<Record<string, unknown>>(options)
  })
  .addHook('onReady', async function () {
    expectType<number>(this.db)
  })
  .addHook('onListen', (done) => done())
  .addHook('preClose', async () => {})
  .addHook('onClose', async (instance) => {
    expectType<number>(instance.db)
  })
  .addHook('onClose', { async [Symbol.asyncDispose]() {} })

// @ts-expect-error no hook has this name
app.addHook('onrequest', async () => {})
// @ts-expect-error no hook is called 'onrequest': did you mean 'onRequest'?
app.addHook('onrequest', (request, _reply, done) => done(new Error(request.url)))
declare const someHook: string
// @ts-expect-error not the name of a hook
app.addHook(someHook, async () => {})
for (const name of ['onRequest', 'preHandler'] as const)
  app.addHook(name, async (request) => expectType<string>(request.url))
// @ts-expect-error a hook is a function
app.addHook('onRequest', 1)
app.addHook('onRequest', async (request) => {
  // @ts-expect-error the body is unknown before it is parsed and validated
  request.body.name
})

// In a route's own hooks the parts are unknown before validation and typed after it.
const body = Type.Object({ name: Type.String() })
app.post(
  '/:id',
  {
    schema: { body },
    onRequest: async (request) => {
      expectType<unknown>(request.body)
      expectType<{ id: string }>(request.params)
    },
    preValidation: (request, _reply, done) => {
      expectType<unknown>(request.body)
      done()
    },
    preHandler: [
      async function (request) {
        expectType<{ name: string }>(request.body)
        expectType<number>(this.db)
      },
      (request, _reply, done) => {
        expectType<{ name: string }>(request.body)
        done()
      }
    ],
    onSend: async (request) => {
      expectType<unknown>(request.body)
    },
    errorHandler: (error, request) => {
      expectType<unknown>(error)
      expectType<unknown>(request.body)
    }
  },
  (request) => request.body.name
)

// A guard refines the request of the routes that use it.
const requireUser = guard<{ request: { user: User } }>()(async (request, reply) => {
  expectType<User | null | undefined>(request.user)
  if (!request.user) return reply.code(401).send()
  return undefined
})
const requireTeam = guard<{ request: { team: { id: string } } }>()((request, _reply, done) => {
  done(request.team ? null : new Error())
})
const teamed = app.decorateRequest('team', value<{ id: string } | null>(null))
app.get('/one', { preHandler: requireUser }, (request) => {
  expectType<User>(request.user)
  return null
})
teamed.get('/several', { onRequest: [requireUser], preHandler: [requireTeam, async () => {}] }, (request) => {
  expectType<User>(request.user)
  expectType<string>(request.team.id)
  return null
})
app.get('/none', (request) => {
  // @ts-expect-error without the guard the user may be missing
  request.user.name
  return null
})
app.get('/inline', { preHandler: async () => {} }, (request) => {
  // @ts-expect-error a hook that is no guard promises nothing
  request.user.name
  return null
})
// @ts-expect-error this context's requests have no team
app.get('/team', { preHandler: [requireTeam] }, () => null)

// Added to a context, it refines every later route there.
const guarded = app.addHook('preHandler', requireUser)
guarded.get('/', (request) => {
  expectType<User>(request.user)
  return null
})
guarded.register(async (child) => {
  child.get('/', (request) => request.user.name)
})
// Hooks that run before the guard, or whatever it decided, meet requests that it has not let pass.
const late = guarded
  .addHook('onRequest', async (request) => {
    expectType<User | null | undefined>(request.user)
  })
  .addHook('preHandler', async (request) => {
    expectType<User>(request.user)
  })
  .addHook('onError', async (request, reply) => {
    expectType<User | null | undefined>(request.user)
    expectType<User | null | undefined>(reply.request.user)
  })
  .setErrorHandler((_error, request) => {
    // @ts-expect-error the guard may have refused the request
    request.user.name
    expectType<User | null | undefined>(request.user)
  })
late.get(
  '/:id',
  {
    preHandler: async (request) => expectType<User>(request.user)
  },
  ({ user }) => user.name
)
// So do a route's own hooks, those of the not-found handler, and the methods of requests and replies, which any hook may call.
guarded.get(
  '/own/:id',
  {
    onRequest: async (request) => {
      // @ts-expect-error the guard of the context decides later
      request.user.name
      expectType<string>(request.params.id)
    },
    preValidation: (request, _reply, done) => {
      expectType<User | null | undefined>(request.user)
      done()
    },
    preHandler: [async (request) => expectType<User>(request.user)],
    onSend: async (request) => expectType<User | null | undefined>(request.user),
    errorHandler: (_error, request) => {
      // @ts-expect-error the guard may have refused the request
      request.user.name
    }
  },
  ({ user }) => user.name
)
app.get('/annotated', { onRequest: async (request: { user: User | null }) => request.user }, () => null)
// @ts-expect-error the request has no team
app.get('/annotated', { onRequest: async (request: { team: string }) => request.team }, () => null)
guarded
  .decorateRequest('greeting', function () {
    // @ts-expect-error a hook before the guard may call it
    return this.user.name
  })
  .decorateReply('signature', {
    getter() {
      // @ts-expect-error a hook before the guard may read it
      return this.request.user.name
    }
  })
guarded.setNotFoundHandler(
  {
    // @ts-expect-error the guard decides later
    preValidation: async (request) => request.user.name,
    preHandler: async (request) => expectType<User>(request.user)
  },
  ({ user }) => user.name
)
teamed
  .addHook('onRequest', requireUser)
  .addHook('preValidation', requireTeam)
  .addHook('onRequest', async (request) => {
    expectType<User>(request.user)
    expectType<string | undefined>(request.team?.id)
    // @ts-expect-error the team is looked for later
    request.team.id
  })
  .addHook('preHandler', async (request) => expectType<string>(request.team.id))
  .addHook('onSend', async (request) => {
    // @ts-expect-error neither guard may have let the request pass
    request.user.name
    // @ts-expect-error neither guard may have let the request pass
    request.team.id
  })
app.get('/', (request) => {
  // @ts-expect-error the app before the guard is unchanged
  request.user.name
  return null
})
// @ts-expect-error this context's requests have no team
app.addHook('preHandler', requireTeam)
// @ts-expect-error a guard is a hook of requests
app.addHook('onReady', requireUser)

// A guard of a route may run before its body is read. The types of the request stay those of the context.
app.get('/pre-parsing', { preParsing: requireUser }, (request) => expectType<User | null>(request.user))
app.get('/pre-parsing', { preParsing: [requireUser, async (_request, _reply, payload) => payload] }, () => null)
// @ts-expect-error this context's requests have no team
app.get('/pre-parsing', { preParsing: requireTeam }, () => null)
