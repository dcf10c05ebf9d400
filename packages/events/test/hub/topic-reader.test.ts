// Random programs: every reader gets each event once and in order, or a reset.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { events, Type } from 'espalier'
import fc from 'fast-check'
import { budget } from '../../../../test/fuzz/budget.ts'
import { until } from '../../../../test/until.ts'
import { createHub, type EventHub, type EventLog, type MemoryLog, memoryLog, topic } from '../../src/index.ts'

const numbers = topic('numbers', events({ number: Type.Integer(), reset: Type.Null() }))
const { name } = numbers

/** Loses or repeats notifications, and fails reads, as the program says. */
class Faulty implements EventLog {
  readonly #log: MemoryLog = memoryLog()
  readonly #wakes: readonly number[]
  #woken = 0
  /** The number of next calls that fail. */
  broken = 0

  /** @param wakes how often each notification is repeated; 0 loses it */
  constructor(wakes: readonly number[]) {
    this.#wakes = wakes
  }

  append: EventLog['append'] = (...args) => this.#log.append(...args)
  trim = (keep: number) => this.#log.trim(name, keep)

  async read(...args: Parameters<EventLog['read']>) {
    await turn()
    this.#check()
    const found = await this.#log.read(...args)
    await turn()
    return found
  }

  async ends(of: string) {
    this.#check()
    return this.#log.ends(of)
  }

  async *wake(of: string, signal: AbortSignal) {
    for await (const _ of this.#log.wake(of, signal)) {
      const times = this.#wakes[this.#woken++ % this.#wakes.length] ?? 1
      if (times === 3) throw new Error('the connection broke')
      for (let time = 0; time < times; time++) yield
    }
  }

  #check(): void {
    if (this.broken > 0 && this.broken-- > 0) throw new Error('the engine is away')
  }
}

interface Seen {
  readonly event?: string | undefined
  readonly data?: unknown
  readonly id?: string | number | undefined
}

/** Reconnects with the last id that it has received. */
class Reader {
  readonly seen: Seen[] = []
  readonly #hub: EventHub
  readonly #turns: number
  #visit: AbortController | undefined
  #reading: Promise<void> = Promise.resolve()
  #lastEventId: string | undefined

  constructor(hub: EventHub, lastEventId: string | undefined, turns: number) {
    this.#hub = hub
    this.#lastEventId = lastEventId
    this.#turns = turns
  }

  come(hub = this.#hub): void {
    if (this.#visit !== undefined) return
    const visit = new AbortController()
    this.#visit = visit
    this.#reading = this.#reading.then(() => this.#read(hub, visit.signal))
  }

  async #read(hub: EventHub, signal: AbortSignal): Promise<void> {
    while (!signal.aborted)
      try {
        for await (const event of await hub.follow(numbers, { lastEventId: this.#lastEventId, signal })) {
          this.seen.push(event)
          if (event.id !== undefined) this.#lastEventId = String(event.id)
          for (let count = 0; count < this.#turns; count++) await turn()
          if (signal.aborted) break
        }
      } catch (error) {
        if (!/away/.test(String(error))) throw error
        await turn()
      }
  }

  leave(): void {
    this.#visit?.abort()
    this.#visit = undefined
  }

  get over(): Promise<void> {
    this.leave()
    return this.#reading
  }

  get lastEventId() {
    return this.#lastEventId
  }
}

type Command = typeof program extends fc.Arbitrary<(infer One)[]> ? One : never

const small = fc.nat(6)
const program = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('append' as const), count: fc.nat(12) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('join' as const),
        from: fc.integer({ min: -2, max: 30 }),
        turns: fc.nat(3),
        hub: fc.nat(1)
      })
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constantFrom('leave' as const, 'return' as const),
        reader: small,
        hub: fc.nat(1)
      })
    },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constantFrom('trim' as const, 'break' as const, 'turns' as const), count: small })
    }
  ),
  { minLength: 1, maxLength: 25 }
)

test('every reader receives each event once and in order, or a reset, despite failures', async () => {
  const setting = fc.record({
    program,
    ring: fc.integer({ min: 1, max: 5 }),
    wakes: fc.array(fc.nat(3), { minLength: 1, maxLength: 5 })
  })
  await fc.assert(
    fc.asyncProperty(setting, async ({ program, ring, wakes }) => run(program, ring, wakes)),
    budget(150)
  )
})

async function run(program: readonly Command[], ring: number, wakes: readonly number[]): Promise<void> {
  const log = new Faulty(wakes)
  const hubs = [0, 1].map(() => createHub(log, { every: 2, ring }))
  const hubAt = (index: number) => hubs[index] as EventHub
  const readers: Reader[] = []
  const ids = ['0']
  let isTrimmed = false
  for (const command of program) {
    if (command.kind === 'append')
      for (let count = 0; count < command.count; count++)
        ids.push(await hubAt(count % 2).append(numbers, { event: 'number', data: ids.length }))
    else if (command.kind === 'join') {
      const lastEventId = command.from < 0 ? undefined : (ids[command.from] ?? 'unknown')
      if (lastEventId === 'unknown') isTrimmed = true
      const reader = new Reader(hubAt(command.hub), lastEventId, command.turns)
      readers.push(reader)
      reader.come()
    } else if ('reader' in command)
      if (command.kind === 'leave') readers[command.reader]?.leave()
      else readers[command.reader]?.come(hubAt(command.hub))
    else if (command.kind === 'trim') {
      log.trim(command.count)
      isTrimmed = true
    } else if (command.kind === 'break') log.broken = command.count
    else for (let count = 0; count < command.count; count++) await turn()
  }
  log.broken = 0
  for (const reader of readers) reader.come()
  await until(() => readers.every(({ lastEventId }) => lastEventId === ids.at(-1)), 'every reader at the end')
  await Promise.all(readers.map(({ over }) => over))
  for (const hub of hubs) hub.close()
  for (const { seen } of readers) checkSeen(seen, ids, isTrimmed)
}

function checkSeen(seen: readonly Seen[], ids: readonly string[], isTrimmed: boolean): void {
  let last: number | undefined
  for (const { event, data, id } of seen) {
    const index = ids.indexOf(String(id))
    assert.notEqual(index, -1)
    if (event === 'reset') {
      assert.ok(isTrimmed && data === null, 'a reset without a cause')
      assert.ok(last === undefined || index >= last)
    } else if (event === 'number') {
      assert.equal(data, index)
      assert.equal(index, (last ?? Number.NaN) + 1, 'a gap, a double or a swap')
    } else if (last !== undefined) assert.equal(index, last, 'an id alone is the one that the reader named')
    last = index
  }
}
