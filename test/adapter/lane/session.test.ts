/**
 * The law: each response has the mark of its request, in the order of the requests; none is lost, doubled or late, and no connection is left open.
 * Concurrent clients pipeline requests that are cut anywhere, and disconnect, upgrade or send garbage. Handlers read Node's objects, throw, stream,
 * hijack, abort or never respond.
 *
 * `npm run fuzz -- --sessions --seconds 540` tries more sessions.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { budget } from '../../fuzz/budget.ts'
import type { Options } from '../../security/wild.ts'
import { https } from '../../shared-key.ts'
import { answersIn, deeds, ends, forms, type Outcome, type Session, Talks } from './session.ts'

const plan = fc.record({ deed: fc.constantFrom(...deeds), form: fc.constantFrom('get' as const, ...forms) })
const cut = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  pause: fc.option(fc.integer({ min: 0, max: 4 }))
})
const session: fc.Arbitrary<Session> = fc.record({
  plans: fc.array(plan, { minLength: 1, maxLength: 7 }),
  cuts: fc.array(cut, { maxLength: 5 }),
  end: fc.oneof({ weight: 4, arbitrary: fc.constant('stay' as const) }, fc.constantFrom(...ends))
})
const clients = Number(process.env.ESPALIER_FUZZ_CLIENTS ?? 4)
const sessions = fc.array(session, { minLength: 1, maxLength: clients, size: 'max' })

let turns = 0

/** Responses to the last message, by the end of the session. After every other end, no byte arrives. */
const restOf: Readonly<Record<string, (mark: string) => RegExp>> = {
  close: (mark) => new RegExp(`^HTTP/1.1 200 OK\\r\\nx-mark: ${mark}\\r\\n[^]*\\r\\n\\r\\n<${mark}>$`),
  upgrade: (mark) => new RegExp(`^HTTP/1.1 101 Switching Protocols\r\nX-Mark: ${mark}\r\n\r\n<${mark}>$`),
  garbage: () => /^HTTP\/1\.1 400 Bad Request\r\n(?!.*HTTP\/1)/,
  'abort half of an answer': (mark) => new RegExp(`^(HTTP/1.1 200 OK\r\nx-mark: ${mark}\r\n[^]*\r\n\r\n<${mark}>)?$`)
}

function check(talks: Talks, { plans, end }: Session, { marks, received, last, rest }: Outcome): void {
  const answers = answersIn(received, plans)
  assert.deepEqual(
    answers.map(({ headers }) => headers.get('x-mark')?.join()),
    end === 'leave early' ? marks.slice(0, answers.length) : marks
  )
  if (end !== 'leave early') assert.equal(answers.at(-1)?.next, received.length)
  for (const [turn, { body }] of answers.entries()) {
    const mark = marks[turn] as string
    if (plans[turn]?.form !== 'head') assert.ok(body.startsWith(`<${mark}>`), `${mark} got ${body.slice(0, 100)}`)
  }
  if (end !== 'leave early') assert.match(rest, restOf[end]?.(last) ?? /^$/)
  for (const mark of [...marks, last]) assert.ok((talks.asked.get(mark) ?? 0) <= 1, `${mark} was asked twice`)
}

async function hold(talks: Talks, sessions: readonly Session[]): Promise<void> {
  const name = `${turns++}`
  const outcomes = await Promise.all(sessions.map((one, place) => talks.talk(`${name}-${place}`, one)))
  for (const [place, outcome] of outcomes.entries()) check(talks, sessions[place] as Session, outcome)
  talks.asked.clear()
}

const connectionsOf = ({ app }: Talks) =>
  new Promise<number>((resolve) => app.server.getConnections((_error: unknown, count: number) => resolve(count)))

async function tryMany(t: TestContext, options: Options): Promise<void> {
  const talks = new Talks(options)
  await talks.start()
  t.after(() => talks.app.close())
  const parameters = { includeErrorInReport: true, ...budget<[Session[]]>(60) }
  await fc.assert(
    fc.asyncProperty(sessions, (some) => hold(talks, some)),
    parameters
  )
  while ((await connectionsOf(talks)) > 0) await wait(1)
  t.diagnostic(`${talks.answers} answers`)
}

for (const [what, options] of Object.entries({ 'over TCP': {}, 'over TLS': { https } }))
  test(`each response has the mark of its request, ${what}`, (t) => tryMany(t, options))
