// Conduit as a separate process, as `npm start realworld` runs it, with requests over a socket.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { watched } from '../running-library.ts'
import { createTestDatabase } from '../test-database.ts'

const main = fileURLToPath(new URL('../../../examples/realworld/main.js', import.meta.url))
const { folder, env, drop } = await createTestDatabase('conduit')
const json = { 'content-type': 'application/json' }
const user = { username: 'ada', email: 'ada@example.com', password: 'a long secret' }

after(drop)

/** Starts Conduit; resolves once it says where it is open. */
async function start() {
  const child = spawn(process.execPath, [...watched, main, '--port', '0', '--data', folder], {
    env: { ...process.env, ...env, CONDUIT_SECRET: 'the secret of the tests', CONDUIT_LOGINS_PER_MINUTE: '2' },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  after(() => child.kill('SIGKILL'))
  let output = ''
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    output += chunk
    if (output.includes('Ctrl+C')) break
  }
  const origin = /http:\S+/.exec(output)?.[0] ?? assert.fail(`It did not open: ${output}`)
  return {
    ask: (path: string, init?: RequestInit) => fetch(`${origin}${path}`, init),
    async end() {
      child.stdout.resume()
      child.kill('SIGTERM')
      const [code] = await once(child, 'exit')
      return code
    }
  }
}

test('Conduit responds over a socket and keeps its data across a restart', {
  timeout: 600_000
}, async () => {
  const first = await start()
  const registered = await first.ask('/users', { method: 'POST', headers: json, body: JSON.stringify({ user }) })
  assert.equal(registered.status, 201)
  const { user: account }: { user: { token: string } } = JSON.parse(await registered.text())
  assert.equal(await first.end(), 0)

  const second = await start()
  const headers = { authorization: `Token ${account.token}`, origin: 'https://client.example' }
  const current = await second.ask('/user', { headers })
  assert.equal(current.status, 200)
  assert.equal(current.headers.get('access-control-allow-origin'), '*')
  assert.equal(JSON.parse(await current.text()).user.email, user.email)

  const guess = { method: 'POST', headers: json, body: JSON.stringify({ user: { ...user, password: 'a guess' } }) }
  const statuses = []
  for (let guesses = 0; guesses < 3; guesses++) statuses.push((await second.ask('/users/login', guess)).status)
  assert.deepEqual(statuses, [401, 401, 429])
  assert.equal(await second.end(), 0)
})
