import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { PGlite } from '@electric-sql/pglite'
import fc from 'fast-check'
import { budget } from '../../../../test/fuzz/budget.ts'
import { rolledBack, stopClock } from '../../src/index.ts'

const db = await PGlite.create()
await db.exec("create table notes (id int primary key, text text not null); insert into notes values (0, 'first')")
after(() => db.close())

const readAll = async ({ query }: Pick<PGlite, 'query'>) => {
  const { rows } = await query<{ id: number; text: string }>('select id, text from notes order by id')
  return rows.map(({ id, text }) => [id, text])
}
const left = () => readAll({ query: db.query.bind(db) })
const insert = 'insert into notes values ($1, $2)'

test('a test sees its changes, and they are rolled back afterwards', async () => {
  const result = await rolledBack(db, async (sandboxed) => {
    await sandboxed.query(insert, [1, 'a'])
    await sandboxed.transaction(async (tx) => void (await tx.query(insert, [2, 'b'])))
    await sandboxed.close()
    return readAll(sandboxed)
  })
  assert.deepEqual(result, [
    [0, 'first'],
    [1, 'a'],
    [2, 'b']
  ])
  assert.deepEqual(await left(), [[0, 'first']])
})

test('a failing transaction is rolled back alone, and a failing statement does not affect others', async () => {
  await rolledBack(db, async (sandboxed) => {
    await sandboxed.query(insert, [1, 'a'])
    const failing = sandboxed.transaction(async (tx) => {
      await tx.query(insert, [2, 'b'])
      throw new Error('no')
    })
    await assert.rejects(failing, /^Error: no$/)
    await assert.rejects(sandboxed.query(insert, [1, 'again']), /duplicate key/)
    assert.deepEqual(await readAll(sandboxed), [
      [0, 'first'],
      [1, 'a']
    ])
  })
  assert.deepEqual(await left(), [[0, 'first']])
})

test('a failing test is rolled back and rejects with its error', async () => {
  const failing = rolledBack(db, async (sandboxed) => {
    await sandboxed.exec('delete from notes')
    throw new Error('wrong')
  })
  await assert.rejects(failing, /^Error: wrong$/)
  assert.deepEqual(await left(), [[0, 'first']])
})

test('concurrent transactions are isolated, and a query inside of one does not wait', async () => {
  await rolledBack(db, async (sandboxed) => {
    const add = (id: number, fails: boolean) =>
      sandboxed.transaction(async (tx) => {
        await tx.query(insert, [id, 'x'])
        await new Promise(setImmediate)
        await sandboxed.query(insert, [id + 100, 'y'])
        if (fails) throw new Error(`fails ${id}`)
      })
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map((id) => add(id, id % 2 === 0)))
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled', 'rejected']
    )
    assert.deepEqual(
      (await readAll(sandboxed)).map(([id]) => id),
      [0, 1, 3, 101, 103]
    )
  })
})

test('PGlite has the time of a stopped clock', async (t) => {
  const clock = stopClock(t, { now: new Date('2030-01-01') })
  await clock.advance(3_600_000)
  const { rows } = await db.query('select now()')
  assert.deepEqual(rows, [{ now: new Date('2030-01-01T01:00:00Z') }])
})

test('a second run of any work has the same result as the first', async () => {
  const step = fc.record({
    id: fc.integer({ min: 0, max: 5 }),
    isGrouped: fc.boolean(),
    fails: fc.boolean(),
    deletes: fc.boolean()
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const run = () =>
        rolledBack(db, async (sandboxed) => {
          const work = ({ id, isGrouped, fails, deletes }: (typeof steps)[number]) => {
            const text = deletes ? 'delete from notes where id = $1' : "insert into notes values ($1, 'z')"
            if (!isGrouped) return sandboxed.query(text, [id])
            return sandboxed.transaction(async (tx) => {
              await tx.query(text, [id])
              if (fails) throw new Error('fails')
            })
          }
          const outcomes = await Promise.allSettled(steps.map(work))
          return [outcomes.map(({ status }) => status), await readAll(sandboxed)]
        })
      assert.deepEqual(await run(), await run())
      assert.deepEqual(await left(), [[0, 'first']])
    }),
    budget(60)
  )
})
