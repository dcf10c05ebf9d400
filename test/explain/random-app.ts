/** Random applications for the laws of `explain`: contexts, hooks, error handlers and routes, all by name, whose functions note that they ran. */
import fc from 'fast-check'
import { type Anything, createApp, type Wild } from '../security/wild.ts'

export const requestStages = ['onRequest', 'preParsing', 'preValidation', 'preHandler'] as const
const stages = [...requestStages, 'onError', 'preSerialization', 'onSend', 'onResponse'] as const
type Stage = (typeof stages)[number]

export type Statement =
  | { readonly is: 'hook'; readonly stage: Stage; readonly name: string }
  | { readonly is: 'error handler'; readonly name: string }
  | { readonly is: 'decorator'; readonly name: string }
  | { readonly is: 'not found'; readonly name: string }
  | RouteStatement
  | PluginStatement

interface RouteStatement {
  readonly is: 'route'
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly own: readonly { readonly stage: Stage; readonly name: string }[]
}

interface PluginStatement {
  readonly is: 'plugin'
  readonly name: string
  readonly shared: boolean
  readonly prefixed: boolean
  readonly body: readonly Statement[]
}

type Unnamed<Part> = Omit<Part, 'name'>

const { program } = fc.letrec<{ program: readonly Anything[]; statement: Anything }>((tie) => ({
  statement: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 6, arbitrary: fc.record({ is: fc.constant('hook'), stage: fc.constantFrom(...stages) }) },
    { weight: 2, arbitrary: fc.constant({ is: 'error handler' }) },
    { weight: 1, arbitrary: fc.constant({ is: 'decorator' }) },
    { weight: 1, arbitrary: fc.constant({ is: 'not found' }) },
    {
      weight: 4,
      arbitrary: fc.record({
        is: fc.constant('route'),
        method: fc.constantFrom('GET', 'POST'),
        own: fc.array(fc.record({ stage: fc.constantFrom(...stages) }), { maxLength: 2 })
      })
    },
    {
      weight: 5,
      arbitrary: fc.record({
        is: fc.constant('plugin'),
        shared: fc.boolean(),
        prefixed: fc.boolean(),
        body: tie('program')
      })
    }
  ),
  program: fc.array(tie('statement'), { maxLength: 6 })
}))

/** Gives every statement a name of its own. */
function named(body: readonly Unnamed<Anything>[], next = { number: 0 }): Statement[] {
  return body.map((statement: Anything) => ({
    ...statement,
    name: `${statement.is.replace(' ', '_')}${next.number++}`,
    ...(statement.own && { own: statement.own.map((hook: object) => ({ ...hook, name: `own${next.number++}` })) }),
    ...(statement.body && { body: named(statement.body, next) })
  }))
}

export const randomProgram: fc.Arbitrary<readonly Statement[]> = program.map((body) => named(body))

/** What ran, by name, and which functions throw. */
export interface Run {
  readonly ran: string[]
  readonly throwing: Set<string>
}

/** A function of a name, which notes that it ran, and throws where it is to. */
function noting(name: string, run: Run, takes: number, result: () => unknown): Anything {
  const note = async () => {
    run.ran.push(name)
    if (run.throwing.has(name)) throw new Error(name)
    return result()
  }
  const named = takes === 2 ? async (_request: unknown, _reply: unknown) => note() : note
  return Object.defineProperty(named, 'name', { value: name })
}

const resultOf = (name: string) => () => ({ name })

function declare(app: Wild, statement: Statement, run: Run): void {
  if (statement.is === 'hook')
    app.addHook(
      statement.stage,
      noting(statement.name, run, 0, () => undefined)
    )
  else if (statement.is === 'error handler')
    app.setErrorHandler(noting(statement.name, run, 0, resultOf(statement.name)))
  else if (statement.is === 'decorator') app.decorate(statement.name, 1)
  else if (statement.is === 'not found') setNotFoundHandler(app, statement.name, run)
  else if (statement.is === 'route') declareRoute(app, statement, run)
  else registerPlugin(app, statement, run)
}

/** A level of prefixes has one handler; further ones are left out. */
function setNotFoundHandler(app: Wild, name: string, run: Run): void {
  try {
    app.setNotFoundHandler(noting(name, run, 0, resultOf(name)))
  } catch (error) {
    if ((error as { code?: string }).code !== 'ESP_ERR_NOT_FOUND_HANDLER_ALREADY_SET') throw error
  }
}

function declareRoute(app: Wild, { name, method, own }: RouteStatement, run: Run): void {
  const hooks: Record<string, unknown[]> = {}
  for (const { stage, name: hook } of own) {
    hooks[stage] = [...(hooks[stage] ?? []), noting(hook, run, 0, () => undefined)]
  }
  app.route({ method, url: `/${name}`, ...hooks, handler: noting(name, run, 2, resultOf(name)) })
}

function registerPlugin(app: Wild, { name, shared, prefixed, body }: PluginStatement, run: Run): void {
  const load = async (child: Wild) => {
    for (const statement of body) declare(child, statement, run)
  }
  Object.assign(load, {
    [Symbol.for('fastify.display-name')]: name,
    ...(shared && { [Symbol.for('skip-override')]: true })
  })
  app.register(load, prefixed && !shared ? { prefix: `/${name}` } : {})
}

/** Makes the application of a program. */
function createRandomApp(body: readonly Statement[], run: Run): Wild {
  const { app } = createApp({ exposeHeadRoutes: false }, 'silent')
  for (const statement of body) declare(app, statement, run)
  return app
}

export interface Asked {
  readonly method: string
  readonly path: string
}

/** Every route that was declared, and a path that none has. */
export function requestsOf(body: readonly Statement[], prefix = ''): Asked[] {
  const routes = body.flatMap((statement): Asked[] => {
    if (statement.is === 'route') return [{ method: statement.method, path: `${prefix}/${statement.name}` }]
    if (statement.is !== 'plugin') return []
    const own = statement.prefixed && !statement.shared ? `${prefix}/${statement.name}` : prefix
    return requestsOf(statement.body, own)
  })
  return [...routes, { method: 'GET', path: `${prefix}/nowhere` }]
}

/** Makes the application of a program, and closes it after its use. */
export async function withApp(body: readonly Statement[], use: (app: Wild, run: Run) => Promise<void>): Promise<void> {
  const run: Run = { ran: [], throwing: new Set() }
  const app = createRandomApp(body, run)
  try {
    await app.ready()
    await use(app, run)
  } finally {
    await app.close()
  }
}
