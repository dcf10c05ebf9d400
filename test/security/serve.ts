import type { TestContext } from 'node:test'
import { createApp, type Line, type Options, type Wild } from './wild.ts'
import { type Answer, ask, type Message, portOf, request } from './wire.ts'

export interface Served {
  readonly app: Wild
  readonly port: number
  readonly lines: Line[]
  /** Sends one request on a connection of its own. */
  readonly send: (target: string, message?: Message) => Promise<Answer | null>
}

/** Opens an app on a free port until the test is over. */
export async function serve(t: TestContext, options: Options, declare: (app: Wild) => unknown): Promise<Served> {
  const { app, lines } = createApp(options)
  t.after(() => app.close())
  await declare(app)
  const port = await portOf(app as never)
  const send = (target: string, message: Message = {}) => ask(port, request(target, message), message.method === 'HEAD')
  return { app, port, lines, send }
}

export const json: readonly [string, string] = ['Content-Type', 'application/json']

/** Milliseconds of processor time that `work` takes. */
export async function processorTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
