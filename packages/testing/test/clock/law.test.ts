/** Advancing a clock gives the same events as real time, in steps of any size. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { espalier, Type } from 'espalier'
import fc from 'fast-check'
import { budget } from '../../../../test/fuzz/budget.ts'
import { stopClock } from '../../src/index.ts'

/** Takes some units of time, and starts the inner steps at its end. */
interface Step {
  readonly kind: 'deadline' | 'interval' | 'request' | 'sleep' | 'timeout'
  readonly delay: number
  /** The step is aborted half a unit before this time. */
  readonly end: number
  readonly next: readonly Step[]
}

const { steps } = fc.letrec<{ steps: Step[] }>((tie) => ({
  steps: fc.array(
    fc.record({
      kind: fc.constantFrom('deadline', 'interval', 'request', 'sleep', 'timeout'),
      delay: fc.integer({ min: 1, max: 4 }),
      end: fc.integer({ min: 1, max: 6 }),
      next: fc.oneof({ maxDepth: 2 }, fc.constant([]), tie('steps'))
    }),
    { maxLength: 3 }
  )
}))

const unit = 60
const longest = 20 * unit

/** Handlers take some time, and abort at the deadline of their route. */
const app = espalier()
for (let end = 1; end <= 6; end++)
  app.get(
    `/${end}/:delay`,
    { schema: { params: { delay: Type.Integer() } }, handlerTimeout: (end - 0.5) * unit },
    async ({ params, signal }) => {
      await sleep(params.delay, null, { signal })
      return 'done'
    }
  )
// The first request loads modules, which must not happen with a stopped clock.
await app.inject('/1/1')
after(() => app.close())

class Run {
  readonly #began = Date.now()
  readonly #events: string[] = []
  /** In milliseconds: the largest difference of an event from its time. */
  late = 0

  constructor(program: readonly Step[]) {
    this.#runAll(program, '', 0)
  }

  /** Each event with its time in units. Events of the same time are in any order. */
  get events(): readonly string[] {
    return this.#events.toSorted()
  }

  #note(label: string, due: number): void {
    const time = this.#measure(due)
    this.#events.push(`${String(Math.round((2 * time) / unit) / 2).padStart(5)} ${label}`)
  }

  /** Aborted steps count, too: on a slow machine, their event may be missing. */
  #measure(due: number): number {
    const time = Date.now() - this.#began
    this.late = Math.max(this.late, Math.abs(time - due * unit))
    return time
  }

  #runAll(program: readonly Step[], path: string, base: number): void {
    for (const [index, step] of program.entries()) this.#run(step, `${path}.${index}`, base)
  }

  #run({ kind, delay, end, next }: Step, path: string, base: number): void {
    const label = `${path} ${kind}`
    const over = () => {
      this.#note(label, base + delay)
      this.#runAll(next, path, base + delay)
    }
    const patience = (end - 0.5) * unit
    const giveUp = (timer: NodeJS.Timeout) => {
      this.#measure(base + end - 0.5)
      clearTimeout(timer)
    }
    if (kind === 'request') {
      app.inject(`/${end}/${delay * unit}`).then(({ statusCode }) => {
        this.#note(`${label} ${statusCode}`, base + (statusCode === 200 ? delay : end - 0.5))
        this.#runAll(next, path, base + Math.min(delay, end - 0.5))
      })
      return
    }
    if (kind === 'deadline') AbortSignal.timeout(delay * unit).addEventListener('abort', over)
    else if (kind === 'sleep') {
      const signal = AbortSignal.timeout(patience)
      sleep(delay * unit, null, { signal }).then(over, () => this.#note(`${label} ended`, base + end - 0.5))
    } else if (kind === 'timeout') {
      const timer = setTimeout(over, delay * unit)
      setTimeout(giveUp, patience, timer)
    } else {
      let count = 0
      const timer = setInterval(() => this.#note(label, base + ++count * delay), delay * unit)
      setTimeout(giveUp, patience, timer)
    }
  }
}

async function advanced(program: readonly Step[], moves: readonly number[]): Promise<Run> {
  const clock = stopClock()
  try {
    const run = new Run(program)
    for (const move of moves) await clock.advance(move)
    await clock.advance(longest - moves.reduce((sum, move) => sum + move, 0))
    return run
  } finally {
    clock.restore()
  }
}

test('events are equal for any steps of the clock and occur at their time', async () => {
  const moves = fc.array(fc.integer({ min: 0, max: 3 * unit }), { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(steps, moves, async (program, moves) => {
      const run = await advanced(program, moves)
      assert.equal(run.late, 0)
      assert.deepEqual(run.events, (await advanced(program, [])).events)
    }),
    budget(100)
  )
})

test('events equal those of real time', async () => {
  const programs = fc.array(steps, { minLength: 30, maxLength: 30 })
  let compared = 0
  const law = fc.asyncProperty(programs, async (programs) => {
    const began = Date.now()
    const runs = programs.map((program) => new Run(program))
    await new Promise((resolve) => setTimeout(resolve, longest))
    // The last events may be missing.
    if (Date.now() - began >= longest + unit / 2) return
    for (const [index, real] of runs.entries()) {
      // A slow machine may change the order of events, so this run does not count.
      if (real.late >= unit / 4 || real.events.length === 0) continue
      compared++
      assert.deepEqual((await advanced(programs[index] ?? [], [])).events, real.events)
    }
  })
  await fc.assert(law, { ...budget(2), endOnFailure: true })
  // A busy machine is slow in most runs, but not in all.
  for (let turn = 0; compared === 0 && turn < 30; turn++) await fc.assert(law, { numRuns: 1, endOnFailure: true })
  assert.ok(compared > 0)
})
