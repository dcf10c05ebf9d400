/**
 * Runs faults in a user's function at one stage: the client gets exactly one response or a closed connection, the log gets the cause, and the app
 * continues.
 */
import type { TestContext } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createApp, type Line, warn } from '../security/wild.ts'
import { type Answer, Connection, portOf, request } from '../security/wire.ts'
import { catchCrashes } from './crash.ts'
import type { Fault } from './fault.ts'
import type { Act, Stage } from './stage.ts'

const faultHeader = 'x-fault'

interface Served {
  readonly port: number
  readonly lines: Line[]
  readonly stage: Stage
  /** The fault of the next request. */
  readonly next: { fault: Fault | null }
  /** Uncaught errors. */
  readonly crashes: unknown[]
}

/** Runs the next fault once, because the default error response passes some of the same functions again. */
function createAct(next: Served['next']): Act {
  return (asked, situation) => {
    const { fault } = next
    if (fault === null || (asked.raw ?? asked).headers[faultHeader] === undefined) return null
    next.fault = null
    return { result: fault.run({ ...situation, request: asked }) }
  }
}

function createFaultyApp(stage: Stage, next: Served['next']) {
  const act = createAct(next)
  const { app, lines } = createApp({ handlerTimeout: 50, exposeErrors: false, ...stage.options?.(act) }, 'debug')
  stage.declare?.(app, act)
  app.post('/', async () => ({ fine: true }))
  app.get('/', async () => ({ fine: true }))
  app.get('/fails', () => {
    throw new Error('the reason')
  })
  return { app, lines }
}

function write(stage: Stage): Buffer {
  const { method = 'GET', target = '/', body } = stage
  const headers: (readonly [string, string])[] = [[faultHeader, 'yes'], ...(stage.headers ?? [])]
  if (body !== undefined) headers.push(['Content-Type', body === '{}' ? 'application/json' : 'text/x-fault'])
  return request(target, { method, headers, ...(body !== undefined && { body }) })
}

/** Returns the problem of a response to a fault; `null` for a correct one. */
function judge(expect: NonNullable<Stage['expect']>, answer: Answer | null): string | null {
  if (answer === null) return expect === 'any' ? null : 'the connection was closed without an answer'
  if (expect === 'failure' && answer.status < 400) return `the answer was ${answer.status}: ${answer.body}`
  if (expect === 'fine' && answer.status !== 200) return `the answer was ${answer.status}: ${answer.body}`
  if (answer.headers.has('x-b')) return 'a header was split'
  return null
}

/** Returns an error and the source lines that did not catch it. */
function whereOf(error: unknown): string {
  try {
    const lines = String((error as Error).stack).split('\n')
    return [lines[0], ...lines.filter((line) => line.includes('/src/')).slice(0, 2)].join(' ')
  } catch {
    return 'an error that cannot be read'
  }
}

/** A value that JSON cannot hold, such as a symbol, leaves a line without `err`. */
function isCause({ err, level, msg }: Line): boolean {
  return err !== undefined || level >= warn || msg === 'stream closed prematurely'
}

async function serves(port: number): Promise<boolean> {
  const connection = new Connection(port).send(request('/'))
  const answer = await connection.read().catch(() => null)
  connection.destroy()
  return answer?.status === 200
}

/** A passed value may be valid at its stage. The status of the response shows it. */
function needsCause(stage: Stage, { kind, isHarmless }: Fault, status: number | null): boolean {
  if (kind === 'value') return stage.hidesCause !== true && (status === null || status >= 500)
  return isHarmless !== true && !(stage.expect === 'fine' && kind === 'endless')
}

async function commit({ port, lines, stage, next, crashes }: Served, fault: Fault): Promise<string[]> {
  const found: string[] = []
  const report = (what: string | null) => void (what !== null && found.push(`${fault.name}: ${what}`))
  lines.length = 0
  next.fault = fault
  const connection = new Connection(port).send(write(stage))
  let status: number | null = null
  let isServed = false
  try {
    const answer = await connection.read(stage.method === 'HEAD')
    status = answer?.status ?? null
    report(next.fault === null ? null : 'the fault did not happen')
    next.fault = null
    report(judge(stage.expect ?? fault.expect, answer))
    // A second answer would now be taken for that of the next request.
    if (!connection.isClosed && !answer?.headers.get('connection')?.includes('close')) {
      const second = await connection.send(request('/')).read()
      isServed = second?.status === 200
      if (second !== null && second.body !== '{"fine":true}' && second.body !== '"plain"')
        report(`the next answer on the connection was ${second.status}: ${second.body}`)
    }
  } catch (error) {
    report(String(error))
  } finally {
    connection.destroy()
  }
  if (needsCause(stage, fault, status) && !lines.some(isCause)) report('the log has no cause')
  if (!isServed && !(await serves(port))) report('the app does not serve the next request')
  await turn()
  for (const crash of crashes.splice(0)) report(`the process would have ended: ${whereOf(crash)}`)
  return found
}

/** Opens an app with a user's function at `stage` and has it do wrong in every way of `faults`; answers what came of it that must not. */
export async function findProblems(t: TestContext, stage: Stage, faults: readonly Fault[]): Promise<string[]> {
  const next: Served['next'] = { fault: null }
  const crashes = catchCrashes(t)
  const { app, lines } = createFaultyApp(stage, next)
  try {
    const served = { port: await portOf(app as never), lines, stage, next, crashes }
    const problems: string[] = []
    for (const fault of faults) problems.push(...(await commit(served, fault)))
    return problems
  } finally {
    await app.close()
  }
}
