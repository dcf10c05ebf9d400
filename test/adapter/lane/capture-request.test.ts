/**
 * The law: all clients receive the same as on the stock exchange, and each response has the mark of its request, whatever happens to the listeners of
 * the server when Node takes an exchange over. Listeners may be added, removed, replaced and wrapped, may throw, and may call the app later. If one
 * throws, only the marks are compared.
 */
import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { changes, type Plan, Stage, type Step } from './manipulation.ts'

const plan: fc.Arbitrary<Plan> = fc.record({
  change: fc.option(fc.nat(changes.length - 1), { freq: 2 }),
  looks: fc.nat(3),
  isEarly: fc.boolean(),
  isHeld: fc.boolean(),
  hasBody: fc.boolean()
})
const client = fc.nat(2)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({ kind: fc.constant('ask' as const), client, plan, count: fc.integer({ min: 1, max: 2 }) })
      // Node emits the second message before the body of the first was read.
      .map((one) => (one.plan.hasBody && one.plan.change !== null ? { ...one, count: 1 } : one))
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('go on' as const), client }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('change' as const), change: fc.nat(changes.length - 1) })
  }
)

/** Counts the errors of listeners, which would end the process. */
function catchErrors(t: TestContext): () => number {
  let count = 0
  const note = (error: unknown) => {
    assert.match(String(error), /of a listener/)
    count++
  }
  const before = process.rawListeners('uncaughtException')
  process.removeAllListeners('uncaughtException')
  process.on('uncaughtException', note)
  t.after(() => {
    process.off('uncaughtException', note)
    for (const listener of before) process.on('uncaughtException', listener as () => void)
  })
  return () => count
}

async function compare(steps: readonly Step[], errors: () => number): Promise<string[]> {
  const before = errors()
  const expected = await new Stage('stock', errors).run(steps)
  const actual = await new Stage('auto', errors).run(steps)
  if (errors() === before) assert.deepEqual(actual, expected)
  for (const text of actual) {
    const place = text[0]
    const marks = [...text.matchAll(/<(\d)-(\d+)/g)]
    assert.ok(marks.every(([, owner]) => owner === place))
    const order = marks.map(([, , count]) => Number(count))
    assert.deepEqual(
      order,
      order.toSorted((a, b) => a - b)
    )
  }
  return actual
}

const quiet: Plan = { change: null, looks: 0, isEarly: true, isHeld: false, hasBody: false }
const changeBy = (name: string) => changes.indexOf(name)
const ask = (place: number, given: Partial<Plan> = {}, count = 1): Step => ({
  kind: 'ask',
  client: place,
  plan: { ...quiet, ...given },
  count
})

describe('clients receive their own responses', () => {
  const thrower = changeBy('one that throws once, in front')
  for (const [what, steps] of Object.entries({
    'when a listener throws while a running exchange reads its response': [
      ask(0),
      ask(0, { change: thrower, looks: 2, isEarly: false, isHeld: true }),
      ask(1),
      { kind: 'go on', client: 0 },
      ask(1)
    ],
    'when a listener throws while an exchange reads its request and responds': [
      ask(0),
      ask(0, { change: thrower, looks: 1, isEarly: false }),
      ask(1),
      ask(2)
    ],
    'when the next message moves an exchange to a server whose listener throws': [
      ask(0),
      ask(0, { change: thrower, isHeld: true }),
      ask(0),
      ask(1)
    ],
    'when the first of two messages adds a listener that throws': [ask(0), ask(0, { change: thrower }, 2), ask(1)],
    'when a library has replaced the listener of the app': [
      ask(0),
      { kind: 'change', change: changeBy('one that answers some by itself') },
      ...Array.from({ length: 9 }, (_, place) => ask(0, { looks: place % 3 }))
    ],
    'when the emit of the server is replaced during an exchange': [
      ask(0),
      ask(0, { change: changeBy('an emit that calls later'), looks: 3, isEarly: false, hasBody: true }),
      ask(1)
    ],
    'when the server starts to limit requests and a listener for excess requests throws': [
      { kind: 'change', change: changeBy('a higher limit of requests') },
      ask(0),
      ask(0, { change: changeBy('no limit of requests') }),
      { kind: 'change', change: changeBy('a listener for what is over the limit, which throws once') },
      ask(0, { change: changeBy('a limit of requests'), looks: 2, isEarly: false }),
      { kind: 'change', change: changeBy('no limit of requests') },
      ask(0),
      ask(1)
    ]
  } satisfies Record<string, Step[]>))
    test(what, { timeout: 600_000 }, async (t) => {
      const received = await compare(steps, catchErrors(t))
      assert.match(received[0] ?? '', /<0-0 >/)
    })
})

test('each response has the mark of its request, as on the stock exchange, for random changes of listeners', {
  timeout: 600_000
}, async (t) => {
  const errors = catchErrors(t)
  const { RUNS = '150', SEED } = process.env
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
      await compare([ask(0), ask(1), ...steps], errors)
    }),
    { includeErrorInReport: true, numRuns: Number(RUNS), ...(SEED === undefined ? {} : { seed: Number(SEED) }) }
  )
})
