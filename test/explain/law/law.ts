/** A request must run the steps of its explanation in order, and no others. Each step must run for at least one request. */
import assert from 'node:assert/strict'
import type { ExplainedStep, Explanation } from '../../../types/explain.ts'
import type { Wild } from '../../security/wild.ts'
import { type Run, withApp } from './app.ts'
import type { Carrier, Line, Sent } from './carrier.ts'
import { type Course, expectedSteps, stepsOfRun } from './path.ts'
import { isOfProgram, requestStages, type Statement } from './program.ts'
import { type Asked, requestsOf } from './request.ts'

export interface Figures {
  trees: number
  requests: number
  exact: number
  items: number
  idle: number
}

export const noFigures = (): Figures => ({ trees: 0, requests: 0, exact: 0, items: 0, idle: 0 })

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Waits for the expected runs, and a few turns more for unexpected ones. */
async function settled(hasRun: () => boolean, line: Line): Promise<void> {
  const most = line.leave === undefined ? 500 : 100_000
  for (let turns = 0; turns < most && !hasRun(); turns++) await turn()
  for (let turns = 0; turns < 3; turns++) await turn()
}

interface Try extends Course {
  readonly isExact: boolean
  readonly headers?: Readonly<Record<string, string>>
  readonly hanging?: string
  readonly silence?: number
}

const inRequest: readonly string[] = [...requestStages, 'handler']
const namesAt = (steps: readonly ExplainedStep[], stages: readonly string[]) =>
  steps.filter(({ name, stage }) => stages.includes(stage) && isOfProgram(name)).map(({ name }) => name)

const typesOf = (body: readonly Statement[]): string[] =>
  body.flatMap((one) => {
    if (one.is === 'plugin') return typesOf(one.body)
    return one.is === 'parser' ? [`text/x-${one.name}`] : []
  })

function triesFor(asked: Asked, steps: readonly ExplainedStep[], types: readonly string[], line: Line): Try[] {
  const hasBody = asked.method === 'POST' || asked.method === 'PUT'
  const base = { throwing: [], type: hasBody ? 'application/json' : null, status: 200, isExact: !asked.socket }
  const isParsed = (type: string) => steps.some(({ stage, when }) => stage === 'parse' && when === `a body of ${type}`)
  const throwing = (...names: string[]): Try => ({ ...base, throwing: names })
  const request = namesAt(steps, inRequest)
  const handlers = namesAt(steps, ['error handler'])
  const answer = namesAt(steps, ['onError', 'preSerialization', 'onSend', 'onResponse'])
  const [last] = request.slice(-1)
  const upgrade = {
    connection: 'upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': key
  }
  const leaves = line.leave !== undefined && last !== undefined
  return [
    base,
    ...request.map((name) => throwing(name)),
    ...(last === undefined ? [] : handlers.map((_, index) => throwing(last, ...handlers.slice(0, index + 1)))),
    ...answer.map((name) => ({ ...throwing(name), isExact: false })),
    ...(hasBody ? types : []).map((type) => ({ ...base, type, isExact: !asked.validates && isParsed(type) })),
    { ...base, status: 418, isExact: base.isExact && asked.route !== null },
    { ...base, headers: { authorization: 'Bearer wrong' }, isExact: false },
    ...(asked.socket && line.leave ? [{ ...base, headers: upgrade, isExact: false }] : []),
    ...(leaves ? [{ ...base, hanging: last, isExact: false }] : []),
    ...(leaves && steps.some(({ stage }) => stage === 'onTimeout')
      ? [{ ...base, hanging: last, silence: 10, isExact: false }]
      : [])
  ]
}

const key = 'AAAAAAAAAAAAAAAAAAAAAA=='
const isJson = (type: string) => type === 'application/json'

async function runTry(
  asked: Asked,
  one: Try,
  line: Line,
  run: Run,
  least: number,
  aside: readonly string[]
): Promise<void> {
  run.ran.length = 0
  Object.assign(run, { throwing: new Set(one.throwing), hanging: one.hanging ?? null, silence: one.silence ?? 0 })
  run.status = one.status
  const type = one.type === null ? {} : { 'content-type': one.type }
  const body = one.type === null ? null : isJson(one.type) ? '{}' : 'text'
  const sent: Sent = { ...asked, headers: { ...asked.headers, ...type, ...one.headers }, body }
  if (one.hanging === undefined) {
    await line.ask(sent)
    return settled(() => run.ran.length >= least, line)
  }
  const haveRun = (names: readonly string[]) =>
    names.every((name) => run.ran.some(({ subject }) => nameOf(subject) === name))
  const waits = one.silence ? aside : [one.hanging]
  await line.leave?.(sent, () => haveRun(waits))
  await settled(() => haveRun(aside), line)
}

const nameOf = (subject: unknown) => (typeof subject === 'function' ? subject.name : '')

function isIdle({ stage }: ExplainedStep, steps: readonly ExplainedStep[], line: Line): boolean {
  const canFail = namesAt(steps, inRequest).length > 0
  if (stage === 'onTimeout' || stage === 'onRequestAbort') return !canFail || line.leave === undefined
  return !canFail && (stage === 'onError' || stage === 'error handler')
}

interface Held {
  readonly app: Wild
  readonly run: Run
  readonly line: Line
  readonly types: readonly string[]
  readonly figures: Figures
}

async function checkAsked(asked: Asked, steps: readonly ExplainedStep[], held: Held): Promise<void> {
  const { run, line, types, figures } = held
  const seen = new Set<ExplainedStep>()
  for (const one of triesFor(asked, steps, types, line)) {
    const expected = one.isExact ? expectedSteps(steps, one) : []
    const aside = namesAt(steps, [one.silence ? 'onTimeout' : 'onRequestAbort'])
    await runTry(asked, one, line, run, expected.length, aside)
    const taken = stepsOfRun(steps, run.ran, !one.isExact || one.throwing.length > 0)
    if (one.isExact)
      assert.deepEqual(
        taken.map(titleOf),
        expected.map(titleOf),
        `${asked.method} ${asked.path} ${JSON.stringify(one)}`
      )
    for (const step of taken) seen.add(step)
    figures.requests++
    if (one.isExact) figures.exact++
  }
  const missed = steps.filter((step) => !seen.has(step))
  const idle = missed.filter((step) => isIdle(step, steps, line))
  figures.items += steps.length
  figures.idle += idle.length
  const unseen = missed.filter((step) => !idle.includes(step))
  assert.deepEqual(unseen.map(titleOf), [], `steps of ${asked.method} ${asked.path} that nothing ran`)
}

const titleOf = ({ stage, name }: ExplainedStep) => `${stage} ${name}`

/** @param alter changes the steps of a request, to check that the test notices the change */
export async function checkProgram(
  body: readonly Statement[],
  carrier: Carrier,
  figures: Figures,
  alter = (steps: readonly ExplainedStep[], _asked: Asked) => steps
): Promise<void> {
  await withApp(
    body,
    async (app, run) => {
      const line = await carrier.open(app)
      const held = { app, run, line, types: ['text/plain', ...typesOf(body)], figures }
      try {
        for (const asked of requestsOf(body)) {
          const { steps }: Explanation = await app.explain(asked)
          await checkAsked(asked, alter(steps, asked), held)
        }
      } finally {
        line.close()
      }
    },
    carrier.options
  )
  figures.trees++
}
