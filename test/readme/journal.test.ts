/** The journal of the recipe of events, as its document has it, with transactions that commit in any order: PGlite has one session, so they are prepared ones. */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { PGlite } from '@electric-sql/pglite'
import { espalier } from 'espalier'
import fc from 'fast-check'
import { budget } from '../fuzz/budget.ts'
import { recipeOf } from './recipe.ts'

interface Event {
  id?: string
  event?: 'news' | 'reset'
  data?: { title: string } | null
}
interface Journal {
  add(transaction: PGlite, data: { title: string }): Promise<void>
  look(): Promise<void>
  newest(): Promise<string>
  after(place: string, signal: AbortSignal): AsyncGenerator<Event>
  prune(before: Date): Promise<void>
}

let db: PGlite
before(
  async () => {
    db = await PGlite.create({ startParams: [...PGlite.defaultStartParams, '-c', 'max_prepared_transactions=50'] })
  },
  { timeout: 300_000 }
)
after(() => db.close())

/** A journal with an empty table. A test that has failed may have left transactions. */
async function open(t: Pick<TestContext, 'after'>) {
  const { rows } = await db.query<{ gid: string }>('select gid from pg_prepared_xacts')
  for (const { gid } of rows) await db.exec(`rollback prepared '${gid}'`)
  await db.exec('drop table if exists events')
  const { journal: plugin } = await recipeOf('docs/recipes/events.md', t)('journal.ts')
  const app = espalier().register(plugin, { db })
  await app.ready()
  t.after(() => app.close())
  const { journal } = app as unknown as { journal: Journal }
  const write = async (title: string) => {
    await db.transaction((transaction) => journal.add(transaction as unknown as PGlite, { title }))
    await journal.look()
  }
  return { journal, write }
}

/** The session does one thing after the other, so a reader that has nothing after that waits. */
const idle = async () => {
  for (let turn = 0; turn < 3; turn++) await db.query('select 1')
  await new Promise(setImmediate)
  return undefined
}

/** Reads what there is, leaves, and comes back to the id that it saw last. */
class Reader {
  readonly #journal: Journal
  readonly seen: string[] = []
  place: string
  #abort = new AbortController()
  #events: AsyncGenerator<Event> | undefined
  #next: Promise<IteratorResult<Event, unknown>> | undefined

  constructor(journal: Journal, place: string) {
    this.#journal = journal
    this.place = place
  }

  async read() {
    this.#events ??= this.#journal.after(this.place, this.#abort.signal)
    for (;;) {
      this.#next ??= this.#events.next()
      const result: IteratorResult<Event, unknown> | undefined = await Promise.race([this.#next, idle()])
      if (result === undefined) return
      this.#next = undefined
      assert.equal(result.done, false)
      const { id, event, data } = result.value
      if (event !== undefined) this.seen.push(data?.title ?? event)
      this.place = id ?? this.place
    }
  }

  async leave() {
    this.#abort.abort()
    await this.#next?.catch(({ name }: Error) => assert.equal(name, 'AbortError'))
    await this.#events?.return(undefined).catch(() => {})
    this.#abort = new AbortController()
    this.#events = this.#next = undefined
  }
}

test('a row of a transaction that ends later is read, and none comes twice', async (t) => {
  const { journal, write } = await open(t)
  const reader = new Reader(journal, await journal.newest())
  await reader.read()
  await db.exec('begin')
  await journal.add(db, { title: 'begun first' })
  await db.exec("prepare transaction 'slow'")
  await write('committed first')
  await reader.read()
  assert.deepEqual(reader.seen, [])
  await reader.leave()
  await db.exec("commit prepared 'slow'")
  await journal.look()
  await reader.read()
  await write('the last')
  await reader.read()
  assert.deepEqual(reader.seen, ['begun first', 'committed first', 'the last'])
  await reader.leave()
})

test('a reader of a place that was removed is told so, and others are not', async (t) => {
  const { journal, write } = await open(t)
  const start = new Reader(journal, await journal.newest())
  for (const title of ['a', 'b']) await write(title)
  const behind = new Reader(journal, await journal.newest())
  await journal.prune(new Date(Date.now() + 1000))
  await write('c')
  const unknown = new Reader(journal, '999999999-1')
  for (const reader of [start, behind, unknown]) await reader.read()
  assert.deepEqual([start.seen, behind.seen, unknown.seen], [['reset'], ['c'], ['reset']])
  await write('d')
  for (const reader of [start, behind]) await reader.read()
  assert.deepEqual(
    [start.seen, behind.seen],
    [
      ['reset', 'd'],
      ['c', 'd']
    ]
  )
  for (const reader of [start, behind, unknown]) await reader.leave()
})

test('more rows than one query reads are read in order', async (t) => {
  const { journal } = await open(t)
  const reader = new Reader(journal, await journal.newest())
  const titles = Array.from({ length: 450 }, (_, index) => `${index}`)
  await db.transaction(async (transaction) => {
    for (const title of titles) await journal.add(transaction as unknown as PGlite, { title })
  })
  await reader.read()
  assert.deepEqual(reader.seen, titles)
  await reader.leave()
})

type Step =
  | { do: 'write' | 'prepare' }
  | { do: 'commit' | 'undo'; which: number }
  | { do: 'read' | 'leave'; who: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('write', 'prepare', 'prepare') }),
  fc.record({ do: fc.constantFrom('commit', 'commit', 'undo'), which: fc.nat(20) }),
  fc.record({ do: fc.constantFrom('read', 'read', 'leave'), who: fc.nat(2) })
)

test('whatever the order of commits, every reader that comes and goes sees each row once', {
  timeout: 300_000
}, async (t) => {
  const { journal, write } = await open(t)
  let count = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const place = await journal.newest()
      const readers = [0, 1, 2].map(() => new Reader(journal, place))
      const committed: string[] = []
      const prepared: { id: string; titles: string[] }[] = []
      const end = async (which: number, isCommitted: boolean) => {
        const [one] = prepared.splice(which % Math.max(prepared.length, 1), 1)
        if (one === undefined) return
        await db.exec(`${isCommitted ? 'commit' : 'rollback'} prepared '${one.id}'`)
        if (isCommitted) committed.push(...one.titles)
        await journal.look()
      }
      for (const one of steps) {
        if (one.do === 'write') {
          committed.push(`${++count}`)
          await write(`${count}`)
        } else if (one.do === 'prepare') {
          const titles = [`${++count}`, `${++count}`]
          await db.exec('begin')
          for (const title of titles) await journal.add(db, { title })
          await db.exec(`prepare transaction '${count}'`)
          prepared.push({ id: `${count}`, titles })
        } else if ('which' in one) await end(one.which, one.do === 'commit')
        else if (one.do === 'read') await readers[one.who]?.read()
        else if (one.do === 'leave') await readers[one.who]?.leave()
      }
      while (prepared.length > 0) await end(0, true)
      for (const reader of readers) {
        await reader.read()
        await reader.leave()
        assert.deepEqual([...reader.seen].sort(), [...committed].sort())
        assert.deepEqual(reader.seen, readers[0]?.seen)
      }
    }),
    budget(40)
  )
})
