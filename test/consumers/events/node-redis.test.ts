/** The log in Redis over node-redis, the client of the package `redis`. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { redisLog } from '@espalier/events/redis'
import { logCases } from '@espalier/events/test-kit'
import { createClient } from '@redis/client'
import { skip, startEngine } from '../../../packages/events/test/redis/engine.ts'

const engine = skip === false ? await startEngine() : undefined
const client = createClient({ socket: { path: String(engine?.path), tls: false }, disableOfflineQueue: true })
client.on('error', () => {})
if (skip === false) await client.connect()
after(async () => {
  if (client.isOpen) client.destroy()
  await engine?.stop()
})

const subject = () => {
  const log = redisLog(client)
  return {
    log,
    trim: (topic: string, keep: number) => log.trim(topic, keep),
    cut: () => client.sendCommand(['CLIENT', 'KILL', 'TYPE', 'pubsub']),
    close: () => log.close()
  }
}
for (const { name, run } of logCases(subject)) test(name, { skip }, run)

test('an unreachable Redis server rejects with 503', { skip }, async () => {
  await engine?.stop()
  const log = redisLog(client)
  await assert.rejects(log.read('news', '0', 10), { statusCode: 503, code: 'EVENT_LOG_AWAY' })
  await assert.rejects(log.wake('news', new AbortController().signal)[Symbol.asyncIterator]().next())
})
