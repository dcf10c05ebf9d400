// The database of an example at its start: its migrations, its error messages, and several apps that start together.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { createHelpDesk } from '../../examples/helpdesk/app.ts'
import { doors } from '../../examples/helpdesk/endpoints.ts'
import { helpDeskSettings } from '../../examples/helpdesk/settings.ts'
import { migrate } from '../../examples/postgres/migrate.ts'
import { createTestDatabase, hasServer } from './test-database.ts'

const { env, folder, drop } = await createTestDatabase('helpdesk')
const db = await PGlite.create()
after(async () => {
  await db.close()
  await drop()
})

const take = (...steps: string[]) => db.transaction((transaction) => migrate(transaction, steps))

/** Runs the help desk when it is expected to end by itself. */
async function run(given: NodeJS.ProcessEnv) {
  const main = fileURLToPath(new URL('../../examples/helpdesk/main.js', import.meta.url))
  const child = spawn(process.execPath, [main], { env: { ...process.env, HELPDESK_DATA: folder, PORT: '0', ...given } })
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  return { code, stderr }
}

test('migration steps run once and in order, in one transaction', async () => {
  await take('create table a (id int)')
  await take('create table a (id int)', 'alter table a add b int')
  await assert.rejects(take('create table a (id int)', 'alter table a add b int', 'create table c (id int)', 'bad'), {
    code: '42601'
  })
  const { rows } = await db.query("select table_name from information_schema.columns where table_name in ('a', 'c')")
  assert.deepEqual(rows, [{ table_name: 'a' }, { table_name: 'a' }])
})

test('a database of a later version or of another application is rejected', async () => {
  const name = 'UnusableDatabaseError'
  await assert.rejects(take('create table a (id int)'), {
    name,
    message: 'The database is of a later version: it has taken step 1, unknown here.'
  })
  await assert.rejects(take('create table another (id int)', 'alter table a add b int'), {
    name,
    message: 'The database is of another application: it has taken a step 0 that is not the one here.'
  })
})

test('a database of the first versions, without digests, is accepted', async () => {
  await db.exec('update migrations set digest = null')
  await take('create table a (id int)', 'alter table a add b int')
})

const refusals: [what: string, given: NodeJS.ProcessEnv, complaint: string][] = [
  [
    'an unreachable server',
    { DATABASE_URL: 'postgres://ada:secret@127.0.0.1:1/helpdesk', HELPDESK_SECRET: 'the secret of the tests' },
    'The database helpdesk at 127.0.0.1:1 cannot be used: connect ECONNREFUSED 127.0.0.1:1.\n' +
      'Mend that, or unset DATABASE_URL: then the data stay in data/helpdesk.\n'
  ],
  [
    'a server without the shared secret',
    { DATABASE_URL: 'postgres://127.0.0.1:1/helpdesk' },
    'The settings are wrong.\n' +
      '  HELPDESK_SECRET: expected a text, because all processes on DATABASE_URL share it. It is missing.\n' +
      'Options: --port 3001 --host 127.0.0.1 --data data/helpdesk\n'
  ],
  [
    'a database of another kind',
    { DATABASE_URL: 'mysql://ada:secret@127.0.0.1/helpdesk' },
    'The settings are wrong.\n' +
      '  DATABASE_URL: expected a text that matches ^postgres(?:ql)?://. It has another value in the environment.\n' +
      'Options: --port 3001 --host 127.0.0.1 --data data/helpdesk\n'
  ]
]
for (const [what, given, complaint] of refusals)
  test(`${what} ends the process with exit code 1 and a message`, async () => {
    assert.deepEqual(await run(given), { code: 1, stderr: complaint })
  })

if (hasServer)
  test('apps that start together on an empty database all find its tables', async () => {
    const given = { ...env, HELPDESK_DATA: folder, HELPDESK_SECRET: 'the secret of the tests', LOG_LEVEL: 'silent' }
    const apps = [1, 2, 3, 4].map(() => createHelpDesk(helpDeskSettings.of(given)))
    await Promise.all(apps.map((app) => app.ready()))
    const name = { name: 'ada', password: 'a long secret' }
    const answers = await Promise.all(apps.map((app) => app.inject(doors.signUp, { body: name })))
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [201, 409, 409, 409])
    await Promise.all(apps.map((app) => app.close()))
  })
