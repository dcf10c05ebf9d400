/** The application of a random program. Its functions throw, wait or respond as a run requires, and all calls are recorded. */
import websocket from '@fastify/websocket'
import { guard } from '../../../src/index.ts'
import { bearerAuth } from '../../../src/plugin/bearer-auth.ts'
import type { Anything } from '../../anything.ts'
import { createApp, type Options, type Wild } from '../../security/wild.ts'
import type { Ran } from './path.ts'
import type { PluginStatement, RouteStatement, Statement } from './program.ts'
import { watchInto } from './watched.ts'

export interface Run {
  readonly ran: Ran[]
  readonly throwing: Set<string>
  hanging: string | null
  /** In milliseconds. */
  silence: number
  status: number
  readonly hasSockets: boolean
  readonly contexts: Map<string, Wild>
}

type Given = readonly Anything[]

function noting(name: string, run: Run, takes: number, result: (...given: Given) => unknown): Anything {
  const note = async (...given: Given) => {
    if (run.throwing.has(name)) throw new Error(name)
    if (run.hanging !== name) return result(...given)
    const [request] = given
    if (run.silence > 0) request.socket.setTimeout(run.silence)
    return new Promise(() => {})
  }
  const shaped = takes === 2 ? async (request: Anything, reply: Anything) => note(request, reply) : note
  return Object.defineProperty(shaped, 'name', { value: name })
}

const nothing = () => undefined

const handling = (name: string, run: Run) =>
  noting(name, run, 2, (_request, reply) => {
    reply.code(run.status)
    return { name }
  })

const declared: Readonly<Record<Statement['is'], (app: Wild, statement: Anything, run: Run) => void>> = {
  hook: (app, { stage, name }, run) => app.addHook(stage, noting(name, run, 0, nothing)),
  guard: (app, { stage, name }, run) => app.addHook(stage, guard(noting(name, run, 0, () => ({ [name]: 1 })))),
  derive: (app, { stage, name }, run) =>
    app.derive(
      stage,
      noting(name, run, 0, () => ({ [name]: 1 }))
    ),
  'on route': (app, { stage, name }, run) =>
    app.addHook('onRoute', (options: Anything) => {
      options[stage] = [options[stage] ?? [], noting(name, run, 0, nothing)].flat()
    }),
  'error handler': (app, { name }, run) => app.setErrorHandler(noting(name, run, 0, () => ({ name }))),
  decorator: (app, { name }) => app.decorate(name, 1),
  schema: (app, { name }) => app.addSchema({ $id: name, type: 'object' }),
  parser: (app, { name }, run) =>
    app.addContentTypeParser(
      `text/x-${name}`,
      { parseAs: 'string' },
      noting(name, run, 0, (_request, body) => body)
    ),
  'not found': (app, { name }, run) => setNotFoundHandler(app, name, run),
  bearer: (app) => app.register(bearerAuth, { keys: ['key'] }),
  sockets: () => {},
  route: (app, statement, run) => declareRoute(app, statement, run),
  plugin: (app, statement, run) => registerPlugin(app, statement, run)
}

function declare(app: Wild, statement: Statement, run: Run): void {
  declared[statement.is](app, statement, run)
}

function setNotFoundHandler(app: Wild, name: string, run: Run): void {
  try {
    app.setNotFoundHandler(handling(name, run))
  } catch (error) {
    if ((error as { code?: string }).code !== 'ESP_ERR_NOT_FOUND_HANDLER_ALREADY_SET') throw error
  }
}

const object = { type: 'object' }

function schemaOf({ method, validates, serializes }: RouteStatement): Anything {
  const checks = { params: object, querystring: object, ...(method !== 'GET' && { body: object }) }
  return { ...(validates && checks), ...(serializes && { response: { 200: object, '4xx': object } }) }
}

const constraints = { none: {}, host: { host: 'a.example' }, version: { version: '1.2.0' } } as const

function declareRoute(app: Wild, statement: RouteStatement, run: Run): void {
  const { name, method, own, validates, head, constraint, socket } = statement
  const hooks: Record<string, unknown[]> = {}
  for (const { is, stage, name: hook } of own) {
    const fn = is === 'guard' ? guard(noting(hook, run, 0, () => ({ [hook]: 1 }))) : noting(hook, run, 0, nothing)
    hooks[stage] = [...(hooks[stage] ?? []), fn]
  }
  run.contexts.set(name, app)
  const isSocket = socket && method === 'GET' && run.hasSockets
  app.route({
    ...{ method, url: validates ? `/${name}/:id` : `/${name}`, ...hooks },
    ...{ schema: schemaOf(statement), constraints: constraints[constraint] },
    ...(isSocket ? { wsHandler: (opened: Wild) => opened.close() } : { exposeHeadRoute: head }),
    handler: handling(name, run)
  })
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

function registerPlugin(app: Wild, { name, shared, prefixed, late, body }: PluginStatement, run: Run): void {
  const load = async (child: Wild) => {
    if (late === 'waits') await turn()
    for (const statement of body) declare(child, statement, run)
  }
  Object.assign(load, {
    [Symbol.for('fastify.display-name')]: name,
    ...(shared && { [Symbol.for('skip-override')]: true })
  })
  const register = () => void app.register(load, prefixed && !shared ? { prefix: `/${name}` } : {})
  if (late === 'after') app.after(register)
  else register()
}

const hasSockets = (body: readonly Statement[]): boolean =>
  body.some((one) => one.is === 'sockets' || (one.is === 'plugin' && hasSockets(one.body)))

function createRandomApp(body: readonly Statement[], run: Run, options: Options): Wild {
  const { app } = createApp({ exposeHeadRoutes: false, ...options }, 'silent')
  app.setSerializerCompiler(({ httpStatus }: Anything) => (data: unknown) => {
    run.ran.push({ stage: 'serialize', subject: httpStatus })
    return JSON.stringify(data)
  })
  if (hasSockets(body)) void app.register(websocket)
  for (const statement of body) declare(app, statement, run)
  return app
}

/** A test that timed out may leave an application open. */
let last: Promise<unknown> = Promise.resolve()

export async function withApp<Result>(
  body: readonly Statement[],
  use: (app: Wild, run: Run) => Promise<Result>,
  options: Options = {}
): Promise<Result> {
  const before = last
  let end = () => {}
  last = new Promise<void>((resolve) => {
    end = resolve
  })
  await before
  const run: Run = {
    ran: [],
    throwing: new Set(),
    hanging: null,
    silence: 0,
    status: 200,
    hasSockets: hasSockets(body),
    contexts: new Map()
  }
  const app = createRandomApp(body, run, options)
  const unwatch = watchInto(run.ran)
  try {
    await app.ready()
    return await use(app, run)
  } finally {
    unwatch()
    await app.close()
    end()
  }
}
