/**
 * Runs random programs of contexts, shared plugins, routes, waits and settings on Fastify and on espalier. Each route must be served by the same
 * functions on both.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import fp from 'fastify-plugin'
import { budget } from '../fuzz/budget.ts'
import { makeFastify } from '../parity/frameworks.ts'
import { type Anything, createApp, type Wild } from '../security/wild.ts'

const settings = [
  'errorHandler',
  'schemaErrorFormatter',
  'replySerializer',
  'childLoggerFactory',
  'validatorCompiler',
  'serializerCompiler'
] as const
type Setting = (typeof settings)[number]

type Statement =
  | { readonly is: 'route'; readonly ownHandler: boolean }
  | { readonly is: Setting; readonly passes: boolean; readonly onRoot: boolean }
  | { readonly is: 'wait' }
  | { readonly is: 'not found' }
  | {
      readonly is: 'plugin'
      readonly shared: boolean
      readonly awaited: boolean
      readonly style: 'async' | 'done'
      readonly body: readonly Statement[]
    }
  | { readonly is: 'after'; readonly body: readonly Statement[] }

const { program } = fc.letrec<{ program: readonly Statement[]; statement: Statement }>((tie) => ({
  statement: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 4, arbitrary: fc.record({ is: fc.constant('route' as const), ownHandler: fc.boolean() }) },
    {
      weight: 4,
      arbitrary: fc.record({ is: fc.constantFrom(...settings), passes: fc.boolean(), onRoot: fc.boolean() })
    },
    { weight: 1, arbitrary: fc.constant({ is: 'wait' as const }) },
    { weight: 1, arbitrary: fc.constant({ is: 'not found' as const }) },
    {
      weight: 3,
      arbitrary: fc.record({
        is: fc.constant('plugin' as const),
        shared: fc.boolean(),
        awaited: fc.boolean(),
        style: fc.constantFrom('async' as const, 'done' as const),
        body: tie('program')
      })
    },
    { weight: 1, arbitrary: fc.record({ is: fc.constant('after' as const), body: tie('program') }) }
  ),
  program: fc.array(tie('statement'), { maxLength: 5 })
}))

function createNames() {
  const names = new Map<Statement, number>()
  return (statement: Statement) => {
    if (!names.has(statement)) names.set(statement, names.size)
    return names.get(statement)
  }
}

const calls: string[] = []

const body = { type: 'object', properties: { n: { type: 'integer' } } }

const setters: Record<Setting, (app: Wild, id: string, passes: boolean) => void> = {
  errorHandler: (app, id, passes) =>
    app.setErrorHandler((error: Error, _request: unknown, reply: Wild) => {
      calls.push(`handler ${id}`)
      if (passes) throw error
      reply.code(418).header('content-type', 'text/plain').send(`${id} ${error.message}`)
    }),
  schemaErrorFormatter: (app, id) => app.setSchemaErrorFormatter(() => new Error(`formatter ${id}`)),
  replySerializer: (app, id) =>
    app.setReplySerializer((payload: unknown) => `serializer ${id} ${JSON.stringify(payload)}`),
  childLoggerFactory: (app, id) =>
    app.setChildLoggerFactory((logger: Wild, bindings: object, options: object) => {
      calls.push(`logger ${id}`)
      return logger.child(bindings, options)
    }),
  validatorCompiler: (app, id) =>
    app.setValidatorCompiler(
      () => (data: Anything) => (data?.n === id ? { value: data } : { error: new Error(`validator ${id}`) })
    ),
  serializerCompiler: (app, id) =>
    app.setSerializerCompiler(() => (data: unknown) => `compiled ${id} ${JSON.stringify(data)}`)
}

// Random programs set things late, which causes warnings. test/plan/late-setting.test.ts tests these.
process.on('warning', () => {})

interface Program {
  readonly nameOf: (statement: Statement) => number | undefined
  readonly urls: string[]
  readonly root: Wild
}

function declare(
  app: Wild,
  statement: Exclude<Statement, { is: 'wait' | 'plugin' | 'after' }>,
  { nameOf, root, urls }: Program
): void {
  const id = String(nameOf(statement))
  if (statement.is === 'route') {
    const url = `/${id}`
    urls.push(url)
    const own = statement.ownHandler
      ? {
          errorHandler: (error: Error) => {
            calls.push('own')
            throw error
          }
        }
      : {}
    app.post(url, { schema: { body, response: { 200: body } }, ...own }, (request: Anything) => {
      if (request.body.n === 'throw') throw new Error('thrown')
      return { n: 1 }
    })
    app.post(`${url}/plain`, own, (request: Anything) => {
      if (request.body.n === 'throw') throw new Error('thrown')
      return { n: 1 }
    })
  } else if (statement.is === 'not found') {
    try {
      app.setNotFoundHandler(() => {
        throw new Error('none')
      })
    } catch {}
  } else setters[statement.is](statement.onRoot ? root : app, id, statement.passes)
}

/** Runs the statements of one function. Functions with `done` and listeners do not wait. */
async function run(app: Wild, statements: readonly Statement[], program: Program): Promise<void> {
  for (const statement of statements) {
    if (statement.is === 'wait') await app.after()
    else if (statement.is === 'plugin') {
      const registered = register(app, statement, program)
      if (statement.awaited) await registered
    } else if (statement.is === 'after') app.after(() => runAtOnce(app, statement.body, program))
    else declare(app, statement, program)
  }
}

function runAtOnce(app: Wild, statements: readonly Statement[], program: Program): void {
  for (const statement of statements) {
    if (statement.is === 'plugin') register(app, statement, program)
    else if (statement.is === 'after') app.after(() => runAtOnce(app, statement.body, program))
    else if (statement.is !== 'wait') declare(app, statement, program)
  }
}

function register(app: Wild, { style, shared, body }: Extract<Statement, { is: 'plugin' }>, program: Program): Wild {
  const plugin =
    style === 'async'
      ? async (inside: Wild) => run(inside, body, program)
      : (inside: Wild, _options: unknown, done: () => void) => {
          runAtOnce(inside, body, program)
          done()
        }
  return app.register(shared ? fp(plugin as never) : plugin)
}

/** With some orders of waiting, the boot of Fastify never ends. These programs wait for nothing outside the process. */
async function isStuck(booted: Promise<unknown>): Promise<boolean> {
  let isOver = false
  const over = () => {
    isOver = true
  }
  booted.then(over, over)
  for (let turn = 0; turn < 2000 && !isOver; turn++) await new Promise((resolve) => setImmediate(resolve))
  return !isOver
}

/** Returns the responses that clients get, and the functions that were called for them. */
async function observe(app: Wild, statements: readonly Statement[]): Promise<unknown> {
  const program: Program = { nameOf: createNames(), urls: [], root: app }
  const booted = run(app, statements, program).then(() => app.ready())
  if (await isStuck(booted)) return null
  await booted
  const seen: unknown[] = []
  const asked = program.urls.flatMap((url) => [
    [url, 1],
    [url, 'no number'],
    [url, 'throw'],
    [`${url}/plain`, 1],
    [`${url}/plain`, 'throw']
  ])
  for (const [url, n] of [...asked, ['/missing', 1]]) {
    calls.length = 0
    const { statusCode, body } = await app.inject({ method: 'POST', url, payload: { n } })
    seen.push([url, n, statusCode, body, [...calls]])
  }
  return seen
}

test('a random program of settings gives the same responses and calls as Fastify', async () => {
  await fc.assert(
    fc.asyncProperty(program, fc.constantFrom('boot', 'lazy'), async (statements, compile) => {
      const fastify = await observe(makeFastify(), statements)
      fc.pre(fastify !== null)
      const { app } = createApp({ exposeErrors: true, compat: 'fastify', compile })
      const own = await observe(app, statements)
      assert.deepEqual(own, fastify)
    }),
    budget(200)
  )
})
