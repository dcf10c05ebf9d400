import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { databases } from '../../src/index.ts'

const url = process.env.DATABASE_URL
const skip = url ? false : 'DATABASE_URL names no PostgreSQL'
const connect = (connectionString: string) => new pg.Pool({ connectionString })
const prepare = async () => {}

async function ask(statement: string): Promise<string[]> {
  const pool = connect(String(url))
  try {
    return (await pool.query<string[]>({ text: statement, rowMode: 'array' })).rows.flat()
  } finally {
    await pool.end()
  }
}

test('an invalid url throws without showing it, and a url needs connect', () => {
  for (const wrong of ['mysql://ada:hunter2@localhost/notes', 'notes', 'postgres://local host:x/notes'])
    assert.throws(() => databases({ url: wrong, connect, prepare }), {
      name: 'TypeError',
      message: 'databases() needs a URL such as postgres://localhost/notes as url.'
    })
  assert.throws(
    () => databases({ url: 'postgresql:///notes?host=/run', connect: undefined as never, prepare }),
    /^TypeError: databases\(\) needs connect for a url: /
  )
})

test('a copy has its own database name and the parameters of the url, and drop removes all databases', {
  skip
}, async (t) => {
  const before = await ask('select datname::text from pg_database')
  const { create, drop } = databases({ url: `${url}?application_name=copy`, connect, prepare })
  t.after(drop)
  const copy = new URL(await create())
  assert.match(copy.pathname, /^\/espalier_test_[0-9a-z]+_[0-9a-f]{12}$/)
  assert.equal(copy.searchParams.get('application_name'), 'copy')
  await drop()
  assert.deepEqual(await ask('select datname::text from pg_database'), before)
})

test('databases of a run more than a day ago are removed, and others stay', {
  skip
}, async (t) => {
  const hour = 3_600_000
  const nameOf = (age: number) => `espalier_test_${(Date.now() - age).toString(36)}_00000000000${age === hour ? 0 : 1}`
  const [young, old, own] = [nameOf(hour), nameOf(25 * hour), 'espalier_test_own']
  for (const name of [young, old, own]) await ask(`create database ${name}`)
  t.after(async () => {
    for (const name of [young, own]) await ask(`drop database ${name}`)
  })
  const { create, drop } = databases({ url, connect, prepare })
  t.after(drop)
  await create()
  const left = await ask('select datname::text from pg_database')
  assert.deepEqual(
    [young, old, own].map((name) => left.includes(name)),
    [true, false, true]
  )
})

test('a role without the right to create databases is named in the error', { skip }, async (t) => {
  const role = `espalier_test_${process.pid}`
  await ask(`create role ${role} login password 'x'`)
  const poor = new URL(String(url))
  Object.assign(poor, { username: role, password: 'x' })
  const { create, drop } = databases({ url: poor.href, connect, prepare })
  t.after(async () => {
    await drop()
    await ask(`drop role ${role}`)
  })
  await assert.rejects(
    create(),
    /^Error: The role of the url may not create databases. Permit it: alter role NAME createdb.$/
  )
})

test('a driver whose queries return rows is supported', { skip }, async (t) => {
  const rows = (connectionString: string) => {
    const pool = connect(connectionString)
    return { query: async (statement: string) => (await pool.query(statement)).rows, end: () => pool.end() }
  }
  const { create, drop } = databases({ url, connect: rows, prepare })
  t.after(drop)
  assert.match(await create(), /espalier_test_/)
})
