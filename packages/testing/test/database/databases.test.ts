/** Runs on PGlite, and on PostgreSQL if DATABASE_URL names a database whose role may create databases. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { after, test } from 'node:test'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { databases } from '../../src/index.ts'

const url = process.env.DATABASE_URL
const connect = (connectionString: string) => new pg.Pool({ connectionString })

interface Opened {
  query(text: string): Promise<{ rows: { text: string }[] }>
  close(): Promise<unknown>
}

async function open(at: string): Promise<Opened> {
  if (!url) return PGlite.create(at)
  const client = new pg.Client({ connectionString: at })
  await client.connect()
  // A server that drops a used database notifies its clients, which emit `error`.
  client.on('error', () => {})
  return { query: (text) => client.query(text), close: () => client.end() }
}

async function using<Result>(at: string, work: (db: Opened) => Promise<Result>): Promise<Result> {
  const db = await open(at)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

const texts = (db: Opened) =>
  db.query('select text from notes order by text').then(({ rows }) => rows.map(({ text }) => text))
const add = (db: Opened, text: string) => db.query(`insert into notes values ('${text}')`)

let prepared = 0
const notes = databases({
  url,
  connect,
  prepare: (at) => {
    prepared++
    return using(at, async (db) => {
      await db.query('create table notes (text text)')
      await add(db, 'first')
    })
  }
})
after(notes.drop)

/** Preparing a database of PGlite is slow, so this copies one. */
const prepareQuickly = async (at: string) => {
  if (!url) await cp(await notes.create(), at, { recursive: true })
}

async function exists(at: string): Promise<boolean> {
  if (!url) return existsSync(at)
  return using(at, async () => true).catch((error) => {
    assert.equal(error.code, '3D000')
    return false
  })
}

test('databases start as copies of the prepared one and are separate', async () => {
  const places = await Promise.all([notes.create(), notes.create(), notes.create()])
  assert.equal(new Set(places).size, 3)
  const all = await Promise.all(
    places.map((at, index) =>
      using(at, async (db) => {
        await add(db, `of ${index}`)
        return texts(db)
      })
    )
  )
  assert.deepEqual(all, [
    ['first', 'of 0'],
    ['first', 'of 1'],
    ['first', 'of 2']
  ])
  assert.deepEqual(await using(await notes.create(), texts), ['first'])
  assert.equal(prepared, 1)
})

test('a database left open by prepare rejects', async (t) => {
  let left: Opened | undefined
  const { create, drop } = databases({
    url,
    connect,
    async prepare(at) {
      await prepareQuickly(at)
      left = await open(at)
    }
  })
  t.after(drop)
  await assert.rejects(create(), /^Error: prepare\(\) left its database open, so it cannot be copied/)
  await left?.close()
})

test('every create rejects with the error of prepare', async (t) => {
  const { create, drop } = databases({ url, connect, prepare: () => Promise.reject(new Error('no such table')) })
  t.after(drop)
  await assert.rejects(create(), /^Error: no such table$/)
  await assert.rejects(create(), /^Error: no such table$/)
})

test('drop removes all databases, and create() after it rejects', async () => {
  const { create, drop } = databases({ url, connect, prepare: prepareQuickly })
  const places = [await create()]
  const db = await open(String(places[0]))
  assert.deepEqual(await Promise.all(places.map(exists)), [true])
  await drop()
  assert.deepEqual(await Promise.all(places.map(exists)), [false])
  await assert.rejects(create(), /^Error: create\(\) of databases\(\) was called behind its drop\(\)/)
  await db.close().catch(() => {})
})
