/**
 * The law of sessions: several clients talk with one app at the same time, each in pipelines that are cut anywhere, with handlers that ask for Node's objects, throw,
 * stream, hijack and wait at every moment, plain and over TLS. Every answer has the mark of the client that asked, in the order in which it asked; none is
 * lost, doubled or late, and no handler is called twice. `RUNS` and `SEED` try more sessions, and other ones.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import type { Options } from '../../security/wild.ts'
import { https } from '../../shared-key.ts'
import { answersIn, deeds, forms, type Session, Talks } from './session.ts'

const plan = fc.record({ deed: fc.constantFrom(...deeds), form: fc.constantFrom('get' as const, ...forms) })
const cut = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  pause: fc.option(fc.integer({ min: 0, max: 4 }))
})
const session: fc.Arbitrary<Session> = fc.record({
  plans: fc.array(plan, { minLength: 1, maxLength: 7 }),
  cuts: fc.array(cut, { maxLength: 5 }),
  leaves: fc.nat(9).map((one) => one === 0)
})
const sessions = fc.array(session, { minLength: 1, maxLength: 4 })

let turns = 0

async function hold(talks: Talks, sessions: readonly Session[]): Promise<void> {
  const name = `${turns++}`
  const results = await Promise.all(sessions.map((one, place) => talks.talk(`${name}-${place}`, one)))
  for (const [place, { received, marks }] of results.entries()) {
    const { leaves, plans } = sessions[place] as Session
    const answers = answersIn(received, plans)
    const expected = leaves ? marks.slice(0, answers.length) : marks
    assert.deepEqual(
      answers.map(({ headers }) => headers.get('x-mark')?.join()),
      expected
    )
    if (!leaves) assert.equal(answers.at(-1)?.next, received.length)
    for (const [turn, { body }] of answers.entries()) {
      const mark = marks[turn] as string
      if (plans[turn]?.form !== 'head') assert.ok(body.startsWith(`<${mark}>`), `${mark} got ${body.slice(0, 100)}`)
    }
    for (const mark of marks) assert.ok((talks.asked.get(mark) ?? 0) <= 1, `${mark} was asked twice`)
  }
  talks.asked.clear()
}

const connectionsOf = ({ app }: Talks) =>
  new Promise<number>((resolve) => app.server.getConnections((_error: unknown, count: number) => resolve(count)))

async function tryMany(t: TestContext, options: Options): Promise<void> {
  const talks = new Talks(options)
  await talks.start()
  t.after(() => talks.app.close())
  const { RUNS = '60', SEED } = process.env
  await fc.assert(
    fc.asyncProperty(sessions, (some) => hold(talks, some)),
    { includeErrorInReport: true, numRuns: Number(RUNS), ...(SEED === undefined ? {} : { seed: Number(SEED) }) }
  )
  while ((await connectionsOf(talks)) > 0) await wait(1)
}

for (const [what, options] of Object.entries({ 'over TCP': {}, 'over TLS': { https } }))
  test(`every answer has the mark that asked, ${what}`, { timeout: 600_000 }, (t) => tryMany(t, options))
