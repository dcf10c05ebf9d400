/** Accepts orders until it kills itself: `node killed-server.js STORE FOLDER [handler | commit]`. Prints its address. */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { idempotency, memoryStore, postgresStore, redisStore } from '@espalier/kit/idempotency'
import { idempotencyKey } from '@espalier/kit/idempotency-key'
import { espalier, Type } from 'espalier'
import { Redis } from 'ioredis'

const [kind, folder = '', killedAt] = process.argv.slice(2)
const kill = () => {
  process.kill(process.pid, 'SIGKILL')
  return new Promise<never>(() => {})
}

/** A transactional store writes the order in its transaction. With other stores, handlers append it to a file. */
async function open() {
  if (kind === 'postgres') {
    const db = await PGlite.create(join(folder, 'orders'))
    await db.exec('create table if not exists orders (item text)')
    const store = postgresStore(db)
    const write = (request: object, item: string) =>
      store.transaction(request).query('insert into orders values ($1)', [item])
    return { store, write, db }
  }
  const store =
    kind === 'redis'
      ? redisStore(new Redis(String(process.env.REDIS_URL)), { prefix: `${folder}:`, lease: 1000 })
      : memoryStore()
  const write = async (_request: object, item: string) => appendFileSync(join(folder, 'orders'), `${item}\n`)
  return { store, write }
}

const { store, write, db } = { db: undefined, ...(await open()) }
const app = espalier({ logger: false }).register(idempotency({ store, scope: () => '' }))
app.addHook('onSend', async (_request, reply) => {
  if (killedAt === 'commit' && reply.statusCode === 201) await kill()
})
app.post('/orders', { schema: { headers: idempotencyKey, body: { item: Type.String() } } }, async (request, reply) => {
  await write(request, request.body.item)
  if (killedAt === 'handler') await kill()
  return reply.code(201).send({ item: request.body.item })
})
app.get('/orders', async () => (await db?.query('select item from orders'))?.rows ?? [])
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
