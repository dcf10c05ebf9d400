// The outbox of docs/recipes/events.md, with PGlite and Redis.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { PGlite } from '@electric-sql/pglite'
import { createHub, topic } from '@espalier/events'
import type { Queries } from '@espalier/events/postgres'
import { redisLog } from '@espalier/events/redis'
import { events, Type } from 'espalier'
import { Redis } from 'ioredis'
import { arrival } from '../../../../test/until.ts'
import { skip, startEngine } from './engine.ts'
import { moveOutbox, table, withOutbox } from './outbox.ts'

const loans = topic('loans', events({ lent: Type.Object({ title: Type.String() }), reset: Type.Null() }))
const titles = ['Emma', 'Orlando', 'Middlemarch', 'Persuasion', 'Villette']

test('the recipe contains the program tested in this file', () => {
  const recipe = readFileSync('docs/recipes/events.md', 'utf8')
  assert.ok(recipe.includes(readFileSync('packages/events/test/redis/outbox.ts', 'utf8')))
})

test('events of an outbox are in Redis once and in order after its task was killed at any append', {
  skip
}, async (t) => {
  const engine = await startEngine()
  const redis = new Redis({ path: engine.path })
  const db = await PGlite.create()
  const log = redisLog(redis)
  const hub = createHub(withOutbox(log), { every: 20 })
  t.after(async () => {
    hub.close()
    await log.close()
    redis.disconnect()
    await Promise.all([db.close(), engine.stop()])
  })
  await db.exec(`${table}; create table loan (title text not null)`)
  const lend = (title: string, ends?: Error) =>
    db.transaction(async (transaction) => {
      await transaction.query('insert into loan (title) values ($1)', [title])
      await hub.append(loans, { event: 'lent', data: { title } }, transaction)
      if (ends !== undefined) throw ends
    })
  const stream = await hub.follow(loans, { lastEventId: '0', signal: t.signal })

  await assert.rejects(lend('never', new Error('no such reader')), /no such reader/)
  await assert.rejects(hub.append(loans, { event: 'lent', data: { title: 'alone' } }), /the transaction of the write/)
  for (const title of titles) await lend(title)
  // The task ends after each append to Redis, before its commit.
  for (const [place] of titles.entries()) {
    let left = place + 1
    const dying = (transaction: Queries) =>
      moveOutbox(transaction, {
        ...withOutbox(log),
        appendOnce: async (...args) => {
          const id = await log.appendOnce(...args)
          if (--left === 0) throw new Error('killed')
          return id
        },
        trim: async () => {},
        close: async () => {}
      })
    await assert.rejects(db.transaction(dying), /killed/)
  }
  await Promise.all([1, 2].map(() => db.transaction((transaction) => moveOutbox(transaction, log))))

  const seen: unknown[] = []
  const read = async () => {
    for await (const { data } of stream) {
      if (data !== undefined) seen.push(data?.title)
      if (seen.length === titles.length) break
    }
  }
  await arrival(read(), 'the events')
  assert.deepEqual(seen, titles)
  assert.equal((await log.read('loans', '0', 100)).length, titles.length)
  assert.deepEqual((await db.query('select * from outbox')).rows, [])
  assert.equal((await db.query('select * from loan')).rows.length, titles.length)
})
