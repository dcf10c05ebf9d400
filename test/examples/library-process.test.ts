// The library as a process: its exit, its data after a restart, and its messages when it cannot start.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { after, before } from 'node:test'
import { runLibrary, startLibrary } from './running-library.ts'
import { hasServer } from './test-database.ts'
import {
  answer,
  borrow,
  check,
  cleo,
  emptyLibrary,
  giveBack,
  loan,
  type Question,
  refusal,
  staff,
  visit
} from './visit.ts'

const { env, drop } = await emptyLibrary()
let library: Awaited<ReturnType<typeof startLibrary>>
const open = async (changes: NodeJS.ProcessEnv = {}) => {
  library = await startLibrary({ ...env, ...changes })
}
before(() => open(), { timeout: 600_000 })
// It is undefined when the library did not open.
after(async () => {
  await library?.end('SIGKILL')
  await drop()
})

const ask = (question: Question) => library.ask(question)
const { exchange, test } = visit('the library ends and opens again', ask)

if (!hasServer)
  test('a second library on the same folder exits with a message', async () => {
    const { code, stderr } = await runLibrary({ ...env, PORT: '0' })
    assert.equal(code, 1)
    assert.equal(
      stderr,
      `The folder ${env.LIBRARY_DATA} belongs to an application that is running.\n` +
        'Stop it, or give this one its own: npm start -- --port 3001 --data data/another\n'
    )
  })

test('a killed library keeps its data after a restart', { timeout: 600_000 }, async () => {
  const member = { name: 'Cleo', card: 'card-of-cleo' }
  await ask({ path: '/staff/members', headers: staff, body: member })
  check(await ask(borrow(cleo, 2)), answer(201, loan(1, 2, 'The Waves')))
  check(await ask(borrow(cleo, 3)), answer(201, loan(2, 3, 'The Book of Disquiet')))

  const { signal } = await library.end('SIGKILL')
  assert.equal(signal, 'SIGKILL')
  await open({ LIBRARY_TODAY: '2024-06-01' })

  check(await ask({ path: '/me', headers: cleo }), answer(200, JSON.stringify({ id: 1, ...member })))
  const loans = `[${loan(1, 2, 'The Waves')},${loan(2, 3, 'The Book of Disquiet')}]`
  check(await ask({ path: '/me/loans', headers: cleo }), answer(200, loans))
})

exchange(
  'a month later the loans are overdue',
  { path: '/staff/reports/overdue', headers: staff },
  answer(
    200,
    JSON.stringify([
      { loanId: 1, title: 'The Waves', member: 'Cleo', dueOn: '2024-05-22', daysLate: 10 },
      { loanId: 2, title: 'The Book of Disquiet', member: 'Cleo', dueOn: '2024-05-22', daysLate: 10 }
    ])
  )
)

exchange(
  'a member with an overdue loan cannot borrow',
  borrow(cleo, 1),
  refusal(422, 'LOAN_OVERDUE', 'Return your overdue books first.')
)

exchange('an overdue book can be returned', giveBack(cleo, 1), answer(200, loan(1, 2, 'The Waves', '2024-06-01')))

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`the library exits with 0 on ${signal} without error output`, async () => {
    const { code, stdout, stderr } = await library.end(signal)
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
    assert.match(stdout, /^Opening .+ …\n\nThe library is open at http:\/\/127\.0\.0\.1:\d+\n/)
    assert.doesNotMatch(stdout, /"level"/)
    await open()
  })
}

test('the message for a taken port names the option that changes it', async () => {
  await library.end('SIGTERM')
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert.ok(address !== null && typeof address === 'object')
  const { code, stdout, stderr } = await runLibrary(env, '--port', String(address.port))
  server.close()
  assert.deepEqual({ code, stdout }, { code: 1, stdout: `Opening ${env.LIBRARY_DATA} …\n` })
  const advice = 'Choose another: npm start -- --port 3001 (or PORT=3001 npm start)'
  assert.equal(stderr, `Port ${address.port} is taken. ${advice}\n`)
})

const noPort =
  'The settings are wrong.\n  PORT: expected an integer from 0 to 65535. It has another value in the environment.\n'
for (const [options, complaint] of [
  [['--port', 'http'], noPort],
  [['--port', '65536'], noPort],
  [['--prot', '3001'], "Unknown option '--prot'\n"]
] as const) {
  test(`the options ${options.join(' ')} are rejected`, async () => {
    const { code, stderr } = await runLibrary(env, ...options)
    assert.equal(code, 1)
    assert.equal(stderr, `${complaint}Options: --port 3001 --host 127.0.0.1 --data data/library\n`)
  })
}
