// Real processes kill themselves between the write and the record, or between the record and the response. The tests check the state that remains.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { arrival, until } from '../../../../../test/until.ts'

const program = fileURLToPath(new URL('killed-server.js', import.meta.url))

function folderOf(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'espalier-kill-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

interface Server {
  readonly process: ChildProcess
  post(): Promise<{ status: number; replayed: string | null; after: string | null }>
  orders(): Promise<unknown[]>
}

async function start(t: TestContext, store: string, folder: string, killedAt = 'never'): Promise<Server> {
  const child = spawn(process.execPath, [program, store, folder, killedAt], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.after(() => child.kill('SIGKILL'))
  const [line] = await arrival(once(child.stdout, 'data'), 'the address of a server')
  const url = `${String(line).trim()}/orders`
  return {
    process: child,
    async post() {
      const headers = { 'content-type': 'application/json', 'idempotency-key': '"order-1"' }
      const { status, headers: got } = await fetch(url, { method: 'POST', headers, body: '{"item":"tea"}' })
      return { status, replayed: got.get('idempotency-replayed'), after: got.get('retry-after') }
    },
    orders: async () => (await fetch(url)).json() as Promise<unknown[]>
  }
}

async function orderAndDie(server: Server) {
  const end = once(server.process, 'exit')
  await assert.rejects(server.post())
  assert.deepEqual(await arrival(end, 'the end of a server'), [null, 'SIGKILL'])
}

const linesOf = (folder: string) =>
  existsSync(join(folder, 'orders')) ? readFileSync(join(folder, 'orders'), 'utf8').trim().split('\n') : []
const first = { status: 201, replayed: null, after: null }
const again = { status: 201, replayed: 'true', after: null }

test('PostgreSQL: a kill before the commit leaves no write, and one after it leaves the write and its record', async (t) => {
  const folder = folderOf(t)
  await orderAndDie(await start(t, 'postgres', folder, 'handler'))
  const second = await start(t, 'postgres', folder, 'commit')
  assert.deepEqual(await second.orders(), [])
  await orderAndDie(second)
  const third = await start(t, 'postgres', folder)
  assert.deepEqual(await third.post(), again)
  assert.deepEqual(await third.orders(), [{ item: 'tea' }])
})

test('memory: a kill between the write and the record writes twice', async (t) => {
  const folder = folderOf(t)
  await orderAndDie(await start(t, 'memory', folder, 'handler'))
  const second = await start(t, 'memory', folder)
  assert.deepEqual(await second.post(), first)
  assert.deepEqual(await second.post(), again)
  assert.deepEqual(linesOf(folder), ['tea', 'tea'])
})

const skip = process.env.REDIS_URL ? false : 'REDIS_URL names no Redis'

test('Redis: a kill before the record keeps the key for its lease and writes twice, one after it does not', {
  skip
}, async (t) => {
  const folder = folderOf(t)
  await orderAndDie(await start(t, 'redis', folder, 'handler'))
  const second = await start(t, 'redis', folder, 'commit')
  await until(
    async () => {
      const answer = await second.post().catch(() => undefined)
      if (answer !== undefined) assert.deepEqual(answer, { status: 409, replayed: null, after: '1' })
      return answer === undefined
    },
    'the end of a lease',
    { every: 50 }
  )
  assert.deepEqual(linesOf(folder), ['tea', 'tea'])
  const third = await start(t, 'redis', folder)
  assert.deepEqual(await third.post(), again)
  assert.deepEqual(linesOf(folder), ['tea', 'tea'])
})
