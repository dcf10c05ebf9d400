/** Workers of a cluster that are replaced under load: with a drain time, every request is completed. */
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { createServer } from 'node:net'
import { json } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ownAddress as host } from '../own-address.ts'

const program = fileURLToPath(new URL('./cluster.js', import.meta.url))

async function freePort(): Promise<number> {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

test('a cluster replaces its workers without losing a request', { timeout: 600_000 }, async (t) => {
  const port = await freePort()
  const primary = fork(program, {
    env: { ...process.env, HOST: host, PORT: `${port}`, DRAIN: '3000' },
    execArgv: ['--no-warnings']
  })
  t.after(() => primary.kill('SIGKILL'))
  t.after(() => primary.connected && primary.disconnect())
  await once(primary, 'message')
  const agent = new Agent({ keepAlive: true, maxSockets: 10 })
  t.after(() => agent.destroy())
  const answered = new Map<number, number>()
  let isOver = false
  const ask = async () => {
    while (!isOver) {
      const [response] = await once(get({ port, host, agent }), 'response')
      const { pid } = (await json(response)) as { pid: number }
      assert.equal(response.statusCode, 200)
      answered.set(pid, (answered.get(pid) ?? 0) + 1)
      await sleep(Math.random() * 10)
    }
  }
  const clients = Array.from({ length: 10 }, ask)
  const failed = Promise.race(clients)
  await Promise.race([failed, sleep(300)])
  primary.send('replace')
  await Promise.race([failed, once(primary, 'message')])
  await Promise.race([failed, sleep(300)])
  isOver = true
  await Promise.all(clients)
  assert.equal(answered.size, 4, 'each worker, old and new, has answered')
})
