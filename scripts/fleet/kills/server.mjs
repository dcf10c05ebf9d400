// A process that takes orders into PostgreSQL, with keys or without: `node server.mjs PORT (keys | plain)`. It is there to be killed.
import { idempotency, postgresStore } from '@espalier/kit/idempotency'
import { espalier } from 'espalier'
import pg from 'pg'
import { addOrder, addPlainOrder } from './orders.mjs'

const [port, mode] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 })
pool.on('error', () => {})

const insert = 'insert into orders (title) values ($1) returning id'
/** What comes behind the write, in seconds: other statements, and the way of the answer. */
const rest = 'select pg_sleep(0.02)'

const store = postgresStore(pool)
const app = espalier({ logger: false })
if (mode === 'keys') {
  app.register(idempotency({ store, scope: () => '' }))
  app.route(addOrder, (request, reply) => write(store.transaction(request), request.body, reply))
} else app.route(addPlainOrder, (request, reply) => write(pool, request.body, reply))
app.addHook('onClose', () => pool.end())
await app.listen({ port: Number(port), host: '127.0.0.1', closeOn: ['SIGTERM'] })
process.send?.('listening')

async function write(db, { title }, reply) {
  const { rows } = await db.query(insert, [title])
  await db.query(rest)
  return reply.code(201).send({ id: rows[0].id })
}
