// Apps with looser types, because these tests use values that espalier's types refuse.
import type { TestContext } from 'node:test'
import { espalier } from 'espalier'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'

export type LooseApp = FastifyInstance
type LooseOptions = FastifyServerOptions & {
  compat?: 'fastify'
  strictResponses?: boolean
  exposeErrors?: boolean
  exchange?: 'auto' | 'stock'
  closeTimeout?: number
}

export function createApp(t: TestContext, options: LooseOptions = {}): LooseApp {
  const app = (espalier as unknown as (options: object) => LooseApp)(options)
  t.after(() => app.close())
  return app
}

export async function listen(
  t: TestContext,
  declare: (app: LooseApp) => void,
  options: LooseOptions = {}
): Promise<string> {
  const app = createApp(t, options)
  declare(app)
  return app.listen({ port: 0, host: '127.0.0.1' })
}

export async function serveRoute(t: TestContext, handler: (request: FastifyRequest, reply: FastifyReply) => unknown) {
  const { logger, lines } = createLog()
  const app = createApp(t, { logger })
  app.route({ method: ['GET', 'HEAD'], url: '/', exposeHeadRoute: false, handler } as never)
  return { origin: await app.listen({ port: 0, host: '127.0.0.1' }), lines }
}

export interface LogLine {
  readonly level: number
  readonly msg: string
  readonly [key: string]: unknown
}

export function createLog(): { logger: { level: string; stream: { write(line: string): void } }; lines: LogLine[] } {
  const lines: LogLine[] = []
  return { logger: { level: 'debug', stream: { write: (line) => void lines.push(JSON.parse(line)) } }, lines }
}

export interface Deferred<T> {
  readonly promise: Promise<T>
  readonly resolve: (value: T) => void
}

export function defer<T = void>(): Deferred<T> {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

/** Declares a route at `/` that resolves `entered`, and responds with `answer`. */
export function holdRoot(app: LooseApp): { entered: Promise<void>; answer: (text: string) => void } {
  const answer = defer<string>()
  const entered = defer()
  app.get('/', () => {
    entered.resolve()
    return answer.promise
  })
  return { entered: entered.promise, answer: answer.resolve }
}
